import type { Steps } from '../../bits/steps.ts';
import type { Column } from '../segments/columns.ts';
import { chooseMainSpelling, valuesPerStep } from './facet-buckets.ts';
import { isBelow } from './named-values.ts';
import {
  compareFacetKeys,
  compareRanks,
  orderRank,
  type OrderedValue,
  type OrderRank,
} from './value-order.ts';
import { ValueSelection } from './value-selection.ts';
import { TopK } from '../../bits/top-k.ts';
import {
  globalOrdinalsMax,
  type GlobalOrdinals,
  type GlobalOrdinalsCache,
} from '../segments/global-ordinals.ts';
import { countOrdinals, type MatchedDocuments } from '../segments/matched-documents.ts';
import {
  facetValuesDefault,
  type IndexFacetOrder,
  type IndexFacetRequest,
  type IndexFacetResult,
  type FacetStats,
} from '../query/query.ts';

/** The parts of a facet result that follow from an array of counts. */
export type FacetTally = Pick<IndexFacetResult, 'values' | 'distinct' | 'stats' | 'dates'>;

/**
 * Counts the values of a field over ungrouped documents, in an array by global ordinal. The result equals that of `facet-buckets.ts`, but
 * objects are created for returned values only, unless the request names values. Null if the method does not apply: with grouping, for
 * fields with too many values, if a number and a string with the same text both occur, and if a chosen value is a path that has only
 * values below it.
 */
export function* tallyFacet(
  sets: readonly MatchedDocuments[],
  request: IndexFacetRequest,
  globalOrdinals: GlobalOrdinalsCache,
): Steps<FacetTally | null> {
  const { field, order = 'count' } = request;
  if (sets.some(({ groups }) => groups !== undefined)) return null;
  const columns: CountedColumn[] = [];
  for (const set of sets) {
    const column = set.count === 0 ? undefined : set.segment.getColumn(field);
    if (column !== undefined) columns.push({ column, set });
  }
  const values = yield* globalOrdinals.readOrdinals(
    field,
    columns.map(({ column }) => column),
  );
  if (values === null) return null;
  return tallyOrdinals(values, columns, request, yield* computeRanks(values, order));
}

const ranksByValues = new WeakMap<GlobalOrdinals, Map<IndexFacetOrder, OrderRank[]>>();
/** Cost of ranking a value, in counted documents. */
const rankUnits = 1_000;

/** The ranks of the values in an order, by ordinal; null if the order has none. */
function* computeRanks(values: GlobalOrdinals, order: IndexFacetOrder): Steps<readonly OrderRank[] | null> {
  if (order === 'count' || order === 'value') return null;
  const byOrder = ranksByValues.get(values) ?? new Map<IndexFacetOrder, OrderRank[]>();
  ranksByValues.set(values, byOrder);
  const ranks = byOrder.get(order) ?? [];
  byOrder.set(order, ranks);
  while (ranks.length < values.keys.length) {
    ranks.push(orderRank(order, values.keys[ranks.length]!) ?? []);
    if (ranks.length % valuesPerStep === 0) yield valuesPerStep * rankUnits;
  }
  return ranks;
}

interface CountedColumn {
  readonly column: Column;
  readonly set: MatchedDocuments;
}

/** Tallies a facet in one step. */
function tallyOrdinals(
  values: GlobalOrdinals,
  columns: readonly CountedColumn[],
  request: IndexFacetRequest,
  ranks: readonly OrderRank[] | null,
): FacetTally | null {
  const spellingCounts = borrowCounts(values.values.length);
  const counted = countEach(values, columns, spellingCounts);
  const counts = values.spellings.size === 0 ? spellingCounts : sumCanonicalCounts(values, spellingCounts);
  const { equalNumbers } = values.derived;
  if (equalNumbers.some(([text, number]) => counts[text]! > 0 && counts[number]! > 0)) return null;
  const { first = [], chosen = [], hidden = [] } = request;
  const isNamed = first.length + chosen.length + hidden.length > 0;
  const present = counted ?? listCountedOrdinals(counts);
  const shown = isNamed
    ? selectValues(values, counts, present, request, ranks)
    : selectOrdinals(values, counts, present, request, ranks);
  if (shown === null) return null;
  return {
    values: shown.selected.map(({ ordinal, value, count, isChosen }) => ({
      value: ordinal === null ? value : chooseSpelling(values, spellingCounts, ordinal),
      count,
      ...(isChosen ? { chosen: true } : {}),
    })),
    distinct: shown.distinct,
    stats: computeStats(values, counts),
    dates: countDates(values, counts),
  };
}

const sharedCounts = new Uint32Array(globalOrdinalsMax);

/** A zeroed buffer, valid until the next call: a facet is tallied in one step. */
function borrowCounts(length: number): Uint32Array {
  return sharedCounts.subarray(0, length).fill(0);
}

