import { growableFloat64, growableUint16, growableUint32 } from '../../bits/growable.ts';
import type { ElementEntries } from './columns.ts';
import type { FieldValue } from '../schema/document.ts';
import { columnMetaWordCount, denseColumn, type Sections } from './segment-format.ts';
import { packStrings } from '../dictionary/string-table.ts';

/** One field's values before packing. Entries ascend by document, and a document has each value once. */
export interface ColumnParts {
  field: string;
  documents: ArrayLike<number>;
  ordinals: ArrayLike<number>;
  entryCount: number;
  values: readonly FieldValue[];
  elements: ElementEntries | null;
}

/** The elements of all lists before packing (see `ElementTable`), lists in any order. */
export interface ElementParts {
  /** Paths by number of the list. */
  paths: readonly string[];
  rowCount: number;
  documents: Uint16Array;
  parents: Uint32Array;
  lists: Uint32Array;
}

/** Sorted by field: the position is the column's number in the segment. */
export function sortedColumns(columns: readonly ColumnParts[]): ColumnParts[] {
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
    listUnits: names.units,
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
  const documents = growableUint16(1024);
  const ordinals16 = growableUint16(1024);
  const ordinals32 = growableUint32(16);
  const numbers = growableFloat64(256);
  const stringOffsets = growableUint32(256);
  const stringUnits = growableUint16(1024);
  const elementMeta = growableUint32(0);
  const elementRows = growableUint32(0);
  const elementOrdinals = growableUint32(0);
  stringOffsets.push(0);
  columns.forEach((column, index) => {
    const { order, newOrdinals } = sortedValues(column.values);
    const wide = column.values.length > 0xffff;
    const ordinals = wide ? ordinals32 : ordinals16;
    const dense = isDense(column, documentCount);
    const documentStart = dense ? denseColumn : documents.length;
    const ordinalStart = ordinals.length;
    const numberStart = numbers.length;
    const stringStart = stringOffsets.length - 1;
    let strings = 0;
    let booleans = 0;
    for (const ordinal of order) {
      const value = column.values[ordinal]!;
      if (typeof value === 'number') numbers.push(value);
      else if (typeof value === 'boolean') booleans |= value ? 2 : 1;
      else {
        strings++;
        for (let i = 0; i < value.length; i++) stringUnits.push(value.charCodeAt(i));
        stringOffsets.push(stringUnits.length);
      }
    }
    for (let i = 0; i < column.entryCount; i++) {
      if (!dense) documents.push(column.documents[i]!);
      ordinals.push(newOrdinals[column.ordinals[i]!]!);
    }
    if (column.elements !== null) {
      const { entryCount, rows, ordinals } = column.elements;
      for (const word of [index, elementRows.length, entryCount]) elementMeta.push(word);
      for (let i = 0; i < entryCount; i++) {
        elementRows.push(rows[i]!);
        elementOrdinals.push(newOrdinals[ordinals[i]!]!);
      }
    }
    const numberCount = numbers.length - numberStart;
    const packed = strings * 4 + booleans;
    columnMeta.set(
      [
        column.entryCount,
        documentStart,
        ordinalStart,
        wide ? 1 : 0,
        numberStart,
        numberCount,
        stringStart,
        packed,
      ],
      index * columnMetaWordCount,
    );
  });
  return {
    columnMeta,
    columnDocuments: documents.data.subarray(0, documents.length),
    columnOrdinals16: ordinals16.data.subarray(0, ordinals16.length),
    columnOrdinals32: ordinals32.data.subarray(0, ordinals32.length),
    columnNumbers: numbers.data.subarray(0, numbers.length),
    columnStringOffsets: stringOffsets.data.subarray(0, stringOffsets.length),
    columnStringUnits: stringUnits.data.subarray(0, stringUnits.length),
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

/** Numbers by size, then strings, then false and true: `order` lists old ordinals, `newOrdinals` maps old to new ones. */
function sortedValues(values: readonly FieldValue[]): { order: number[]; newOrdinals: Uint32Array } {
  const ordinals = new Map(values.map((value, ordinal) => [value, ordinal]));
  const numbers = Float64Array.from(values.filter((value) => typeof value === 'number')).sort();
  const texts = values.filter((value) => typeof value === 'string').sort();
  const booleans = [false, true].filter((value) => ordinals.has(value));
  const order = [...numbers, ...texts, ...booleans].map((value) => ordinals.get(value)!);
  const newOrdinals = new Uint32Array(values.length);
  order.forEach((ordinal, newOrdinal) => (newOrdinals[ordinal] = newOrdinal));
  return { order, newOrdinals };
}
