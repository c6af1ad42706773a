import { hasBit } from '../../bits/bitmap.ts';
import { filterBitmap } from '../query/filters.ts';
import { listTermMatches } from '../scoring/term-matches.ts';
import type { FusedMatches } from '../order/fusion.ts';
import type { Candidate } from '../order/hit-order.ts';
import { packDocumentId } from '../order/pins.ts';
import type { IndexHit, IndexQuery } from '../query/query.ts';
import type { MatchContext, Scorer, SegmentMatches } from '../scoring/scorer.ts';
import { computePublicScore } from '../scoring/ranking.ts';
import { computeMetres } from '../segments/geo-points.ts';

interface FoundHits {
  readonly matches: readonly SegmentMatches[];
  /** Null if the query has no words. */
  readonly context: MatchContext | null;
  readonly fused: FusedMatches | null;
  readonly identified: ReadonlyMap<number, string>;
}

/** The hits of a page. */
export function buildHits(
  page: readonly Candidate[],
  query: IndexQuery,
  { matches, context, fused, identified }: FoundHits,
  scorer: Scorer,
): IndexHit[] {
  const { sort = [], explain = false, scoreWithoutCriteria = false } = query;
  const scale = {
    reordered: fused?.reordered ?? false,
    withCriteria: !scoreWithoutCriteria,
    isDivided: query.lastInTier !== undefined,
  };
  const distanceIndex = sort.findIndex(({ from }) => from !== undefined);
  const isLast = explain ? createLastTest(query, matches) : () => false;
  const hits = page.map((candidate): IndexHit => {
    const { key, segmentNo, document, rankingKey, sortValues } = candidate;
    // Most hits have only these two members.
    const hit: IndexHit = { key, score: computePublicScore(rankingKey, scale) };
    const pin = findPin(candidate.pin, query);
    if (pin !== undefined) hit.pin = pin;
    if (candidate.positionWithoutCaps !== undefined) hit.positionWithoutCaps = candidate.positionWithoutCaps;
    if (candidate.positionUnadjusted !== undefined) hit.positionUnadjusted = candidate.positionUnadjusted;
    if (candidate.explored === true) hit.explored = true;
    const identifier =
      identified.size === 0 ? undefined : identified.get(packDocumentId(segmentNo, document));
    if (identifier !== undefined) hit.identifier = identifier;
    if (candidate.pin === undefined && isLast(segmentNo, document)) hit.isLast = true;
    const semantic = fused?.readFusionScore(segmentNo, document) ?? null;
    if (semantic !== null) hit.semantic = semantic;
    const chord = distanceIndex < 0 ? undefined : sortValues[distanceIndex];
    if (typeof chord === 'number') hit.distance = computeMetres(chord);
    return hit;
  });
  if (!explain || context === null) return hits;
  matches.forEach(({ state }, segmentNo) => {
    const documents = page
      .filter((candidate) => candidate.segmentNo === segmentNo)
      .map(({ document }) => document);
    if (documents.length === 0) return;
    const rankings = scorer.explain(context, state, segmentNo, documents);
    page.forEach((candidate, i) => {
      if (candidate.segmentNo !== segmentNo) return;
      const ranking = rankings.get(candidate.document)?.ranking;
      if (ranking === undefined) return;
      const matches = listTermMatches(context, state, segmentNo, candidate.document);
      hits[i] = { ...hits[i]!, ranking: { ...ranking, matches } };
    });
  });
  return hits;
}

/** Returns a test whether a document comes after the others of the list or of its tier. */
export function createLastTest(
  { last, lastInTier }: IndexQuery,
  matches: readonly SegmentMatches[],
): (segmentNo: number, document: number) => boolean {
  const node = lastInTier ?? last;
  if (node === undefined) return () => false;
  return (segmentNo, document) => hasBit(filterBitmap(matches[segmentNo]!.state, node), document);
}

/** The query's pin with this index. Higher indexes belong to identifier matches. */
export function findPin(pin: number | null | undefined, { rules }: IndexQuery): number | undefined {
  return pin === null || pin === undefined || pin >= (rules?.pins?.length ?? 0) ? undefined : pin;
}
