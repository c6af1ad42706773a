import type { Experiment, ExperimentPlan, ExperimentReply, ExperimentResults } from '@vitrine/sdk';

export type Metric = NonNullable<Experiment['metric']>;

interface MetricText {
  readonly name: string;
  /** In a sentence. */
  readonly noun: string;
  readonly counts: string;
}

export const metricTexts: Readonly<Record<Metric, MetricText>> = {
  conversion: { name: 'Conversion', noun: 'conversion', counts: 'Visitors who buy' },
  clickRate: {
    name: 'Click-through rate',
    noun: 'click-through rate',
    counts: 'Searches and lists with a click',
  },
  revenue: { name: 'Revenue per visitor', noun: 'revenue per visitor', counts: 'Returns subtracted' },
};

const dayMs = 86_400_000;
const sizes = new Intl.NumberFormat(undefined, { style: 'percent', maximumSignificantDigits: 2 });
const changes = new Intl.NumberFormat(undefined, {
  style: 'percent',
  maximumSignificantDigits: 2,
  signDisplay: 'exceptZero',
});

/** A relative change without its sign: "4.2%". */
const size = (value: number): string => sizes.format(Math.abs(value));

/** A relative change: "+4.2%", "-3%". */
export function change(value: number): string {
  return changes.format(value);
}

export function changeInterval({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${change(low)} to ${change(high)}`;
}

/** "3% to 9%": from the smaller change. */
function sizeInterval({ low, high }: { readonly low: number; readonly high: number }): string {
  const [small, large] = [low, high].sort((a, b) => Math.abs(a) - Math.abs(b)) as [number, number];
  return `${size(small)} to ${size(large)}`;
}

export function metricOf({ experiment }: ExperimentReply): Metric {
  return experiment.metric ?? 'conversion';
}

/** Whole days since the start, from 1. */
export function dayOf({ startedAt, endedAt }: ExperimentReply, now: number): number {
  return Math.floor(Math.max(0, (endedAt ?? now) - startedAt) / dayMs) + 1;
}

/** The conclusion, in one sentence. */
export function verdictOf(reply: ExperimentReply, results: ExperimentResults): string {
  if (results.sampleRatio?.isOff === true) return 'These results cannot be used';
  if (results.preference !== null) return preferenceVerdict(reply, results.preference);
  const metric = metricOf(reply);
  const found = results.metrics.find((one) => one.metric === metric);
  const interval = found?.liftInterval ?? null;
  if (results.winner === null)
    return found?.interval == null
      ? 'Not enough data: too few visitors clicked or bought'
      : noDifference(reply);
  const word = results.winner === 'treatment' ? 'better' : 'worse';
  return interval === null ? `The draft is ${word}` : `The draft is ${word} by ${sizeInterval(interval)}`;
}

function preferenceVerdict(
  reply: ExperimentReply,
  { interval }: NonNullable<ExperimentResults['preference']>,
): string {
  if (interval === null) return 'Not enough data: too few visitors clicked';
  if (interval.low <= 0 && interval.high >= 0) return noDifference(reply);
  return interval.low > 0 ? 'The order of the draft is better' : 'The live order is better';
}

const noDifference = ({ endedAt }: ExperimentReply): string =>
  endedAt === null ? 'No significant difference yet' : 'No significant difference';

/** What an experiment can detect with the traffic of the shop: sentences, and whether it is too little. */
export function planSentences(
  { visitorsPerDay, daysNeeded, effectIn14Days }: ExperimentPlan,
  metric: Metric,
  minimumEffect: number,
): { readonly sentences: readonly string[]; readonly isTooFew: boolean } {
  const { noun } = metricTexts[metric];
  if (visitorsPerDay === 0)
    return {
      sentences: [
        'No visitors were recorded in the last 14 days: send “user” or “session” with searches and lists.',
      ],
      isTooFew: true,
    };
  const visitors = `About ${new Intl.NumberFormat(undefined, { maximumSignificantDigits: 3 }).format(visitorsPerDay)} visitors per day.`;
  const needed =
    daysNeeded === null
      ? `You have too few visitors to detect a ${size(minimumEffect)} change in ${noun} within a year.`
      : `Detecting a ${size(minimumEffect)} change in ${noun} takes about ${daysNeeded === 1 ? 'a day' : `${daysNeeded} days`}.`;
  const within =
    effectIn14Days === null
      ? 'Within 14 days it cannot detect any change.'
      : `Within 14 days it detects changes of ${size(effectIn14Days)} or more.`;
  return {
    sentences: [visitors, needed, within],
    isTooFew: effectIn14Days === null || effectIn14Days > 0.5 || daysNeeded === null,
  };
}

/** An id for an experiment with this draft that no other has. */
export function experimentIdOf(draft: string, taken: ReadonlySet<string>): string {
  const base = draft.slice(0, 60);
  if (!taken.has(base)) return base;
  for (let number = 2; ; number++) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`;
}
