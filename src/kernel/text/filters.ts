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

/** By ordinal, 1 where the value is accepted. */
export function acceptedOrdinals(column: Column, filter: Leaf): Uint8Array {
  const accepted = new Uint8Array(column.values.length);
  if (filter.kind === 'equals') {
    if (column.immutable && column.values.length <= sortedTextsMax) {
      acceptEqual(column, filter.value, accepted);
      return accepted;
    }
    const equals = equalsTest(filter.value);
    const texts = comparables(column);
    column.values.forEach((value, ordinal) => {
      if (equals(value, texts[ordinal]!)) accepted[ordinal] = 1;
    });
    return accepted;
  }
  const { isAbove, isBelow } = rangeTests(filter);
  if (filter.dates !== true && column.immutable) {
    const { values } = column;
    const from = firstWhere(0, numberCount(column), (ordinal) => isAbove(Number(values[ordinal]!)));
    const to = firstWhere(from, numberCount(column), (ordinal) => !isBelow(Number(values[ordinal]!)));
    return accepted.fill(1, from, to);
  }
  const dates = filter.dates === true ? dateValues(column) : null;
  column.values.forEach((value, ordinal) => {
    const number = typeof value === 'number' ? value : dates?.[ordinal];
    if (number !== undefined && isAbove(number) && isBelow(number)) accepted[ordinal] = 1;
  });
  return accepted;
}

/** NaN is in no range, not even in one without bounds. */
function rangeTests(range: Extract<FilterNode, { kind: 'range' }>): {
  isAbove: (value: number) => boolean;
  isBelow: (value: number) => boolean;
} {
  const { min = -Infinity, max = Infinity, minExclusive = false, maxExclusive = false } = range;
  return {
    isAbove: (value) => (minExclusive ? value > min : value >= min),
    isBelow: (value) => (maxExclusive ? value < max : value <= max),
  };
}

/** Of an immutable column, the numbers of which stand first and sorted. */
function numberCount({ values }: Column): number {
  return firstWhere(0, values.length, (ordinal) => typeof values[ordinal]! !== 'number');
}

/** The first from `low` on up to `high` where the test holds, as it does for all after it; `high` where there is none. */
function firstWhere(low: number, high: number, holds: (at: number) => boolean): number {
  let first = low;
  let last = high;
  while (first < last) {
    const middle = (first + last) >>> 1;
    if (holds(middle)) last = middle;
    else first = middle + 1;
  }
  return first;
}

/** Columns with more values are looked through: to sort them would hold up the first search. */
const sortedTextsMax = 8_192;
const textOrders = new WeakMap<Column, Uint16Array>();

/** Ordinals of an immutable column in the order of their comparable texts, those of numbers left out. */
function textOrder(column: Column): Uint16Array {
  let order = textOrders.get(column);
  if (order === undefined) {
    const texts = comparables(column);
    const from = numberCount(column);
    order = Uint16Array.from({ length: texts.length - from }, (_, i) => from + i);
    order.sort((a, b) => (texts[a]! < texts[b]! ? -1 : texts[a] === texts[b] ? 0 : 1));
    textOrders.set(column, order);
  }
  return order;
}

/** The same as `equalsTest` says, looked up. */
function acceptEqual(column: Column, wanted: FieldValue, accepted: Uint8Array): void {
  const { values } = column;
  const text = comparable(wanted);
  const texts = comparables(column);
  const order = textOrder(column);
  const numbers = numberCount(column);
  const number = text === '' ? Number.NaN : Number(text);
  const at = firstWhere(0, numbers, (ordinal) => Number(values[ordinal]!) >= number);
  if (at < numbers && values[at] === number) accepted[at] = 1;
  const ancestor = `${text} > `;
  const accept = (from: string, isMatch: (ordinal: number) => boolean): void => {
    let i = firstWhere(0, order.length, (place) => texts[order[place]!]! >= from);
    for (; i < order.length && isMatch(order[i]!); i++) accepted[order[i]!] = 1;
  };
  accept(text, (ordinal) => texts[ordinal] === text);
  accept(ancestor, (ordinal) => texts[ordinal]!.startsWith(ancestor) && typeof values[ordinal] === 'string');
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
