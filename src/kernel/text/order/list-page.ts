import type { Grouping } from '../segments/variant-groups.ts';
import type { IndexCap, IndexQuery } from '../query/query.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import type { TextSettings } from '../schema/settings.ts';
import { diversifyProducts, diversifiedMax, countProductsNeeded } from './diversification.ts';
import { selectTop, type Candidate, type MatchOrder } from './hit-order.ts';
import { rerank, rerankedMax, type Reranking } from './reranking.ts';
import { arrangePage, computePositionAmongPins, removePinned, type PlacedPin } from './pins.ts';

/** A ranking with the pins and caps that arrange it. */
export interface ArrangedRanking {
  /** One match for each product. */
  readonly products: readonly SegmentMatches[];
  /** Products with a lower ranking key are not on the page. */
  readonly rankingKeyMin: number;
  readonly order: MatchOrder;
  readonly grouping: Grouping | null;
  readonly pins: readonly PlacedPin[];
  /** The caps; none if the request sorts. */
  readonly caps: readonly IndexCap[];
  /** The adjustments, or null without any. */
  readonly reranking: Reranking | null;
  readonly hasBoosts: boolean;
  readonly settings: TextSettings;
}

/** The number of best unpinned products that decide the first `count` positions. */
function countProductsFor(count: number, { caps, reranking }: ArrangedRanking): number {
  const needed = caps.length === 0 ? count : countProductsNeeded(count);
  return reranking === null ? needed : Math.max(needed, rerankedMax);
}

/** Unpinned products as adjustments and caps arrange them; the first `count` are final. */
function arrange(
  unpinned: readonly Candidate[],
  count: number,
  ranking: ArrangedRanking,
): { readonly products: readonly Candidate[]; readonly withoutCaps: readonly Candidate[] } {
  const { caps, reranking } = ranking;
  const withoutCaps = reranking === null ? unpinned : rerank(unpinned, reranking);
  return {
    withoutCaps,
    products: caps.length === 0 ? withoutCaps : diversifyProducts(withoutCaps, count, ranking),
  };
}

/** The products after `offset`. */
export interface ListPage {
  readonly page: Candidate[];
  /** The first of the ranking, before pins and caps; undefined on a later page of a sorted list, which does not read it. */
  readonly first: Candidate | undefined;
}

/** Cuts a page. `total` is the number of products of the list. With `explain`, a product that caps moved has `positionWithoutCaps`. */
export function cutPage(
  ranking: ArrangedRanking,
  { offset, limit, total, sort = [], explain = false }: IndexQuery & { total: number },
): ListPage {
  const { products, rankingKeyMin, order, grouping, pins, caps, reranking } = ranking;
  const select = (count: number, from: number): Candidate[] =>
    selectTop(products, rankingKeyMin, order, count, from);
  const end = offset + limit;
  if (caps.length > 0 || reranking !== null) {
    const ranked = select(countProductsFor(end, ranking) + pins.length, 0);
    const unpinned = removePinned(ranked, pins, grouping);
    const list = arrange(unpinned, end, ranking);
    const others = explain ? withPositions(list.products, list.withoutCaps, unpinned, pins) : list.products;
    return { page: arrangePage(others, pins, order, { offset, limit, total }), first: ranked[0] };
  }
  if (pins.length > 0) {
    const top = select(end + pins.length, 0);
    const others = removePinned(top, pins, grouping);
    return { page: arrangePage(others, pins, order, { offset, limit, total }), first: top[0] };
  }
  // A sorted page needs none of the hits before it.
  const from = sort.length > 0 ? offset : 0;
  const top = select(end, from);
  return { page: top.slice(offset - from), first: from === 0 ? top[0] : undefined };
}

/** Adds the positions without caps, and without adjustments, to the products that these moved. */
function withPositions(
  list: readonly Candidate[],
  withoutCaps: readonly Candidate[],
  unadjusted: readonly Candidate[],
  pins: readonly PlacedPin[],
): Candidate[] {
  const rankProducts = (products: readonly Candidate[]): Map<number, number> =>
    new Map(products.map(({ key }, i) => [key, i]));
  const [ranksWithoutCaps, ranksUnadjusted] = [rankProducts(withoutCaps), rankProducts(unadjusted)];
  return list.map((product, i) => {
    const [rank, before] = [ranksWithoutCaps.get(product.key)!, ranksUnadjusted.get(product.key)!];
    if (rank === i && before === rank) return product;
    return {
      ...product,
      ...(rank === i ? {} : { positionWithoutCaps: computePositionAmongPins(rank + 1, pins) }),
      ...(before === rank ? {} : { positionUnadjusted: computePositionAmongPins(before + 1, pins) }),
    };
  });
}

/** Ranks, from 1, of an unpinned product after adjustments and caps, and after adjustments alone. */
export interface ArrangedRank {
  readonly rank: number;
  readonly withoutCaps: number;
  readonly explored: boolean;
}

/** Arranges a product by its `rank` among the unpinned ones, before adjustments and caps. */
export function arrangeRank(
  rank: number,
  { segmentNo, document }: Pick<Candidate, 'segmentNo' | 'document'>,
  ranking: ArrangedRanking,
): ArrangedRank {
  const { products, rankingKeyMin, order, grouping, pins, caps, reranking } = ranking;
  if (caps.length === 0 && reranking === null) return { rank, withoutCaps: rank, explored: false };
  const final = caps.length === 0 ? rank : Math.max(rank, diversifiedMax);
  const needed = countProductsFor(final, ranking) + pins.length;
  const ranked = removePinned(selectTop(products, rankingKeyMin, order, needed), pins, grouping);
  const list = arrange(ranked, final, ranking);
  const isWanted = (candidate: Candidate): boolean =>
    candidate.segmentNo === segmentNo && candidate.document === document;
  return {
    rank: list.products.findIndex(isWanted) + 1,
    withoutCaps: list.withoutCaps.findIndex(isWanted) + 1,
    explored: list.products.find(isWanted)?.explored ?? false,
  };
}