const countedBuffer = new Uint16Array(globalOrdinalsMax);

/**
 * Counts the global ordinals of the documents. Returns those with a count, unordered, if there are fewer documents than
 * values and each value has one spelling: the following steps then read only those; null otherwise.
 */
function countEach(
  global: GlobalOrdinals,
  columns: readonly CountedColumn[],
  counts: Uint32Array,
): Uint16Array | null {
  let documents = 0;
  let areDense = true;
  for (const { column, set } of columns) {
    documents += set.count;
    areDense &&= column.documents === null;
  }
  if (!areDense || global.spellings.size > 0 || documents >= global.values.length) {
    for (const { column, set } of columns) addCounts(column, set, global.getOrdinals(column), counts);
    return null;
  }
  let counted = 0;
  for (const { column, set } of columns) {
    const { ordinals } = column;
    const globalOrdinals = global.getOrdinals(column);
    const { documents: matches, count } = set;
    for (let i = 0; i < count; i++) {
      const ordinal = globalOrdinals[ordinals[matches[i]!]!]!;
      if (counts[ordinal]!++ === 0) countedBuffer[counted++] = ordinal;
    }
  }
  return countedBuffer.subarray(0, counted);
}

const totalsByColumn = new WeakMap<Column, Uint32Array>();

/** The number of documents of the segment with each value, by ordinal, for columns with one value in every document. */
function countTotals(column: Column): Uint32Array {
  const cached = totalsByColumn.get(column);
  if (cached !== undefined) return cached;
  const totals = new Uint32Array(column.values.length);
  for (let i = 0; i < column.entryCount; i++) totals[column.ordinals[i]!]!++;
  if (column.immutable) totalsByColumn.set(column, totals);
  return totals;
}

function addCounts(
  column: Column,
  set: MatchedDocuments,
  globalOrdinals: Uint32Array,
  counts: Uint32Array,
): void {
  const { documents, ordinals, entryCount } = column;
  const { documents: matches, count } = set;
  if (documents === null && column.immutable && (entryCount - count) * missingRatio < entryCount) {
    addByOrdinal(countTotals(column), globalOrdinals, counts);
    if (count < entryCount) subtractMissing(column, set.bitmap, globalOrdinals, counts);
  } else if (documents !== null || count > column.values.length * 2) {
    // Counting by ordinal and mapping each ordinal once takes a third less time than mapping each document.
    addByOrdinal(countOrdinals(column, set), globalOrdinals, counts);
  } else {
    for (let i = 0; i < count; i++) counts[globalOrdinals[ordinals[matches[i]!]!]!]!++;
  }
}

/** If at most one of this many documents is missing from the set, missing documents are counted instead. */
const missingRatio = 8;

function subtractMissing(
  { ordinals, entryCount }: Column,
  bitmap: Uint32Array,
  globalOrdinals: Uint32Array,
  counts: Uint32Array,
): void {
  for (let start = 0; start < entryCount; start += 32) {
    let missing = ~bitmap[start >>> 5]!;
    if (entryCount - start < 32) missing &= (1 << (entryCount - start)) - 1;
    for (; missing !== 0; missing &= missing - 1) {
      counts[globalOrdinals[ordinals[start + 31 - Math.clz32(missing & -missing)]!]!]!--;
    }
  }
}

function addByOrdinal(columnCounts: Uint32Array, globalOrdinals: Uint32Array, counts: Uint32Array): void {
  for (let ordinal = 0; ordinal < columnCounts.length; ordinal++) {
    counts[globalOrdinals[ordinal]!]! += columnCounts[ordinal]!;
  }
}

/** Adds the counts of all spellings of a value. */
function sumCanonicalCounts({ canonical }: GlobalOrdinals, spellingCounts: Uint32Array): Uint32Array {
  const counts = new Uint32Array(spellingCounts.length);
  for (let ordinal = 0; ordinal < spellingCounts.length; ordinal++)
    counts[canonical[ordinal]!]! += spellingCounts[ordinal]!;
  return counts;
}

/** The ordinals with a count, ascending. */
function listCountedOrdinals(counts: Uint32Array): Uint16Array {
  let found = 0;
  for (let ordinal = 0; ordinal < counts.length; ordinal++)
    if (counts[ordinal]! > 0) countedBuffer[found++] = ordinal;
  return countedBuffer.subarray(0, found);
}

/** The returned values, and the number of those that an unlimited facet would have. */
interface ShownOrdinals {
  readonly selected: readonly {
    /** Null if no document has the value. */
    readonly ordinal: number | null;
    readonly value: string;
    readonly count: number;
    readonly isChosen: boolean;
  }[];
  readonly distinct: number;
}

