import { hasBit } from '../../bits/bitmap.ts';
import { compareSortValues, sortValues, type SortValue } from '../segments/columns.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import { findNearestByDocument } from '../segments/geo-points.ts';
import { filterBitmap } from '../query/filters.ts';
import type { FilterNode, IndexSortKey } from '../query/query.ts';
import { TopK } from '../../bits/top-k.ts';

/** A match with all values that order it. */
export interface Candidate {
  /** Index of the segment it belongs to. */
  segmentNo: number;
  document: number;
  key: number;
  rankingKey: number;
  popularity: number;
  sortValues: readonly SortValue[];
  /** Whether it comes after all others (see `IndexQuery.last`). */
  isLast: boolean;
  /** The index of the pin that fixes its position. */
  pin?: number;
  /** See `IndexHit`. */
  positionWithoutCaps?: number;
  positionUnadjusted?: number;
  explored?: true;
}

/** Order by relevance: ranking key, then popularity, then the key. */
export function compareRelevance(a: Candidate, b: Candidate): number {
  return b.rankingKey - a.rankingKey || b.popularity - a.popularity || a.key - b.key;
}

/** Order by sort keys, ranking key, custom ranking, popularity and key; `sortValues` has the values of both lists of keys. */
function createComparison(
  sort: readonly IndexSortKey[],
  customRanking: readonly IndexSortKey[],
): (a: Candidate, b: Candidate) => number {
  if (sort.length + customRanking.length === 0) return compareRelevance;
  return (a, b) =>
    compareByKeys(a, b, sort, 0) ||
    b.rankingKey - a.rankingKey ||
    compareByKeys(a, b, customRanking, sort.length) ||
    b.popularity - a.popularity ||
    a.key - b.key;
}

