import { createGrowableFloat64, createGrowableUint16, createGrowableUint32 } from '../../bits/growable.ts';
import type { ElementEntries } from './columns.ts';
import type { FieldValue } from '../schema/document.ts';
import { columnMetaWordCount, denseColumn, type Sections } from './segment-format.ts';
import { sortStrings } from '../../bits/string-order.ts';
import { packStrings, type StringTable, type WholeStringTable } from '../dictionary/string-table.ts';
import { packUnits } from '../dictionary/string-units.ts';

/** The distinct values of a field. Ordinals are in this order: numbers, texts, false, true. */
export interface ColumnValues {
  /** The numbers, ascending. */
  readonly numbers: Float64Array;
  readonly texts: StringTable;
  readonly booleans: BooleanMask;
}

/** A mask of the booleans that occur: 1 for false, plus 2 for true. */
export type BooleanMask = number;

export const countValues = ({ numbers, texts, booleans }: ColumnValues): number =>
  numbers.length + texts.count + (booleans & 1) + (booleans >> 1);

/** One field's values before packing. Entries ascend by document, and a document has each value once. */
export interface ColumnParts extends ColumnValues {
  readonly field: string;
  readonly texts: WholeStringTable;
  readonly entryCount: number;
  readonly documents: Uint16Array;
  readonly ordinals: Uint32Array;
  readonly elements: ElementEntries | null;
}

/** The elements of all lists before packing (see `ElementTable`), lists in any order. */
export interface ElementParts {
  /** The path of each list, by number. */
  paths: readonly string[];
  rowCount: number;
  documents: Uint16Array;
  parents: Uint32Array;
  lists: Uint32Array;
}

/** Sorts columns by field: the position is the column's number in the segment. */
export function sortColumns(columns: readonly ColumnParts[]): ColumnParts[] {
  return columns.toSorted((a, b) => (a.field < b.field ? -1 : 1));
}

type ElementSections = Pick<
  Sections,
  'listOffsets' | 'listUnits' | 'listCommonPrefixes' | 'elementDocuments' | 'elementParents' | 'elementLists'
>;

export function packElements(elements: ElementParts): ElementSections {
  const paths = elements.paths.toSorted();
  const listNumbers = new Map(paths.map((path, number) => [path, number]));
  const names = packStrings(paths);
  return {
    listOffsets: names.offsets,
    listUnits: names.units.low,
    listCommonPrefixes: names.commonPrefixes,
    elementDocuments: elements.documents.subarray(0, elements.rowCount),
    elementParents: elements.parents.subarray(0, elements.rowCount),
    elementLists: elements.lists
      .subarray(0, elements.rowCount)
      .map((list) => listNumbers.get(elements.paths[list]!)!),
  };
}

type ColumnSections = Pick<
  Sections,
  | 'columnMeta'
  | 'columnDocuments'
  | 'columnOrdinals16'
  | 'columnOrdinals32'
  | 'columnNumbers'
  | 'columnStringOffsets'
  | 'columnStringUnits'
  | 'elementMeta'
  | 'elementRows'
  | 'elementOrdinals'
>;

