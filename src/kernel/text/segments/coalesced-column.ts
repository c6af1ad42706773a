import type { CoalescedField } from '../schema/index-field.ts';
import { visitEntries, type Column } from './columns.ts';
import type { FieldValue } from '../schema/document.ts';

/** Maximum columns cached for each segment. */
const columnsMax = 32;

/** Caches the columns of the coalesced fields of one segment, built on request. */
export class CoalescedColumns {
  readonly #findColumn: (field: string) => Column | undefined;
  /** Columns with the number of documents at their time, as a mutable segment grows. */
  readonly #known = new Map<
    string,
    { readonly column: Column | undefined; readonly documentCount: number }
  >();

  constructor(findColumn: (field: string) => Column | undefined) {
    this.#findColumn = findColumn;
  }

  /** The column of a coalesced field; undefined if no document has a value. */
  buildColumn({ key, fields }: CoalescedField, documentCount: number): Column | undefined {
    const cached = this.#known.get(key);
    if (cached?.documentCount === documentCount) return cached.column;
    const columns = fields.map(this.#findColumn).filter((column) => column !== undefined);
    const column = columns.length <= 1 ? columns[0] : coalesce(columns, documentCount);
    this.#known.delete(key);
    this.#known.set(key, { column, documentCount });
    const oldest = this.#known.size > columnsMax ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
    return column;
  }
}

/** Joins columns: each document takes its values from the first column with values for it, as COALESCE does. Elements of lists are left out. */
function coalesce(columns: readonly Column[], documentCount: number): Column {
  const source = new Uint8Array(documentCount).fill(columns.length);
  columns.toReversed().forEach((column, i) => {
    const index = columns.length - 1 - i;
    visitEntries(column, (document) => (source[document] = index));
  });
  const values = sortDistinctValues(columns);
  const ordinalByValue = new Map(values.map((value, ordinal) => [value, ordinal]));
  const counts = new Uint32Array(documentCount + 1);
  columns.forEach((column, index) =>
    visitEntries(column, (document) => {
      if (source[document] === index) counts[document + 1]!++;
    }),
  );
  const isDense = counts.subarray(1).every((count) => count === 1);
  for (let document = 0; document < documentCount; document++) counts[document + 1]! += counts[document]!;
  const entryCount = counts[documentCount]!;
  const documents = new Uint16Array(isDense ? 0 : entryCount);
  const ordinals = new Uint32Array(entryCount);
  columns.forEach((column, index) => {
    const newOrdinals = Uint32Array.from(column.values, (value) => ordinalByValue.get(value)!);
    visitEntries(column, (document, ordinal) => {
      if (source[document] !== index) return;
      const at = counts[document]!++;
      if (!isDense) documents[at] = document;
      ordinals[at] = newOrdinals[ordinal]!;
    });
  });
  return {
    entryCount,
    documents: isDense ? null : documents,
    ordinals,
    valueCount: values.length,
    values,
    getValueAt: (ordinal) => values[ordinal]!,
    elements: null,
    immutable: columns.every(({ immutable }) => immutable),
  };
}

const kinds = ['number', 'string', 'boolean'];

/** The distinct values in the order of a column: numbers, strings, false, true. */
function sortDistinctValues(columns: readonly Column[]): FieldValue[] {
  const values = [...new Set(columns.flatMap((column) => column.values))];
  return values.sort(
    (a, b) => kinds.indexOf(typeof a) - kinds.indexOf(typeof b) || (a < b ? -1 : a > b ? 1 : 0),
  );
}