/** Selects the returned ordinals from those present, in order. */
function selectOrdinals(
  { keys }: GlobalOrdinals,
  counts: Uint32Array,
  present: Uint16Array,
  { limit = facetValuesDefault, order = 'count', countMin = 1 }: IndexFacetRequest,
  ranks: readonly OrderRank[] | null,
): ShownOrdinals {
  let distinct = 0;
  let countMax = 0;
  for (let i = 0; i < present.length; i++) {
    const count = counts[present[i]!]!;
    if (count >= countMin) distinct++;
    if (count > countMax) countMax = count;
  }
  const isSparse = order === 'count' && distinct > 2 * limit && limit > 0;
  const countNeeded = isSparse ? Math.max(countMin, countAtRank(counts, present, countMax, limit)) : countMin;
  const top = new TopK<number>(
    limit,
    (a, b) =>
      (order === 'count'
        ? counts[b]! - counts[a]!
        : ranks === null
          ? 0
          : compareRanks(ranks[a]!, ranks[b]!)) || compareFacetKeys(keys[a]!, keys[b]!),
  );
  for (let i = 0; i < present.length; i++) {
    const ordinal = present[i]!;
    if (counts[ordinal]! >= countNeeded) top.offer(ordinal);
  }
  const selected = top
    .takeSorted()
    .map((ordinal) => ({ ordinal, value: '', count: counts[ordinal]!, isChosen: false }));
  return { selected, distinct };
}

/** Selects with named values; null if a chosen value is a path that has only values below it. */
function selectValues(
  { keys }: GlobalOrdinals,
  counts: Uint32Array,
  present: Uint16Array,
  request: IndexFacetRequest,
  ranks: readonly OrderRank[] | null,
): ShownOrdinals | null {
  const { order = 'count' } = request;
  const selection = new ValueSelection<
    OrderedValue & { readonly ordinal: number | null; readonly value: string }
  >(request);
  for (let i = 0; i < present.length; i++) {
    const ordinal = present[i]!;
    const key = keys[ordinal]!;
    selection.offer({ key, count: counts[ordinal]!, rank: ranks?.[ordinal] ?? null, ordinal, value: '' });
  }
  for (const { key, value } of selection.listAbsentChoices()) {
    for (let i = 0; i < present.length; i++) if (isBelow(keys[present[i]!]!, key)) return null;
    selection.offer({ key, count: 0, rank: orderRank(order, key), ordinal: null, value });
  }
  const { values, distinct } = selection.select();
  return { selected: values.map((value) => ({ ...value, isChosen: selection.isChosen(value) })), distinct };
}

/** Larger counts share the last slot: the bound is then lower than it could be, but never wrong. */
const countCap = 4_096;
const ordinalsByCount = new Uint32Array(countCap + 1);

/** A lower bound of the count at rank `limit`, by counting sort, as counts are small. */
function countAtRank(counts: Uint32Array, present: Uint16Array, countMax: number, limit: number): number {
  const largest = Math.min(countMax, countCap);
  ordinalsByCount.fill(0, 0, largest + 1);
  for (let i = 0; i < present.length; i++) ordinalsByCount[Math.min(counts[present[i]!]!, countCap)]!++;
  let above = 0;
  for (let count = largest; count > 0; count--) {
    above += ordinalsByCount[count]!;
    if (above >= limit) return count;
  }
  return 0;
}

function chooseSpelling(
  { values, spellings }: GlobalOrdinals,
  spellingCounts: Uint32Array,
  canonical: number,
) {
  if (spellings.size === 0) return values[canonical]!;
  const used = spellings.get(canonical)?.filter((ordinal) => spellingCounts[ordinal]! > 0);
  if (used === undefined) return values[canonical]!;
  return chooseMainSpelling(used.map((ordinal) => [values[ordinal]!, spellingCounts[ordinal]!]));
}

/** Sums values in ascending order, so that the last digit does not depend on the segments. */
function computeStats(
  { derived: { numeric, numericValues } }: GlobalOrdinals,
  counts: Uint32Array,
): FacetStats | null {
  let min = Number.NaN;
  let max = Number.NaN;
  let sum = 0;
  let count = 0;
  for (let i = 0; i < numeric.length; i++) {
    const times = counts[numeric[i]!]!;
    if (times === 0) continue;
    const value = numericValues[i]!;
    if (count === 0) min = value;
    max = value;
    sum += value * times;
    count += times;
  }
  return count === 0 ? null : { min, max, avg: sum / count, sum, count };
}

function countDates({ derived: { dates } }: GlobalOrdinals, counts: Uint32Array): IndexFacetResult['dates'] {
  let [min, max, count] = [Infinity, -Infinity, 0];
  for (const { ordinal, time } of dates) {
    const times = counts[ordinal]!;
    if (times === 0) continue;
    min = Math.min(min, time);
    max = Math.max(max, time);
    count += times;
  }
  return count === 0 ? null : { min, max, count };
}
