import type { Filter } from '../../../ports/filters.ts';

type WrittenFilter = Extract<Filter, { readonly kind: 'equals' | 'range' }>;

/** A condition in the syntax of `parseFilter()`: the value of a field, or a range of numbers with at least one bound. */
export function filterText(filter: WrittenFilter): string {
  const field = written(filter.field);
  if (filter.kind === 'equals') return `${field}:${written(String(filter.value))}`;
  const { min, max, minExclusive = false, maxExclusive = false } = filter;
  const lowest = min === undefined ? [] : [`${field} ${minExclusive ? '>' : '>='} ${min}`];
  const highest = max === undefined ? [] : [`${field} ${maxExclusive ? '<' : '<='} ${max}`];
  return [...lowest, ...highest].join(' AND ');
}

function written(text: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(text) && !/^(?:and|or|not|to|now)$/i.test(text)
    ? text
    : `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;
}
