import { defaultAlpha, computeMeanInterval, type Interval } from './confidence-sequence.ts';
import type { DraftTeam } from './team-draft.ts';
import { estimateMetric, type VisitorSums } from './visitor-sums.ts';

/** The preference, as a difference of shares, for which the interval is nearly as narrow as possible: 52.5 to 47.5 %. */
const preferenceTau = 0.05;

/**
 * Which order won a search: the one with more clicked items of its team.
 * @param clicked the teams of the items that were clicked, each item once
 * @returns 1 for the treatment, -1 for the control, 0 for a tie; null if no clicked item has a team, so that the search does not count
 */
export function findWinner(clicked: readonly DraftTeam[]): 1 | 0 | -1 | null {
  const treatment = clicked.filter((team) => team === 'treatment').length;
  const control = clicked.filter((team) => team === 'control').length;
  if (treatment + control === 0) return null;
  return treatment > control ? 1 : treatment < control ? -1 : 0;
}

/**
 * Searches won by the treatment minus those won by the control, as a share of the searches that count: -1 to 1, 0 if neither order is
 * better; with its always-valid interval.
 *
 * @param sums over visitors: numerator {@link findWinner} summed over the visitor's searches, denominator their number
 * @returns null as long as fewer than two visitors count
 */
export function measurePreference(
  sums: VisitorSums,
  alpha = defaultAlpha,
): { readonly preference: number; readonly interval: Interval | null } | null {
  const estimate = estimateMetric(sums);
  if (estimate === null) return null;
  return { preference: estimate.mean, interval: computeMeanInterval(sums, preferenceTau, alpha) };
}
