import type { JsonObject } from '../../ports/catalog/json.ts';

/**
 * Parses a facet written as text into its object form:
 *
 *   brand   brand:10   brand(limit=10,order=value,minCount=2,disjunctive)   price(0..50,50..100,100..)
 *   category(path="Home > Kitchen")   releasedAt(2026-01..2026-02,2026-02..)   *   *:5   "weight (kg)":10
 *
 * Returns the expected syntax for any other text.
 */
export function readFacetText(text: string): JsonObject | string {
  const quoted = /^"([^"]+)"(.*)$/s.exec(text.trimStart());
  const [, name = '', options = ''] = quoted ?? /^([^("]*?)(\(.*|:\d{1,9}\s*)?$/s.exec(text) ?? [];
  const rest = options.trim();
  const field = name.trim();
  if (field === '') return 'the name of a field';
  if (rest === '') return { field };
  const count = /^:(\d{1,9})$/.exec(rest)?.[1];
  if (count !== undefined) return { field, [nameNumberOption(field)]: Number(count) };
  if (!rest.startsWith('(') || !rest.endsWith(')'))
    return `a closing bracket, or the name in double quotes, in ${quote(text)}`;
  return readOptions(field, rest.slice(1, -1));
}

/** The option that a bare number sets: number of values, or of facets for `*`. */
const nameNumberOption = (field: string): string => (field === '*' ? 'count' : 'limit');

function readOptions(field: string, text: string): JsonObject | string {
  const facet: JsonObject = { field };
  const ranges: JsonObject[] = [];
  for (const option of text.match(/(?:"[^"]*"|[^,"])+/g) ?? []) {
    const trimmed = option.trim();
    const { name, value } = parseNamedOption(trimmed);
    const range = /^([^".]*(?:\.[^".]+)*)\.\.([^".]*(?:\.[^".]+)*)$/.exec(trimmed);
    if (name === 'path' || name === 'order') facet[name] = value.replace(/^"([^"]*)"$/, '$1');
    else if (name !== '' && /^\d{1,9}$/.test(value)) facet[name] = Number(value);
    else if (/^\d{1,9}$/.test(trimmed)) facet[nameNumberOption(field)] = Number(trimmed);
    else if (trimmed === 'disjunctive') facet['disjunctive'] = true;
    else if (range !== null) ranges.push(readRange(range[1] ?? '', range[2] ?? ''));
    else
      return `options like limit=10, order=value, minCount=2, path="A > B", disjunctive or 0..50, not ${quote(trimmed)}`;
  }
  return ranges.length === 0 ? facet : { ...facet, ranges };
}

const optionNames = ['limit', 'order', 'minCount', 'path', 'count'];

/** An option with its value; an empty name for any other text. */
function parseNamedOption(text: string): { name: string; value: string } {
  const equals = text.indexOf('=');
  const name = text.slice(0, Math.max(0, equals)).trimEnd();
  return optionNames.includes(name)
    ? { name, value: text.slice(equals + 1).trimStart() }
    : { name: '', value: '' };
}

function readRange(from: string, to: string): JsonObject {
  return {
    ...(from.trim() === '' ? {} : { from: from.trim() }),
    ...(to.trim() === '' ? {} : { to: to.trim() }),
  };
}

const quote = (text: string): string => JSON.stringify(text.slice(0, 60).toWellFormed());
