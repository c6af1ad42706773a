import { dayMs } from '../../lib/days.ts';
import type { AttributionWindows } from '../../kernel/attribution/journey.ts';
import type { AnalyticsSettings } from '../../ports/configuration/settings.ts';

/** The right of withdrawal of distance contracts in the EU. */
const returnDaysMax = 14;
/** How long figures stay open if impressions are not recorded: the same as with the default retention. */
const unrecordedDays = 30;

/** How purchases are attributed, and to which rows. Computed from the settings. */
export interface AttributionTerms extends AttributionWindows {
  /** How many days back rows can count. */
  readonly keptDays: number;
  /** How many days before an event its figures depend on: back to a click, and from a return to its purchase. */
  readonly lookbackDays: number;
  /** Days whose figures follow late events, merges and erasures; older ones are final. */
  readonly openDays: number;
}

/** Limits the windows so that an open day depends on stored impressions only. */
export function readAttributionTerms({
  impressionDays,
  directHours,
  assistedDays,
}: AnalyticsSettings): AttributionTerms {
  const keptDays = impressionDays === 0 ? unrecordedDays : impressionDays;
  const spare = Math.max(0, keptDays - 2);
  const windowDays = Math.min(spare, Math.max(assistedDays, Math.ceil(directHours / 24)));
  const returnDays = Math.min(returnDaysMax, spare - windowDays);
  const lookbackDays = 1 + windowDays + returnDays;
  return {
    directMs: Math.min(directHours * 3_600_000, windowDays * dayMs),
    assistedMs: Math.min(assistedDays, windowDays) * dayMs,
    returnMs: returnDays * dayMs,
    keptDays,
    lookbackDays,
    openDays: Math.max(1, keptDays - lookbackDays),
  };
}
