import { ungrouped, type Grouping } from './group-numbers.ts';
import { productsOf } from './grouping.ts';
import type { Candidate, MatchOrder } from './hit-order.ts';
import type { SegmentMatches } from './matcher.ts';
import type { Why } from './query.ts';

/** Where a document stands among the listed matches: as many places behind the first as there are that stand before it. */
export function positionOf(
  wanted: { source: number; document: number },
  listed: {
    matches: readonly SegmentMatches[];
    primaryMin: number;
    order: MatchOrder;
    grouping: Grouping | null;
  },
): Pick<Why, 'position' | 'shownInstead'> {
  const { matches, primaryMin, order, grouping } = listed;
  const group = grouping?.columns[wanted.source]![wanted.document] ?? ungrouped;
  const isListed = indexIn(matches[wanted.source]!, wanted.document, primaryMin) >= 0;
  if (!isListed) return { position: null, shownInstead: null };
  const products = grouping === null ? matches : productsOf(matches, primaryMin, order, grouping).matches;
  let shown: Candidate | null = null;
  forEachListed(products, primaryMin, (source, document, primary) => {
    const isOwn =
      group === ungrouped
        ? source === wanted.source && document === wanted.document
        : grouping?.columns[source]![document] === group;
    if (isOwn) shown = order.candidate(source, document, primary);
  });
  if (shown === null) return { position: null, shownInstead: null };
  const own: Candidate = shown;
  let before = 0;
  forEachListed(products, primaryMin, (source, document, primary) => {
    if (order.compare(order.candidate(source, document, primary), own) < 0) before++;
  });
  const isShown = own.source === wanted.source && own.document === wanted.document;
  return { position: before + 1, shownInstead: isShown ? null : own.key };
}

function indexIn(matches: SegmentMatches, document: number, primaryMin: number): number {
  for (let i = 0; i < matches.count; i++)
    if (matches.documents[i] === document && matches.primaries[i]! >= primaryMin) return i;
  return -1;
}

function forEachListed(
  matches: readonly SegmentMatches[],
  primaryMin: number,
  visit: (source: number, document: number, primary: number) => void,
): void {
  matches.forEach(({ documents, primaries, count }, source) => {
    for (let i = 0; i < count; i++)
      if (primaries[i]! >= primaryMin) visit(source, documents[i]!, primaries[i]!);
  });
}
