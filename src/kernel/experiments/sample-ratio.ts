import { logGamma } from './log-gamma.ts';
import { exp } from '../../math/exponential.ts';
import { log } from '../../math/logarithm.ts';

/** An arm's visitors, and the share that it should have. */
export interface ArmCount {
  readonly visitors: number;
  /** The planned share in any unit, above 0: only ratios count. */
  readonly share: number;
}

/**
 * The weight of the expected shares in the prior, as a number of visitors: most sensitive to deviations of about 1.6 percentage
 * points, for two equal arms.
 */
const priorVisitors = 1_000;

/** The rate of false alarms per experiment, low as an alarm makes all its results unusable, and many experiments are checked. */
const defaultSampleRatioAlpha = 0.001;

/** Whether visitors are divided by other shares than planned: see {@link sampleRatioPValue}. */
export function isSampleRatioOff(arms: readonly ArmCount[], alpha = defaultSampleRatioAlpha): boolean {
  return sampleRatioPValue(arms) <= alpha;
}

/**
 * The check for a sample-ratio mismatch: 1 over the evidence that visitors are not divided by the shares. If they are, it falls to
 * `alpha` or below at any of all looks together with a probability of at most `alpha`. One such look suffices: later ones do not
 * take it back.
 *
 * The evidence is the Bayes factor of multinomial counts with a Dirichlet prior around the expected shares, a martingale of mean
 * 1 under them: Lindon and Malek, "Anytime-Valid Inference for Multinomial Count Data" (NeurIPS 2022).
 * @returns above 0, at most 1
 */
export function sampleRatioPValue(arms: readonly ArmCount[]): number {
  const sum = arms.reduce((total, { share }) => total + share, 0);
  const visitors = arms.reduce((total, arm) => total + arm.visitors, 0);
  let logEvidence = logGamma(priorVisitors) - logGamma(priorVisitors + visitors);
  for (const { visitors: count, share } of arms) {
    const expected = share / sum;
    const prior = priorVisitors * expected;
    logEvidence += logGamma(prior + count) - logGamma(prior) - count * log(expected);
  }
  return Math.min(1, exp(-logEvidence));
}
