import type { SemanticScorer, SemanticNeighbour } from '../scoring/semantic-scores.ts';

/** Number of nearest documents to a longer query for which the minimum cosine suffices. */
const nearestCount = 3;
/**
 * A document is in the tail of the list if its cosine is below this share of the way from the unrelated cosine to the cosine of the
 * nearest document.
 */
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
export function findSimilarityCutoff(
  {
    cosineMin: cosineMinWithMatches,
    cosineMinWithoutMatches,
    cosineMinPartial,
    cosineBetweenWords,
    cosineUnrelated,
    tailShare: modelTailShare,
  }: SemanticScorer,
  neighbours: readonly SemanticNeighbour[],
  { hasMatches, wordCount }: { readonly hasMatches: boolean; readonly wordCount: number },
): SimilarityCutoff {
  const cosineMin = hasMatches ? cosineMinWithMatches : cosineMinWithoutMatches;
  const [nearest] = neighbours;
  if (cosineUnrelated === null || nearest === undefined)
    return { added: cosineMin, partial: cosineMinPartial };
  const interpolateCosine = (share: number): number =>
    cosineUnrelated + share * (nearest.cosine - cosineUnrelated);
  const cosineOfFew = neighbours[nearestCount - 1]?.cosine ?? -Infinity;
  const isShort = wordCount <= shortQueryWordsMax;
  return {
    added: Math.max(
      cosineMin,
      interpolateCosine(Math.max(hasMatches ? tailShareWithMatches : tailShare, modelTailShare)),
      isShort ? cosineBetweenWords : Math.min(cosineBetweenWords, cosineOfFew),
    ),
    partial: Math.max(
      cosineMinPartial,
      interpolateCosine(partialTailShare),
      isShort ? cosineBetweenWords : -Infinity,
    ),
  };
}
