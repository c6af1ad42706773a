import type { Steps } from '../../bits/steps.ts';
import { comparables, comparableSteps, compareSortValues, type Column } from '../segments/columns.ts';
import type { FieldValue } from '../schema/document.ts';
import { decimalValue } from '../schema/number-values.ts';
import { countOrdinals, forEachMatched, type MatchedDocuments } from '../segments/matched-documents.ts';
import { topOf } from '../scoring/top-k.ts';
import { ProductTally } from './product-tally.ts';
import {
  facetValuesDefault,
  type IndexFacetRequest,
  type IndexFacetResult,
  type IndexFacetValue,
} from '../query/query.ts';

/** A value: texts are one without regard to case. */
export interface Bucket {
  /** From 0 on, in the order in which they were met. */
  number: number;
  /** Products, or documents where variants count each for itself. */
  count: number;
  /** The way it is written, where there is one only. */
  value: FieldValue;
  /** Else all of them, by the documents that write it so. */
  spellings: Map<FieldValue, number> | null;
}

/** By number, or by comparable form of a text. */
export type Buckets = Map<string | number, Bucket>;

/** Values between two pauses. */
export const valuesPerStep = 1_024;

/**
 * Every value of the field that a document of the sets has, with the number of products that have it; `units`: cost of a
 * value.
 */
export function* bucketsOf(sets: readonly MatchedDocuments[], field: string, units: number): Steps<Buckets> {
  const buckets: Buckets = new Map();
  const tally = sets.some(({ groups }) => groups !== undefined) ? new ProductTally() : null;
  for (const set of sets) {
    const column = set.segment.column(field);
    if (column === undefined) continue;
    yield* comparableSteps(column);
    const counts = countOrdinals(column, set);
    const own = yield* collect(column, counts, buckets, units);
    const { groups } = set;
    if (tally !== null && groups !== undefined)
      forEachMatched(column, set, (document, ordinal) => tally.add(own[ordinal]!.number, groups[document]!));
    yield set.count;
  }
  if (tally !== null) {
    const counts = tally.counts(buckets.size);
    for (const bucket of buckets.values()) bucket.count = counts[bucket.number]!;
  }
  return buckets;
}

/** Adds the values that are counted, and gives their buckets by ordinal. */
function* collect(column: Column, counts: Uint32Array, buckets: Buckets, units: number): Steps<Bucket[]> {
  const own: Bucket[] = [];
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
    own[ordinal] = bucket;
  }
  return own;
}

/** Before the documents are added to the bucket's count. */
function addSpelling(bucket: Bucket, value: FieldValue, count: number): void {
  bucket.spellings ??= new Map([[bucket.value, bucket.count]]);
  bucket.spellings.set(value, (bucket.spellings.get(value) ?? 0) + count);
}

/** Those that the request asks to see, in its order; `units`: cost of a value. */
export function* shownValues(
  buckets: Buckets,
  { limit = facetValuesDefault, order = 'count', countMin = 1 }: IndexFacetRequest,
  units: number,
): Steps<Pick<IndexFacetResult, 'values' | 'distinct'>> {
  const top = topOf<readonly [string | number, Bucket]>(
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

/** As a sort orders values: a text that is written as a number stands where that number does. */
export function compareFacetKeys(a: string | number, b: string | number): number {
  return compareSortValues(sortValueOf(a), sortValueOf(b)) || compareSortValues(a, b);
}

function sortValueOf(key: string | number): string | number {
  const number = typeof key === 'string' ? decimalValue(key) : key;
  return Number.isNaN(number) ? key : number;
}

function shownValue({ count, value, spellings }: Bucket): IndexFacetValue {
  return { value: spellings === null ? value : shownSpelling([...spellings]), count };
}

/** The spelling most used, then the first of them; of pairs of a way to write a value and how often it is used. */
export function shownSpelling(spellings: readonly (readonly [FieldValue, number])[]): FieldValue {
  const [first] = spellings.toSorted(
    ([a, x], [b, y]) =>
      y - x || compareSortValues(orderable(a), orderable(b)) || (typeof a === 'string' ? -1 : 1),
  );
  return first![0];
}

const orderable = (value: FieldValue): string | number =>
  typeof value === 'boolean' ? String(value) : value;
