import { fieldsOfCoalesced } from '../schema/coalesced-field.ts';
import { forEachEntry, type Column } from './columns.ts';
import type { FieldValue } from '../schema/document.ts';

/** Columns kept for each segment. */
const columnsMax = 32;

/** The columns of the coalesced fields of one segment, as they are asked for. */
export class CoalescedColumns {
  readonly #columnOf: (field: string) => Column | undefined;
  /** With the number of documents at that time: a mutable segment grows. */
  readonly #known = new Map<
    string,
    { readonly column: Column | undefined; readonly documentCount: number }
  >();

  constructor(columnOf: (field: string) => Column | undefined) {
    this.#columnOf = columnOf;
  }

  /** Undefined where the name is no coalesced field, or no document has a value. */
  column(name: string, documentCount: number): Column | undefined {
    const cached = this.#known.get(name);
    if (cached?.documentCount === documentCount) return cached.column;
    const fields = fieldsOfCoalesced(name);
    if (fields === null) return undefined;
    const columns = fields.map(this.#columnOf).filter((column) => column !== undefined);
    const column = columns.length <= 1 ? columns[0] : coalesced(columns, documentCount);
    this.#known.delete(name);
    this.#known.set(name, { column, documentCount });
    const oldest = this.#known.size > columnsMax ? this.#known.keys().next().value : undefined;
    if (oldest !== undefined) this.#known.delete(oldest);
    return column;
  }
}

/** The values of each document in the first of the columns that has any. Elements of lists are left out. */
function coalesced(columns: readonly Column[], documentCount: number): Column {
  const source = new Uint8Array(documentCount).fill(columns.length);
  columns.toReversed().forEach((column, i) => {
    const index = columns.length - 1 - i;
    forEachEntry(column, (document) => (source[document] = index));
  });
  const values = orderedValues(columns);
  const ordinalOf = new Map(values.map((value, ordinal) => [value, ordinal]));
  const counts = new Uint32Array(documentCount + 1);
  columns.forEach((column, index) =>
    forEachEntry(column, (document) => {
      if (source[document] === index) counts[document + 1]!++;
    }),
  );
  const isDense = counts.subarray(1).every((count) => count === 1);
  for (let document = 0; document < documentCount; document++) counts[document + 1]! += counts[document]!;
  const entryCount = counts[documentCount]!;
  const documents = new Uint16Array(isDense ? 0 : entryCount);
  const ordinals = new Uint32Array(entryCount);
  columns.forEach((column, index) => {
    const newOrdinals = Uint32Array.from(column.values, (value) => ordinalOf.get(value)!);
    forEachEntry(column, (document, ordinal) => {
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
    valueAt: (ordinal) => values[ordinal]!,
    elements: null,
    immutable: columns.every(({ immutable }) => immutable),
  };
}

const kinds = ['number', 'string', 'boolean'];

/** The distinct values in the order of a column: numbers, strings, false, true. */
function orderedValues(columns: readonly Column[]): FieldValue[] {
  const values = [...new Set(columns.flatMap((column) => column.values))];
  return values.sort(
    (a, b) => kinds.indexOf(typeof a) - kinds.indexOf(typeof b) || (a < b ? -1 : a > b ? 1 : 0),
  );
}
