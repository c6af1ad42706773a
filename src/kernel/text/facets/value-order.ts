import { compareSortValues } from '../segments/columns.ts';
import { parseDecimal } from '../schema/number-values.ts';
import type { IndexFacetOrder } from '../query/query.ts';

/** A value of a facet: a number, or the comparable form of a string. */
export type FacetKey = string | number;

/** Numbers that order a value before its text; the first that differs decides. */
export type OrderRank = readonly number[];

/** The rank of a value in an order, or null if counts and texts alone decide. */
export function orderRank(order: IndexFacetOrder, key: FacetKey): OrderRank | null {
  if (order === 'number') return [parseNumbers(key)[0] ?? Infinity];
  return order === 'size' ? rankSize(key) : null;
}

export interface OrderedValue {
  readonly key: FacetKey;
  readonly count: number;
  readonly rank: OrderRank | null;
}

/** Compares values in an order; a total order over the values of a field. */
export function createValueComparison(order: IndexFacetOrder): (a: OrderedValue, b: OrderedValue) => number {
  if (order === 'count') return (a, b) => b.count - a.count || compareFacetKeys(a.key, b.key);
  if (order === 'value') return (a, b) => compareFacetKeys(a.key, b.key);
  return (a, b) => compareRanks(a.rank ?? [], b.rank ?? []) || compareFacetKeys(a.key, b.key);
}

export function compareRanks(a: OrderRank, b: OrderRank): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [x, y] = [a[i]!, b[i]!];
    if (x !== y) return x < y ? -1 : 1;
  }
  return a.length - b.length;
}

/** Orders values as a sort does: a string written as a number sorts as that number. */
export function compareFacetKeys(a: FacetKey, b: FacetKey): number {
  return compareSortValues(toSortValue(a), toSortValue(b)) || compareSortValues(a, b);
}

function toSortValue(key: FacetKey): FacetKey {
  const number = typeof key === 'string' ? parseDecimal(key) : key;
  return Number.isNaN(number) ? key : number;
}

const digitGroups = /\d+(?:[.,]\d+)*/g;
const thousands = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const fraction = /^ (\d)\/([1-9])(?!\d)/;
/** Matches the two characters before a number if they end with a minus that follows no letter or digit. */
const minus = /^[^\p{L}\p{N}]?[-−]$/u;

/**
 * The numbers of a value in their order: "10 kg", "1,5 l", "1,000 W", "-18 °C", "42 1/2". A comma before three digits groups
 * thousands, unless it follows a zero.
 */
export function parseNumbers(key: FacetKey): number[] {
  if (typeof key === 'number') return [key];
  const whole = parseDecimal(key);
  if (!Number.isNaN(whole)) return [whole];
  const numbers: number[] = [];
  let done = 0;
  for (const { 0: digits, index } of key.matchAll(digitGroups)) {
    if (index < done) continue;
    const sign = minus.test(key.slice(Math.max(0, index - 2), index)) ? -1 : 1;
    if (thousands.test(digits)) {
      numbers.push(sign * Number(digits.replaceAll(',', '')));
      continue;
    }
    const [integer, decimals = '0', ...others] = digits.split(/[.,]/);
    const end = index + digits.length;
    const [text = '', part = '0', of = '1'] = fraction.exec(key.slice(end, end + 5)) ?? [];
    done = end + text.length;
    numbers.push(
      sign * (Number(`${integer}.${decimals}`) + Number(part) / Number(of)),
      ...others.map(Number),
    );
  }
  return numbers;
}

/** Kinds of sizes in their order. */
const [letterSizes, numericSizes, otherSizes] = [0, 1, 2];
const letterSize = /^(?:(\d{1,2})x|(x*))([sl])$|^m$/;

/**
 * The rank of a clothing size: XXS, XS, S, S/M, M, L, XL, XXL, 3XL, as letters or in English words, then sizes by their
 * numbers ("38", "42 2/3", "32/34"), then others, such as "one size".
 */
function rankSize(key: FacetKey): OrderRank {
  const tokens = typeof key === 'number' ? [] : tokenizeSize(key);
  const [first, second] = tokens.map(rankLetter);
  if (first !== undefined && first !== null) {
    const size = second === undefined || second === null ? first : (first + second) / 2;
    return [letterSizes, size, ...parseNumbers(tokens.slice(1).join(' '))];
  }
  const numbers = parseNumbers(key);
  return numbers.length === 0 ? [otherSizes] : [numericSizes, ...numbers];
}

const sizeWords: Readonly<Record<string, string>> = {
  extra: 'x',
  small: 's',
  medium: 'm',
  large: 'l',
};

/** The words of a size, with English words as letters: "extra large" is "xl". */
function tokenizeSize(key: string): string[] {
  const text = key
    .replaceAll(/extra|small|medium|large/g, (word) => sizeWords[word]!)
    // "x-large", "2x large"
    .replaceAll(/(?<![\p{L}\p{N}])(\d{0,2}x+)[\s-]+(?=x*[sl](?![\p{L}\p{N}]))/gu, '$1');
  return text.split(/[^\p{L}\p{N}]+/u).filter((token) => token !== '');
}

/** M is 0, S and smaller sizes are negative; null for other texts. */
function rankLetter(token: string): number | null {
  const match = letterSize.exec(token);
  if (match === null) return null;
  const [, times, exes = '', letter] = match;
  if (letter === undefined) return 0;
  const steps = 1 + (times === undefined ? exes.length : Number(times));
  return letter === 's' ? -steps : steps;
}
