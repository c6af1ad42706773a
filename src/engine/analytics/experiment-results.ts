import { setImmediate } from 'node:timers/promises';
import { compareArms } from '../../kernel/experiments/confidence-sequence.ts';
import { measurePreference } from '../../kernel/experiments/draft-preference.ts';
import {
  computeDaysNeeded,
  computeDetectableLift,
  type ExperimentDesign,
} from '../../kernel/experiments/experiment-design.ts';
import { isSampleRatioOff, sampleRatioPValue } from '../../kernel/experiments/sample-ratio.ts';
import {
  estimateMetric,
  noVisitors,
  withVisitor,
  type VisitorSums,
} from '../../kernel/experiments/visitor-sums.ts';
import { amountUnit } from '../../kernel/attribution/figures.ts';
import { dayMs } from '../../lib/days.ts';
import type { Clock } from '../../lib/clock.ts';
import {
  experimentMetrics,
  type ExperimentArm,
  type ExperimentFigures,
  type ExperimentMetric,
  type ExperimentPlan,
  type ExperimentResults,
  type FrontResults,
  type MetricResult,
  type StoredExperiment,
} from '../../ports/configuration/experiments.ts';
import type { ReadConnection } from '../storage/database.ts';
import { assignFrontArm } from './experiment-arms.ts';
import {
  readExperimentVisitors,
  readExposedVisitors,
  type ExperimentVisitor,
} from './experiment-visitors.ts';
import type { EmbeddedImpressionLog } from './impression-log.ts';
import type { EmbeddedSiteLog } from './site-log.ts';

/** An experiment is planned by the traffic of this many days. */
const planDays = 14;
/** The relative change that intervals of the experiment of the script are narrowest for, as of other experiments by default. */
const frontMinimumEffect = 0.05;
/** `getLatest()` computes results again once they are older than this. */
const latestMs = 10 * 60_000;

type Sums = Record<ExperimentMetric, VisitorSums>;

