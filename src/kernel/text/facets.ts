import { hasBit, newBitmap, setBit } from '../bits/bitmap.ts';
import { comparables, compareSortValues, type Column } from './columns.ts';
import type { FieldValue } from './document.ts';
import {
  facetValuesDefault,
  type FacetRequest,
  type FacetResult,
  type FacetStats,
  type FacetValue,
} from './query.ts';
import type { SegmentReader } from './segment-reader.ts';

/** Documents of one segment, in any order, each once. */
export interface DocumentSet {
  segment: SegmentReader;
  documents: Uint16Array;
  count: number;
}

/** All ways in which one value is written, with the count of each: texts are one without regard to case. */
interface Bucket {
  count: number;
  spellings: Map<FieldValue, number>;
}

/** Exact counts over all documents of the sets. */
export function countFacets(
  sets: readonly DocumentSet[],
  requests: readonly FacetRequest[],
): Record<string, FacetResult> {
  const bitmaps = sets.map((set) => bitmapOf(set));
  const results: [string, FacetResult][] = requests.map(({ field, limit = facetValuesDefault }) => {
    const buckets = new Map<string | number, Bucket>();
    sets.forEach((set, i) => {
      const column = set.segment.column(field);
      if (column !== undefined) collect(column, countOrdinals(column, set, bitmaps[i]!), buckets);
    });
    return [field, { values: topValues(buckets, limit), distinct: buckets.size, stats: statsOf(buckets) }];
  });
  return Object.fromEntries(results);
}

function bitmapOf(set: DocumentSet): Uint32Array {
  const bitmap = newBitmap(set.segment.documentCount);
  for (let i = 0; i < set.count; i++) setBit(bitmap, set.documents[i]!);
  return bitmap;
}

function countOrdinals(column: Column, set: DocumentSet, bitmap: Uint32Array): Uint32Array {
  const counts = new Uint32Array(column.values.length);
  const { documents, ordinals, entryCount } = column;
  if (documents === null) {
    for (let i = 0; i < set.count; i++) counts[ordinals[set.documents[i]!]!]!++;
  } else if (set.count * 20 < entryCount) {
    for (let i = 0; i < set.count; i++) countDocument(column, documents, set.documents[i]!, counts);
  } else {
    for (let i = 0; i < entryCount; i++) if (hasBit(bitmap, documents[i]!)) counts[ordinals[i]!]!++;
  }
  return counts;
}

function countDocument(column: Column, documents: Uint16Array, document: number, counts: Uint32Array): void {
  let low = 0;
  let high = column.entryCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  for (; low < column.entryCount && documents[low] === document; low++) counts[column.ordinals[low]!]!++;
}

function collect(column: Column, counts: Uint32Array, buckets: Map<string | number, Bucket>): void {
  let texts: readonly string[] | undefined;
  for (let ordinal = 0; ordinal < counts.length; ordinal++) {
    const count = counts[ordinal]!;
    if (count === 0) continue;
    const value = column.values[ordinal]!;
    const key = typeof value === 'number' ? value : (texts ??= comparables(column))[ordinal]!;
    const bucket = buckets.get(key);
    if (bucket === undefined) {
      buckets.set(key, { count, spellings: new Map([[value, count]]) });
    } else {
      bucket.count += count;
      bucket.spellings.set(value, (bucket.spellings.get(value) ?? 0) + count);
    }
  }
}

/** By count, then by value; shown in the spelling most used, then the first of them. */
function topValues(buckets: ReadonlyMap<string | number, Bucket>, limit: number): FacetValue[] {
  let entries = [...buckets];
  if (entries.length > 4 * limit && limit > 0) {
    const counts = Uint32Array.from(entries, ([, bucket]) => bucket.count).sort();
    const least = counts[counts.length - limit]!;
    entries = entries.filter(([, bucket]) => bucket.count >= least);
  }
  entries.sort(([a, x], [b, y]) => y.count - x.count || compareSortValues(a, b));
  return entries.slice(0, limit).map(([, { count, spellings }]) => {
    const [first] = [...spellings].sort(
      ([a, x], [b, y]) =>
        y - x || compareSortValues(orderable(a), orderable(b)) || (typeof a === 'string' ? -1 : 1),
    );
    return { value: first![0], count };
  });
}

const orderable = (value: FieldValue): string | number =>
  typeof value === 'boolean' ? String(value) : value;

function statsOf(buckets: ReadonlyMap<string | number, Bucket>): FacetStats | null {
  const numbers: [number, number][] = [];
  for (const { spellings } of buckets.values()) {
    for (const [value, count] of spellings) if (typeof value === 'number') numbers.push([value, count]);
  }
  if (numbers.length === 0) return null;
  // A fixed order of adding, so that the last digit does not depend on how segments lie.
  numbers.sort(([a], [b]) => a - b);
  let sum = 0;
  let count = 0;
  for (const [value, times] of numbers) {
    sum += value * times;
    count += times;
  }
  return { min: numbers[0]![0], max: numbers.at(-1)![0], avg: sum / count, sum, count };
}
