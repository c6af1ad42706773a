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

/** The comparable form of every ordinal; kept as long as the column lives. */
export function comparables(column: Column): readonly string[] {
  let known = comparableByColumn.get(column);
  if (known === undefined) {
    known = [];
    comparableByColumn.set(column, known);
  }
  // A live column grows; its ordinals never change their meaning.
  for (let ordinal = known.length; ordinal < column.values.length; ordinal++) {
    known.push(comparable(column.values[ordinal]!));
  }
  return known;
}

const datesByColumn = new WeakMap<Column, number[]>();
const numbersByColumn = new WeakMap<Column, number[]>();

/** Milliseconds since 1970 of every ordinal whose value is a text that is a date, NaN for the others; kept likewise. */
export function dateValues(column: Column): readonly number[] {
  return derived(column, datesByColumn, (value) =>
    typeof value === 'string' ? dateValue(value) : Number.NaN,
  );
}

/** The number of every ordinal whose value is one, or a text that is written as one, NaN for the others; kept likewise. */
export function numberValues(column: Column): readonly number[] {
  return derived(column, numbersByColumn, numberIn);
}

function derived(
  column: Column,
  byColumn: WeakMap<Column, number[]>,
  of: (value: FieldValue) => number,
): readonly number[] {
  const known = byColumn.get(column) ?? [];
  if (known.length === 0) byColumn.set(column, known);
  for (let ordinal = known.length; ordinal < column.values.length; ordinal++) {
    known.push(of(column.values[ordinal]!));
  }
  return known;
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

/** Whether what is told of a column's values was made before. */
export function isDerived(column: Column): boolean {
  const count = column.values.length;
  const known = [comparableByColumn, datesByColumn, numbersByColumn].map(
    (made) => made.get(column)?.length ?? 0,
  );
  return known.every((length) => length === count);
}

/** Makes it, value by value where that was not done yet. */
export function derive(column: Column): void {
  comparables(column);
  dateValues(column);
  numberValues(column);
}

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
