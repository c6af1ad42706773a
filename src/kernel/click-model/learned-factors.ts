import type { Steps } from '../bits/steps.ts';
import { computeExpectedValues, type ItemCount, type ListEvidence } from './evidence.ts';

/** How strongly observed values are shrunk towards the expected ones. */
export interface Shrinkage {
  /** Expected value, in actions, that weighs as much as the observed value; infinite if nothing is learned. */
  readonly list: number;
  /** The same for the evidence of an item over all lists of a category. */
  readonly category: number;
  /** The variance of one action: the mean square of its value, divided by the mean. */
  readonly dispersion: number;
}

/** Minimum shrinkage in expected actions, so that a single visitor moves an item by at most a tenth. */
export const shrinkageMin = 10;
/** The factor of the shrinkage for evidence from other lists of the category, which is weaker. */
const categoryWeight = 4;

export const nothingLearned: Shrinkage = { list: Infinity, category: Infinity, dispersion: 1 };

/**
 * Estimates the shrinkage from the spread of observed / expected between items beyond that of chance (gamma-Poisson, method of
 * moments). If the spread is not clearly above chance (two standard errors), nothing is learned,
 * as with actions that do not depend on the items.
 */
export function* estimateShrinkage(
  lists: Iterable<ListEvidence>,
  examination: Float64Array,
): Steps<Shrinkage> {
  let [values, squares] = [0, 0];
  const all = [...lists];
  for (const { items } of all) {
    for (const one of items.values()) {
      values += one.value;
      squares += one.valueSquares;
    }
  }
  if (values === 0) return nothingLearned;
  const dispersion = squares / values;
  let [excess, excessSquares, expectedSquares] = [0, 0, 0];
  for (const list of all) {
    const expected = computeExpectedValues(list, examination);
    for (const { item, value, valueSquares } of list.items.values()) {
      const e = expected.get(item)!;
      const beyondChance = (value - e) ** 2 - (valueSquares + dispersion * e) / 2;
      excess += beyondChance;
      excessSquares += beyondChance * beyondChance;
      expectedSquares += e * e;
    }
    yield 2 * list.items.size;
  }
  const variance = (excess - 2 * Math.sqrt(excessSquares)) / expectedSquares;
  if (!(variance > 0)) return { ...nothingLearned, dispersion };
  const list = Math.max(shrinkageMin, 1 / variance);
  return { list, category: categoryWeight * list, dispersion };
}

/** Returns observed / expected, shrunk towards `prior`, as the mean of the gamma posterior. 1 means as its positions predict. */
export function shrinkRatio(
  { observed, expected }: ItemCount,
  shrinkage: number,
  dispersion: number,
  prior = 1,
): number {
  if (!Number.isFinite(shrinkage)) return prior;
  return (observed / dispersion + shrinkage * prior) / (expected / dispersion + shrinkage);
}

/** The factor of a score, within 1 - max and 1 + max: 1 + max tanh(ln ratio), about 1 + max (ratio - 1) near 1. */
export function limitFactor(ratio: number, max: number): number {
  const square = ratio * ratio;
  return 1 + (max * (square - 1)) / (square + 1);
}
