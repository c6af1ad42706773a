import type { SemanticScorer, SemanticNeighbour } from '../scoring/semantic-scores.ts';

/** So many of the nearest need no more than to be clearly near. */
const nearestFew = 3;
/** Share of the way from what is unrelated to the nearest document: what has come less far belongs to the tail. */
const tailShare = 1 / 2;
/** The same for a document with some of the words, which are a reason of their own: two thirds of it, as with the other levels. */
const partialTailShare = 1 / 3;

/** How near documents must be. */
export interface SimilarityCutoff {
  /** To be listed by their meaning alone. */
  readonly added: number;
  /** To stay listed with some of the words. */
  readonly partial: number;
}

/**
 * Where a list by meaning ends. Cosines fall off slowly: of 81 groceries, 37 are clearly nearer to "apple juice" than ordinary words
 * are, tomatoes among them. So what is added must also have come half of the way from what is unrelated to the nearest document;
 * and beyond the three nearest it must be nearer than two ordinary words nearly ever are: a long query is about as far from all
 * words, so that a little less far says little.
 *
 *     unrelated          partial    added          nearest
 *        |------------------|---------|--------------|
 *        0                 1/3       1/2             1
 *
 * `near`: the nearest first; `hasMatches`: whether words find anything.
 */
export function similarityCutoff(
  { least, leastAlone, leastPartial, leastBeyond, unrelated }: SemanticScorer,
  near: readonly SemanticNeighbour[],
  hasMatches: boolean,
): SimilarityCutoff {
  const clear = hasMatches ? least : leastAlone;
  const [nearest] = near;
  if (unrelated === null || nearest === undefined) return { added: clear, partial: leastPartial };
  const at = (share: number): number => unrelated + share * (nearest.cosine - unrelated);
  const ofFew = near[nearestFew - 1]?.cosine ?? -Infinity;
  return {
    added: Math.max(clear, at(tailShare), Math.min(leastBeyond, ofFew)),
    partial: Math.max(leastPartial, at(partialTailShare)),
  };
}
