import { ungrouped } from '../segments/variant-groups.ts';
import type { Candidate } from './hit-order.ts';
import { arrangeRank, type ArrangedRanking } from './list-page.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import { computePositionAmongPins, computeProductNumber } from './pins.ts';
import type { IndexExplanation } from '../query/query.ts';

/** The position of a document in the list: one after the products that rank before it, as pins and caps arrange them. */
export function findPosition(
  target: { segmentNo: number; document: number },
  matches: readonly SegmentMatches[],
  ranking: ArrangedRanking,
): Pick<
  IndexExplanation,
  'position' | 'positionWithoutCaps' | 'positionUnadjusted' | 'explored' | 'shownInstead' | 'pin'
> {
  const { products, rankingKeyMin, order, grouping, pins } = ranking;
  const group = grouping?.columns[target.segmentNo]![target.document] ?? ungrouped;
  const isListed = findIndex(matches[target.segmentNo]!, target.document, rankingKeyMin) >= 0;
  if (!isListed) return notListed;
  const product = computeProductNumber(grouping, target.segmentNo, target.document);
  const pinned = new Map(
    pins.map((pin) => [computeProductNumber(grouping, pin.segmentNo, pin.document), pin]),
  );
  const pin = pinned.get(product);
  if (pin !== undefined) {
    const isShown = pin.segmentNo === target.segmentNo && pin.document === target.document;
    const key = matches[pin.segmentNo]!.state.segment.keys[pin.document]!;
    const { position } = pin;
    return {
      position,
      positionWithoutCaps: position,
      positionUnadjusted: position,
      explored: false,
      shownInstead: isShown ? null : key,
      pin: pin.pin,
    };
  }
  let representative: Candidate | null = null;
  visitListed(products, rankingKeyMin, (segmentNo, document, rankingKey) => {
    const isOwn =
      group === ungrouped
        ? segmentNo === target.segmentNo && document === target.document
        : grouping?.columns[segmentNo]![document] === group;
    if (isOwn) representative = order.candidate(segmentNo, document, rankingKey);
  });
  if (representative === null) return notListed;
  const best: Candidate = representative;
  let before = 0;
  visitListed(products, rankingKeyMin, (segmentNo, document, rankingKey) => {
    if (pinned.has(computeProductNumber(grouping, segmentNo, document))) return;
    if (order.compare(order.candidate(segmentNo, document, rankingKey), best) < 0) before++;
  });
  const isShown = best.segmentNo === target.segmentNo && best.document === target.document;
  const arranged = arrangeRank(before + 1, best, ranking);
  return {
    position: computePositionAmongPins(arranged.rank, pins),
    positionWithoutCaps: computePositionAmongPins(arranged.withoutCaps, pins),
    positionUnadjusted: computePositionAmongPins(before + 1, pins),
    explored: arranged.explored,
    shownInstead: isShown ? null : best.key,
    pin: null,
  };
}

const notListed = {
  position: null,
  positionWithoutCaps: null,
  positionUnadjusted: null,
  explored: false,
  shownInstead: null,
  pin: null,
};

function findIndex(matches: SegmentMatches, document: number, rankingKeyMin: number): number {
  for (let i = 0; i < matches.count; i++)
    if (matches.documents[i] === document && matches.rankingKeys[i]! >= rankingKeyMin) return i;
  return -1;
}

function visitListed(
  matches: readonly SegmentMatches[],
  rankingKeyMin: number,
  visit: (segmentNo: number, document: number, rankingKey: number) => void,
): void {
  matches.forEach(({ documents, rankingKeys, count }, segmentNo) => {
    for (let i = 0; i < count; i++)
      if (rankingKeys[i]! >= rankingKeyMin) visit(segmentNo, documents[i]!, rankingKeys[i]!);
  });
}
