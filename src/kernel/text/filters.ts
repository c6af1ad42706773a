import { fullBitmap, intersectInto, newBitmap, setBit, subtractFrom, uniteInto } from '../bits/bitmap.ts';
import { comparable, comparables, forEachEntry, type Column } from './columns.ts';
import type { FieldValue } from './document.ts';
import type { FilterNode } from './query.ts';
import type { SegmentReader } from './segment-reader.ts';
import type { SegmentSlot } from './segment-slot.ts';

/** Filters remembered for each segment. */
const filterBitmapsMax = 64;

/** The documents of a segment that pass, deleted ones among them. Do not write to what it gives. */
export function filterBitmap(slot: SegmentSlot, filter: FilterNode): Uint32Array {
  if (!slot.sealed) return evaluate(slot.segment, filter);
  const text = JSON.stringify(filter, (_, value: unknown) =>
    value === Infinity || value === -Infinity ? `${value}` : value,
  );
  const cache = slot.filterBitmaps;
  let bitmap = cache.get(text);
  if (bitmap === undefined) {
    bitmap = evaluate(slot.segment, filter);
    const oldest = cache.size >= filterBitmapsMax ? cache.keys().next().value : undefined;
    if (oldest !== undefined) cache.delete(oldest);
  } else {
    cache.delete(text);
  }
  cache.set(text, bitmap);
  return bitmap;
}

function evaluate(segment: SegmentReader, filter: FilterNode): Uint32Array {
  switch (filter.kind) {
    case 'and': {
      const result = fullBitmap(segment.documentCount);
      for (const clause of filter.clauses) intersectInto(result, evaluate(segment, clause));
      return result;
    }
    case 'or': {
      const result = newBitmap(segment.documentCount);
      for (const clause of filter.clauses) uniteInto(result, evaluate(segment, clause));
      return result;
    }
    case 'not': {
      const result = fullBitmap(segment.documentCount);
      subtractFrom(result, evaluate(segment, filter.clause));
      return result;
    }
    default: {
      const column = segment.column(filter.field);
      const result = newBitmap(segment.documentCount);
      if (column === undefined) return result;
      const accepted = acceptedOrdinals(column, filter);
      forEachEntry(column, (document, ordinal) => {
        if (accepted[ordinal] === 1) setBit(result, document);
      });
      return result;
    }
  }
}

type Leaf = Extract<FilterNode, { field: string }>;

function acceptedOrdinals(column: Column, filter: Leaf): Uint8Array {
  const accepted = new Uint8Array(column.values.length);
  if (filter.kind === 'exists') return accepted.fill(1);
  if (filter.kind === 'equals') {
    const equals = equalsTest(filter.value);
    const texts = comparables(column);
    column.values.forEach((value, ordinal) => {
      if (equals(value, texts[ordinal]!)) accepted[ordinal] = 1;
    });
    return accepted;
  }
  const { min = -Infinity, max = Infinity, minExclusive = false, maxExclusive = false } = filter;
  column.values.forEach((value, ordinal) => {
    if (typeof value !== 'number') return;
    const above = minExclusive ? value > min : value >= min;
    if (above && (maxExclusive ? value < max : value <= max)) accepted[ordinal] = 1;
  });
  return accepted;
}

/** A value equals as text, as number ("10.0" is 10), or as a step on the stored path's way. */
function equalsTest(wanted: FieldValue): (value: FieldValue, text: string) => boolean {
  const wantedText = comparable(wanted);
  const ancestor = wantedText + ' > ';
  const wantedNumber = wantedText === '' ? Number.NaN : Number(wantedText);
  return (value, text) =>
    text === wantedText ||
    (typeof value === 'number'
      ? value === wantedNumber
      : typeof value === 'string' && text.startsWith(ancestor));
}
