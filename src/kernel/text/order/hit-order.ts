import { compareSortValues, sortValues, type SortValue } from '../segments/columns.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import { nearestByDocument } from '../segments/geo-points.ts';
import type { IndexSortKey } from '../query/query.ts';
import { topOf } from '../scoring/top-k.ts';

/** A match with all that orders it. */
export interface Candidate {
  /** Index of the matches it is from. */
  source: number;
  document: number;
  key: number;
  rankingKey: number;
  popularity: number;
  sortValues: readonly SortValue[];
  /** Index of the pin that it has its place by. */
  pin?: number;
}

/** Relevance: words found and text score, then the shop's rank, then the key. */
export function compareRelevance(a: Candidate, b: Candidate): number {
  return b.rankingKey - a.rankingKey || b.popularity - a.popularity || a.key - b.key;
}

/** The request's keys, relevance, the shop's criteria, rank and key; `sortValues` has the values of both lists. */
function comparison(
  sort: readonly IndexSortKey[],
  shop: readonly IndexSortKey[],
): (a: Candidate, b: Candidate) => number {
  if (sort.length + shop.length === 0) return compareRelevance;
  return (a, b) =>
    compareByKeys(a, b, sort, 0) ||
    b.rankingKey - a.rankingKey ||
    compareByKeys(a, b, shop, sort.length) ||
    b.popularity - a.popularity ||
    a.key - b.key;
}

/** `from`: where the values of the keys begin. */
function compareByKeys(a: Candidate, b: Candidate, keys: readonly IndexSortKey[], from: number): number {
  for (let i = 0; i < keys.length; i++) {
    const difference = compareValues(a.sortValues[from + i], b.sortValues[from + i], keys[i]!.order);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Missing values stand last in either order. */
function compareValues(x: SortValue, y: SortValue, order: 'asc' | 'desc'): number {
  if (x === y) return 0;
  if (x === undefined) return 1;
  if (y === undefined) return -1;
  // They are not the same: of two texts one look tells which is first.
  const isText = typeof x === 'string' && typeof y === 'string';
  const difference = isText ? (x < y ? -1 : 1) : compareSortValues(x, y);
  return order === 'asc' ? difference : -difference;
}

const noValues: readonly SortValue[] = [];

/** How the matches of one search stand to each other. */
export interface MatchOrder {
  /** Whether relevance decides first: then a greater primary always stands before. */
  readonly byRelevance: boolean;
  /** Whether only relevance, rank and key decide. */
  readonly plain: boolean;
  /** Whether a match stands after another by the keys of the request: told without making anything of it. */
  isAfter(source: number, document: number, other: Candidate): boolean;
  /** A total order: negative where `a` stands before `b`. */
  compare(a: Candidate, b: Candidate): number;
  candidate(source: number, document: number, rankingKey: number): Candidate;
}

export function matchOrder(
  sources: readonly SegmentMatches[],
  sort: readonly IndexSortKey[],
  shop: readonly IndexSortKey[],
): MatchOrder {
  const keysUsed = [...sort, ...shop];
  const columns = sources.map(({ state }) =>
    keysUsed.map(({ field, order, from }) => {
      if (from !== undefined) return nearestByDocument(state.segment, field, from);
      const column = state.segment.column(field);
      return column === undefined ? noValues : sortValues(column, order);
    }),
  );
  return {
    byRelevance: sort.length === 0,
    plain: keysUsed.length === 0,
    isAfter: (source, document, other) => {
      const own = columns[source]!;
      for (let i = 0; i < sort.length; i++) {
        const difference = compareValues(own[i]![document], other.sortValues[i], sort[i]!.order);
        if (difference !== 0) return difference > 0;
      }
      return false;
    },
    compare: comparison(sort, shop),
    candidate: (source, document, rankingKey) => {
      const { keys, popularities: ranks } = sources[source]!.state.segment;
      const values = keysUsed.length === 0 ? noValues : columns[source]!.map((column) => column[document]);
      return {
        source,
        document,
        key: keys[document]!,
        rankingKey,
        popularity: ranks[document]!,
        sortValues: values,
      };
    },
  };
}

/** The first `count` of all matches whose primary is at least `primaryMin`, best first. */
export function selectTop(
  sources: readonly SegmentMatches[],
  rankingKeyMin: number,
  order: MatchOrder,
  count: number,
): Candidate[] {
  const top = topOf<Candidate>(count, (a, b) => order.compare(a, b));
  const { plain, byRelevance } = order;
  sources.forEach(({ state, documents, rankingKeys, count: matchCount }, source) => {
    const { popularities: ranks } = state.segment;
    let worst = top.threshold;
    let least = floorOf(worst, order, rankingKeyMin);
    // Of the worst that is known, where these two decide before the key.
    let worstRankingKey = plain ? (worst?.rankingKey ?? Number.NaN) : Number.NaN;
    let worstRank = worst?.popularity ?? -Infinity;
    for (let i = 0; i < matchCount; i++) {
      const rankingKey = rankingKeys[i]!;
      // Most matches fall here, before anything is made of them.
      if (rankingKey < least) continue;
      const document = documents[i]!;
      if (rankingKey === worstRankingKey && ranks[document]! < worstRank) continue;
      if (!byRelevance && worst !== undefined && order.isAfter(source, document, worst)) continue;
      top.offer(order.candidate(source, document, rankingKey));
      worst = top.threshold;
      if (worst === undefined) continue;
      least = floorOf(worst, order, rankingKeyMin);
      if (plain) worstRankingKey = worst.rankingKey;
      worstRank = worst.popularity;
    }
  });
  return top.sorted();
}

/** The least primary that may still be among the first, the worst of them known. */
function floorOf(worst: Candidate | undefined, { byRelevance }: MatchOrder, rankingKeyMin: number): number {
  return worst !== undefined && byRelevance ? Math.max(worst.rankingKey, rankingKeyMin) : rankingKeyMin;
}
