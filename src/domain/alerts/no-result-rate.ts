import type { Alert } from '../../ports/operation/alerts.ts';
import type { ProjectEngine } from '../../ports/engine.ts';
import type { SearchTotals } from '../../ports/search/search-counts.ts';
import { dayMs, toDay } from '../../lib/days.ts';
import { resolveAlert, type AlertReading, type AlertSource } from './alert-source.ts';
import { pow } from '../../math/power.ts';

/** Days of the comparison, before the judged one: each weekday once. */
const baselineDays = 7;
const baselineDaysMin = 3;
const baselineSearchesMin = 200;
/** Baseline days with fewer searches say nothing about how days differ. */
const searchesOfDayMin = 20;
/** A judged day with fewer searches may be an accident of a few visitors. */
const searchesMin = 100;
const withoutResultsMin = 20;
/** Maximum probability that chance explains the rate; low, as a day is judged again and again while it grows. */
const chanceMax = 1e-5;
/** Minimum relative standard deviation between the shares of days: an estimate from seven days is too uncertain. */
const daySpreadMin = 0.15;
const raisedFactor = 2;
/** Lower than `raisedFactor`, so that an alert does not open and close repeatedly near the limit. */
const resolvedFactor = 1.5;
/** A higher share that lasts this long is the new normal. */
const openDaysMax = 14;

export type DayTotals = Pick<SearchTotals, 'searches' | 'withoutResults' | 'filteredWithoutResults'> & {
  readonly day: number;
};

/** The share of searches without results, compared with the week before. */
export const noResultRate: AlertSource = {
  kind: 'no_results',
  everyMs: 10 * 60_000,
  read({ searchCounts }: ProjectEngine, open: readonly Alert[], now: number) {
    const today = toDay(now);
    const days = searchCounts.listDays({ from: today - 1 - baselineDays, to: today });
    return readNoResults(days, today, open[0] ?? null, now);
  },
};

/**
 * Judges the newest day, today or yesterday, that has enough searches. It is raised if its share of searches without results is at
 * least twice that of the seven days before, and no accident: the searches without results of a day are a negative binomial variable,
 * Poisson with a rate that differs between days, by at least 15 % or as much as on the days before (by Pearson's dispersion).
 */
export function readNoResults(
  days: readonly DayTotals[],
  today: number,
  open: Pick<Alert, 'figures' | 'openedAt'> | null,
  now: number,
): readonly AlertReading[] {
  if (open !== null && now - open.openedAt > openDaysMax * dayMs) return [resolveAlert()];
  const judged = [today, today - 1]
    .map((day) => days.find((count) => count.day === day))
    .find((one) => one !== undefined && one.searches >= searchesMin);
  if (judged === undefined) return [];
  const share = judged.withoutResults / judged.searches;
  if (open !== null) {
    const { usualShare = 0 } = open.figures;
    return share < resolvedFactor * usualShare ? [resolveAlert()] : [];
  }
  const before = days.filter(
    ({ day, searches }) =>
      day < judged.day && day >= judged.day - baselineDays && searches >= searchesOfDayMin,
  );
  const usual = computeUsualShare(before);
  if (usual === null || judged.withoutResults < withoutResultsMin) return [];
  const { share: usualRate, daySpread, withoutResults } = usual;
  // The usual share is an estimate, too.
  const spread = daySpread * daySpread + 1 / (withoutResults + 1);
  const isRaised =
    share >= raisedFactor * usualRate &&
    computeNegativeBinomialTail(judged.withoutResults, judged.searches * usualRate, 1 / spread) <= chanceMax;
  if (!isRaised) return [];
  const when = judged.day === today ? 'today' : 'yesterday';
  return [
    {
      subject: '',
      isRaised,
      detail: `${formatPercent(share)} of the searches ${when} have no results${filterNote(judged)}; ${formatPercent(usualRate)} in the week before`,
      figures: {
        share,
        usualShare: usualRate,
        searches: judged.searches,
        withoutResults: judged.withoutResults,
        filteredWithoutResults: judged.filteredWithoutResults,
      },
    },
  ];
}

/** Tells a broken filter or link from missing items: the words of filtered searches may find items elsewhere. */
function filterNote({ withoutResults, filteredWithoutResults }: DayTotals): string {
  if (filteredWithoutResults === 0) return '';
  return ` (${formatPercent(filteredWithoutResults / withoutResults)} of those had a filter)`;
}

/** Returns null with too few searches. */
function computeUsualShare(
  before: readonly DayTotals[],
): { share: number; daySpread: number; withoutResults: number } | null {
  const searches = before.reduce((sum, day) => sum + day.searches, 0);
  if (before.length < baselineDaysMin || searches < baselineSearchesMin) return null;
  const withoutResults = before.reduce((sum, day) => sum + day.withoutResults, 0);
  // Add-one smoothing: the smallest share would double a share of 0.
  const share = (withoutResults + 1) / (searches + 2);
  const squares = before.reduce(
    (sum, day) =>
      sum + (day.withoutResults - day.searches * share) ** 2 / (day.searches * share * (1 - share)),
    0,
  );
  const dispersion = Math.max(1, squares / (before.length - 1));
  const searchesPerDay = searches / before.length;
  const spread = Math.sqrt(((dispersion - 1) * (1 - share)) / (searchesPerDay * share));
  return { share, daySpread: Math.max(daySpreadMin, spread), withoutResults };
}

/** The probability of at least `count`, by mean and size: the variance is mean + mean^2 / size. */
function computeNegativeBinomialTail(count: number, mean: number, size: number): number {
  let probability = pow(size / (size + mean), size);
  let below = 0;
  for (let i = 0; i < count; i++) {
    below += probability;
    probability *= ((i + size) / (i + 1)) * (mean / (size + mean));
  }
  return 1 - below;
}

const formatPercent = (share: number): string => `${(100 * share).toFixed(1)} %`;
