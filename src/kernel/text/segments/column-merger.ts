import { createGrowableUint16, createGrowableUint32 } from '../../bits/growable.ts';
import { listMarkedIndices } from '../../bits/marked-indices.ts';
import { selectStrings, unpackStrings } from '../dictionary/string-table.ts';
import { uniteStrings } from '../dictionary/string-union.ts';
import { countValues, type ColumnParts, type ColumnValues, type ElementParts } from './column-packer.ts';
import { noElement, type Column } from './columns.ts';
import { packIdentifiers, type Identifiers } from './identifiers.ts';
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

/** The identifiers of the remaining documents. */
export function mergeIdentifiers(sources: readonly MergeSource[]): Identifiers {
  const hashes = createGrowableUint32();
  const documents = createGrowableUint16();
  for (const { segment, newIds } of sources) {
    const { identifierHashes, identifierDocuments } = segment.identifiers;
    for (let i = 0; i < identifierHashes.length; i++) {
      const document = newIds[identifierDocuments[i]!]!;
      if (document < 0) continue;
      hashes.push(identifierHashes[i]!);
      documents.push(document);
    }
  }
  return packIdentifiers(
    hashes.data.subarray(0, hashes.length),
    documents.data.subarray(0, documents.length),
  );
}

function mergeElements(sources: readonly MergeSource[]): { elements: ElementParts; newRows: Uint32Array[] } {
  const paths = [...new Set(sources.flatMap(({ segment }) => segment.elements.paths))];
  const numbers = new Map(paths.map((path, number) => [path, number]));
  const documents = createGrowableUint16(16);
  const parents = createGrowableUint32(16);
  const lists = createGrowableUint32(16);
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
  const ordinals = [...used].sort((a, b) => a - b);
  const newNumbers = new Map(ordinals.map((number, newNumber) => [number, newNumber]));
  return {
    newRows,
    elements: {
      paths: ordinals.map((number) => paths[number]!),
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
  const members = sources.flatMap(({ segment, newIds }, s) => {
    const column = segment.getColumn(field);
    return column === undefined
      ? []
      : [{ column, newIds, newRows: newRows[s]!, values: segment.readStoredValues(field) }];
  });
  const { values, newOrdinals } = uniteValues(
    members.map((member) => ({ ...member, isUsed: markUsedOrdinals(member) })),
  );
  const entryMax = members.reduce((sum, { column }) => sum + column.entryCount, 0);
  const documents = new Uint16Array(entryMax);
  const ordinals = new Uint32Array(entryMax);
  let entryCount = 0;
  const elementRows = createGrowableUint32(0);
  const elementOrdinals = createGrowableUint32(0);
  members.forEach(({ column, newIds, newRows }, m) => {
    const mergedOrdinals = newOrdinals[m]!;
    for (let i = 0; i < column.entryCount; i++) {
      const document = newIds[column.documents === null ? i : column.documents[i]!]!;
      if (document < 0) continue;
      documents[entryCount] = document;
      ordinals[entryCount++] = mergedOrdinals[column.ordinals[i]!]!;
    }
    const { elements } = column;
    for (let i = 0; i < (elements?.entryCount ?? 0); i++) {
      const row = newRows[elements!.rows[i]!]!;
      if (row === noElement) continue;
      elementRows.push(row);
      elementOrdinals.push(mergedOrdinals[elements!.ordinals[i]!]!);
    }
  });
  const elements =
    elementRows.length === 0
      ? null
      : { entryCount: elementRows.length, rows: elementRows.data, ordinals: elementOrdinals.data };
  return { field, entryCount, documents, ordinals, ...values, elements };
}

/** A segment's column of the merged field. */
interface ColumnMember {
  readonly column: Column;
  readonly values: ColumnValues;
  readonly newIds: Int32Array;
  readonly newRows: Uint32Array;
}

/** 1 for each ordinal whose value a remaining document has. */
function markUsedOrdinals({ column, values, newIds, newRows }: ColumnMember): Uint8Array {
  const isUsed = new Uint8Array(countValues(values));
  const { documents, ordinals, entryCount, elements } = column;
  for (let i = 0; i < entryCount; i++) {
    if (newIds[documents === null ? i : documents[i]!]! >= 0) isUsed[ordinals[i]!] = 1;
  }
  for (let i = 0; i < (elements?.entryCount ?? 0); i++) {
    if (newRows[elements!.rows[i]!] !== noElement) isUsed[elements!.ordinals[i]!] = 1;
  }
  return isUsed;
}

/** The used values of all columns, with the new ordinals of each column. */
function uniteValues(columns: readonly { readonly values: ColumnValues; readonly isUsed: Uint8Array }[]): {
  values: Pick<ColumnParts, keyof ColumnValues>;
  newOrdinals: Uint32Array[];
} {
  const used = columns.map(({ values, isUsed }) => ({
    numbers: listMarkedIndices(isUsed.subarray(0, values.numbers.length)),
    texts: listMarkedIndices(
      isUsed.subarray(values.numbers.length, values.numbers.length + values.texts.count),
    ),
  }));
  const numbers = Float64Array.from(
    new Set(
      columns.flatMap(({ values }, c) => Array.from(used[c]!.numbers, (entry) => values.numbers[entry]!)),
    ),
  ).sort();
  const numberOrdinals = new Map(Array.from(numbers, (number, ordinal) => [number, ordinal]));
  const { union: texts, positions } = uniteStrings(
    columns.map(({ values }, c) => {
      const entries = used[c]!.texts;
      const texts = unpackStrings(values.texts);
      return selectStrings(
        entries.length,
        () => texts,
        (at) => entries[at]!,
      );
    }),
  );
  let booleans = 0;
  columns.forEach(({ values, isUsed }) => {
    const ordinals = findBooleanOrdinals(values);
    if (isUsed[ordinals[0]] === 1) booleans |= 1;
    if (isUsed[ordinals[1]] === 1) booleans |= 2;
  });
  const united = { numbers, texts, booleans };
  const newOrdinals = columns.map(({ values, isUsed }, c) => {
    const ordinals = new Uint32Array(isUsed.length);
    for (const entry of used[c]!.numbers) ordinals[entry] = numberOrdinals.get(values.numbers[entry]!)!;
    used[c]!.texts.forEach((entry, at) => {
      ordinals[values.numbers.length + entry] = numbers.length + positions[c]![at]!;
    });
    findBooleanOrdinals(values).forEach((ordinal, value) => {
      if (isUsed[ordinal] === 1) ordinals[ordinal] = findBooleanOrdinals(united)[value]!;
    });
    return ordinals;
  });
  return { values: united, newOrdinals };
}

/** The ordinals of false and true, or -1 if they do not occur. */
function findBooleanOrdinals({ numbers, texts, booleans }: ColumnValues): [number, number] {
  const first = numbers.length + texts.count;
  return [(booleans & 1) === 0 ? -1 : first, (booleans & 2) === 0 ? -1 : first + (booleans & 1)];
}
