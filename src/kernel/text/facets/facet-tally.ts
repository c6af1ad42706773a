import type { Steps } from '../../bits/steps.ts';
import type { Column } from '../segments/columns.ts';
import { compareFacetKeys, shownSpelling } from './facet-buckets.ts';
import { topOf } from '../scoring/top-k.ts';
import type { GlobalOrdinals, GlobalOrdinalsCache } from '../segments/global-ordinals.ts';
import { countOrdinals, type MatchedDocuments } from '../segments/matched-documents.ts';
import {
  facetValuesDefault,
  type IndexFacetRequest,
  type IndexFacetResult,
  type FacetStats,
} from '../query/query.ts';

/** What an array of counts tells of a facet; the rest of a result is asked for apart. */
export type FacetTally = Pick<IndexFacetResult, 'values' | 'distinct' | 'stats' | 'dates'>;

/**
 * Counts the values of a field over documents that count each for itself: the same as by buckets (see `facet-buckets.ts`),
 * without making anything of a value that is not shown. Null where that does not do: for variants, for fields with too
 * many values, and where a number and a text that reads the same were both found.
 */
export function* tallyFacet(
  sets: readonly MatchedDocuments[],
  { field, limit = facetValuesDefault, order = 'count', countMin = 1 }: IndexFacetRequest,
  fields: GlobalOrdinalsCache,
): Steps<FacetTally | null> {
  if (sets.some(({ groups }) => groups !== undefined)) return null;
  const columns = sets.flatMap((set) => {
    const column = set.count === 0 ? undefined : set.segment.column(field);
    return column === undefined ? [] : [{ column, set }];
  });
  const values = yield* fields.of(
    field,
    columns.map(({ column }) => column),
  );
  if (values === null) return null;
  const written = new Uint32Array(values.values.length);
  for (const { column, set } of columns) addCounts(column, set, values.numbersOf(column), written);
  const counts = values.spellings.size === 0 ? written : countsByLeader(values, written);
  const { twins } = values.derived;
  if (twins.some(([text, number]) => counts[text]! > 0 && counts[number]! > 0)) return null;
  const { numbers, distinct } = chosenNumbers(values, counts, limit, order, countMin);
  return {
    values: numbers.map((number) => ({
      value: spellingOf(values, written, number),
      count: counts[number]!,
    })),
    distinct,
    stats: statsOf(values, counts),
    dates: datesOf(values, counts),
  };
}

const totalsByColumn = new WeakMap<Column, Uint32Array>();

/** By ordinal, the documents of the segment that have the value, where every document has just one. */
function totalsOf(column: Column): Uint32Array {
  const known = totalsByColumn.get(column);
  if (known !== undefined) return known;
  const totals = new Uint32Array(column.values.length);
  for (let i = 0; i < column.entryCount; i++) totals[column.ordinals[i]!]!++;
  if (column.immutable) totalsByColumn.set(column, totals);
  return totals;
}

function addCounts(column: Column, set: MatchedDocuments, numbers: Uint32Array, counts: Uint32Array): void {
  const { documents, ordinals, entryCount } = column;
  const { documents: wanted, count } = set;
  if (documents === null && column.immutable && (entryCount - count) * fewMissing < entryCount) {
    addOrdinals(totalsOf(column), numbers, counts);
    if (count < entryCount) takeMissing(column, set.bitmap, numbers, counts);
  } else if (documents !== null || count > column.values.length * 2) {
    // Counted by ordinal, and each ordinal turned into its number once: a third less than to turn each document's.
    addOrdinals(countOrdinals(column, set), numbers, counts);
  } else {
    for (let i = 0; i < count; i++) counts[numbers[ordinals[wanted[i]!]!]!]!++;
  }
}

/** Where no more than one of so many documents is missing, what is missing is counted. */
const fewMissing = 8;

function takeMissing(
  { ordinals, entryCount }: Column,
  bitmap: Uint32Array,
  numbers: Uint32Array,
  counts: Uint32Array,
): void {
  for (let start = 0; start < entryCount; start += 32) {
    let missing = ~bitmap[start >>> 5]!;
    if (entryCount - start < 32) missing &= (1 << (entryCount - start)) - 1;
    for (; missing !== 0; missing &= missing - 1) {
      counts[numbers[ordinals[start + 31 - Math.clz32(missing & -missing)]!]!]!--;
    }
  }
}

function addOrdinals(own: Uint32Array, numbers: Uint32Array, counts: Uint32Array): void {
  for (let ordinal = 0; ordinal < own.length; ordinal++) counts[numbers[ordinal]!]! += own[ordinal]!;
}

function countsByLeader({ canonical: leaders }: GlobalOrdinals, written: Uint32Array): Uint32Array {
  const counts = new Uint32Array(written.length);
  for (let number = 0; number < written.length; number++) counts[leaders[number]!]! += written[number]!;
  return counts;
}

/** The numbers that the request asks to see, in its order, and how many there are. */
function chosenNumbers(
  { keys }: GlobalOrdinals,
  counts: Uint32Array,
  limit: number,
  order: 'count' | 'value',
  countMin: number,
): { numbers: number[]; distinct: number } {
  let distinct = 0;
  for (let number = 0; number < counts.length; number++) if (counts[number]! >= countMin) distinct++;
  const isMost = order === 'count' && distinct > 4 * limit && limit > 0;
  const least = isMost ? Math.max(countMin, leastOfMost(counts, limit)) : countMin;
  const top = topOf<number>(
    limit,
    (a, b) => (order === 'count' ? counts[b]! - counts[a]! : 0) || compareFacetKeys(keys[a]!, keys[b]!),
  );
  for (let number = 0; number < counts.length; number++) if (counts[number]! >= least) top.offer(number);
  return { numbers: top.sorted(), distinct };
}

const countedCap = 4_096;
const numbersByCount = new Uint32Array(countedCap + 1);

/** The count at place `limit` from the greatest, or less. Counts are small: they are counted, not sorted. */
function leastOfMost(counts: Uint32Array, limit: number): number {
  numbersByCount.fill(0);
  for (let number = 0; number < counts.length; number++) {
    const count = counts[number]!;
    if (count > 0) numbersByCount[count < countedCap ? count : countedCap]!++;
  }
  let above = 0;
  for (let count = countedCap; count > 0; count--) {
    above += numbersByCount[count]!;
    if (above >= limit) return count;
  }
  return 0;
}

function spellingOf({ values, spellings }: GlobalOrdinals, written: Uint32Array, leader: number) {
  const used = spellings.get(leader)?.filter((number) => written[number]! > 0);
  if (used === undefined) return values[leader]!;
  return shownSpelling(used.map((number) => [values[number]!, written[number]!]));
}

/** In the order of the numbers, so that the last digit of a sum does not depend on how segments lie. */
function statsOf(
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

function datesOf({ derived: { dates } }: GlobalOrdinals, counts: Uint32Array): IndexFacetResult['dates'] {
  let [min, max, count] = [Infinity, -Infinity, 0];
  for (const { number, time } of dates) {
    const times = counts[number]!;
    if (times === 0) continue;
    min = Math.min(min, time);
    max = Math.max(max, time);
    count += times;
  }
  return count === 0 ? null : { min, max, count };
}
