import { findFirstIndex } from '../../bits/binary-search.ts';
import {
  makeComparable,
  listComparables,
  listDateValues,
  listNumberValues,
  type Column,
} from '../segments/columns.ts';
import type { FieldValue } from '../schema/document.ts';
import { findTextOrdinals } from './text-lookup.ts';
import type { FilterNode } from './query.ts';

/** A condition on the values of one field. */
export type ValueCondition = Extract<FilterNode, { kind: 'equals' | 'range' }>;

/** 1 for each ordinal whose value is accepted. */
export function markMatchingOrdinals(column: Column, condition: ValueCondition): Uint8Array {
  const accepted = new Uint8Array(column.values.length);
  const spans = findMatchingSpans(column, condition);
  if (spans !== null) {
    for (const { from, to } of spans) accepted.fill(1, from, to);
    return accepted;
  }
  if (condition.kind === 'equals') {
    const equals = equalsTest(condition.value);
    const texts = listComparables(column);
    column.values.forEach((value, ordinal) => {
      if (equals(value, texts[ordinal]!)) accepted[ordinal] = 1;
    });
    return accepted;
  }
  const { isAbove, isBelow } = createRangeTests(condition);
  const dates = condition.dates === true ? listDateValues(column) : null;
  listNumberValues(column).forEach((number, ordinal) => {
    const value = dates !== null && Number.isNaN(number) ? dates[ordinal]! : number;
    if (isAbove(value) && isBelow(value)) accepted[ordinal] = 1;
  });
  return accepted;
}

/** Ordinals from `from`, inclusive, to `to`, exclusive. */
export interface OrdinalSpan {
  from: number;
  to: number;
}

/**
 * The accepted ordinals as ascending spans, by search; null if all values must be compared: those of a mutable column, or of a large one
 * with paths. The values in a range are one span, as are most descendants of a path.
 */
export function findMatchingSpans(column: Column, condition: ValueCondition): OrdinalSpan[] | null {
  if (!column.immutable) return null;
  if (condition.kind === 'equals') {
    const ordinals =
      column.values.length > sortedTextsMax
        ? findEqualAmongMany(column, condition.value)
        : findEqualOrdinals(column, condition.value);
    return ordinals === null ? null : mergeIntoSpans(ordinals);
  }
  if (condition.dates === true) return null;
  const { isAbove, isBelow } = createRangeTests(condition);
  const numbers = listNumberValues(column);
  const span = findNumbersWithin(column, condition);
  const spans = span.from < span.to ? [span] : [];
  const texts = listDecimalTexts(column).filter(
    (ordinal) => isAbove(numbers[ordinal]!) && isBelow(numbers[ordinal]!),
  );
  return [...spans, ...mergeIntoSpans(texts)];
}

/**
 * The ordinals of an immutable column's numbers in a range; its numbers precede its strings. Excludes strings written as
 * numbers.
 */
export function findNumbersWithin(column: Column, range: RangeBounds): OrdinalSpan {
  const { isAbove, isBelow } = createRangeTests(range);
  const numbers = listNumberValues(column);
  const count = countNumbers(column);
  const from = findFirstIndex(0, count, (ordinal) => isAbove(numbers[ordinal]!));
  return { from, to: findFirstIndex(from, count, (ordinal) => !isBelow(numbers[ordinal]!)) };
}

const decimalsByColumn = new WeakMap<Column, readonly number[]>();

/** Ordinals of an immutable column's strings that are written as numbers. */
export function listDecimalTexts(column: Column): readonly number[] {
  let ordinals = decimalsByColumn.get(column);
  if (ordinals === undefined) {
    const start = countNumbers(column);
    ordinals = listNumberValues(column).flatMap((number, ordinal) =>
      ordinal < start || Number.isNaN(number) ? [] : [ordinal],
    );
    decimalsByColumn.set(column, ordinals);
  }
  return ordinals;
}

