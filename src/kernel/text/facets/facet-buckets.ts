import type { Steps } from '../../bits/steps.ts';
import { listComparables, computeComparables, compareSortValues, type Column } from '../segments/columns.ts';
import type { FieldValue } from '../schema/document.ts';
import { countOrdinals, visitMatched, type MatchedDocuments } from '../segments/matched-documents.ts';
import type { ChosenValue } from './named-values.ts';
import { ProductTally } from './product-tally.ts';
import { orderRank, type FacetKey, type OrderedValue } from './value-order.ts';
import { ValueSelection } from './value-selection.ts';
import type { IndexFacetRequest, IndexFacetResult, IndexFacetValue } from '../query/query.ts';
import type { IndexField } from '../schema/index-field.ts';

/** A value; strings that differ only in case share a bucket. */
export interface Bucket {
  /** The bucket's number from 0, in the order of first appearance. */
  number: number;
  /** Number of products, or of documents without grouping. */
  count: number;
  /** The spelling, if there is only one. */
  value: FieldValue;
  /** Otherwise all spellings, with their numbers of documents. */
  spellings: Map<FieldValue, number> | null;
}

export type Buckets = Map<FacetKey, Bucket>;

/** Values in one step. */
export const valuesPerStep = 1_024;

/** Every value of the field in the documents of the sets, with its number of products. `units` is the cost of a value. */
export function* collectBuckets(
  sets: readonly MatchedDocuments[],
  field: IndexField,
  units: number,
): Steps<Buckets> {
  const buckets: Buckets = new Map();
  const tally = sets.some(({ groups }) => groups !== undefined) ? new ProductTally() : null;
  for (const set of sets) {
    const column = set.segment.getColumn(field);
    if (column === undefined) continue;
    yield* computeComparables(column);
    const counts = countOrdinals(column, set);
    const columnBuckets = yield* collect(column, counts, buckets, units);
    const { groups } = set;
    if (tally !== null && groups !== undefined)
      visitMatched(column, set, (document, ordinal) =>
        tally.add(columnBuckets[ordinal]!.number, groups[document]!),
      );
    yield set.count;
  }
  if (tally !== null) {
    const counts = tally.listCounts(buckets.size);
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
    const key = typeof value === 'number' ? value : (texts ??= listComparables(column))[ordinal]!;
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

/** Adds a spelling; call before adding its documents to the bucket's count. */
function addSpelling(bucket: Bucket, value: FieldValue, count: number): void {
  bucket.spellings ??= new Map([[bucket.value, bucket.count]]);
  bucket.spellings.set(value, (bucket.spellings.get(value) ?? 0) + count);
}

/** A value that can be returned. */
interface OfferedValue extends OrderedValue {
  readonly bucket: Bucket;
}

/** Counts the chosen values that have no bucket, by key; null if such values are not returned. */
export type AbsentCounts = (chosen: readonly ChosenValue[]) => Steps<ReadonlyMap<string, number>>;

/** The returned values of the request. `units` is the cost of a value. */
export function* selectFacetValues(
  buckets: Buckets,
  request: IndexFacetRequest,
  units: number,
  absentCounts: AbsentCounts | null,
): Steps<Pick<IndexFacetResult, 'values' | 'distinct'>> {
  const { order = 'count' } = request;
  const selection = new ValueSelection<OfferedValue>(request);
  let seen = 0;
  for (const [key, bucket] of buckets) {
    if (++seen % valuesPerStep === 0) yield valuesPerStep * units;
    selection.offer({ key, count: bucket.count, rank: orderRank(order, key), bucket });
  }
  const absent = absentCounts === null ? [] : selection.listAbsentChoices();
  if (absentCounts !== null && absent.length > 0) {
    const counts = yield* absentCounts(absent);
    for (const { key, value } of absent) {
      const count = counts.get(key);
      if (count === undefined) continue;
      const bucket: Bucket = { number: 0, count, value, spellings: null };
      selection.offer({ key, count, rank: orderRank(order, key), bucket });
    }
  }
  const { values, distinct } = selection.select();
  return {
    values: values.map((value) => ({
      ...createFacetValue(value.bucket),
      ...(selection.isChosen(value) ? { chosen: true } : {}),
    })),
    distinct,
  };
}

function createFacetValue({ count, value, spellings }: Bucket): IndexFacetValue {
  return { value: spellings === null ? value : chooseMainSpelling([...spellings]), count };
}

/** The most frequent spelling, ties by value. `spellings` are pairs of a spelling and its frequency. */
export function chooseMainSpelling(spellings: readonly (readonly [FieldValue, number])[]): FieldValue {
  const [first] = spellings.toSorted(
    ([a, x], [b, y]) =>
      y - x || compareSortValues(makeOrderable(a), makeOrderable(b)) || (typeof a === 'string' ? -1 : 1),
  );
  return first![0];
}

const makeOrderable = (value: FieldValue): string | number =>
  typeof value === 'boolean' ? String(value) : value;
