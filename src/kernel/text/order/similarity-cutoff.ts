import type { SemanticScorer, SemanticNeighbour } from '../scoring/semantic-scores.ts';

/** Number of nearest documents to a longer query for which the minimum cosine suffices. */
const nearestFew = 3;
/** Minimum share of the distance from the unrelated cosine to that of the nearest document; lower cosines form the tail. */
const tailShare = 1 / 2;
/** A query of at most two words has cosines like those of pairs of words; a longer one is far from all words. */
const shortQueryWordsMax = 2;
/** The same share if the keywords find documents: less similar documents would only lengthen the list. */
const tailShareWithMatches = 2 / 3;
/** The same share for a document with some of the words: two thirds of it, as these are evidence, too. */
const partialTailShare = 1 / 3;

/** The minimum cosines of a search. */
export interface SimilarityCutoff {
  /** The minimum cosine of documents listed by semantic similarity alone. */
  readonly added: number;
  /** The minimum cosine of listed documents with some of the words. */
  readonly partial: number;
}

/**
 * Determines where a list by semantic similarity ends. Cosines fall off slowly: of 81 groceries, 37 are clearly nearer to
 * "apple juice" than ordinary words are, tomatoes among them. So the cosine of an added document must also exceed the middle
 * between the unrelated cosine and that of the nearest document, or two thirds of the way where the keywords find something.
 * To a query of one or two words, it must exceed the cosine of nearly all pairs of ordinary words, even for a document with one
 * of the words: "car insurance" is no reason to list a toy car. A longer query has about the same distance to all words, so that
 * only documents beyond the three nearest must exceed that.
 *
 *     unrelated          partial    added          nearest
 *        |------------------|---------|--------------|
 *        0                 1/3    1/2 or 2/3         1
 *
 * `neighbours` are ordered nearest first, `hasMatches` says whether the keywords find anything, and `wordCount` is that of the query.
 */
export function similarityCutoff(
  {
    cosineMin: least,
    cosineMinWithoutMatches: leastAlone,
    cosineMinPartial: leastPartial,
    cosineBetweenWords: leastBeyond,
    cosineUnrelated: unrelated,
    tailShare: modelTailShare,
  }: SemanticScorer,
  neighbours: readonly SemanticNeighbour[],
  { hasMatches, wordCount }: { readonly hasMatches: boolean; readonly wordCount: number },
): SimilarityCutoff {
  const cosineMin = hasMatches ? least : leastAlone;
  const [nearest] = neighbours;
  if (unrelated === null || nearest === undefined) return { added: cosineMin, partial: leastPartial };
  const at = (share: number): number => unrelated + share * (nearest.cosine - unrelated);
  const ofFew = neighbours[nearestFew - 1]?.cosine ?? -Infinity;
  const isShort = wordCount <= shortQueryWordsMax;
  return {
    added: Math.max(
      cosineMin,
      at(Math.max(hasMatches ? tailShareWithMatches : tailShare, modelTailShare)),
      isShort ? leastBeyond : Math.min(leastBeyond, ofFew),
    ),
    partial: Math.max(leastPartial, at(partialTailShare), isShort ? leastBeyond : -Infinity),
  };
}
