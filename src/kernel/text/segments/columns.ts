import { findLowerBound } from '../../bits/binary-search.ts';
import { finish, type Steps } from '../../bits/steps.ts';
import { parseDateValue } from '../schema/date-values.ts';
import type { FieldValue } from '../schema/document.ts';
import { parseNumberValue } from '../schema/number-values.ts';

/**
 * The values of one field: entries of document and ordinal, ascending by document, and the value of each ordinal. A
 * catalog may have thousands of fields that few products have, so the size of a column depends on its entries alone.
 */
export interface Column {
  readonly entryCount: number;
  /** The documents of entries; null if entry i is document i, as every document has exactly one value. */
  readonly documents: Uint16Array | null;
  readonly ordinals: Uint16Array | Uint32Array;
  /** Number of distinct values, without decoding them. */
  readonly valueCount: number;
  /** Distinct values by ordinal. */
  readonly values: readonly FieldValue[];
  /** Decodes `values` in steps, if they need decoding; without a call, the first access decodes all of them. */
  decode?(): Steps<void>;
  /** One value, without decoding the others. */
  getValueAt(ordinal: number): FieldValue;
  /** Entries of elements of lists, or null without any. */
  readonly elements: ElementEntries | null;
  /** Whether the column never changes, so that derived data may be cached. */
  readonly immutable: boolean;
}

/** Entries of element and ordinal, ascending by element; a value in two elements of a document has two entries. */
export interface ElementEntries {
  readonly entryCount: number;
  /** Rows of the segment's `ElementTable`. */
  readonly rows: Uint32Array;
  readonly ordinals: Uint32Array;
}

/**
 * The objects in lists of all documents of a segment, a row each. Rows ascend by document, and an element follows
 * its parent element. All lists share one table, so that a path may hold a list in one document and an object in
 * another.
 */
export interface ElementTable {
  readonly rowCount: number;
  readonly documents: Uint16Array;
  /** Row of the parent element, or `noElement`. */
  readonly parents: Uint32Array;
  /** The list's number of each element. */
  readonly lists: Uint32Array;
  /** The number of the list with this path, or -1. */
  findList(path: string): number;
}

export const noElement = 0xffffffff;

/** Calls `visit` with document and ordinal of every entry. */
export function visitEntries(column: Column, visit: (document: number, ordinal: number) => void): void {
  const { documents, ordinals, entryCount } = column;
  if (documents === null) {
    for (let i = 0; i < entryCount; i++) visit(i, ordinals[i]!);
  } else {
    for (let i = 0; i < entryCount; i++) visit(documents[i]!, ordinals[i]!);
  }
}

/** The values of one document, in the order of their ordinals. */
export function* listDocumentValues(column: Column, document: number): Generator<FieldValue> {
  const { documents, ordinals, entryCount } = column;
  if (documents === null) {
    yield column.getValueAt(ordinals[document]!);
    return;
  }
  let at = findLowerBound(documents, document, 0, entryCount);
  for (; at < entryCount && documents[at] === document; at++) yield column.getValueAt(ordinals[at]!);
}

/**
 * The form in which values are compared: lower case, NFC, one blank on either side of the ">" of a path. Numbers and
 * booleans become strings, so that the filter value "10" equals the number 10.
 */
export function makeComparable(value: FieldValue): string {
  if (typeof value !== 'string') return String(value);
  const text = value.normalize('NFC').toLowerCase().trim();
  if (!text.includes('>')) return text;
  // A single regular expression would be quadratic in runs of blanks.
  return text
    .split('>')
    .map((step) => step.trim())
    .join(' > ');
}

const comparableByColumn = new WeakMap<Column, string[]>();
const datesByColumn = new WeakMap<Column, number[]>();
const numbersByColumn = new WeakMap<Column, number[]>();

/** The comparable form of every ordinal; cached as long as the column lives. */
export function listComparables(column: Column): readonly string[] {
  return derive(column, comparableByColumn, makeComparable);
}

/** Milliseconds since 1970 of every ordinal whose value is a string that is a date, NaN for the others; cached likewise. */
export function listDateValues(column: Column): readonly number[] {
  return derive(column, datesByColumn, parseDate);
}

