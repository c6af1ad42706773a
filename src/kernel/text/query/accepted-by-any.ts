import { acceptedOrdinals, acceptedSpans, type ValueCondition } from './accepted-ordinals.ts';
import { comparable, comparables, dateValues, numberValues, type Column } from '../segments/columns.ts';

type Equals = Extract<ValueCondition, { kind: 'equals' }>;
type Range = Extract<ValueCondition, { kind: 'range' }>;

/**
 * By ordinal, 1 where any of the conditions accepts the value. Conditions that cannot be looked up in what is sorted share one pass
 * over the values: a filter may have hundreds of them on a field with a value of its own in each document.
 */
export function acceptedByAny(column: Column, conditions: readonly ValueCondition[]): Uint8Array {
  if (conditions.length === 1) return acceptedOrdinals(column, conditions[0]!);
  const accepted = new Uint8Array(column.values.length);
  const equals: Equals[] = [];
  const ranges: Range[] = [];
  for (const condition of conditions) {
    const spans = acceptedSpans(column, condition);
    if (spans !== null) for (const { from, to } of spans) accepted.fill(1, from, to);
    else if (condition.kind === 'equals') equals.push(condition);
    else ranges.push(condition);
  }
  if (equals.length > 0) addEqual(column, equals, accepted);
  const dated = ranges.filter(({ dates }) => dates === true);
  const plain = ranges.filter(({ dates }) => dates !== true);
  if (dated.length > 0) addWithin(column, union(dated), true, accepted);
  if (plain.length > 0) addWithin(column, union(plain), false, accepted);
  return accepted;
}

/** As `acceptedOrdinals` accepts one after the other. */
function addEqual(column: Column, conditions: readonly Equals[], accepted: Uint8Array): void {
  const wanted = new Set(conditions.map(({ value }) => comparable(value)));
  const numbers = new Set([...wanted].filter((text) => text !== '').map(Number));
  numbers.delete(Number.NaN);
  const texts = comparables(column);
  column.values.forEach((value, ordinal) => {
    const text = texts[ordinal]!;
    if (wanted.has(text)) accepted[ordinal] = 1;
    else if (typeof value === 'number') accepted[ordinal]! |= Number(numbers.has(value));
    else if (typeof value === 'string') accepted[ordinal]! |= Number(isBelowAny(text, wanted));
  });
}

/** Whether a step on the way of a path is wanted. */
function isBelowAny(path: string, wanted: ReadonlySet<string>): boolean {
  for (let at = path.indexOf(' > '); at >= 0; at = path.indexOf(' > ', at + 1))
    if (wanted.has(path.slice(0, at))) return true;
  return false;
}

/** Ranges that neither overlap nor touch, ascending. */
interface Intervals {
  readonly mins: readonly number[];
  readonly ranges: readonly Required<Pick<Range, 'min' | 'max' | 'minExclusive' | 'maxExclusive'>>[];
}

function union(ranges: readonly Range[]): Intervals {
  const sorted = ranges
    .map(({ min = -Infinity, max = Infinity, minExclusive = false, maxExclusive = false }) => ({
      min,
      max,
      minExclusive,
      maxExclusive,
    }))
    .filter(({ min, max }) => min <= max)
    .sort((a, b) => a.min - b.min || Number(a.minExclusive) - Number(b.minExclusive));
  const joined: typeof sorted = [];
  for (const range of sorted) {
    const last = joined.at(-1);
    const isApart =
      last === undefined ||
      range.min > last.max ||
      (range.min === last.max && range.minExclusive && last.maxExclusive);
    if (isApart) joined.push(range);
    else if (range.max > last.max || (range.max === last.max && !range.maxExclusive)) {
      last.max = range.max;
      last.maxExclusive = range.maxExclusive;
    }
  }
  return { mins: joined.map(({ min }) => min), ranges: joined };
}

/** Values that are no number are in no range, not even in one without bounds. */
function addWithin(column: Column, intervals: Intervals, hasDates: boolean, accepted: Uint8Array): void {
  const dates = hasDates ? dateValues(column) : null;
  numberValues(column).forEach((number, ordinal) => {
    const value = dates !== null && Number.isNaN(number) ? dates[ordinal]! : number;
    if (!Number.isNaN(value) && isWithin(value, intervals)) accepted[ordinal] = 1;
  });
}

function isWithin(value: number, { mins, ranges }: Intervals): boolean {
  let low = 0;
  let high = mins.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (mins[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  const range = ranges[low - 1];
  if (range === undefined) return false;
  const { min, max, minExclusive, maxExclusive } = range;
  return (minExclusive ? value > min : value >= min) && (maxExclusive ? value < max : value <= max);
}
