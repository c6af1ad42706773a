import {
  fullBitmap,
  hasBit,
  intersectInto,
  newBitmap,
  setBit,
  subtractFrom,
  uniteInto,
} from '../bits/bitmap.ts';
import {
  comparable,
  comparables,
  dateValues,
  forEachEntry,
  noElement,
  type Column,
  type ElementTable,
} from './columns.ts';
import type { FieldValue } from './document.ts';
import { namedDocuments } from './named-documents.ts';
import { forEachInBox, forEachWithin, placesOf } from './places.ts';
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

/**
 * Where a condition holds: in a document, or in an element of a list (its number), which is a row of the segment's
 * `ElementTable`. Bitmaps of a list have a bit for every row and set only those of this list.
 */
type Scope = number;
const inDocuments: Scope = -1;

/** `path`, with its dot, stands before the names of fields: it is empty, or the list whose elements are looked at. */
function evaluate(
  segment: SegmentReader,
  filter: FilterNode,
  scope: Scope = inDocuments,
  path = '',
): Uint32Array {
  switch (filter.kind) {
    case 'and': {
      const result = everything(segment, scope);
      for (const clause of filter.clauses) intersectInto(result, evaluate(segment, clause, scope, path));
      return result;
    }
    case 'or': {
      const result = nothing(segment, scope);
      for (const clause of filter.clauses) uniteInto(result, evaluate(segment, clause, scope, path));
      return result;
    }
    case 'not': {
      const result = everything(segment, scope);
      subtractFrom(result, evaluate(segment, filter.clause, scope, path));
      return result;
    }
    case 'exists':
      return present(segment, scope, path + filter.field, true);
    case 'element':
      return inOneElement(segment, filter.clause, scope, path + filter.list);
    case 'within':
    case 'box':
      return atPlaces(segment, filter, scope, path);
    case 'documents':
      return namedDocuments(segment, filter);
    default: {
      const column = segment.column(path + filter.field);
      const result = nothing(segment, scope);
      if (column !== undefined) setWhere(segment, column, acceptedOrdinals(column, filter), scope, result);
      return result;
    }
  }
}

function nothing(segment: SegmentReader, scope: Scope): Uint32Array {
  return newBitmap(scope === inDocuments ? segment.documentCount : segment.elements.rowCount);
}

function everything(segment: SegmentReader, scope: Scope): Uint32Array {
  if (scope === inDocuments) return fullBitmap(segment.documentCount);
  const { lists, rowCount } = segment.elements;
  const result = newBitmap(rowCount);
  for (let row = 0; row < rowCount; row++) if (lists[row] === scope) setBit(result, row);
  return result;
}

/** The document, or the element of the list `scope`, that the row is or lies in; -1 where there is none. */
function ownerOf({ documents, parents, lists }: ElementTable, row: number, scope: Scope): number {
  if (scope === inDocuments) return documents[row]!;
  let owner = row;
  while (owner !== noElement && lists[owner] !== scope) owner = parents[owner]!;
  return owner === noElement ? -1 : owner;
}

/** Sets the bits of what has an accepted value. */
function setWhere(
  segment: SegmentReader,
  column: Column,
  accepted: Uint8Array,
  scope: Scope,
  result: Uint32Array,
): void {
  if (scope === inDocuments && column.documents === null) {
    setWhereDense(column, accepted, result);
    return;
  }
  if (scope === inDocuments) {
    forEachEntry(column, (document, ordinal) => {
      if (accepted[ordinal] === 1) setBit(result, document);
    });
    return;
  }
  const entries = column.elements;
  for (let i = 0; i < (entries?.entryCount ?? 0); i++) {
    if (accepted[entries!.ordinals[i]!] !== 1) continue;
    const owner = ownerOf(segment.elements, entries!.rows[i]!, scope);
    if (owner >= 0) setBit(result, owner);
  }
}

/** Every document has one value: 32 bits are made at once, without a branch that nobody could foretell. */
function setWhereDense({ ordinals, entryCount }: Column, accepted: Uint8Array, result: Uint32Array): void {
  for (let start = 0; start < entryCount; start += 32) {
    const end = Math.min(start + 32, entryCount);
    let bits = 0;
    for (let document = start; document < end; document++) {
      bits |= accepted[ordinals[document]!]! << (document & 31);
    }
    result[start >>> 5]! |= bits;
  }
}

function atPlaces(
  segment: SegmentReader,
  filter: Extract<FilterNode, { kind: 'within' | 'box' }>,
  scope: Scope,
  path: string,
): Uint32Array {
  const result = nothing(segment, scope);
  const visit = (document: number, row: number): void => {
    if (scope === inDocuments) setBit(result, document);
    else {
      const owner = ownerOf(segment.elements, row, scope);
      if (owner >= 0) setBit(result, owner);
    }
  };
  for (const places of placesOf(segment, path + filter.field)) {
    if (filter.kind === 'box') forEachInBox(places, filter.box, visit);
    else forEachWithin(places, filter.from, filter.metres, visit);
  }
  return result;
}

/** What has a value in a field below `path`, or, where `itself` says so, at it. */
function present(segment: SegmentReader, scope: Scope, path: string, itself: boolean): Uint32Array {
  const result = nothing(segment, scope);
  const below = `${path}.`;
  for (const field of segment.fields) {
    if (!field.startsWith(below) && !(itself && field === path)) continue;
    const column = segment.column(field)!;
    setWhere(segment, column, new Uint8Array(column.values.length).fill(1), scope, result);
  }
  return result;
}

function inOneElement(segment: SegmentReader, clause: FilterNode, scope: Scope, path: string): Uint32Array {
  const { elements } = segment;
  const result = nothing(segment, scope);
  // What has no such list, but values below its path, has one object there instead.
  const alone = present(segment, scope, path, false);
  const list = elements.listOf(path);
  if (list >= 0) {
    const rows = evaluate(segment, clause, list, `${path}.`);
    const owners = nothing(segment, scope);
    for (let row = 0; row < elements.rowCount; row++) {
      if (elements.lists[row] !== list) continue;
      const owner = ownerOf(elements, row, scope);
      if (owner < 0) continue;
      setBit(owners, owner);
      if (hasBit(rows, row)) setBit(result, owner);
    }
    subtractFrom(alone, owners);
  }
  if (alone.some((word) => word !== 0)) {
    intersectInto(alone, evaluate(segment, clause, scope, `${path}.`));
    uniteInto(result, alone);
  }
  return result;
}

type Leaf = Extract<FilterNode, { kind: 'equals' | 'range' }>;

function acceptedOrdinals(column: Column, filter: Leaf): Uint8Array {
  const accepted = new Uint8Array(column.values.length);
  if (filter.kind === 'equals') {
    const equals = equalsTest(filter.value);
    const texts = comparables(column);
    column.values.forEach((value, ordinal) => {
      if (equals(value, texts[ordinal]!)) accepted[ordinal] = 1;
    });
    return accepted;
  }
  const inside = rangeTest(filter);
  const dates = filter.dates === true ? dateValues(column) : null;
  column.values.forEach((value, ordinal) => {
    const number = typeof value === 'number' ? value : dates?.[ordinal];
    if (number !== undefined && inside(number)) accepted[ordinal] = 1;
  });
  return accepted;
}

/** NaN is in no range, not even in one without bounds. */
function rangeTest(range: Extract<FilterNode, { kind: 'range' }>): (value: number) => boolean {
  const { min = -Infinity, max = Infinity, minExclusive = false, maxExclusive = false } = range;
  return (value) =>
    (minExclusive ? value > min : value >= min) && (maxExclusive ? value < max : value <= max);
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