/** Compares by keys; `from` is the index of the first key's value. */
function compareByKeys(a: Candidate, b: Candidate, keys: readonly IndexSortKey[], from: number): number {
  for (let i = 0; i < keys.length; i++) {
    const difference = compareValues(a.sortValues[from + i], b.sortValues[from + i], keys[i]!.order);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Missing values come last in either order. */
function compareValues(x: SortValue, y: SortValue, order: 'asc' | 'desc'): number {
  if (x === y) return 0;
  if (x === undefined) return 1;
  if (y === undefined) return -1;
  // The values differ, so that one comparison of strings suffices.
  const areStrings = typeof x === 'string' && typeof y === 'string';
  const difference = areStrings ? (x < y ? -1 : 1) : compareSortValues(x, y);
  return order === 'asc' ? difference : -difference;
}

const noValues: readonly SortValue[] = [];

/** The division of the matches into two tiers: those that come first, and those that come last. */
export interface Tiers {
  /** The order of the matches within a tier. */
  readonly order: MatchOrder;
  /** The documents that come last, by segment. */
  readonly last: readonly Uint32Array[];
}

/** The matches of one of the tiers. */
interface Tier {
  readonly last: readonly Uint32Array[];
  readonly isLast: boolean;
}

/** The order of the matches of one search. */
export interface MatchOrder {
  /** Whether relevance decides first: a higher ranking key then always comes first. */
  readonly byRelevance: boolean;
  /** Null if no match comes after all others. */
  readonly tiers: Tiers | null;
  /** Whether only ranking key, popularity and key decide. */
  readonly plain: boolean;
  /** Whether a match comes after another by the sort keys of the request, without creating a candidate. */
  isAfter(segmentNo: number, document: number, other: Candidate): boolean;
  /** A total order: negative where `a` comes before `b`. */
  compare(a: Candidate, b: Candidate): number;
  candidate(segmentNo: number, document: number, rankingKey: number): Candidate;
}

/** The order of a search. Matches that satisfy `last` come after all others. */
export function matchOrder(
  segments: readonly SegmentMatches[],
  sort: readonly IndexSortKey[],
  customRanking: readonly IndexSortKey[],
  last?: FilterNode,
): MatchOrder {
  const keysUsed = [...sort, ...customRanking];
  // A plain order reads no columns.
  const columns = (keysUsed.length === 0 ? [] : segments).map(({ state }) =>
    keysUsed.map(({ field, order, from }) => {
      // Points have no coalesced fields, but for a field that the query must not see.
      if (from !== undefined)
        return typeof field === 'string' ? findNearestByDocument(state.segment, field, from) : noValues;
      const column = state.segment.getColumn(field);
      return column === undefined ? noValues : sortValues(column, order);
    }),
  );
  const lastBitmaps = last === undefined ? null : segments.map(({ state }) => filterBitmap(state, last));
  const untiered: MatchOrder = {
    byRelevance: sort.length === 0,
    plain: keysUsed.length === 0,
    tiers: null,
    isAfter: (segmentNo, document, other) => {
      const segmentColumns = columns[segmentNo]!;
      for (let i = 0; i < sort.length; i++) {
        const difference = compareValues(segmentColumns[i]![document], other.sortValues[i], sort[i]!.order);
        if (difference !== 0) return difference > 0;
      }
      return false;
    },
    compare: createComparison(sort, customRanking),
    candidate: (segmentNo, document, rankingKey) => {
      const { keys, popularities } = segments[segmentNo]!.state.segment;
      const values = keysUsed.length === 0 ? noValues : columns[segmentNo]!.map((column) => column[document]);
      return {
        segmentNo,
        document,
        key: keys[document]!,
        rankingKey,
        popularity: popularities[document]!,
        sortValues: values,
        isLast: lastBitmaps !== null && hasBit(lastBitmaps[segmentNo]!, document),
      };
    },
  };
  return lastBitmaps === null ? untiered : createTieredOrder(untiered, lastBitmaps);
}

/** The order with tiers; `last` has the documents that come last, by segment. */
function createTieredOrder(order: MatchOrder, last: readonly Uint32Array[]): MatchOrder {
  return {
    byRelevance: false,
    plain: false,
    tiers: { order, last },
    isAfter: (segmentNo, document, other) => {
      const isLast = hasBit(last[segmentNo]!, document);
      return isLast === other.isLast ? order.isAfter(segmentNo, document, other) : isLast;
    },
    compare: (a, b) => Number(a.isLast) - Number(b.isLast) || order.compare(a, b),
    candidate: (segmentNo, document, rankingKey) => order.candidate(segmentNo, document, rankingKey),
  };
}

/**
 * The best `count` of all matches with a ranking key of at least `rankingKeyMin`, best first, without those before the rank
 * `from`.
 */
export function selectTop(
  segments: readonly SegmentMatches[],
  rankingKeyMin: number,
  order: MatchOrder,
  count: number,
  from = 0,
): Candidate[] {
  if (order.tiers !== null) {
    const { order: ofTier, last } = order.tiers;
    const top = selectTopInTier(segments, rankingKeyMin, ofTier, count, { last, isLast: false }).takeSorted();
    const missing = count - top.length;
    if (missing > 0)
      top.push(
        ...selectTopInTier(segments, rankingKeyMin, ofTier, missing, { last, isLast: true }).takeSorted(),
      );
    return top.slice(from);
  }
  return selectTopInTier(segments, rankingKeyMin, order, count, null).takeSorted(from);
}

/** Selects from the matches of a tier; without a tier, from all. */
function selectTopInTier(
  segments: readonly SegmentMatches[],
  rankingKeyMin: number,
  order: MatchOrder,
  count: number,
  tier: Tier | null,
): TopK<Candidate> {
  const bound = estimateBound(segments, rankingKeyMin, order, count, tier);
  const top = collectTop(segments, rankingKeyMin, order, count, tier, bound);
  const isComplete = bound === undefined || top.size >= count;
  return isComplete ? top : collectTop(segments, rankingKeyMin, order, count, tier);
}

const isInTier = (tier: Tier | null, segmentNo: number, document: number): boolean =>
  tier === null || hasBit(tier.last[segmentNo]!, document) === tier.isLast;

/** Collects the best matches, without those after `bound`. */
function collectTop(
  segments: readonly SegmentMatches[],
  rankingKeyMin: number,
  order: MatchOrder,
  count: number,
  tier: Tier | null,
  bound?: Candidate,
): TopK<Candidate> {
  const top = new TopK<Candidate>(count, (a, b) => order.compare(a, b));
  const { plain, byRelevance } = order;
  segments.forEach(({ state, documents, rankingKeys, count: matchCount }, segmentNo) => {
    const { popularities } = state.segment;
    const last = tier?.last[segmentNo];
    let worst = top.threshold ?? bound;
    let keyMin = computeCompetitiveKeyMin(worst, order, rankingKeyMin);
    // The worst candidate so far excludes matches by ranking key and popularity, without a comparison of keys.
    let worstRankingKey = plain ? (worst?.rankingKey ?? Number.NaN) : Number.NaN;
    let worstPopularity = worst?.popularity ?? -Infinity;
    for (let i = 0; i < matchCount; i++) {
      const rankingKey = rankingKeys[i]!;
      // Rejects most matches before a candidate is created.
      if (rankingKey < keyMin) continue;
      const document = documents[i]!;
      if (rankingKey === worstRankingKey && popularities[document]! < worstPopularity) continue;
      if (!byRelevance && worst !== undefined && order.isAfter(segmentNo, document, worst)) continue;
      if (last !== undefined && hasBit(last, document) !== tier!.isLast) continue;
      top.offer(order.candidate(segmentNo, document, rankingKey));
      const threshold = top.threshold;
      if (threshold === undefined) continue;
      worst = threshold;
      keyMin = computeCompetitiveKeyMin(worst, order, rankingKeyMin);
      if (plain) worstRankingKey = worst.rankingKey;
      worstPopularity = worst.popularity;
    }
  });
  return top;
}

/** Minimum count for which a sample saves most candidates of a sorted search. */
const estimatedFrom = 1_024;
const sampleSize = 1_024;
const sampledShareMax = 0.25;

/**
 * The candidate of a sample that, by the normal approximation of its rank plus four standard deviations, comes after the best `count`
 * matches of a sorted search. Undefined if a sample does not pay.
 */
function estimateBound(
  segments: readonly SegmentMatches[],
  rankingKeyMin: number,
  order: MatchOrder,
  count: number,
  tier: Tier | null,
): Candidate | undefined {
  if (order.byRelevance || count < estimatedFrom) return undefined;
  const matchCount = segments.reduce((sum, segment) => sum + segment.count, 0);
  const stride = Math.ceil(matchCount / sampleSize);
  const sample: Candidate[] = [];
  segments.forEach(({ documents, rankingKeys, count: segmentCount }, segmentNo) => {
    for (let i = 0; i < segmentCount; i += stride)
      if (rankingKeys[i]! >= rankingKeyMin && isInTier(tier, segmentNo, documents[i]!))
        sample.push(order.candidate(segmentNo, documents[i]!, rankingKeys[i]!));
  });
  const share = count / (sample.length * stride);
  if (share > sampledShareMax) return undefined;
  const deviation = Math.sqrt(sample.length * share * (1 - share));
  return sample.sort((a, b) => order.compare(a, b))[Math.ceil(sample.length * share + 4 * deviation)];
}

/** The lowest ranking key that can still be among the best, of which `worst` is the last. */
function computeCompetitiveKeyMin(
  worst: Candidate | undefined,
  { byRelevance }: MatchOrder,
  rankingKeyMin: number,
): number {
  return worst !== undefined && byRelevance ? Math.max(worst.rankingKey, rankingKeyMin) : rankingKeyMin;
}
