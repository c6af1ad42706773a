import type { TextSettings } from '../schema/settings.ts';
import { fusedLevels, fusedMark, fusedSteps, scoreLimit } from './ranking.ts';
import { log, log1p } from '../../../math/logarithm.ts';

/**
 * The ranking key with its score, text or fused, multiplied by a factor; nothing else in the key changes. With a tolerance, scores
 * are logarithms: the factor moves them by its logarithm.
 */
export function multiplyRankingKey(
  rankingKey: number,
  factor: number,
  { textScoreTolerance }: TextSettings,
): number {
  const score = rankingKey % scoreLimit;
  if (score === 0 || factor === 1) return rankingKey;
  const levels = textScoreTolerance === 0 ? 0 : log(factor) / log1p(textScoreTolerance);
  const before = rankingKey - score;
  if (score < fusedMark) {
    const adjusted = textScoreTolerance === 0 ? score * factor : score + levels;
    return before + Math.min(fusedMark - 1, Math.max(0, adjusted));
  }
  const named = score >= fusedMark + fusedSteps ? fusedSteps : 0;
  const share = (score - fusedMark - named) / (fusedSteps - 1);
  const levelsMax = textScoreTolerance === 0 ? 1 : Math.ceil(log1p(fusedLevels) / log1p(textScoreTolerance));
  const adjusted = textScoreTolerance === 0 ? share * factor : share + levels / levelsMax;
  return before + fusedMark + named + Math.min(1, Math.max(0, adjusted)) * (fusedSteps - 1);
}

/** The tier of a ranking key, equal for keys that differ in their scores only: a factor does not move a document beyond it. */
export function decodeTier(rankingKey: number): number {
  const score = rankingKey % scoreLimit;
  const kind = score < fusedMark ? 0 : score < fusedMark + fusedSteps ? 1 : 2;
  return Math.floor(rankingKey / scoreLimit) * 3 + kind;
}