export function packColumns(columns: readonly ColumnParts[], documentCount: number): ColumnSections {
  const columnMeta = new Uint32Array(columns.length * columnMetaWordCount);
  const documents = createGrowableUint16(1024);
  const ordinals16 = createGrowableUint16(1024);
  const ordinals32 = createGrowableUint32(16);
  const numbers = createGrowableFloat64(256);
  const stringOffsets = createGrowableUint32(256);
  const stringUnits = createGrowableUint16(1024);
  const elementMeta = createGrowableUint32(0);
  const elementRows = createGrowableUint32(0);
  const elementOrdinals = createGrowableUint32(0);
  stringOffsets.push(0);
  columns.forEach((column, index) => {
    const { entryCount, texts, elements } = column;
    const wide = countValues(column) > 0xffff;
    const ordinals = wide ? ordinals32 : ordinals16;
    const dense = isDense(column, documentCount);
    columnMeta.set(
      [
        entryCount,
        dense ? denseColumn : documents.length,
        ordinals.length,
        wide ? 1 : 0,
        numbers.length,
        column.numbers.length,
        stringOffsets.length - 1,
        texts.count * 4 + column.booleans,
      ],
      index * columnMetaWordCount,
    );
    numbers.append(column.numbers);
    const shift = stringUnits.length - texts.offsets[0]!;
    stringUnits.append(texts.units.low.subarray(texts.offsets[0], texts.offsets[texts.count]));
    for (let text = 1; text <= texts.count; text++) stringOffsets.push(texts.offsets[text]! + shift);
    if (!dense) documents.append(column.documents.subarray(0, entryCount));
    ordinals.append(column.ordinals.subarray(0, entryCount));
    if (elements !== null) {
      for (const word of [index, elementRows.length, elements.entryCount]) elementMeta.push(word);
      elementRows.append(elements.rows.subarray(0, elements.entryCount));
      elementOrdinals.append(elements.ordinals.subarray(0, elements.entryCount));
    }
  });
  return {
    columnMeta,
    columnDocuments: documents.data.subarray(0, documents.length),
    columnOrdinals16: ordinals16.data.subarray(0, ordinals16.length),
    columnOrdinals32: ordinals32.data.subarray(0, ordinals32.length),
    columnNumbers: numbers.data.subarray(0, numbers.length),
    columnStringOffsets: stringOffsets.data.subarray(0, stringOffsets.length),
    columnStringUnits: packUnits(stringUnits.data, stringUnits.length),
    elementMeta: elementMeta.data.subarray(0, elementMeta.length),
    elementRows: elementRows.data.subarray(0, elementRows.length),
    elementOrdinals: elementOrdinals.data.subarray(0, elementOrdinals.length),
  };
}

function isDense(column: ColumnParts, documentCount: number): boolean {
  if (column.entryCount !== documentCount) return false;
  for (let i = 0; i < documentCount; i++) if (column.documents[i] !== i) return false;
  return true;
}

/** Makes a column of values in any order, each once. */
export function buildSortedColumn(
  field: string,
  {
    values,
    documents,
    ordinals,
    entryCount,
    elements,
  }: {
    readonly values: readonly FieldValue[];
    readonly documents: Uint16Array;
    readonly ordinals: Uint32Array;
    readonly entryCount: number;
    readonly elements: ElementEntries | null;
  },
): ColumnParts {
  const { order, newOrdinals } = sortValues(values);
  const sorted = order.map((ordinal) => values[ordinal]!);
  const toNew = (ordinal: number): number => newOrdinals[ordinal]!;
  return {
    field,
    entryCount,
    documents,
    ordinals: ordinals.subarray(0, entryCount).map(toNew),
    numbers: Float64Array.from(sorted.filter((value) => typeof value === 'number')),
    texts: packStrings(sorted.filter((value) => typeof value === 'string')),
    booleans: Number(sorted.includes(false)) + 2 * Number(sorted.includes(true)),
    elements: elements === null ? null : collectElements(elements, toNew),
  };
}

function collectElements(
  { entryCount, rows, ordinals }: ElementEntries,
  toNew: (ordinal: number) => number,
): ElementEntries {
  return { entryCount, rows, ordinals: ordinals.subarray(0, entryCount).map(toNew) };
}

/** Sorts values: numbers by size, then strings, then false and true. `order` lists old ordinals, `newOrdinals` maps old to new ones. */
function sortValues(values: readonly FieldValue[]): { order: number[]; newOrdinals: Uint32Array } {
  const ordinals = values.map((_, ordinal) => ordinal);
  const numbers = ordinals
    .filter((ordinal) => typeof values[ordinal] === 'number')
    .sort((a, b) => Number(values[a]) - Number(values[b]));
  const texts = ordinals.filter((ordinal) => typeof values[ordinal] === 'string');
  const textOrder = sortStrings(texts.map((ordinal) => String(values[ordinal])));
  const booleans = [values.indexOf(false), values.indexOf(true)].filter((ordinal) => ordinal >= 0);
  const order = [...numbers, ...Array.from(textOrder, (at) => texts[at]!), ...booleans];
  const newOrdinals = new Uint32Array(values.length);
  order.forEach((ordinal, newOrdinal) => (newOrdinals[ordinal] = newOrdinal));
  return { order, newOrdinals };
}
