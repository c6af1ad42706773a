import {
  createFullBitmap,
  hasBit,
  intersectInto,
  createBitmap,
  setBit,
  subtractFrom,
  uniteInto,
} from '../../bits/bitmap.ts';
import { finish, type Steps } from '../../bits/steps.ts';
import { visitEntries, noElement, type Column, type ElementTable } from '../segments/columns.ts';
import { matchOrdinals } from './matching-any.ts';
import type { ValueCondition } from './matching-ordinals.ts';
import { visitInBox, visitWithin, readGeoPoints } from '../segments/geo-points.ts';
import type { FilterNode } from './query.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import { createFieldBelow, type IndexField } from '../schema/index-field.ts';

/** Maximum filters cached for each segment. */
const filterBitmapsMax = 64;

/** The cache key of a filter. */
export function filterText(filter: FilterNode): string {
  return JSON.stringify(filter, (_, value: unknown) =>
    value === Infinity || value === -Infinity ? `${value}` : value,
  );
}

/** The documents of a segment that pass, deleted ones included; `text` is `filterText(filter)`. The bitmap is read-only. */
export function filterBitmap(
  state: SegmentState,
  filter: FilterNode,
  text = filterText(filter),
): Uint32Array {
  return finish(filterSteps(state, filter, text));
}

/** `filterBitmap` in steps, for a sealed segment. A step is one condition, or all conditions on one field. */
export function* filterSteps(state: SegmentState, filter: FilterNode, text: string): Steps<Uint32Array> {
  if (!state.sealed) return yield* evaluate(state.segment, filter);
  const cached = findCachedBitmap(state, text);
  if (cached !== null) return cached;
  const bitmap = yield* evaluate(state.segment, filter);
  const cache = state.filterBitmaps;
  const oldest = cache.size >= filterBitmapsMax ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(text, bitmap);
  return bitmap;
}

/** Whether one document passes, in steps. Bypasses the cache, as hundreds of these calls would evict the filters of searches. */
export function* passesFilter(state: SegmentState, filter: FilterNode, document: number): Steps<boolean> {
  const cached = findCachedBitmap(state, filterText(filter));
  if (cached !== null) return hasBit(cached, document);
  // A mutable segment must not grow between two steps.
  const bitmap = state.sealed
    ? yield* evaluate(state.segment, filter)
    : finish(evaluate(state.segment, filter));
  return hasBit(bitmap, document);
}

/** Returns the cached bitmap and moves it to the end of the cache; null if there is none. */
export function findCachedBitmap({ filterBitmaps }: SegmentState, text: string): Uint32Array | null {
  const cached = filterBitmaps.get(text);
  if (cached === undefined) return null;
  filterBitmaps.delete(text);
  filterBitmaps.set(text, cached);
  return cached;
}

/**
 * The scope of a condition: a document, or an element of the list with this number. An element is a row of the segment's `ElementTable`.
 * Bitmaps of a list have a bit for every row of the table and set only bits of that list.
 */
type Scope = number;
const inDocuments: Scope = -1;

/** `path` is the prefix of field names, with its dot: empty, or the list whose elements are tested. */
function* evaluate(
  segment: SegmentReader,
  filter: FilterNode,
  scope: Scope = inDocuments,
  path = '',
): Steps<Uint32Array> {
  switch (filter.kind) {
    case 'and': {
      const result = createFullResult(segment, scope);
      const { negated, others } = splitNegations(filter.clauses);
      for (const clause of others) {
        intersectInto(result, yield* evaluate(segment, clause, scope, path));
        if (isEmpty(result)) return result;
      }
      if (negated.length > 0)
        subtractFrom(result, yield* evaluate(segment, { kind: 'or', clauses: negated }, scope, path));
      return result;
    }
    case 'or': {
      const result = createEmptyResult(segment, scope);
      const { byField, others } = groupConditionsByField(filter.clauses);
      for (const clause of others) uniteInto(result, yield* evaluate(segment, clause, scope, path));
      for (const [field, conditions] of byField) {
        yield* setAccepted(segment, createFieldBelow(path, field), conditions, scope, result);
      }
      return result;
    }
    case 'not': {
      const result = createFullResult(segment, scope);
      subtractFrom(result, yield* evaluate(segment, filter.clause, scope, path));
      return result;
    }
    case 'exists':
      yield segment.documentCount;
      return withValuesBelow(segment, scope, path + filter.field, {
        includeSelf: true,
        without: (filter.without ?? []).map((field) => path + field),
      });
    case 'element':
      return yield* matchOneElement(segment, filter.clause, scope, path + filter.list);
    case 'within':
    case 'box':
      yield segment.documentCount * pointUnits;
      return collectPoints(segment, filter, scope, path);
    case 'documents':
      return findDocuments(segment, filter);
    default: {
      const result = createEmptyResult(segment, scope);
      yield* setAccepted(segment, createFieldBelow(path, filter.field), [filter], scope, result);
      return result;
    }
  }
}

/** Cost of comparing a value with conditions and of computing a distance, in counted documents. */
const comparedUnits = 10;
const pointUnits = 10;

/** Sets the bits of documents or elements with a value in the field that any condition accepts. */
function* setAccepted(
  segment: SegmentReader,
  field: IndexField,
  conditions: readonly ValueCondition[],
  scope: Scope,
  result: Uint32Array,
): Steps<void> {
  const column = segment.getColumn(field);
  if (column === undefined) return;
  setWhere(segment, column, matchOrdinals(column, conditions), scope, result);
  yield column.entryCount + column.values.length * comparedUnits;
}