/** Results of experiments, from the impressions and events that are stored. */
export class EmbeddedExperimentFigures implements ExperimentFigures {
  readonly #reads: ReadConnection;
  readonly #clock: Clock;
  readonly #impressions: Pick<EmbeddedImpressionLog, 'flush'>;
  readonly #exposures: Pick<EmbeddedSiteLog, 'flush'>;
  readonly #onError: (error: unknown) => void;
  readonly #latest = new Map<string, { readonly startedAt: number; readonly results: ExperimentResults }>();
  /** The experiments whose results are computed in the background. */
  readonly #waiting = new Set<string>();
  /** Computations take turns: each has all visitors in memory. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: {
    reads: ReadConnection;
    clock: Clock;
    impressions: Pick<EmbeddedImpressionLog, 'flush'>;
    exposures: Pick<EmbeddedSiteLog, 'flush'>;
    onError: (error: unknown) => void;
  }) {
    this.#reads = options.reads;
    this.#clock = options.clock;
    this.#impressions = options.impressions;
    this.#exposures = options.exposures;
    this.#onError = options.onError;
  }

  getLatest(stored: StoredExperiment): ReturnType<ExperimentFigures['getLatest']> {
    const cached = this.#latest.get(stored.experiment.id);
    const latest = cached?.startedAt === stored.startedAt ? cached.results : null;
    const isOld = latest === null || this.#clock.now() - latest.at > latestMs;
    if (isOld) this.#computeLater(stored);
    return latest;
  }

  #computeLater(stored: StoredExperiment): void {
    const { id } = stored.experiment;
    if (this.#waiting.has(id)) return;
    this.#waiting.add(id);
    void this.computeResults(stored, null)
      .catch(this.#onError)
      .finally(() => this.#waiting.delete(id));
  }

  async findNewestImpression(): Promise<number> {
    await this.#impressions.flush();
    return this.#reads.number('SELECT max(no) FROM impressions');
  }

  async computeResults(stored: StoredExperiment, currency: string | null): Promise<ExperimentResults> {
    const results = await this.#runInTurn(() => this.#compute(stored, currency));
    this.#latest.set(stored.experiment.id, { startedAt: stored.startedAt, results });
    return results;
  }

  computeFrontResults(
    experiment: { readonly share: number; readonly startedAt: number },
    currency: string | null,
  ): Promise<FrontResults> {
    return this.#runInTurn(() => this.#computeFront(experiment, currency));
  }

  async #computeFront(
    { share, startedAt }: { readonly share: number; readonly startedAt: number },
    currency: string | null,
  ): Promise<FrontResults> {
    await this.#exposures.flush();
    const arms: Record<ExperimentArm, Sums> = { control: createEmptySums(), treatment: createEmptySums() };
    const readArm = (key: string): ExperimentArm => assignFrontArm(key, share);
    for await (const visitor of readExposedVisitors(this.#reads, startedAt, { readArm, currency }))
      if (visitor.arm !== null) arms[visitor.arm] = withMetrics(arms[visitor.arm], visitor);
    const metrics = (['conversion', 'revenue'] as const).map((metric) =>
      computeMetricResult(metric, arms.control[metric], arms.treatment[metric], frontMinimumEffect),
    );
    const control = arms.control.conversion.visitors;
    const treatment = arms.treatment.conversion.visitors;
    return {
      at: this.#clock.now(),
      visitors: { control, treatment },
      metrics,
      sampleRatio:
        share > 0 && share < 1
          ? checkSampleRatio(control, treatment, { control: 1 - share, treatment: share })
          : null,
      winner: decideWinner(metrics[0]?.interval ?? null),
    };
  }

  #runInTurn<T>(compute: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(compute);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #compute(
    { experiment, afterImpression, endedAt }: StoredExperiment,
    currency: string | null,
  ): Promise<ExperimentResults> {
    await this.#impressions.flush();
    const arms: Record<ExperimentArm, Sums> = { control: createEmptySums(), treatment: createEmptySums() };
    const impressions = { control: 0, treatment: 0 };
    let decided = noVisitors;
    const span = { after: afterImpression, until: endedAt ?? Infinity, currency };
    for await (const visitor of readExperimentVisitors(this.#reads, experiment.id, span)) {
      if (visitor.decided > 0) decided = withVisitor(decided, visitor.won, visitor.decided);
      if (visitor.arm === null) continue;
      arms[visitor.arm] = withMetrics(arms[visitor.arm], visitor);
      impressions[visitor.arm] += visitor.impressions;
    }
    const metrics = experimentMetrics.map((metric) =>
      computeMetricResult(metric, arms.control[metric], arms.treatment[metric], experiment.minimumEffect),
    );
    const { visitors: control } = arms.control.conversion;
    const { visitors: treatment } = arms.treatment.conversion;
    const isSplit = experiment.mode === 'split';
    const preference = measurePreference(decided);
    const interval = isSplit
      ? metrics.find(({ metric }) => metric === experiment.metric)?.interval
      : preference?.interval;
    return {
      at: this.#clock.now(),
      visitors: { control, treatment },
      impressions,
      metrics: isSplit ? metrics : [],
      sampleRatio: isSplit ? checkSampleRatio(control, treatment, experiment.shares) : null,
      preference: isSplit
        ? null
        : {
            searches: decided.denominator,
            preference: preference?.preference ?? null,
            interval: preference?.interval ?? null,
          },
      winner: decideWinner(interval ?? null),
    };
  }

  plan(design: Parameters<ExperimentFigures['plan']>[0], currency: string | null): Promise<ExperimentPlan> {
    return this.#runInTurn(() => this.#plan(design, currency));
  }

  async #plan(
    { metric, minimumEffect, shares }: Parameters<ExperimentFigures['plan']>[0],
    currency: string | null,
  ): Promise<ExperimentPlan> {
    await this.#impressions.flush();
    const since = this.#clock.now() - planDays * dayMs;
    const first = this.#reads
      .prepare('SELECT no, at FROM impressions WHERE at >= ? ORDER BY no LIMIT 1')
      .get(since) as { no: number; at: number } | undefined;
    let sums = createEmptySums();
    if (first !== undefined)
      for await (const visitor of readExperimentVisitors(this.#reads, null, {
        after: first.no - 1,
        until: Infinity,
        currency,
      }))
        sums = withMetrics(sums, visitor);
    const metricSums = sums[metric];
    const days = Math.max(1, (this.#clock.now() - (first?.at ?? this.#clock.now())) / dayMs);
    const visitorsPerDay = metricSums.visitors / days;
    const estimate = estimateMetric(metricSums);
    const none = { daysNeeded: null, effectIn14Days: null, effectIn28Days: null };
    if (estimate === null || estimate.mean <= 0 || estimate.variance === 0)
      return { visitorsPerDay, mean: estimate?.mean ?? null, ...none };
    const design: ExperimentDesign = {
      visitorsPerDay,
      controlShare: shares.control,
      treatmentShare: shares.treatment,
      mean: estimate.mean,
      // The deviation between visitors follows from the variance of their mean.
      deviation: Math.sqrt(estimate.variance * metricSums.visitors),
    };
    const days14 = computeDetectableLift(design, 14);
    await setImmediate();
    const days28 = computeDetectableLift(design, 28);
    await setImmediate();
    return {
      visitorsPerDay,
      mean: metric === 'revenue' ? estimate.mean / amountUnit : estimate.mean,
      daysNeeded: computeDaysNeeded(design, minimumEffect),
      effectIn14Days: days14,
      effectIn28Days: days28,
    };
  }
}

function checkSampleRatio(
  control: number,
  treatment: number,
  shares: Readonly<Record<ExperimentArm, number>>,
): NonNullable<ExperimentResults['sampleRatio']> {
  const counts = [
    { visitors: control, share: shares.control },
    { visitors: treatment, share: shares.treatment },
  ];
  return { pValue: sampleRatioPValue(counts), isOff: isSampleRatioOff(counts) };
}

const createEmptySums = (): Sums => ({ clickRate: noVisitors, conversion: noVisitors, revenue: noVisitors });

function withMetrics(sums: Sums, { impressions, clicked, hasBought, revenue }: ExperimentVisitor): Sums {
  return {
    clickRate: withVisitor(sums.clickRate, clicked, impressions),
    conversion: withVisitor(sums.conversion, hasBought ? 1 : 0),
    revenue: withVisitor(sums.revenue, revenue),
  };
}

function computeMetricResult(
  metric: ExperimentMetric,
  control: VisitorSums,
  treatment: VisitorSums,
  minimumEffect: number,
): MetricResult {
  const unit = metric === 'revenue' ? amountUnit : 1;
  const compared = compareArms(control, treatment, minimumEffect);
  const computeMean = (sums: VisitorSums): number | null => {
    const estimate = estimateMetric(sums);
    return estimate === null ? null : estimate.mean / unit;
  };
  const interval = compared?.interval ?? null;
  return {
    metric,
    control: computeMean(control),
    treatment: computeMean(treatment),
    difference: compared === null ? null : compared.difference / unit,
    interval: interval === null ? null : { low: interval.low / unit, high: interval.high / unit },
    lift: compared?.lift ?? null,
    liftInterval: compared?.liftInterval ?? null,
  };
}

function decideWinner(
  interval: { readonly low: number; readonly high: number } | null,
): ExperimentArm | null {
  if (interval === null) return null;
  return interval.low > 0 ? 'treatment' : interval.high < 0 ? 'control' : null;
}
