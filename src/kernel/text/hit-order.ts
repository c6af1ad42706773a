import { compareSortValues, sortValues, type SortValue } from './columns.ts';
import type { SegmentMatches } from './matcher.ts';
import { nearestByDocument } from './places.ts';
import type { SortKey } from './query.ts';
import { TopK } from './top-k.ts';

/** A match with all that orders it. */
export interface Candidate {
  /** Index of the matches it is from. */
  source: number;
  document: number;
  key: number;
  primary: number;
  rank: number;
  sortValues: readonly SortValue[];
}

/** Relevance: words found and text score, then the shop's rank, then the key. */
export function compareRelevance(a: Candidate, b: Candidate): number {
  return b.primary - a.primary || b.rank - a.rank || a.key - b.key;
}

/** The request's keys, relevance, the shop's criteria, rank and key; `sortValues` has the values of both lists. */
function comparison(
  sort: readonly SortKey[],
  shop: readonly SortKey[],
): (a: Candidate, b: Candidate) => number {
  if (sort.length + shop.length === 0) return compareRelevance;
  return (a, b) =>
    compareByKeys(a, b, sort, 0) ||
    b.primary - a.primary ||
    compareByKeys(a, b, shop, sort.length) ||
    b.rank - a.rank ||
    a.key - b.key;
}

/** `from`: where the values of the keys begin. */
function compareByKeys(a: Candidate, b: Candidate, keys: readonly SortKey[], from: number): number {
  for (let i = 0; i < keys.length; i++) {
    const x = a.sortValues[from + i];
    const y = b.sortValues[from + i];
    if (x === y) continue;
    if (x === undefined) return 1;
    if (y === undefined) return -1;
    const difference = compareSortValues(x, y);
    if (difference !== 0) return keys[i]!.order === 'asc' ? difference : -difference;
  }
  return 0;
}

const noValues: readonly SortValue[] = [];

/** The first `count` of all matches whose primary is at least `primaryMin`, best first. */
export function selectTop(
  sources: readonly SegmentMatches[],
  primaryMin: number,
  sort: readonly SortKey[],
  shop: readonly SortKey[],
  count: number,
): Candidate[] {
  const top = new TopK<Candidate>(count, comparison(sort, shop));
  const keysUsed = [...sort, ...shop];
  sources.forEach(({ slot, documents, primaries, count: matchCount }, source) => {
    const { keys, ranks } = slot.segment;
    const columns = keysUsed.map(({ field, order, from }) => {
      if (from !== undefined) return nearestByDocument(slot.segment, field, from);
      const column = slot.segment.column(field);
      return column === undefined ? noValues : sortValues(column, order);
    });
    for (let i = 0; i < matchCount; i++) {
      const primary = primaries[i]!;
      if (primary < primaryMin) continue;
      const document = documents[i]!;
      const rank = ranks[document]!;
      const worst = top.threshold;
      if (worst !== undefined && sort.length === 0) {
        // Most matches fall here, before anything is made of them.
        if (primary < worst.primary) continue;
        if (shop.length === 0 && primary === worst.primary && rank < worst.rank) continue;
      }
      top.offer({
        source,
        document,
        key: keys[document]!,
        primary,
        rank,
        sortValues: keysUsed.length === 0 ? noValues : columns.map((values) => values[document]),
      });
    }
  });
  return top.sorted();
}