/** Groups the conditions of an OR by field: each field then takes one pass. */
function groupConditionsByField(clauses: readonly FilterNode[]): {
  byField: Map<IndexField, ValueCondition[]>;
  others: FilterNode[];
} {
  const byField = new Map<IndexField, ValueCondition[]>();
  const others: FilterNode[] = [];
  for (const clause of clauses) {
    if (clause.kind !== 'equals' && clause.kind !== 'range') others.push(clause);
    else if (byField.get(clause.field)?.push(clause) === undefined) byField.set(clause.field, [clause]);
  }
  return { byField, others };
}

/** Splits off negations, as NOT a AND NOT b is NOT (a OR b). */
function splitNegations(clauses: readonly FilterNode[]): { negated: FilterNode[]; others: FilterNode[] } {
  return {
    negated: clauses.flatMap((clause) => (clause.kind === 'not' ? [clause.clause] : [])),
    others: clauses.filter(({ kind }) => kind !== 'not'),
  };
}

const isEmpty = (bitmap: Uint32Array): boolean => bitmap.every((word) => word === 0);

function createEmptyResult(segment: SegmentReader, scope: Scope): Uint32Array {
  return createBitmap(scope === inDocuments ? segment.documentCount : segment.elements.rowCount);
}

function createFullResult(segment: SegmentReader, scope: Scope): Uint32Array {
  if (scope === inDocuments) return createFullBitmap(segment.documentCount);
  const { lists, rowCount } = segment.elements;
  const result = createBitmap(rowCount);
  for (let row = 0; row < rowCount; row++) if (lists[row] === scope) setBit(result, row);
  return result;
}

/** The document, or the element of the list `scope`, that contains the row; -1 if there is none. */
function findOwner({ documents, parents, lists }: ElementTable, row: number, scope: Scope): number {
  if (scope === inDocuments) return documents[row]!;
  let owner = row;
  while (owner !== noElement && lists[owner] !== scope) owner = parents[owner]!;
  return owner === noElement ? -1 : owner;
}

/** Sets the bits of documents or elements with an accepted value. */
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
    visitEntries(column, (document, ordinal) => {
      if (accepted[ordinal] === 1) setBit(result, document);
    });
    return;
  }
  const entries = column.elements;
  for (let i = 0; i < (entries?.entryCount ?? 0); i++) {
    if (accepted[entries!.ordinals[i]!] !== 1) continue;
    const owner = findOwner(segment.elements, entries!.rows[i]!, scope);
    if (owner >= 0) setBit(result, owner);
  }
}

/** Sets bits if every document has one value: computes 32 bits together, without an unpredictable branch. */
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

function collectPoints(
  segment: SegmentReader,
  filter: Extract<FilterNode, { kind: 'within' | 'box' }>,
  scope: Scope,
  path: string,
): Uint32Array {
  const result = createEmptyResult(segment, scope);
  const visit = (document: number, row: number): void => {
    if (scope === inDocuments) setBit(result, document);
    else {
      const owner = findOwner(segment.elements, row, scope);
      if (owner >= 0) setBit(result, owner);
    }
  };
  for (const points of readGeoPoints(segment, path + filter.field)) {
    if (filter.kind === 'box') visitInBox(points, filter.box, visit);
    else visitWithin(points, filter.from, filter.metres, visit);
  }
  return result;
}

/**
 * Documents or elements with a value in a field below `path`, or, with `includeSelf`, at it; fields at or below `without` do not
 * count.
 */
function withValuesBelow(
  segment: SegmentReader,
  scope: Scope,
  path: string,
  { includeSelf, without = [] }: { includeSelf: boolean; without?: readonly string[] },
): Uint32Array {
  const result = createEmptyResult(segment, scope);
  const below = `${path}.`;
  for (const field of segment.fields) {
    if (!field.startsWith(below) && !(includeSelf && field === path)) continue;
    if (without.some((excluded) => field === excluded || field.startsWith(`${excluded}.`))) continue;
    const column = segment.getColumn(field)!;
    setWhere(segment, column, new Uint8Array(column.values.length).fill(1), scope, result);
  }
  return result;
}

function* matchOneElement(
  segment: SegmentReader,
  clause: FilterNode,
  scope: Scope,
  path: string,
): Steps<Uint32Array> {
  const { elements } = segment;
  const result = createEmptyResult(segment, scope);
  // Without a list, values below the path form a single object.
  const single = withValuesBelow(segment, scope, path, { includeSelf: false });
  const list = elements.findList(path);
  if (list >= 0) {
    const rows = yield* evaluate(segment, clause, list, `${path}.`);
    const owners = createEmptyResult(segment, scope);
    for (let row = 0; row < elements.rowCount; row++) {
      if (elements.lists[row] !== list) continue;
      const owner = findOwner(elements, row, scope);
      if (owner < 0) continue;
      setBit(owners, owner);
      if (hasBit(rows, row)) setBit(result, owner);
    }
    subtractFrom(single, owners);
  }
  if (!isEmpty(single)) {
    intersectInto(single, yield* evaluate(segment, clause, scope, `${path}.`));
    uniteInto(result, single);
  }
  return result;
}

/** Finds the documents of a segment with one of the keys, or with one of the values as their first value in the field. */
function findDocuments(
  segment: SegmentReader,
  { keys, field, values }: Extract<FilterNode, { kind: 'documents' }>,
): Uint32Array {
  const result = createBitmap(segment.documentCount);
  for (const key of keys) {
    const document = segment.findDocument(key);
    if (document >= 0) setBit(result, document);
  }
  const column = values.length === 0 ? undefined : segment.getColumn(field);
  if (column === undefined) return result;
  const valueSet = new Set(values);
  const accepted = column.values.map((value) => valueSet.has(String(value)));
  let last = -1;
  visitEntries(column, (document, ordinal) => {
    if (document !== last && accepted[ordinal] === true) setBit(result, document);
    last = document;
  });
  return result;
}
