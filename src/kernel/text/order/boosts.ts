import { hasBit } from '../../bits/bitmap.ts';
import { filterBitmap } from '../query/filters.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import type { QueryRules } from '../query/query.ts';
import { rulesUnit } from '../scoring/ranking.ts';
import type { TextSettings } from '../schema/settings.ts';

/** Limit of the steps up or down. */
export const boostStepsMax = 7;

/** A copy of the matches with the boosts added to their ranking keys. */
export function boosted(
  matches: readonly SegmentMatches[],
  boosts: NonNullable<QueryRules['boosts']>,
  settings: TextSettings,
): readonly SegmentMatches[] {
  if (boosts.length === 0) return matches;
  const unit = rulesUnit(settings);
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
      rankingKeys[i]! += (bounded + boostStepsMax) * unit;
    }
    return { ...segmentMatches, rankingKeys };
  });
}
