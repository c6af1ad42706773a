import { termMatches } from '../scoring/term-matches.ts';
import type { Fused } from '../order/fusion.ts';
import type { Candidate } from '../order/hit-order.ts';
import { idOf } from '../order/pins.ts';
import type { IndexHit, IndexQuery } from '../query/query.ts';
import type { MatchContext, Scorer, SegmentMatches } from '../scoring/scorer.ts';
import { publicScore } from '../scoring/ranking.ts';
import { metresOfChordSquare } from '../segments/geo-points.ts';

interface FoundHits {
  readonly matches: readonly SegmentMatches[];
  /** Null where no words were looked for. */
  readonly context: MatchContext | null;
  readonly fused: Fused | null;
  readonly identified: ReadonlyMap<number, string>;
}

/** The hits of a page, as they are told. */
export function hitsOf(
  page: readonly Candidate[],
  query: IndexQuery,
  { matches, context, fused, identified }: FoundHits,
  matcher: Scorer,
): IndexHit[] {
  const { sort = [], explain = false, scoreWithoutCriteria = false } = query;
  const distanceAt = sort.findIndex(({ from }) => from !== undefined);
  const hits = page.map(({ key, source, document, rankingKey, sortValues, ...placed }): IndexHit => {
    const pin = pinOf(placed.pin, query);
    const identifier = identified.get(idOf(source, document));
    const chord = distanceAt < 0 ? undefined : sortValues[distanceAt];
    const score = publicScore(rankingKey, fused?.reordered, !scoreWithoutCriteria);
    const semantic = fused?.partOf(source, document) ?? null;
    const hit = {
      key,
      score,
      ...(pin === undefined ? {} : { pin }),
      ...(identifier === undefined ? {} : { identifier }),
      ...(semantic === null ? {} : { semantic }),
    };
    return typeof chord === 'number' ? { ...hit, distance: metresOfChordSquare(chord) } : hit;
  });
  if (!explain || context === null) return hits;
  matches.forEach(({ state }, source) => {
    const documents = page.filter((candidate) => candidate.source === source).map(({ document }) => document);
    if (documents.length === 0) return;
    const rankings = matcher.explain(context, state, source, documents);
    page.forEach(({ source: own, document }, i) => {
      if (own !== source) return;
      const ranking = rankings.get(document)?.ranking;
      if (ranking === undefined) return;
      const matches = termMatches(context, state, source, document);
      hits[i] = { ...hits[i]!, ranking: { ...ranking, matches } };
    });
  });
  return hits;
}

/** The pin of the query that has this index; after the query's own come those of its identifiers. */
export function pinOf(pin: number | null | undefined, { rules }: IndexQuery): number | undefined {
  return pin === null || pin === undefined || pin >= (rules?.pins?.length ?? 0) ? undefined : pin;
}
