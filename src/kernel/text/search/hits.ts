import { wordMatches } from '../scoring/word-matches.ts';
import type { Fused } from '../order/fusion.ts';
import type { Candidate } from '../order/hit-order.ts';
import { idOf } from '../order/pins.ts';
import type { TextHit, TextQuery } from '../query/query.ts';
import type { MatchContext, Matcher, SegmentMatches } from '../scoring/matcher.ts';
import { publicScore } from '../scoring/ranking.ts';
import { metresOfChordSquare } from '../segments/places.ts';

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
  query: TextQuery,
  { matches, context, fused, identified }: FoundHits,
  matcher: Matcher,
): TextHit[] {
  const { sort = [], explain = false, scoreWithoutCriteria = false } = query;
  const distanceAt = sort.findIndex(({ from }) => from !== undefined);
  const hits = page.map(({ key, source, document, primary, sortValues, ...placed }): TextHit => {
    const pin = pinOf(placed.pin, query);
    const identifier = identified.get(idOf(source, document));
    const chord = distanceAt < 0 ? undefined : sortValues[distanceAt];
    const score = publicScore(primary, fused?.reordered, !scoreWithoutCriteria);
    const meaning = fused?.partOf(source, document) ?? null;
    const hit = {
      key,
      score,
      ...(pin === undefined ? {} : { pin }),
      ...(identifier === undefined ? {} : { identifier }),
      ...(meaning === null ? {} : { meaning }),
    };
    return typeof chord === 'number' ? { ...hit, distance: metresOfChordSquare(chord) } : hit;
  });
  if (!explain || context === null) return hits;
  matches.forEach(({ slot }, source) => {
    const documents = page.filter((candidate) => candidate.source === source).map(({ document }) => document);
    if (documents.length === 0) return;
    const rankings = matcher.explain(context, slot, source, documents);
    page.forEach(({ source: own, document }, i) => {
      if (own !== source) return;
      const ranking = rankings.get(document)?.ranking;
      if (ranking === undefined) return;
      const matches = wordMatches(context, slot, source, document);
      hits[i] = { ...hits[i]!, ranking: { ...ranking, matches } };
    });
  });
  return hits;
}

/** The pin of the query that has this index; after the query's own come those of its identifiers. */
export function pinOf(pin: number | null | undefined, { rules }: TextQuery): number | undefined {
  return pin === null || pin === undefined || pin >= (rules?.pins?.length ?? 0) ? undefined : pin;
}
