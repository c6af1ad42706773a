import { comparables, compareSortValues, type Column } from './columns.ts';
import type { FieldValue } from './document.ts';
import { countOrdinals, forEachMatched, type MatchedDocuments } from './matched-documents.ts';
import { ProductTally } from './product-tally.ts';
import { facetValuesDefault, type FacetRequest, type FacetResult, type FacetValue } from './query.ts';

/** A value: texts are one without regard to case. */
export interface Bucket {
  /** From 0 on, in the order in which they were met. */
  number: number;
  /** Products, or documents where variants count each for itself. */
  count: number;
  /** All ways in which it is written, by the documents that do. */
  spellings: Map<FieldValue, number>;
}

/** By number, or by comparable form of a text. */
export type Buckets = Map<string | number, Bucket>;

/** Every value of the field that a document of the sets has, with the number of products that have it. */
export function bucketsOf(sets: readonly MatchedDocuments[], field: string): Buckets {
  const buckets: Buckets = new Map();
  const tally = sets.some(({ groups }) => groups !== undefined) ? new ProductTally() : null;
  for (const set of sets) {
    const column = set.segment.column(field);
    if (column === undefined) continue;
    const counts = countOrdinals(column, set);
    const own = collect(column, counts, buckets);
    if (tally === null || set.groups === undefined) continue;
    const { groups } = set;
    forEachMatched(column, set, (document, ordinal) => tally.add(own[ordinal]!.number, groups[document]!));
  }
  if (tally !== null) {
    const counts = tally.counts(buckets.size);
    for (const bucket of buckets.values()) bucket.count = counts[bucket.number]!;
  }
  return buckets;
}

/** Adds the values that are counted, and gives their buckets by ordinal. */
function collect(column: Column, counts: Uint32Array, buckets: Buckets): Bucket[] {
  const own: Bucket[] = [];
  let texts: readonly string[] | undefined;
  for (let ordinal = 0; ordinal < counts.length; ordinal++) {
    const count = counts[ordinal]!;
    if (count === 0) continue;
    const value = column.values[ordinal]!;
    const key = typeof value === 'number' ? value : (texts ??= comparables(column))[ordinal]!;
    let bucket = buckets.get(key);
    if (bucket === undefined) {
      bucket = { number: buckets.size, count, spellings: new Map([[value, count]]) };
      buckets.set(key, bucket);
    } else {
      bucket.count += count;
      bucket.spellings.set(value, (bucket.spellings.get(value) ?? 0) + count);
    }
    own[ordinal] = bucket;
  }
  return own;
}

/** Those that the request asks to see, in its order. */
export function shownValues(
  buckets: Buckets,
  { limit = facetValuesDefault, order = 'count', countMin = 1 }: FacetRequest,
): Pick<FacetResult, 'values' | 'distinct'> {
  let entries = [...buckets];
  if (countMin > 1) entries = entries.filter(([, bucket]) => bucket.count >= countMin);
  const distinct = entries.length;
  if (order === 'value') {
    entries.sort(([a], [b]) => compareSortValues(a, b));
  } else {
    if (entries.length > 4 * limit && limit > 0) {
      const counts = Uint32Array.from(entries, ([, bucket]) => bucket.count).sort();
      const least = counts[counts.length - limit]!;
      entries = entries.filter(([, bucket]) => bucket.count >= least);
    }
    entries.sort(([a, x], [b, y]) => y.count - x.count || compareSortValues(a, b));
  }
  return { values: entries.slice(0, limit).map(([, bucket]) => shownValue(bucket)), distinct };
}

/** In the spelling most used, then the first of them. */
function shownValue({ count, spellings }: Bucket): FacetValue {
  if (spellings.size === 1) return { value: spellings.keys().next().value!, count };
  const [first] = [...spellings].sort(
    ([a, x], [b, y]) =>
      y - x || compareSortValues(orderable(a), orderable(b)) || (typeof a === 'string' ? -1 : 1),
  );
  return { value: first![0], count };
}

const orderable = (value: FieldValue): string | number =>
  typeof value === 'boolean' ? String(value) : value;
