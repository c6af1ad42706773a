import { bootstrapInterval } from '../bootstrap.ts';

/** The metrics of one ranked list, each from 0 to 1. */
export interface ListMetrics {
  readonly hit: number;
  readonly ndcg: number;
  readonly reciprocal: number;
}

export type MetricName = keyof ListMetrics;

/** A mean over queries with its 95 % bootstrap interval. */
export interface Estimate {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const resampleCount = 500;
const resampleSeed = 20_240_601;

/** The metrics of the first `limit` items of a list. */
export function metricsOf(list: readonly string[], targets: ReadonlySet<string>, limit: number): ListMetrics {
  let gain = 0;
  let first = -1;
  list.slice(0, limit).forEach((id, rank) => {
    if (!targets.has(id)) return;
    gain += 1 / Math.log2(rank + 2);
    if (first < 0) first = rank;
  });
  if (first < 0) return { hit: 0, ndcg: 0, reciprocal: 0 };
  let ideal = 0;
  for (let rank = 0; rank < Math.min(targets.size, limit); rank++) ideal += 1 / Math.log2(rank + 2);
  return { hit: 1, ndcg: gain / ideal, reciprocal: 1 / (first + 1) };
}

/** The mean of one metric with a percentile bootstrap over queries (fixed seed). */
export function estimate(metrics: readonly ListMetrics[], metric: MetricName): Estimate {
  const values = metrics.map((each) => each[metric]);
  const meanOf = (some: readonly number[]): number =>
    some.reduce((sum, value) => sum + value, 0) / Math.max(1, some.length);
  const resampled = (indexes: readonly number[]): number => meanOf(indexes.map((i) => values[i]!));
  const [low, high] = bootstrapInterval(values.length, resampled, {
    resamples: resampleCount,
    seed: resampleSeed,
  });
  return { mean: meanOf(values), low, high };
}