/** The number of every ordinal whose value is a number or a string written as one, NaN for the others; cached likewise. */
export function listNumberValues(column: Column): readonly number[] {
  return derive(column, numbersByColumn, parseNumberValue);
}

const parseDate = (value: FieldValue): number =>
  typeof value === 'string' ? parseDateValue(value) : Number.NaN;

/** Extends the cache of a column, which may have grown; the value of an ordinal never changes. Computes ordinals below `end`. */
function derive<T>(
  column: Column,
  byColumn: WeakMap<Column, T[]>,
  of: (value: FieldValue) => T,
  end = column.values.length,
): readonly T[] {
  let cached = byColumn.get(column);
  if (cached === undefined) byColumn.set(column, (cached = []));
  const { values } = column;
  for (let ordinal = cached.length; ordinal < end; ordinal++) cached.push(of(values[ordinal]!));
  return cached;
}

/** Maximum values per step, and the cost of deriving the form of one, in counted documents. */
const valuesPerStep = 1_024;
const derivedUnits = 100;

/** Computes `listComparables()` in steps. */
export function* computeComparables(column: Column): Steps<void> {
  if (column.decode !== undefined) yield* column.decode();
  yield* deriveByColumn(column, comparableByColumn, makeComparable);
}

/** Computes `listComparables()`, `listDateValues()` and `listNumberValues()` in steps. Cached values take no step. */
export function* deriveSteps(column: Column): Steps<void> {
  yield* computeComparables(column);
  yield* deriveByColumn(column, datesByColumn, parseDate);
  yield* deriveByColumn(column, numbersByColumn, parseNumberValue);
}

function* deriveByColumn<T>(
  column: Column,
  byColumn: WeakMap<Column, T[]>,
  of: (value: FieldValue) => T,
): Steps<void> {
  for (let count = byColumn.get(column)?.length ?? 0; count < column.values.length;) {
    const end = Math.min(count + valuesPerStep, column.values.length);
    // Another request may have computed more between steps.
    count = derive(column, byColumn, of, end).length;
    yield valuesPerStep * derivedUnits;
  }
}

/**
 * Numbers, and strings written as numbers, sort before other strings. Dates are numbers (milliseconds since 1970), booleans
 * are strings. Undefined is a missing value.
 */
export type SortValue = number | string | undefined;

export function compareSortValues(a: number | string, b: number | string): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  if (typeof b === 'number') return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

const sortValuesByColumn = new WeakMap<Column, Map<string, SortValue[]>>();

/** The least value of each document if `order` is asc, its greatest if it is desc. */
export function sortValues(column: Column, order: 'asc' | 'desc'): readonly SortValue[] {
  return finish(sortValueSteps(column, order));
}

/** Maximum entries per step, and the cost of comparing one, in counted documents. */
const sortedPerStep = 8_192;
const sortedUnits = 40;

/** Computes `sortValues()` in steps, for a column that does not change in between. Cached values take no step. */
export function* sortValueSteps(column: Column, order: 'asc' | 'desc'): Steps<readonly SortValue[]> {
  const cached = sortValuesByColumn.get(column)?.get(order);
  if (cached !== undefined) return cached;
  const texts = listComparables(column);
  const dates = listDateValues(column);
  const numbers = listNumberValues(column);
  const { documents, ordinals, entryCount } = column;
  const byDocument: SortValue[] = [];
  for (let i = 0; i < entryCount; i++) {
    const document = documents === null ? i : documents[i]!;
    const ordinal = ordinals[i]!;
    const number = numbers[ordinal]!;
    const time = Number.isNaN(number) ? dates[ordinal]! : number;
    const value = Number.isNaN(time) ? texts[ordinal]! : time;
    const before = byDocument[document];
    const difference = before === undefined ? 0 : compareSortValues(value, before);
    if (before === undefined || (order === 'asc' ? difference < 0 : difference > 0))
      byDocument[document] = value;
    if ((i + 1) % sortedPerStep === 0) yield sortedPerStep * sortedUnits;
  }
  if (column.immutable) {
    const byOrder = sortValuesByColumn.get(column) ?? new Map<string, SortValue[]>();
    sortValuesByColumn.set(column, byOrder.set(order, byDocument));
  }
  return byDocument;
}
