import {
  fullBitmap,
  hasBit,
  intersectInto,
  newBitmap,
  setBit,
  subtractFrom,
  uniteInto,
} from '../../bits/bitmap.ts';
import { forEachEntry, noElement, type Column, type ElementTable } from '../segments/columns.ts';
import { acceptedOrdinals } from './accepted-ordinals.ts';
import { namedDocuments } from './named-documents.ts';
import { forEachInBox, forEachWithin, placesOf } from '../segments/places.ts';
import type { FilterNode } from './query.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import type { SegmentSlot } from '../segments/segment-slot.ts';

/** Filters remembered for each segment. */
const filterBitmapsMax = 64;

/** What a filter is known by. */
export function filterText(filter: FilterNode): string {
  return JSON.stringify(filter, (_, value: unknown) =>
    value === Infinity || value === -Infinity ? `${value}` : value,
  );
}

/** The documents of a segment that pass, deleted ones among them; `text` as `filterText` gives it. Do not write to what it gives. */
export function filterBitmap(slot: SegmentSlot, filter: FilterNode, text = filterText(filter)): Uint32Array {
  if (!slot.sealed) return evaluate(slot.segment, filter);
  const known = knownBitmap(slot, text);
  if (known !== null) return known;
  const cache = slot.filterBitmaps;
  const oldest = cache.size >= filterBitmapsMax ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  const bitmap = evaluate(slot.segment, filter);
  cache.set(text, bitmap);
  return bitmap;
}

/** What `filterBitmap` gave before, where it is remembered. */
export function knownBitmap({ filterBitmaps }: SegmentSlot, text: string): Uint32Array | null {
  const known = filterBitmaps.get(text);
  if (known === undefined) return null;
  filterBitmaps.delete(text);
  filterBitmaps.set(text, known);
  return known;
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
      return present(segment, scope, path + filter.field, {
        itself: true,
        without: (filter.without ?? []).map((field) => path + field),
      });
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

/** What has a value in a field below `path`, or, where `itself` says so, at it; those at and below `without` do not count. */
function present(
  segment: SegmentReader,
  scope: Scope,
  path: string,
  { itself, without = [] }: { itself: boolean; without?: readonly string[] },
): Uint32Array {
  const result = nothing(segment, scope);
  const below = `${path}.`;
  for (const field of segment.fields) {
    if (!field.startsWith(below) && !(itself && field === path)) continue;
    if (without.some((one) => field === one || field.startsWith(`${one}.`))) continue;
    const column = segment.column(field)!;
    setWhere(segment, column, new Uint8Array(column.values.length).fill(1), scope, result);
  }
  return result;
}

function inOneElement(segment: SegmentReader, clause: FilterNode, scope: Scope, path: string): Uint32Array {
  const { elements } = segment;
  const result = nothing(segment, scope);
  // What has no such list, but values below its path, has one object there instead.
  const alone = present(segment, scope, path, { itself: false });
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
