import type { Filter } from '../../../ports/filters.ts';

/**
 * A filter of values of fields and of ranges of numbers with at least one bound, in the syntax of `parseFilter()`.
 * @throws Error for other conditions
 */
export function filterText(filter: Filter): string {
  switch (filter.kind) {
    case 'equals':
      return `${written(filter.field)}:${written(String(filter.value))}`;
    case 'range':
      return rangeText(filter);
    case 'not':
      return `NOT ${partText(filter.clause)}`;
    case 'and':
    case 'or':
      return filter.clauses.map(partText).join(filter.kind === 'and' ? ' AND ' : ' OR ');
    default:
      throw new Error(`There is no text of a condition \`${filter.kind}\``);
  }
}

/** With parentheses, unless it is one condition. */
function partText(filter: Filter): string {
  return filter.kind === 'equals' ? filterText(filter) : `(${filterText(filter)})`;
}

function rangeText({
  field,
  min,
  max,
  minExclusive = false,
  maxExclusive = false,
}: Extract<Filter, { readonly kind: 'range' }>): string {
  const name = written(field);
  const lowest = min === undefined ? [] : [`${name} ${minExclusive ? '>' : '>='} ${min}`];
  const highest = max === undefined ? [] : [`${name} ${maxExclusive ? '<' : '<='} ${max}`];
  return [...lowest, ...highest].join(' AND ');
}

function written(text: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(text) && !/^(?:and|or|not|to|now)$/i.test(text)
    ? text
    : `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;
}