function mergeIntoSpans(ordinals: readonly number[]): OrdinalSpan[] {
  const spans: OrdinalSpan[] = [];
  for (const ordinal of ordinals.toSorted((a, b) => a - b)) {
    const last = spans.at(-1);
    if (last?.to === ordinal) last.to++;
    else spans.push({ from: ordinal, to: ordinal + 1 });
  }
  return spans;
}

type RangeBounds = Pick<
  Extract<FilterNode, { kind: 'range' }>,
  'min' | 'max' | 'minExclusive' | 'maxExclusive'
>;

/** Tests of a range; NaN is in none, not even in one without bounds. */
function createRangeTests(range: RangeBounds): {
  isAbove: (value: number) => boolean;
  isBelow: (value: number) => boolean;
} {
  const { min = -Infinity, max = Infinity, minExclusive = false, maxExclusive = false } = range;
  return {
    isAbove: (value) => (minExclusive ? value > min : value >= min),
    isBelow: (value) => (maxExclusive ? value < max : value <= max),
  };
}

/** Number of numbers in an immutable column, which are sorted and come first. */
function countNumbers({ values }: Column): number {
  return findFirstIndex(0, values.length, (ordinal) => typeof values[ordinal]! !== 'number');
}

/** Columns with more values are not sorted, which would delay the first search. */
const sortedTextsMax = 8_192;
const textOrders = new WeakMap<Column, Uint16Array>();

/** Ordinals of an immutable column in the order of their comparable texts, without those of numbers. */
function sortTextOrdinals(column: Column): Uint16Array {
  let order = textOrders.get(column);
  if (order === undefined) {
    const texts = listComparables(column);
    const from = countNumbers(column);
    order = Uint16Array.from({ length: texts.length - from }, (_, i) => from + i);
    order.sort((a, b) => (texts[a]! < texts[b]! ? -1 : texts[a] === texts[b] ? 0 : 1));
    textOrders.set(column, order);
  }
  return order;
}

/** The ordinal of the number that a comparable text is written as, if there is one. */
function findNumberOrdinals(column: Column, text: string): number[] {
  const { values } = column;
  const count = countNumbers(column);
  const number = text === '' ? Number.NaN : Number(text);
  const at = findFirstIndex(0, count, (ordinal) => Number(values[ordinal]!) >= number);
  return at < count && values[at] === number ? [at] : [];
}

/** Finds {@link findEqualOrdinals} without sorting; null if the column has paths. */
function findEqualAmongMany(column: Column, value: FieldValue): number[] | null {
  const text = makeComparable(value);
  const texts = findTextOrdinals(column, text);
  return texts === null ? null : [...new Set([...findNumberOrdinals(column, text), ...texts])];
}

/** The ordinals that `equalsTest` accepts. */
function findEqualOrdinals(column: Column, value: FieldValue): number[] {
  const { values } = column;
  const text = makeComparable(value);
  const texts = listComparables(column);
  const order = sortTextOrdinals(column);
  const ordinals = findNumberOrdinals(column, text);
  const ancestor = `${text} > `;
  const addFrom = (first: string, isMatch: (ordinal: number) => boolean): void => {
    let i = findFirstIndex(0, order.length, (i) => texts[order[i]!]! >= first);
    for (; i < order.length && isMatch(order[i]!); i++) ordinals.push(order[i]!);
  };
  addFrom(text, (ordinal) => texts[ordinal] === text);
  addFrom(ancestor, (ordinal) => texts[ordinal]!.startsWith(ancestor) && typeof values[ordinal] === 'string');
  return ordinals;
}

/** Returns an equality test: a value equals as a string, as a number ("10.0" is 10), or as an ancestor in the stored path. */
function equalsTest(target: FieldValue): (value: FieldValue, text: string) => boolean {
  const wantedText = makeComparable(target);
  const ancestor = wantedText + ' > ';
  const wantedNumber = wantedText === '' ? Number.NaN : Number(wantedText);
  return (value, text) =>
    text === wantedText ||
    (typeof value === 'number'
      ? value === wantedNumber
      : typeof value === 'string' && text.startsWith(ancestor));
}
