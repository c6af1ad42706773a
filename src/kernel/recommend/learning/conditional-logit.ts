import { exp } from '../../../math/exponential.ts';
import { log } from '../../../math/logarithm.ts';

/** Lists with one clicked entry each, laid out one after the other. */
export interface ClickedLists {
  /** The start of each list, and as the last entry the end of the last list. */
  readonly offsets: Uint32Array;
  /** The clicked entry of each list, counted from its start. */
  readonly chosen: Uint16Array;
  /** The position of each entry on its page, from 1. */
  readonly positions: Uint16Array;
}

/** The influence of position and value on a click. */
export interface LogitModel {
  /** Utility by bucket of positions (see `findPositionBucket`); 0 for the first. */
  readonly byPosition: Float64Array;
  /** Utility per unit of value; never below 0. */
  readonly slope: number;
}

/** Each position up to this one has a bucket; later ones share a few. */
const singlePositionMax = 10;
const bucketCount = singlePositionMax + 3;
/** Ridge penalties, which shrink uncertain parameters towards 0: they weigh as much as a hundredth of a click, or less. */
const ridge = 0.1;
const slopeRidge = 1e-3;
const stepsMax = 25;
const stepMin = 1e-6;

export function findPositionBucket(position: number): number {
  if (position <= singlePositionMax) return position - 1;
  return singlePositionMax + (position < 15 ? 0 : position < 20 ? 1 : 2);
}

/**
 * Fits the conditional logit to the clicks of lists `from` to `until`. The probability of a click is proportional to
 * exp(byPosition + slope x value) [McFadden 1974]. Positions have parameters of their own, so that position bias is
 * not attributed to the values: the slope is estimated from differences between entries at equal positions. Uses
 * Newton's method, beginning at `start`.
 */
export function fitLogit(
  lists: ClickedLists,
  values: Float64Array,
  [from, until]: readonly [number, number],
  start: LogitModel = { byPosition: new Float64Array(bucketCount), slope: 0 },
): LogitModel {
  const size = bucketCount;
  // The first bucket is the reference of the others: its entry holds the slope instead.
  const parameters = Float64Array.from(start.byPosition);
  parameters[0] = start.slope;
  for (let step = 0; step < stepsMax; step++) {
    const gradient = new Float64Array(size);
    const curvature = new Float64Array(size * size);
    for (let list = from; list < until; list++) addList(lists, values, list, parameters, gradient, curvature);
    for (let i = 0; i < size; i++) {
      const penalty = i === 0 ? slopeRidge : ridge;
      gradient[i]! -= penalty * parameters[i]!;
      curvature[i * size + i]! += penalty;
    }
    const change = solve(curvature, gradient);
    let largest = 0;
    for (let i = 0; i < size; i++) {
      // The step is limited: with few clicks a long one would leave the region where the approximation holds.
      const bound = i === 0 ? 20 : 2;
      const boundedStep = Math.max(-bound, Math.min(bound, change[i]!));
      parameters[i]! += boundedStep;
      largest = Math.max(largest, Math.abs(boundedStep));
    }
    if (largest < stepMin) break;
  }
  const slope = Math.max(0, parameters[0]!);
  parameters[0] = 0;
  return { byPosition: parameters, slope };
}

/** The log likelihood of the click in a list under a model. */
export function logLikelihood(
  lists: ClickedLists,
  values: Float64Array,
  list: number,
  { byPosition, slope }: LogitModel,
): number {
  const begin = lists.offsets[list]!;
  const end = lists.offsets[list + 1]!;
  const utility = (at: number): number =>
    byPosition[findPositionBucket(lists.positions[at]!)]! + slope * values[at]!;
  let highest = -Infinity;
  for (let at = begin; at < end; at++) highest = Math.max(highest, utility(at));
  let sum = 0;
  for (let at = begin; at < end; at++) sum += exp(utility(at) - highest);
  return utility(begin + lists.chosen[list]!) - highest - log(sum);
}

/** Adds a list's gradient of the log likelihood, and its negative curvature. */
function addList(
  { offsets, chosen, positions }: ClickedLists,
  values: Float64Array,
  list: number,
  parameters: Float64Array,
  gradient: Float64Array,
  curvature: Float64Array,
): void {
  const size = parameters.length;
  const begin = offsets[list]!;
  const end = offsets[list + 1]!;
  const utility = (at: number): number => {
    const bucket = findPositionBucket(positions[at]!);
    return (bucket === 0 ? 0 : parameters[bucket]!) + parameters[0]! * values[at]!;
  };
  let highest = -Infinity;
  for (let at = begin; at < end; at++) highest = Math.max(highest, utility(at));
  let sum = 0;
  for (let at = begin; at < end; at++) sum += exp(utility(at) - highest);
  const mean = new Float64Array(size);
  for (let at = begin; at < end; at++) {
    const share = exp(utility(at) - highest) / sum;
    const value = values[at]!;
    const bucket = findPositionBucket(positions[at]!);
    mean[0]! += share * value;
    curvature[0]! += share * value * value;
    if (bucket === 0) continue;
    mean[bucket]! += share;
    curvature[bucket * size + bucket]! += share;
    curvature[bucket]! += share * value;
    curvature[bucket * size]! += share * value;
  }
  const at = begin + chosen[list]!;
  const bucket = findPositionBucket(positions[at]!);
  gradient[0]! += values[at]!;
  if (bucket > 0) gradient[bucket]! += 1;
  for (let i = 0; i < size; i++) {
    gradient[i]! -= mean[i]!;
    for (let j = 0; j < size; j++) curvature[i * size + j]! -= mean[i]! * mean[j]!;
  }
}

/** Solves A x = b for a symmetric, positive definite A, by Cholesky decomposition in place. */
function solve(a: Float64Array, b: Float64Array): Float64Array {
  const size = b.length;
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[i * size + j]!;
      for (let k = 0; k < j; k++) sum -= a[i * size + k]! * a[j * size + k]!;
      a[i * size + j] = i === j ? Math.sqrt(Math.max(sum, Number.EPSILON)) : sum / a[j * size + j]!;
    }
  }
  const x = Float64Array.from(b);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < i; k++) x[i]! -= a[i * size + k]! * x[k]!;
    x[i]! /= a[i * size + i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    for (let k = i + 1; k < size; k++) x[i]! -= a[k * size + i]! * x[k]!;
    x[i]! /= a[i * size + i]!;
  }
  return x;
}
