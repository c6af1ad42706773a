import { ungrouped, type Grouping } from '../segments/variant-groups.ts';
import { productsOf } from './grouping.ts';
import type { Candidate, MatchOrder } from './hit-order.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import { placeAmongPins, productOf, type PlacedPin } from './pins.ts';
import type { IndexExplanation } from '../query/query.ts';

/** Where a document stands among the listed matches: as many places behind the first as there are that stand before it, pinned ones at theirs. */
export function positionOf(
  wanted: { source: number; document: number },
  listed: {
    matches: readonly SegmentMatches[];
    rankingKeyMin: number;
    order: MatchOrder;
    grouping: Grouping | null;
    pins: readonly PlacedPin[];
  },
): Pick<IndexExplanation, 'position' | 'shownInstead' | 'pin'> {
  const { matches, rankingKeyMin, order, grouping, pins } = listed;
  const group = grouping?.columns[wanted.source]![wanted.document] ?? ungrouped;
  const isListed = indexIn(matches[wanted.source]!, wanted.document, rankingKeyMin) >= 0;
  if (!isListed) return nowhere;
  const product = productOf(grouping, wanted.source, wanted.document);
  const pinned = new Map(pins.map((pin) => [productOf(grouping, pin.source, pin.document), pin]));
  const own = pinned.get(product);
  if (own !== undefined) {
    const isShown = own.source === wanted.source && own.document === wanted.document;
    const key = matches[own.source]!.state.segment.keys[own.document]!;
    return { position: own.place, shownInstead: isShown ? null : key, pin: own.pin };
  }
  const products = grouping === null ? matches : productsOf(matches, rankingKeyMin, order, grouping).matches;
  let shown: Candidate | null = null;
  forEachListed(products, rankingKeyMin, (source, document, rankingKey) => {
    const isOwn =
      group === ungrouped
        ? source === wanted.source && document === wanted.document
        : grouping?.columns[source]![document] === group;
    if (isOwn) shown = order.candidate(source, document, rankingKey);
  });
  if (shown === null) return nowhere;
  const best: Candidate = shown;
  let before = 0;
  forEachListed(products, rankingKeyMin, (source, document, rankingKey) => {
    if (pinned.has(productOf(grouping, source, document))) return;
    if (order.compare(order.candidate(source, document, rankingKey), best) < 0) before++;
  });
  const isShown = best.source === wanted.source && best.document === wanted.document;
  const position = placeAmongPins(before + 1, pins);
  return { position, shownInstead: isShown ? null : best.key, pin: null };
}

const nowhere = { position: null, shownInstead: null, pin: null };

function indexIn(matches: SegmentMatches, document: number, rankingKeyMin: number): number {
  for (let i = 0; i < matches.count; i++)
    if (matches.documents[i] === document && matches.rankingKeys[i]! >= rankingKeyMin) return i;
  return -1;
}

function forEachListed(
  matches: readonly SegmentMatches[],
  rankingKeyMin: number,
  visit: (source: number, document: number, rankingKey: number) => void,
): void {
  matches.forEach(({ documents, rankingKeys, count }, source) => {
    for (let i = 0; i < count; i++)
      if (rankingKeys[i]! >= rankingKeyMin) visit(source, documents[i]!, rankingKeys[i]!);
  });
}
