import type { Steps } from '../../bits/steps.ts';
import { comparables, comparableSteps, compareSortValues, type Column } from '../segments/columns.ts';
import type { FieldValue } from '../schema/document.ts';
import { decimalValue } from '../schema/number-values.ts';
import { countOrdinals, forEachMatched, type MatchedDocuments } from '../segments/matched-documents.ts';
import { TopK } from '../../bits/top-k.ts';
import { ProductTally } from './product-tally.ts';
import {
  facetValuesDefault,
  type IndexFacetRequest,
  type IndexFacetResult,
  type IndexFacetValue,
} from '../query/query.ts';

/** A value; strings that differ only in case share a bucket. */
export interface Bucket {
  /** From 0, in the order of first appearance. */
  number: number;
  /** Number of products, or of documents without grouping. */
  count: number;
  /** The spelling, if there is only one. */
  value: FieldValue;
  /** Otherwise all spellings, with their numbers of documents. */
  spellings: Map<FieldValue, number> | null;
}

/** By number, or by comparable form of a string. */
export type Buckets = Map<string | number, Bucket>;

/** Values in one step. */
export const valuesPerStep = 1_024;

/** Every value of the field in the documents of the sets, with its number of products; `units`: cost of a value. */
export function* bucketsOf(sets: readonly MatchedDocuments[], field: string, units: number): Steps<Buckets> {
  const buckets: Buckets = new Map();
  const tally = sets.some(({ groups }) => groups !== undefined) ? new ProductTally() : null;
  for (const set of sets) {
    const column = set.segment.column(field);
    if (column === undefined) continue;
    yield* comparableSteps(column);
    const counts = countOrdinals(column, set);
    const columnBuckets = yield* collect(column, counts, buckets, units);
    const { groups } = set;
    if (tally !== null && groups !== undefined)
      forEachMatched(column, set, (document, ordinal) =>
        tally.add(columnBuckets[ordinal]!.number, groups[document]!),
      );
    yield set.count;
  }
  if (tally !== null) {
    const counts = tally.counts(buckets.size);
    for (const bucket of buckets.values()) bucket.count = counts[bucket.number]!;
  }
  return buckets;
}

/** Adds the values with a count and returns their buckets by ordinal. */
function* collect(column: Column, counts: Uint32Array, buckets: Buckets, units: number): Steps<Bucket[]> {
  const columnBuckets: Bucket[] = [];
  const { values } = column;
  let texts: readonly string[] | undefined;
  for (let ordinal = 0; ordinal < counts.length; ordinal++) {
    if (ordinal % valuesPerStep === valuesPerStep - 1) yield valuesPerStep * units;
    const count = counts[ordinal]!;
    if (count === 0) continue;
    const value = values[ordinal]!;
    const key = typeof value === 'number' ? value : (texts ??= comparables(column))[ordinal]!;
    let bucket = buckets.get(key);
    if (bucket === undefined) {
      bucket = { number: buckets.size, count, value, spellings: null };
      buckets.set(key, bucket);
    } else {
      if (bucket.spellings !== null || bucket.value !== value) addSpelling(bucket, value, count);
      bucket.count += count;
    }
    columnBuckets[ordinal] = bucket;
  }
  return columnBuckets;
}

/** Must precede the addition of the documents to the bucket's count. */
function addSpelling(bucket: Bucket, value: FieldValue, count: number): void {
  bucket.spellings ??= new Map([[bucket.value, bucket.count]]);
  bucket.spellings.set(value, (bucket.spellings.get(value) ?? 0) + count);
}

/** The returned values in the requested order; `units`: cost of a value. */
export function* shownValues(
  buckets: Buckets,
  { limit = facetValuesDefault, order = 'count', countMin = 1 }: IndexFacetRequest,
  units: number,
): Steps<Pick<IndexFacetResult, 'values' | 'distinct'>> {
  const top = new TopK<readonly [string | number, Bucket]>(
    limit,
    ([a, x], [b, y]) => (order === 'count' ? y.count - x.count : 0) || compareFacetKeys(a, b),
  );
  let distinct = 0;
  let seen = 0;
  for (const entry of buckets) {
    if (++seen % valuesPerStep === 0) yield valuesPerStep * units;
    if (entry[1].count < countMin) continue;
    distinct++;
    top.offer(entry);
  }
  return { values: top.sorted().map(([, bucket]) => shownValue(bucket)), distinct };
}

/** Orders values as a sort does: a string written as a number sorts as that number. */
export function compareFacetKeys(a: string | number, b: string | number): number {
  return compareSortValues(sortValueOf(a), sortValueOf(b)) || compareSortValues(a, b);
}

function sortValueOf(key: string | number): string | number {
  const number = typeof key === 'string' ? decimalValue(key) : key;
  return Number.isNaN(number) ? key : number;
}

function shownValue({ count, value, spellings }: Bucket): IndexFacetValue {
  return { value: spellings === null ? value : mainSpelling([...spellings]), count };
}

/** The most frequent spelling, ties by value. `spellings`: pairs of a spelling and its frequency. */
export function mainSpelling(spellings: readonly (readonly [FieldValue, number])[]): FieldValue {
  const [first] = spellings.toSorted(
    ([a, x], [b, y]) =>
      y - x || compareSortValues(orderable(a), orderable(b)) || (typeof a === 'string' ? -1 : 1),
  );
  return first![0];
}

const orderable = (value: FieldValue): string | number =>
  typeof value === 'boolean' ? String(value) : value;
