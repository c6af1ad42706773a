/**
 * The oracle of filters, facets and sorting: looks at one document at a time, as it was given. It follows the prose of
 * `query.ts` and shares only the comparable form of texts. Used by tests alone.
 */
import { comparable } from './columns.ts';
import type { FieldValue, IndexDocument, IndexValue } from './document.ts';
import type { FilterNode, SortKey } from './query.ts';

/** The whole document, instead of one of its elements. */
const whole = -1;

/** Whether the element, or one that it lies in, is `outer`. */
function liesIn(document: IndexDocument, element: number, outer: number): boolean {
  for (let at = element; ; at = document.elements![at]!.parent) {
    if (at === outer) return true;
    if (at === whole) return false;
  }
}

function valuesIn(document: IndexDocument, element: number): IndexValue[] {
  return document.values.filter((entry) => liesIn(document, entry.element ?? whole, element));
}

export function valuesOf(document: IndexDocument, field: string, element = whole): FieldValue[] {
  return valuesIn(document, element)
    .filter((entry) => entry.field === field)
    .map(({ value }) => value);
}

/** `path`, with its dot, stands before the names of fields where `element` is one of a list. */
export function passes(document: IndexDocument, filter: FilterNode, element = whole, path = ''): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.clauses.every((clause) => passes(document, clause, element, path));
    case 'or':
      return filter.clauses.some((clause) => passes(document, clause, element, path));
    case 'not':
      return !passes(document, filter.clause, element, path);
    case 'exists': {
      const wanted = path + filter.field;
      return valuesIn(document, element).some(
        ({ field }) => field === wanted || field.startsWith(`${wanted}.`),
      );
    }
    case 'element': {
      const list = path + filter.list;
      const below = `${list}.`;
      const own = (document.elements ?? []).flatMap((candidate, index) =>
        candidate.list === list && liesIn(document, index, element) ? [index] : [],
      );
      if (own.length > 0) return own.some((index) => passes(document, filter.clause, index, below));
      const alone = valuesIn(document, element).some(({ field }) => field.startsWith(below));
      return alone && passes(document, filter.clause, element, below);
    }
    case 'equals':
      return valuesOf(document, path + filter.field, element).some((value) => equals(value, filter.value));
    default: {
      const { min = -Infinity, max = Infinity, minExclusive = false, maxExclusive = false } = filter;
      return valuesOf(document, path + filter.field, element).some(
        (value) =>
          typeof value === 'number' &&
          (minExclusive ? value > min : value >= min) &&
          (maxExclusive ? value < max : value <= max),
      );
    }
  }
}

function equals(value: FieldValue, asked: FieldValue): boolean {
  const wanted = comparable(asked);
  return (
    comparable(value) === wanted ||
    (typeof value === 'number' && wanted !== '' && value === Number(wanted)) ||
    (typeof value === 'string' && comparable(value).startsWith(`${wanted} > `))
  );
}

export function compareBySort(a: IndexDocument, b: IndexDocument, sort: readonly SortKey[]): number {
  for (const { field, order } of sort) {
    const [x, y] = [a, b].map((document) => {
      const values = valuesOf(document, field).map((value) =>
        typeof value === 'number' ? value : comparable(value),
      );
      values.sort(compareValues);
      return order === 'asc' ? values[0] : values.at(-1);
    });
    if (x === y) continue;
    if (x === undefined || y === undefined) return x === undefined ? 1 : -1;
    return order === 'asc' ? compareValues(x, y) : compareValues(y, x);
  }
  return 0;
}

function compareValues(a: number | string, b: number | string): number {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === 'number' ? -1 : 1;
}
