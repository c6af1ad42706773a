import type { Steps } from '../bits/steps.ts';
import { multiplyVectors, type ItemEvidence, type ListEvidence } from './evidence.ts';
import { bucketCount, createPositionPowers } from './positions.ts';
import { exp } from '../../math/exponential.ts';
import { log } from '../../math/logarithm.ts';

/** The exponent of the curve without data: flatter than in shops (about -1), so that little is learned from it. */
const exponentDefault = -0.5;
/** The default counts as much as this many actions per bucket. */
const defaultActions = 20;
const marginalRounds = 5;
const iterationsMax = 40;
/** Iterations end once no logarithm changes by more. */
const precisionOfLogs = 1e-3;
const damping = 0.5;
/** Cost of an iteration for a pair, in entries of visits. */
const pairUnits = 0.5;
/** Maximum pairs of list and item that are read for one curve. */
const pairsMax = 10_000;

export interface ExaminationOptions {
  /** Share of the fall of the action rate by position that is attributed to attention; the rest is relevance. */
  readonly attentionShare: number;
  /** Weight of this prior against items shown at several positions, as 1 / variance of a logarithm. */
  readonly precision: number;
}

export const examinationDefaults: ExaminationOptions = { attentionShare: 0.5, precision: 16 };

/**
 * The probability, by bucket of positions and relative to the first, that a visitor looks at a position: the position-based model
 * of Richardson et al. 2007. Two sources:
 *
 * - Items of one list that were shown at several positions: the item is the same, so what differs is attention (intervention
 *   harvesting, Agarwal et al. 2019). Given an item's actions, their division among its positions is multinomial, with
 *   probabilities proportional to showings times examination; the item's relevance cancels out. The likelihood is concave.
 * - The fall of the action rate by position, over all lists. Lists begin with what is relevant, so it is steeper than attention:
 *   only a share of it is the prior, which decides where no item ever moved. Too flat a curve favours the order as it is.
 */
export function* estimateExamination(
  lists: Iterable<ListEvidence>,
  { attentionShare, precision }: ExaminationOptions = examinationDefaults,
): Steps<Float64Array> {
  const all = [...lists];
  const prior = (yield* computeMarginalRates(all)).map((rate) => attentionShare * log(rate));
  const pairs: ItemEvidence[] = [];
  for (const { items } of all) {
    if (pairs.length >= pairsMax) break;
    for (const one of items.values()) if (isInformative(one)) pairs.push(one);
    yield items.size;
  }
  const logs = Float64Array.from(prior);
  const gradient = new Float64Array(bucketCount);
  const curvature = new Float64Array(bucketCount);
  const shares = new Float64Array(bucketCount);
  for (let iteration = 0; iteration < iterationsMax && pairs.length > 0; iteration++) {
    yield pairs.length * pairUnits;
    gradient.fill(0);
    curvature.fill(precision);
    const examination = logs.map(exp);
    for (const { shown, acted } of pairs) {
      const sum = multiplyVectors(shown, examination);
      let actions = 0;
      for (let b = 0; b < bucketCount; b++) {
        shares[b] = (shown[b]! * examination[b]!) / sum;
        actions += acted[b]!;
      }
      for (let b = 0; b < bucketCount; b++) {
        gradient[b]! += acted[b]! - actions * shares[b]!;
        curvature[b]! += actions * shares[b]! * (1 - shares[b]!);
      }
    }
    let changed = 0;
    for (let b = 1; b < bucketCount; b++) {
      const before = logs[b]!;
      const step = (gradient[b]! - precision * (logs[b]! - prior[b]!)) / curvature[b]!;
      logs[b] = Math.min(log(1.5), Math.max(log(0.02), logs[b]! + damping * step));
      changed = Math.max(changed, Math.abs(logs[b]! - before));
    }
    if (changed < precisionOfLogs) break;
  }
  return logs.map(exp);
}

function isInformative({ shown, value }: ItemEvidence): boolean {
  if (value === 0) return false;
  let positions = 0;
  for (const count of shown) if (count > 0) positions++;
  return positions > 1;
}

/** The action rate by bucket, relative to the first bucket; each list has its own rate. */
function* computeMarginalRates(lists: readonly ListEvidence[]): Steps<Float64Array> {
  const rates = createPositionPowers(exponentDefault);
  const sums = [];
  for (const { items } of lists) {
    const shown = new Float64Array(bucketCount);
    const acted = new Float64Array(bucketCount);
    for (const one of items.values()) {
      for (let b = 0; b < bucketCount; b++) {
        shown[b]! += one.shown[b]!;
        acted[b]! += one.acted[b]!;
      }
    }
    sums.push({ shown, acted, actions: acted.reduce((sum, count) => sum + count, 0) });
    yield items.size;
  }
  for (let round = 0; round < marginalRounds; round++) {
    const observed = new Float64Array(bucketCount).fill(defaultActions);
    const expected = new Float64Array(bucketCount).fill(defaultActions);
    for (const { shown, acted, actions } of sums) {
      const rate = actions / Math.max(multiplyVectors(shown, rates), Number.MIN_VALUE);
      for (let b = 0; b < bucketCount; b++) {
        observed[b]! += acted[b]!;
        expected[b]! += rate * shown[b]! * rates[b]!;
      }
    }
    for (let b = 0; b < bucketCount; b++) rates[b]! *= observed[b]! / expected[b]!;
  }
  return rates.map((rate) => rate / rates[0]!);
}
