import { hasBit } from '../../bits/bitmap.ts';
import { filterBitmap } from '../query/filters.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import type { QueryRules } from '../query/query.ts';
import { multiplySimilarity, computeRulesUnit } from '../scoring/ranking.ts';
import type { TextSettings } from '../schema/settings.ts';
import { pow } from '../../../math/power.ts';

/** Limit of the steps up or down. */
export const boostStepsMax = 7;

/**
 * The factor of one step on the similarity to a photo. Every item has some similarity to a photo: if steps ranked before the
 * similarity, boosted items would precede the product on the photo.
 */
const similarityStep = 1.05;

/** A copy of the matches with the boosts in their ranking keys: before the text score, or as a factor of the similarity. */
export function applyBoosts(
  matches: readonly SegmentMatches[],
  boosts: NonNullable<QueryRules['boosts']>,
  { settings, bySimilarity }: { readonly settings: TextSettings; readonly bySimilarity: boolean },
): readonly SegmentMatches[] {
  if (boosts.length === 0) return matches;
  const unit = computeRulesUnit(settings);
  const raiseKey = (key: number, steps: number): number =>
    // Adding the maximum keeps steps down from becoming negative in the key.
    bySimilarity ? multiplySimilarity(key, pow(similarityStep, steps)) : key + (steps + boostStepsMax) * unit;
  return matches.map((segmentMatches) => {
    const bitmaps = boosts.map(({ filter, by }) => ({
      by,
      bitmap: filterBitmap(segmentMatches.state, filter),
    }));
    const rankingKeys = segmentMatches.rankingKeys.slice(0, segmentMatches.count);
    for (let i = 0; i < segmentMatches.count; i++) {
      const document = segmentMatches.documents[i]!;
      let steps = 0;
      for (const { by, bitmap } of bitmaps) if (hasBit(bitmap, document)) steps += by;
      const bounded = Math.max(-boostStepsMax, Math.min(boostStepsMax, steps));
      rankingKeys[i] = raiseKey(rankingKeys[i]!, bounded);
    }
    return { ...segmentMatches, rankingKeys };
  });
}
