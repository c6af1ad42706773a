import { estimateMetric, type MetricEstimate, type VisitorSums } from './visitor-sums.ts';
import { log } from '../../math/logarithm.ts';

/** The bounds of an interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Two-sided error of intervals over all looks together. */
export const defaultAlpha = 0.05;

/**
 * The half-width of an always-valid interval, in standard errors: over all looks together, an unbiased estimate leaves it with a
 * probability of at most `alpha`, however often and long one looks, and whenever one stops.
 *
 *     b(r) = sqrt((1 + 1/r) * ln((1 + r) / alpha^2)),   r = tau^2 / variance
 *
 * It is Robbins' normal mixture (1970): the mean over effects of N(0, tau^2) of the likelihood ratio of estimates is a martingale
 * that exceeds 1/alpha with a probability of at most alpha (Ville). Howard, Ramdas, McAuliffe and Sekhon, "Time-uniform,
 * nonparametric, nonasymptotic confidence sequences" (Annals of Statistics 2021): the two-sided normal mixture,
 * with rho = 1/tau^2 and the information, 1/variance, as time. For estimated variances: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas,
 * "Time-uniform central limit theory and asymptotic confidence sequences" (Annals of Statistics 2024).
 *
 * @param tau the size of effects for which the interval is nearly as narrow as possible; any value is valid
 */
export function computeBoundaryWidth(variance: number, tau: number, alpha = defaultAlpha): number {
  const r = (tau * tau) / variance;
  return Math.sqrt((1 + 1 / r) * log((1 + r) / (alpha * alpha)));
}

/**
 * Visitors with a numerator other than 0 that each arm needs before there is an interval: with fewer, the estimated variance is too
 * often too small. In simulations of an arm with 10 % of the visitors, up to a third of the intervals of earlier looks were wrong.
 */
export const nonZeroVisitorsMin = 25;

/** The always-valid interval of one mean or ratio; null with too few visitors. @param tau in the unit of the mean */
export function computeMeanInterval(sums: VisitorSums, tau: number, alpha = defaultAlpha): Interval | null {
  const estimate = estimateMetric(sums);
  if (estimate === null || estimate.variance === 0 || sums.nonZero < nonZeroVisitorsMin) return null;
  const half = computeBoundaryWidth(estimate.variance, tau, alpha) * Math.sqrt(estimate.variance);
  return { low: estimate.mean - half, high: estimate.mean + half };
}

export interface ArmComparison {
  /** The treatment minus the control, in the unit of the metric. */
  readonly difference: number;
  /** The always-valid interval, or null with fewer than {@link nonZeroVisitorsMin} in an arm. */
  readonly interval: Interval | null;
  /** `difference` as a share of the control; null if the control is 0. */
  readonly lift: number | null;
  /** The interval of the lift; null without `interval`, and if the interval of the control contains 0. */
  readonly liftInterval: Interval | null;
}

/**
 * The difference of two arms with always-valid intervals. If there is an interval of the lift, both exclude 0 together.
 *
 * @param lift the relative effect that the experiment was designed for, such as .05. It sets the mixture: tau is this share of the
 * control's mean. The mean of a metric per visitor grows while visitors return; a relative tau grows with it.
 * @param alpha the two-sided error of this comparison; with k treatments, .05 / k for each of them
 * @returns null as long as an arm has fewer than two visitors, or no denominator
 */
export function compareArms(
  control: VisitorSums,
  treatment: VisitorSums,
  lift: number,
  alpha = defaultAlpha,
): ArmComparison | null {
  const [a, b] = [estimateMetric(control), estimateMetric(treatment)];
  if (a === null || b === null) return null;
  const difference = b.mean - a.mean;
  const comparison = { difference, lift: a.mean === 0 ? null : difference / a.mean };
  const variance = a.variance + b.variance;
  const tau = lift * Math.abs(a.mean);
  const nonZero = Math.min(control.nonZero, treatment.nonZero);
  if (nonZero < nonZeroVisitorsMin || variance === 0 || tau === 0)
    return { ...comparison, interval: null, liftInterval: null };
  const width = computeBoundaryWidth(variance, tau, alpha);
  const half = width * Math.sqrt(variance);
  return {
    ...comparison,
    interval: { low: difference - half, high: difference + half },
    liftInterval: computeRatioInterval(a, b, width),
  };
}

/**
 * Fieller's interval of treatment/control - 1 (1954): the values L for which treatment - (1 + L) * control is less than `width`
 * standard errors from 0. For L = 0 that is the difference, so that it excludes 0 exactly where the difference's interval does.
 */
function computeRatioInterval(
  control: MetricEstimate,
  treatment: MetricEstimate,
  width: number,
): Interval | null {
  const square = width * width;
  const a = control.mean * control.mean - square * control.variance;
  if (a <= 0) return null;
  const b = control.mean * treatment.mean;
  const c = treatment.mean * treatment.mean - square * treatment.variance;
  const root = Math.sqrt(Math.max(0, b * b - a * c));
  return { low: (b - root) / a - 1, high: (b + root) / a - 1 };
}
