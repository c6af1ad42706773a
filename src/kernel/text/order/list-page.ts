import type { Grouping } from '../segments/variant-groups.ts';
import type { IndexCap, IndexQuery } from '../query/query.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import type { TextSettings } from '../schema/settings.ts';
import { diversified, diversifiedMax, productsNeeded } from './diversification.ts';
import { selectTop, type Candidate, type MatchOrder } from './hit-order.ts';
import { pageWithPins, positionAmongPins, withoutPinned, type PlacedPin } from './pins.ts';

/** A ranking with what arranges it: pins and caps. */
export interface ArrangedRanking {
  /** One match for each product. */
  readonly products: readonly SegmentMatches[];
  /** Products with a lower ranking key are not on the page. */
  readonly rankingKeyMin: number;
  readonly order: MatchOrder;
  readonly grouping: Grouping | null;
  readonly pins: readonly PlacedPin[];
  /** None with a sort. */
  readonly caps: readonly IndexCap[];
  readonly hasBoosts: boolean;
  readonly settings: TextSettings;
}

/** The products after `offset`. */
export interface ListPage {
  readonly page: Candidate[];
  /** The first of the ranking, before pins and caps; undefined on a later page of a sorted list, which does not read it. */
  readonly first: Candidate | undefined;
}

/**
 * `total`: products of the list. With `explain`, a product that caps moved has `positionWithoutCaps`.
 */
export function pageOf(
  ranking: ArrangedRanking,
  { offset, limit, total, sort = [], explain = false }: IndexQuery & { total: number },
): ListPage {
  const { products, rankingKeyMin, order, grouping, pins, caps } = ranking;
  const select = (count: number, from: number): Candidate[] =>
    selectTop(products, rankingKeyMin, order, count, from);
  const end = offset + limit;
  if (caps.length > 0) {
    const ranked = select(productsNeeded(end) + pins.length, 0);
    const unpinned = withoutPinned(ranked, pins, grouping);
    const arranged = diversified(unpinned, end, ranking);
    const others = explain ? withPositions(arranged, unpinned, pins) : arranged;
    return { page: pageWithPins(others, pins, order, { offset, limit, total }), first: ranked[0] };
  }
  if (pins.length > 0) {
    const top = select(end + pins.length, 0);
    const others = withoutPinned(top, pins, grouping);
    return { page: pageWithPins(others, pins, order, { offset, limit, total }), first: top[0] };
  }
  // Of the hits before a sorted page, none is needed.
  const from = sort.length > 0 ? offset : 0;
  const top = select(end, from);
  return { page: top.slice(offset - from), first: from === 0 ? top[0] : undefined };
}

/** Adds to the products that caps moved the position that they would have without caps. */
function withPositions(
  arranged: readonly Candidate[],
  ranked: readonly Candidate[],
  pins: readonly PlacedPin[],
): Candidate[] {
  const rankOf = new Map(ranked.map((product, i) => [product, i]));
  return arranged.map((product, i) => {
    const rank = rankOf.get(product)!;
    return rank === i ? product : { ...product, positionWithoutCaps: positionAmongPins(rank + 1, pins) };
  });
}

/** The rank, from 1, of an unpinned product after diversification. `rank`: before it, among the unpinned. */
export function diversifiedRank(
  rank: number,
  { segmentNo, document }: Pick<Candidate, 'segmentNo' | 'document'>,
  ranking: ArrangedRanking,
): number {
  const { products, rankingKeyMin, order, grouping, pins, caps } = ranking;
  if (caps.length === 0) return rank;
  const needed = Math.max(rank, productsNeeded(diversifiedMax)) + pins.length;
  const ranked = withoutPinned(selectTop(products, rankingKeyMin, order, needed), pins, grouping);
  const arranged = diversified(ranked, Math.max(rank, diversifiedMax), ranking);
  return arranged.findIndex((one) => one.segmentNo === segmentNo && one.document === document) + 1;
}
