import type { Steps } from '../../bits/steps.ts';
import { dateValue } from '../schema/date-values.ts';
import type { FieldValue } from '../schema/document.ts';
import { numberIn } from '../schema/number-values.ts';

/**
 * The values of one field: entries of document and ordinal, ascending by document, and what each ordinal stands for.
 * A catalog may have thousands of fields that few products have, so a column costs what it holds and no more.
 */
export interface Column {
  readonly entryCount: number;
  /** Null where entry i is document i: every document has exactly one value. */
  readonly documents: Uint16Array | null;
  readonly ordinals: Uint16Array | Uint32Array;
  /** Values by ordinal, each once. */
  readonly values: readonly FieldValue[];
  /** Decodes `values` in steps, where that is work: asked for without it, they are decoded at once. */
  decode?(): Steps<void>;
  /** One of them: without reading the others where they have not been read yet. */
  valueAt(ordinal: number): FieldValue;
  /** What of this field stands in elements of lists; null where nothing does. */
  readonly elements: ElementEntries | null;
  /** True where nothing can change any more, so that what is computed from it may be kept. */
  readonly immutable: boolean;
}

/** Entries of element and ordinal, ascending by element; what a document has in two elements is two entries. */
export interface ElementEntries {
  readonly entryCount: number;
  /** Rows of the segment's `ElementTable`. */
  readonly rows: Uint32Array;
  readonly ordinals: Uint32Array;
}

/**
 * The objects in lists of all documents of a segment, a row each, ascending by document, an element after the one that
 * it lies in. Rows of all lists stand in one table, so that the same path may hold a list here and an object there.
 */
export interface ElementTable {
  readonly rowCount: number;
  readonly documents: Uint16Array;
  /** Row of the element that the list lies in, or `noElement`. */
  readonly parents: Uint32Array;
  /** Number of the list. */
  readonly lists: Uint32Array;
  /** The number of the list with this path, or -1. */
  listOf(path: string): number;
}

export const noElement = 0xffffffff;

/** Calls `visit` with document and ordinal of every entry. */
export function forEachEntry(column: Column, visit: (document: number, ordinal: number) => void): void {
  const { documents, ordinals, entryCount } = column;
  if (documents === null) {
    for (let i = 0; i < entryCount; i++) visit(i, ordinals[i]!);
  } else {
    for (let i = 0; i < entryCount; i++) visit(documents[i]!, ordinals[i]!);
  }
}

/**
 * The form in which values are compared: without case, in NFC, with one blank around the ">" of a path. Numbers and
 * booleans as they are written, so that the filter value "10" finds the number 10.
 */
export function comparable(value: FieldValue): string {
  if (typeof value !== 'string') return String(value);
  const text = value.normalize('NFC').toLowerCase().trim();
  if (!text.includes('>')) return text;
  // Not one pattern, which would look at a run of blanks from each of its blanks.
  return text
    .split('>')
    .map((step) => step.trim())
    .join(' > ');
}

const comparableByColumn = new WeakMap<Column, string[]>();
const datesByColumn = new WeakMap<Column, number[]>();
const numbersByColumn = new WeakMap<Column, number[]>();

/** The comparable form of every ordinal; kept as long as the column lives. */
export function comparables(column: Column): readonly string[] {
  return derived(column, comparableByColumn, comparable);
}

/** Milliseconds since 1970 of every ordinal whose value is a text that is a date, NaN for the others; kept likewise. */
export function dateValues(column: Column): readonly number[] {
  return derived(column, datesByColumn, dateIn);
}

/** The number of every ordinal whose value is one, or a text that is written as one, NaN for the others; kept likewise. */
export function numberValues(column: Column): readonly number[] {
  return derived(column, numbersByColumn, numberIn);
}

const dateIn = (value: FieldValue): number => (typeof value === 'string' ? dateValue(value) : Number.NaN);

/** A live column grows; its ordinals never change their meaning. `end`: ordinals below it are computed. */
function derived<T>(
  column: Column,
  byColumn: WeakMap<Column, T[]>,
  of: (value: FieldValue) => T,
  end = column.values.length,
): readonly T[] {
  let known = byColumn.get(column);
  if (known === undefined) byColumn.set(column, (known = []));
  const { values } = column;
  for (let ordinal = known.length; ordinal < end; ordinal++) known.push(of(values[ordinal]!));
  return known;
}

/** Values between two pauses, and the cost of deriving the forms of one, in counted documents. */
const valuesPerStep = 1_024;
const derivedUnits = 100;

/** Makes what `comparables()` gives, in steps. */
export function* comparableSteps(column: Column): Steps<void> {
  if (column.decode !== undefined) yield* column.decode();
  yield* derivedSteps(column, comparableByColumn, comparable);
}

/** Makes what `comparables()`, `dateValues()` and `numberValues()` give, in steps. What is there already is no step. */
export function* deriveSteps(column: Column): Steps<void> {
  yield* comparableSteps(column);
  yield* derivedSteps(column, datesByColumn, dateIn);
  yield* derivedSteps(column, numbersByColumn, numberIn);
}

function* derivedSteps<T>(
  column: Column,
  byColumn: WeakMap<Column, T[]>,
  of: (value: FieldValue) => T,
): Steps<void> {
  for (let count = byColumn.get(column)?.length ?? 0; count < column.values.length;) {
    const end = Math.min(count + valuesPerStep, column.values.length);
    // Another request may have computed more in between.
    count = derived(column, byColumn, of, end).length;
    yield valuesPerStep * derivedUnits;
  }
}

/**
 * Numbers, and texts that are written as one, stand before other texts; dates are numbers (their milliseconds since 1970), booleans
 * are texts. Undefined stands for a missing value.
 */
export type SortValue = number | string | undefined;

export function compareSortValues(a: number | string, b: number | string): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  if (typeof b === 'number') return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

const sortValuesByColumn = new WeakMap<Column, Map<string, SortValue[]>>();

/** By document: its least value where `order` is asc, its greatest where it is desc. */
export function sortValues(column: Column, order: 'asc' | 'desc'): readonly SortValue[] {
  const known = sortValuesByColumn.get(column)?.get(order);
  if (known !== undefined) return known;
  const texts = comparables(column);
  const dates = dateValues(column);
  const numbers = numberValues(column);
  const byDocument: SortValue[] = [];
  forEachEntry(column, (document, ordinal) => {
    const number = numbers[ordinal]!;
    const time = Number.isNaN(number) ? dates[ordinal]! : number;
    const value = Number.isNaN(time) ? texts[ordinal]! : time;
    const before = byDocument[document];
    const difference = before === undefined ? 0 : compareSortValues(value, before);
    if (before === undefined || (order === 'asc' ? difference < 0 : difference > 0))
      byDocument[document] = value;
  });
  if (column.immutable) {
    const kept = sortValuesByColumn.get(column) ?? new Map<string, SortValue[]>();
    sortValuesByColumn.set(column, kept.set(order, byDocument));
  }
  return byDocument;
}
