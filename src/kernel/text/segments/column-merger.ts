import { growableUint16, growableUint32 } from '../../bits/growable.ts';
import type { ColumnParts, ElementParts } from './column-packer.ts';
import { noElement, type ElementEntries } from './columns.ts';
import type { FieldValue } from '../schema/document.ts';
import type { ImmutableSegment } from './immutable-segment.ts';

/** A segment to merge, with the new number of each of its documents, or -1. */
export interface MergeSource {
  segment: ImmutableSegment;
  newIds: Int32Array;
}

/** The values and elements of the remaining documents. */
export function mergeColumns(sources: readonly MergeSource[]): {
  columns: ColumnParts[];
  elements: ElementParts;
} {
  const { elements, newRows } = mergeElements(sources);
  const fields = new Set(sources.flatMap(({ segment }) => segment.fields));
  const columns = [...fields]
    .map((field) => mergeColumn(field, sources, newRows))
    .filter(({ entryCount }) => entryCount > 0);
  return { columns, elements };
}

function mergeElements(sources: readonly MergeSource[]): { elements: ElementParts; newRows: Uint32Array[] } {
  const paths = [...new Set(sources.flatMap(({ segment }) => segment.elements.paths))];
  const numbers = new Map(paths.map((path, number) => [path, number]));
  const documents = growableUint16(16);
  const parents = growableUint32(16);
  const lists = growableUint32(16);
  const newRows = sources.map(({ segment: { elements }, newIds }) => {
    const rows = new Uint32Array(elements.rowCount).fill(noElement);
    for (let row = 0; row < rows.length; row++) {
      const document = newIds[elements.documents[row]!]!;
      if (document < 0) continue;
      rows[row] = documents.length;
      const parent = elements.parents[row]!;
      documents.push(document);
      parents.push(parent === noElement ? noElement : rows[parent]!);
      lists.push(numbers.get(elements.paths[elements.lists[row]!]!)!);
    }
    return rows;
  });
  const used = new Set(lists.data.subarray(0, lists.length));
  const kept = [...used].sort((a, b) => a - b);
  const newNumbers = new Map(kept.map((number, newNumber) => [number, newNumber]));
  return {
    newRows,
    elements: {
      paths: kept.map((number) => paths[number]!),
      rowCount: documents.length,
      documents: documents.data,
      parents: parents.data,
      lists: lists.data.subarray(0, lists.length).map((number) => newNumbers.get(number)!),
    },
  };
}

function mergeColumn(
  field: string,
  sources: readonly MergeSource[],
  newRows: readonly Uint32Array[],
): ColumnParts {
  const documents = growableUint16(16);
  const ordinals = growableUint32(16);
  const elementRows = growableUint32(0);
  const elementOrdinals = growableUint32(0);
  const ordinalByValue = new Map<FieldValue, number>();
  const ordinalOf = (value: FieldValue): number => {
    let ordinal = ordinalByValue.get(value);
    if (ordinal === undefined) ordinalByValue.set(value, (ordinal = ordinalByValue.size));
    return ordinal;
  };
  sources.forEach(({ segment, newIds }, s) => {
    const column = segment.column(field);
    if (column === undefined) return;
    for (let i = 0; i < column.entryCount; i++) {
      const document = newIds[column.documents === null ? i : column.documents[i]!]!;
      if (document < 0) continue;
      documents.push(document);
      ordinals.push(ordinalOf(column.values[column.ordinals[i]!]!));
    }
    const entries: ElementEntries | null = column.elements;
    for (let i = 0; i < (entries?.entryCount ?? 0); i++) {
      const row = newRows[s]![entries!.rows[i]!]!;
      if (row === noElement) continue;
      elementRows.push(row);
      elementOrdinals.push(ordinalOf(column.values[entries!.ordinals[i]!]!));
    }
  });
  return {
    field,
    documents: documents.data,
    ordinals: ordinals.data,
    entryCount: documents.length,
    values: [...ordinalByValue.keys()],
    elements:
      elementRows.length === 0
        ? null
        : { entryCount: elementRows.length, rows: elementRows.data, ordinals: elementOrdinals.data },
  };
}
