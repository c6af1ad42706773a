import { findUpperBound } from '../../bits/binary-search.ts';
import {
  markMatchingOrdinals,
  findMatchingSpans,
  listDecimalTexts,
  findNumbersWithin,
  type ValueCondition,
} from './matching-ordinals.ts';
import {
  makeComparable,
  listComparables,
  listDateValues,
  listNumberValues,
  type Column,
} from '../segments/columns.ts';

type Equals = Extract<ValueCondition, { kind: 'equals' }>;
type Range = Extract<ValueCondition, { kind: 'range' }>;

/** Maximum equalities with a lookup each; for more, one pass over the values costs less. */
const lookupsMax = 8;

/**
 * 1 for each ordinal whose value any condition accepts. The conditions share each pass: a filter may have hundreds of them on a field
 * with a distinct value in each document.
 */
export function matchOrdinals(column: Column, conditions: readonly ValueCondition[]): Uint8Array {
  if (conditions.length === 1) return markMatchingOrdinals(column, conditions[0]!);
  const accepted = new Uint8Array(column.values.length);
  const equals = new Map<string, Equals>();
  const dated: Range[] = [];
  const plain: Range[] = [];
  for (const condition of conditions) {
    if (condition.kind === 'equals') equals.set(makeComparable(condition.value), condition);
    else if (condition.dates === true) dated.push(condition);
    else plain.push(condition);
  }
  if (equals.size > 0) addEqual(column, equals, accepted);
  if (dated.length > 0) addDated(column, uniteRanges(dated), accepted);
  if (plain.length > 0) addNumbers(column, uniteRanges(plain), accepted);
  return accepted;
}

/** Accepts the values of equalities; `conditions` are by the comparable form of their values. */
function addEqual(column: Column, conditions: ReadonlyMap<string, Equals>, accepted: Uint8Array): void {
  if (conditions.size <= lookupsMax) {
    const found = conditions.values().map((condition) => findMatchingSpans(column, condition));
    const spans = [...found];
    if (spans.every((span) => span !== null)) {
      for (const { from, to } of spans.flat()) accepted.fill(1, from, to);
      return;
    }
  }
  addEqualInOnePass(column, conditions, accepted);
}

/** Accepts the same as `markMatchingOrdinals` for each condition. */
function addEqualInOnePass(
  column: Column,
  conditions: ReadonlyMap<string, Equals>,
  accepted: Uint8Array,
): void {
  const numbers = new Set([...conditions.keys()].filter((text) => text !== '').map(Number));
  numbers.delete(Number.NaN);
  const lengths = new Set([...conditions.keys()].map(({ length }) => length));
  const texts = listComparables(column);
  column.values.forEach((value, ordinal) => {
    const text = texts[ordinal]!;
    if (conditions.has(text)) accepted[ordinal] = 1;
    else if (typeof value === 'number') accepted[ordinal]! |= Number(numbers.has(value));
    else if (typeof value === 'string')
      accepted[ordinal]! |= Number(hasWantedAncestor(text, conditions, lengths));
  });
}

/** Whether `values` has an ancestor of the path. `lengths` are those of the values; ancestors of other lengths are skipped. */
function hasWantedAncestor(
  path: string,
  values: ReadonlyMap<string, unknown>,
  lengths: ReadonlySet<number>,
): boolean {
  for (let at = path.indexOf(' > '); at >= 0; at = path.indexOf(' > ', at + 1))
    if (lengths.has(at) && values.has(path.slice(0, at))) return true;
  return false;
}

/** Disjoint ranges that do not touch, ascending. */
interface Intervals {
  readonly mins: readonly number[];
  readonly ranges: readonly Required<Pick<Range, 'min' | 'max' | 'minExclusive' | 'maxExclusive'>>[];
}

function uniteRanges(ranges: readonly Range[]): Intervals {
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

/** Values that are not numbers are in no range, not even in one without bounds. */
function addNumbers(column: Column, intervals: Intervals, accepted: Uint8Array): void {
  const numbers = listNumberValues(column);
  const addWithin = (ordinal: number): void => {
    if (isWithin(numbers[ordinal]!, intervals)) accepted[ordinal] = 1;
  };
  if (!column.immutable) {
    for (let ordinal = 0; ordinal < accepted.length; ordinal++) addWithin(ordinal);
    return;
  }
  for (const range of intervals.ranges) {
    const { from, to } = findNumbersWithin(column, range);
    accepted.fill(1, from, to);
  }
  for (const ordinal of listDecimalTexts(column)) addWithin(ordinal);
}

function addDated(column: Column, intervals: Intervals, accepted: Uint8Array): void {
  const dates = listDateValues(column);
  listNumberValues(column).forEach((number, ordinal) => {
    if (isWithin(Number.isNaN(number) ? dates[ordinal]! : number, intervals)) accepted[ordinal] = 1;
  });
}

function isWithin(value: number, { mins, ranges }: Intervals): boolean {
  if (Number.isNaN(value)) return false;
  const range = ranges[findUpperBound(mins, value) - 1];
  if (range === undefined) return false;
  const { min, max, minExclusive, maxExclusive } = range;
  return (minExclusive ? value > min : value >= min) && (maxExclusive ? value < max : value <= max);
}
