import type { StoredDraft } from './drafts.ts';

export const experimentMetrics = ['clickRate', 'conversion', 'revenue'] as const;
/**
 * The metric that decides an experiment. `clickRate` is the share of searches and lists with a click, `conversion` the share of visitors
 * with a purchase, and `revenue` the amount per visitor in the project's currency, less returns.
 */
export type ExperimentMetric = (typeof experimentMetrics)[number];

export const experimentModes = ['split', 'interleaving'] as const;
/**
 * With `split`, each visitor sees the live configuration or the draft (A/B test). With `interleaving`, each search of a visitor
 * shows both orders in one list (team draft).
 */
export type ExperimentMode = (typeof experimentModes)[number];

export type ExperimentArm = 'control' | 'treatment';

/** An experiment as sent. */
export interface Experiment {
  readonly id: string;
  /** A label for people. */
  readonly name?: string;
  /** The draft whose changes the treatment has. */
  readonly draft: string;
  readonly mode?: ExperimentMode;
  /** Shares of the visitors, 0 to 1, together at most 1: others see the live configuration and are not counted. */
  readonly shares?: Readonly<Record<ExperimentArm, number>>;
  readonly metric?: ExperimentMetric;
  /** The relative change of the metric that it is designed to find, such as .05. */
  readonly minimumEffect?: number;
  /** Milliseconds since 1970, for an imported history; by default now. */
  readonly startedAt?: number;
}

/** Buckets of an arm; see `allocateArms()` of the kernel. */
export interface StoredArmRange {
  readonly arm: string;
  readonly from: number;
  readonly to: number;
}

export interface StoredExperiment {
  readonly experiment: Required<Omit<Experiment, 'name' | 'startedAt'>> & Pick<Experiment, 'name'>;
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Null means that it runs. */
  readonly endedAt: number | null;
  /** The draft as it was at the start. */
  readonly treatment: StoredDraft;
  readonly ranges: readonly StoredArmRange[];
  /** The number of the last impression before it. */
  readonly afterImpression: number;
}

/** The experiment and the arm of a visitor. */
export interface Assignment {
  readonly experiment: StoredExperiment;
  readonly arm: ExperimentArm;
}

/** The order of an interleaved list that an item stands for, or null if it decides nothing. */
export type InterleavedTeam = ExperimentArm | null;

/** Assigns visitors to the arms of the running experiments: the same on every thread and process, without a table. */
export interface ExperimentArms {
  /** A visitor is in one experiment at most: in the first one that has a bucket for it. A visitor outside of all has null. `formatUnit()` makes `unit`. */
  readAssignment(unit: string): Assignment | null;
  /** The arm of a visitor in the experiment of the script of shops: `treatment` sees its elements. */
  readFrontArm(unit: string, share: number): ExperimentArm;
  /** Buckets for shares; an arm keeps the buckets that it has. */
  allocateRanges(
    shares: Readonly<Record<ExperimentArm, number>>,
    previous: readonly StoredArmRange[],
  ): readonly StoredArmRange[];
  /**
   * The first `count` items of two orders, interleaved by team draft. `pins` has the positions (from 1) that both orders have pinned. A
   * longer result with the same seed begins with the shorter one.
   */
  interleave(
    control: readonly string[],
    treatment: readonly string[],
    options: { readonly seed: string; readonly count: number; readonly pins: ReadonlyMap<number, string> },
  ): { readonly id: string; readonly team: InterleavedTeam }[];
}

export interface IntervalBounds {
  readonly low: number;
  readonly high: number;
}

/** A metric of the arms. */
export interface MetricResult {
  readonly metric: ExperimentMetric;
  readonly control: number | null;
  readonly treatment: number | null;
  /** Treatment minus control, with its always-valid 95 % interval; null means too few visitors. */
  readonly difference: number | null;
  readonly interval: IntervalBounds | null;
  /** The difference as a share of the control. */
  readonly lift: number | null;
  readonly liftInterval: IntervalBounds | null;
}

export interface ExperimentResults {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly visitors: Readonly<Record<ExperimentArm, number>>;
  readonly impressions: Readonly<Record<ExperimentArm, number>>;
  readonly metrics: readonly MetricResult[];
  /** `split` alone has this: whether visitors are divided by other shares than planned, which makes the results unusable. */
  readonly sampleRatio: { readonly pValue: number; readonly isOff: boolean } | null;
  /** `interleaving` alone has this: searches won by the treatment minus those won by the control, as a share of those that count. */
  readonly preference: {
    readonly searches: number;
    readonly preference: number | null;
    readonly interval: IntervalBounds | null;
  } | null;
  /** The winner by the metric or the preference; null while the interval contains 0. */
  readonly winner: ExperimentArm | null;
}

/** Effects that an experiment can detect with the traffic of the last days. */
export interface ExperimentPlan {
  /** New visitors per day, and the metric of all of them. */
  readonly visitorsPerDay: number;
  readonly mean: number | null;
  /** Days until the minimum effect is found with a power of 85 %, or null if that is too long or unknown. */
  readonly daysNeeded: number | null;
  /** The relative effect that is found within 14 and 28 days, or null. */
  readonly effectIn14Days: number | null;
  readonly effectIn28Days: number | null;
}

/** What the elements of the script change, by the visitors who came while `front.share` has its value. */
export interface FrontResults extends Pick<ExperimentResults, 'at' | 'visitors' | 'sampleRatio' | 'winner'> {
  /** `conversion`, which decides, and `revenue`. */
  readonly metrics: readonly MetricResult[];
}

export interface ExperimentFigures {
  /** Compares visitors with the elements of the script and without them, as {@link computeResults} does. */
  computeFrontResults(
    experiment: { readonly share: number; readonly startedAt: number },
    currency: string | null,
  ): Promise<FrontResults>;
  /**
   * Counts everything that was acknowledged before the call. Other work runs in between. `currency` is that of the project, for
   * events that name none.
   */
  computeResults(stored: StoredExperiment, currency: string | null): Promise<ExperimentResults>;
  /** Reads the last results, or null before the first. Old ones are computed again in the background. */
  getLatest(stored: StoredExperiment): Pick<ExperimentResults, 'at' | 'visitors' | 'sampleRatio'> | null;
  /** The number of the newest impression. */
  findNewestImpression(): Promise<number>;
  plan(
    design: Pick<StoredExperiment['experiment'], 'metric' | 'minimumEffect' | 'shares'>,
    currency: string | null,
  ): Promise<ExperimentPlan>;
}
