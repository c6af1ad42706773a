import { newBitmap, setBit } from '../../bits/bitmap.ts';
import { forEachEntry } from '../segments/columns.ts';
import type { FilterNode } from './query.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';

/** The documents of a segment with one of the keys, or with one of the values as their first value in the field. */
export function namedDocuments(
  segment: SegmentReader,
  { keys, field, values }: Extract<FilterNode, { kind: 'documents' }>,
): Uint32Array {
  const result = newBitmap(segment.documentCount);
  for (const key of keys) {
    const document = segment.documentOf(key);
    if (document >= 0) setBit(result, document);
  }
  const column = values.length === 0 ? undefined : segment.column(field);
  if (column === undefined) return result;
  const wanted = new Set(values);
  const accepted = column.values.map((value) => wanted.has(String(value)));
  let last = -1;
  forEachEntry(column, (document, ordinal) => {
    if (document !== last && accepted[ordinal] === true) setBit(result, document);
    last = document;
  });
  return result;
}
