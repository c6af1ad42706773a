import { log2 } from '../../math/logarithm.ts';

/** An item that a visitor chose from a list, at the position where it was shown. */
export interface ObservedChoice {
  /** The rank in the list that was shown, from 1. */
  readonly position: number;
  /** The gain of the choice: 1 for a click, an amount for a purchase. */
  readonly gain: number;
}

/** Inverse propensities above this one are cut off, against the variance of a few choices at low positions. */
export const inversePropensityMax = 10;

/**
 * The inverse of the probability that a visitor looks at a position, from 1, relative to the first: a power of the position, as in
 * Joachims, Swaminathan, Schnabel: Unbiased Learning-to-Rank with Biased Feedback (2017), with the exponent 0.5 and clipping.
 */
export function weighPosition(position: number): number {
  return Math.min(inversePropensityMax, Math.sqrt(Math.max(1, position)));
}

/** The discount of a position, from 1, in DCG (Järvelin, Kekäläinen 2002). */
export function discountPosition(position: number): number {
  return 1 / log2(1 + position);
}

/**
 * NDCG of an order from observed choices, each weighted by the inverse propensity of the position where it was shown. `findRank` returns
 * the position of a choice in the order, from 1, or null if it is not in it. Without choices, the NDCG is null.
 */
export function computeChoiceNdcg<T extends ObservedChoice>(
  choices: readonly T[],
  findRank: (choice: T) => number | null,
): number | null {
  let gained = 0;
  const gains: number[] = [];
  for (const choice of choices) {
    const gain = choice.gain * weighPosition(choice.position);
    if (gain <= 0) continue;
    gains.push(gain);
    const rank = findRank(choice);
    if (rank !== null) gained += gain * discountPosition(rank);
  }
  if (gains.length === 0) return null;
  const ideal = gains.sort((a, b) => b - a).reduce((sum, gain, i) => sum + gain * discountPosition(i + 1), 0);
  return gained / ideal;
}

/** A mean with its 95 % confidence interval. */
export interface MeanInterval {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

/** Fewer clusters give no interval. */
export const clustersMin = 25;

/**
 * The weighted mean of values in clusters, such as the lists of one visitor, with a cluster-robust normal interval (Liang, Zeger
 * 1986). Null with fewer than {@link clustersMin} clusters.
 */
export function computeClusteredMean(
  values: Iterable<{ readonly cluster: string; readonly value: number; readonly weight: number }>,
): MeanInterval | null {
  const clusters = new Map<string, { sum: number; weight: number }>();
  let [sum, weights] = [0, 0];
  for (const { cluster, value, weight } of values) {
    const total = clusters.get(cluster) ?? { sum: 0, weight: 0 };
    total.sum += weight * value;
    total.weight += weight;
    clusters.set(cluster, total);
    sum += weight * value;
    weights += weight;
  }
  if (clusters.size < clustersMin || weights === 0) return null;
  const mean = sum / weights;
  let squares = 0;
  for (const one of clusters.values()) squares += (one.sum - mean * one.weight) ** 2;
  const { size } = clusters;
  const error = (Math.sqrt((squares * size) / (size - 1)) / weights) * 1.96;
  return { mean, low: mean - error, high: mean + error };
}
