import type { Filter } from '../../ports/search/filters.ts';

/**
 * A filter of values of fields, of ranges of numbers with at least one bound, and of points in a circle or box, in the syntax of
 * `parseFilter()`. @throws Error for other conditions
 */
export function filterText(filter: Filter): string {
  switch (filter.kind) {
    case 'equals':
      return `${formatName(filter.field)}:${formatValue(String(filter.value))}`;
    case 'range':
      return formatRange(filter);
    case 'within':
      return `${formatName(filter.field)} WITHIN ${filter.metres}m OF ${formatDegrees([filter.from.lat, filter.from.lng])}`;
    case 'box': {
      const { south, west, north, east } = filter.box;
      return `${formatName(filter.field)} IN BOX ${formatDegrees([south, west, north, east])}`;
    }
    case 'not':
      return `NOT ${formatPart(filter.clause)}`;
    case 'and':
    case 'or':
      return filter.clauses.map(formatPart).join(filter.kind === 'and' ? ' AND ' : ' OR ');
    default:
      throw new Error(`There is no text of a condition \`${filter.kind}\``);
  }
}

/** Formats a clause, in parentheses unless it is one condition. */
function formatPart(filter: Filter): string {
  return filter.kind === 'equals' ? filterText(filter) : `(${filterText(filter)})`;
}

function formatRange({
  field,
  min,
  max,
  minExclusive = false,
  maxExclusive = false,
}: Extract<Filter, { readonly kind: 'range' }>): string {
  const name = formatName(field);
  const lowest = min === undefined ? [] : [`${name} ${minExclusive ? '>' : '>='} ${min}`];
  const highest = max === undefined ? [] : [`${name} ${maxExclusive ? '<' : '<='} ${max}`];
  return [...lowest, ...highest].join(' AND ');
}

/** Formats degrees without exponents; seven decimals are a centimetre. */
function formatDegrees(degrees: readonly number[]): string {
  return degrees.map((one) => one.toFixed(7)).join(',');
}

/** Quotes texts, as `item.color` without quotes is a value of another item. */
function formatValue(text: string): string {
  return text.startsWith('item.') ? quoteText(text) : formatName(text);
}

function formatName(text: string): string {
  const isWord = /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(text) && !/^(?:and|or|not|to|now|exists)$/i.test(text);
  return isWord ? text : quoteText(text);
}

function quoteText(text: string): string {
  return `"${text.replaceAll(/["\\]/g, (character) => `\\${character}`)}"`;
}
