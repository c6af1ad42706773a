import type { ConfigurationState, MeanDifference, ReplaySummary } from '@vitrine/sdk';
import { count, counted, share } from '../../parts/formats.ts';

/** Fewer visitors give no interval. */
const visitorsMin = 25;

const ndcgs = new Intl.NumberFormat(undefined, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const signedNdcgs = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 3,
  maximumFractionDigits: 3,
  signDisplay: 'exceptZero',
});
const tenths = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const points = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, signDisplay: 'exceptZero' });

/** A difference in words: what it means, and its figures. */
export interface DifferenceText {
  readonly verdict: string;
  readonly figures: string;
}

/** What is compared, and how its differences are worded. */
interface Comparison {
  readonly higher: string;
  readonly lower: string;
  readonly valueOf: (value: number) => string;
  readonly differenceOf: (difference: number) => string;
}

const comparisons = {
  chosenFirst: {
    higher: 'What visitors clicked or bought stands first more often.',
    lower: 'What visitors clicked or bought stands first less often.',
    valueOf: (value) => `first in ${tenths.format(value * 10)} of 10`,
    differenceOf: (value) => `${points.format(value * 100)} points`,
  },
  clicks: {
    higher: 'What visitors clicked or bought ranks higher.',
    lower: 'What visitors clicked or bought ranks lower.',
    valueOf: (value) => `NDCG ${ndcgs.format(value)}`,
    differenceOf: (value) => signedNdcgs.format(value),
  },
  revenue: {
    higher: 'What visitors bought ranks higher, weighted by its amount.',
    lower: 'What visitors bought ranks lower, weighted by its amount.',
    valueOf: (value) => `NDCG ${ndcgs.format(value)}`,
    differenceOf: (value) => signedNdcgs.format(value),
  },
  withoutResults: {
    higher: 'More searches are without results.',
    lower: 'Fewer searches are without results.',
    valueOf: share,
    differenceOf: (value) => `${points.format(value * 100)} points`,
  },
} as const satisfies Readonly<Record<string, Comparison>>;

export type ComparedFigure = keyof typeof comparisons;

/** A figure before and after. Only an interval without 0 is a difference. */
export function differenceText(name: ComparedFigure, difference: MeanDifference): DifferenceText {
  const { higher, lower, valueOf, differenceOf }: Comparison = comparisons[name];
  const { before, after, low, high } = difference;
  const values = `${valueOf(before)} before, ${valueOf(after)} after`;
  if (low === null || high === null)
    return {
      verdict: `Too few visitors for an interval: at least ${visitorsMin} are needed.`,
      figures: `${values}.`,
    };
  const verdict = low > 0 ? higher : high < 0 ? lower : 'No measurable difference.';
  const interval = `95% interval ${differenceOf(low)} to ${differenceOf(high)}`;
  return { verdict, figures: `${values}: ${differenceOf(after - before)}, ${interval}.` };
}

/** How much a draft changes. */
export function changedText({ changed, impressions }: ReplaySummary): string {
  if (impressions === 0) return 'No searches or lists of shoppers are recorded yet.';
  const all = `${counted(impressions, 'search or list', 'searches and lists')} of shoppers`;
  return changed === 0
    ? `The draft changes none of ${all}.`
    : `The draft changes ${share(changed)} of ${all}: other items first, or another order.`;
}

type Proof = ReplaySummary & { readonly isLiveOutdated: boolean };

/** What a version keeps of the replay before it was published, in a sentence; null: there was none, or another kind of proof. */
export function proofText(proof: ConfigurationState): string | null {
  if (!isReplay(proof)) return null;
  const { impressions, changed, chosenFirst, clicks, isLiveOutdated } = proof;
  return [
    `Tried on ${count(impressions)} searches and lists before it was published: ${share(changed)} of them changed.`,
    ...(chosenFirst != null
      ? [differenceText('chosenFirst', chosenFirst).verdict]
      : clicks === null
        ? []
        : [differenceText('clicks', clicks).verdict]),
    ...(isLiveOutdated ? ['The live shop changed between the replay and the publication.'] : []),
  ].join(' ');
}

function isReplay(proof: unknown): proof is Proof {
  return typeof proof === 'object' && proof !== null && 'kind' in proof && proof.kind === 'replay';
}
