import type { SearchTypes } from '@medusajs/types';
import { notSupported } from './options.ts';

/** A name or value in the grammar of filters of Vitrine. */
const quoted = (text: string): string => `"${text.replace(/["\\]/g, String.raw`\$&`)}"`;
const all = (parts: readonly string[]): string => parts.map((part) => `(${part})`).join(' AND ');

/**
 * The filter of a tree, in the grammar of Vitrine; null: no condition.
 * @throws VitrineSearchError for an operator that Vitrine does not have
 */
export function compileFilters(filters: SearchTypes.SearchFilters | undefined): string | null {
  const parts = Object.entries(filters ?? {}).flatMap(([key, value]): string[] => {
    if (value === undefined || key === 'q') return [];
    if (key === '$and') return groupsOf(value);
    if (key === '$or')
      return [
        groupsOf(value)
          .map((group) => `(${group})`)
          .join(' OR '),
      ].filter((text) => text !== '');
    if (key === '$not')
      return [compileFilters(value as SearchTypes.SearchFilters)].flatMap((one) =>
        one === null ? [] : [`NOT (${one})`],
      );
    if (key.startsWith('$')) return notSupported(`the operator ${key}`);
    return conditionsOf(quoted(key), value);
  });
  return parts.length === 0 ? null : all(parts);
}

const groupsOf = (value: unknown): string[] =>
  (value as SearchTypes.SearchFilters[]).map(compileFilters).filter((one) => one !== null);

function conditionsOf(field: string, value: unknown): string[] {
  if (Array.isArray(value)) return [oneOf(field, value)];
  if (typeof value !== 'object' || value === null || value instanceof Date) return [equals(field, value)];
  return Object.entries(value).map(([operator, operand]) => condition(field, operator, operand));
}

function condition(field: string, operator: string, operand: unknown): string {
  switch (operator) {
    case '$eq':
      return equals(field, operand);
    case '$ne':
      return `NOT (${equals(field, operand)})`;
    case '$in':
    case '$overlaps':
      return oneOf(field, operand as unknown[]);
    case '$nin':
      return `NOT (${oneOf(field, operand as unknown[])})`;
    case '$contains':
      return all([operand].flat().map((one) => equals(field, one)));
    case '$exists':
      return operand === false ? `NOT EXISTS ${field}` : `EXISTS ${field}`;
    case '$lt':
      return `${field} < ${bound(operand)}`;
    case '$lte':
      return `${field} <= ${bound(operand)}`;
    case '$gt':
      return `${field} > ${bound(operand)}`;
    case '$gte':
      return `${field} >= ${bound(operand)}`;
    default:
      return notSupported(`the operator ${operator}`);
  }
}

const equals = (field: string, value: unknown): string =>
  value === null ? `NOT EXISTS ${field}` : `${field}:${literal(value)}`;

/** Without values nothing matches. */
function oneOf(field: string, values: readonly unknown[]): string {
  if (values.length === 0) return `EXISTS ${field} AND NOT EXISTS ${field}`;
  return values.map((value) => equals(field, value)).join(' OR ');
}

/** A text is quoted, so that none is read as a range, a date or a keyword. */
function literal(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return quoted(value instanceof Date ? value.toISOString() : String(value));
}

/** Numbers and dates are compared as such; a time without a zone is in UTC, as in items. */
function bound(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number') return String(value);
  const text = String(value);
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const date = new Date(/^\d{4}-\d\d-\d\d[T ][\d:.]+$/.test(text) ? `${text.replace(' ', 'T')}Z` : text);
  return Number.isNaN(date.getTime())
    ? notSupported(`a comparison with the text ${quoted(text)}`)
    : date.toISOString();
}
