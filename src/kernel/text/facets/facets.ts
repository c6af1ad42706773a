import type { Steps } from '../../bits/steps.ts';
import { parseDateValue } from '../schema/date-values.ts';
import {
  collectBuckets,
  selectFacetValues,
  valuesPerStep,
  type AbsentCounts,
  type Buckets,
} from './facet-buckets.ts';
import { countBelow, countLevels, countRanges, joinNumberTexts, type Level } from './multi-value-buckets.ts';
import { findMatchingBuckets } from './facet-value-search.ts';
import { tallyFacet } from './facet-tally.ts';
import type { GlobalOrdinalsCache } from '../segments/global-ordinals.ts';
import {
  createMatchedDocuments,
  type DocumentSet,
  type MatchedDocuments,
} from '../segments/matched-documents.ts';
import type { IndexFacetRequest, IndexFacetResult, FacetStats } from '../query/query.ts';
import { readFieldName } from '../schema/index-field.ts';

/**
 * Exact counts over all documents of the sets; each facet takes at least one step. All counts of facets come from `countOrdinals` or
 * `visitMatched()`.
 */
export function* countFacets(
  sets: readonly DocumentSet[],
  requests: readonly IndexFacetRequest[],
  globalOrdinals: GlobalOrdinalsCache,
): Steps<Record<string, IndexFacetResult>> {
  const matched = sets.map(createMatchedDocuments);
  const documents = sets.reduce((sum, { count }) => sum + count, 0);
  const results: [requestedField: string, IndexFacetResult][] = [];
  for (const request of requests) {
    results.push([readFieldName(request.field), yield* countFacet(matched, request, globalOrdinals)]);
    yield documents;
  }
  return Object.fromEntries(results);
}

function* countFacet(
  sets: readonly MatchedDocuments[],
  request: IndexFacetRequest,
  globalOrdinals: GlobalOrdinalsCache,
): Steps<IndexFacetResult> {
  const { field, matching, path, ranges } = request;
  const tally =
    matching === undefined && path === undefined ? yield* tallyFacet(sets, request, globalOrdinals) : null;
  if (tally === null) return yield* countBuckets(sets, request);
  const counted = ranges === undefined ? null : yield* countRanges(sets, field, ranges);
  return { ...tally, ranges: counted, levels: null, corrected: false };
}

/** Cost of a value with its own bucket, in counted documents. */
const bucketUnits = 50;

function* countBuckets(
  sets: readonly MatchedDocuments[],
  request: IndexFacetRequest,
): Steps<IndexFacetResult> {
  const { field, matching, path, ranges } = request;
  const all = yield* collectBuckets(sets, field, bucketUnits);
  const { buckets, corrected } =
    matching === undefined ? { buckets: all, corrected: false } : yield* findMatchingBuckets(all, matching);
  const levels =
    path === undefined ? null : yield* selectLevelValues(yield* countLevels(sets, field, path), request);
  const joined = yield* joinNumberTexts(sets, field, buckets, bucketUnits);
  const absentCounts: AbsentCounts | null =
    matching === undefined ? (chosen) => countBelow(sets, field, chosen) : null;
  const { values, distinct } =
    levels?.at(-1) ?? (yield* selectFacetValues(joined, request, bucketUnits, absentCounts));
  return {
    values,
    distinct,
    stats: yield* computeStats(buckets),
    dates: yield* countDates(buckets),
    ranges: ranges === undefined ? null : yield* countRanges(sets, field, ranges),
    levels: levels?.map(({ requestedPath, values }) => ({ path: requestedPath, values })) ?? null,
    corrected,
  };
}

interface ShownLevel extends Pick<IndexFacetResult, 'values' | 'distinct'> {
  readonly requestedPath: string;
}

function* selectLevelValues(levels: readonly Level[], request: IndexFacetRequest): Steps<ShownLevel[]> {
  const shown: ShownLevel[] = [];
  for (const { requestedPath, path, buckets } of levels)
    shown.push({
      requestedPath,
      ...(yield* selectFacetValues(buckets, request, bucketUnits, countAbsent(path))),
    });
  return shown;
}

/** Gives a level the chosen values that are children of its path and have no bucket, with a count of 0. */
function countAbsent(path: string): AbsentCounts {
  return function* (chosen) {
    yield chosen.length;
    const children = chosen.filter(({ key }) => key.split(' > ').slice(0, -1).join(' > ') === path);
    return new Map(children.map(({ key }) => [key, 0]));
  };
}

function* computeStats(buckets: Buckets): Steps<FacetStats | null> {
  const numbers: { value: number; times: number }[] = [];
  let isSorted = true;
  let seen = 0;
  for (const [value, { count: times }] of buckets) {
    if (++seen % valuesPerStep === 0) yield valuesPerStep * bucketUnits;
    if (typeof value !== 'number') continue;
    if (numbers.length > 0 && value < numbers.at(-1)!.value) isSorted = false;
    numbers.push({ value, times });
  }
  if (numbers.length === 0) return null;
  // Summing in a fixed order makes the last digit independent of the segments. A single segment is sorted already.
  if (!isSorted) numbers.sort((a, b) => a.value - b.value);
  let sum = 0;
  let count = 0;
  for (const { value, times } of numbers) {
    sum += value * times;
    count += times;
  }
  return { min: numbers[0]!.value, max: numbers.at(-1)!.value, avg: sum / count, sum, count };
}

/** Counts dates by comparable forms, which are the same dates. */
function* countDates(buckets: Buckets): Steps<IndexFacetResult['dates']> {
  let [min, max, count, seen] = [Infinity, -Infinity, 0, 0];
  for (const [key, bucket] of buckets) {
    if (++seen % valuesPerStep === 0) yield valuesPerStep * bucketUnits;
    const time = typeof key === 'string' ? parseDateValue(key) : Number.NaN;
    if (Number.isNaN(time)) continue;
    min = Math.min(min, time);
    max = Math.max(max, time);
    count += bucket.count;
  }
  return count === 0 ? null : { min, max, count };
}
