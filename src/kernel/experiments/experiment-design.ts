import { computeBoundaryWidth, defaultAlpha } from './confidence-sequence.ts';
import { exp } from '../../math/exponential.ts';

/** The assumptions about an experiment with a control and a treatment. */
export interface ExperimentDesign {
  /** New visitors of the shop per day: each is counted once, on the first day. */
  readonly visitorsPerDay: number;
  /** Shares of these visitors, 0 to 1. */
  readonly controlShare: number;
  readonly treatmentShare: number;
  /** Mean of the metric per visitor in the control, above 0. */
  readonly mean: number;
  /** The standard deviation between visitors: for a rate p, sqrt(p * (1 - p)). */
  readonly deviation: number;
  /** Two-sided error over all looks; .05 by default. */
  readonly alpha?: number;
}

export const defaultPower = 0.85;
/** A year: longer experiments are refused, as seasons and returning visitors without their cookies blur them. */
export const experimentDaysMax = 365;
const liftMax = 10;
const liftPrecision = 0.002;

/** Grid cells per standard deviation of one day's information. */
const cellsPerDeviation = 10;
const cell = 1 / cellsPerDeviation;
/** Deviations of one day beyond which the probability is below 1e-9. */
const tailDeviations = 6;

/**
 * The probability that the always-valid interval of {@link compareArms} has excluded 0 by the end of each day, looked at daily, if
 * the true lift is `lift` and the interval was designed for it.
 *
 * The estimate times the information is a random walk of normal steps with a drift, stopped at the boundary. Its density is
 * carried from day to day on a grid (Armitage, McPherson and Rowe, "Repeated significance tests on accumulating data", 1969).
 */
export function computePowerByDay(design: ExperimentDesign, lift: number, days: number): Float64Array {
  const alpha = design.alpha ?? defaultAlpha;
  const dailyVariance = computeDailyVariance(design, lift);
  // The drift in standard deviations of one day's information.
  const drift = (lift * design.mean) / Math.sqrt(dailyVariance);
  const step = stepProbabilities(drift);
  const power = new Float64Array(days);
  // Cell i has the probability that the walk is within half a cell of (i - centre) cells.
  let walk = Float64Array.of(1);
  let centre = 0;
  let found = 0;
  for (let day = 1; day <= days; day++) {
    const boundary =
      Math.sqrt(day) * computeBoundaryWidth(dailyVariance / day, Math.abs(lift) * design.mean, alpha);
    // The walk cannot reach further than the sum of its steps.
    const reach = Math.min(
      Math.ceil(boundary * cellsPerDeviation) - 1,
      centre + step.reach + Math.abs(step.offset),
    );
    const next = new Float64Array(2 * reach + 1);
    let inside = 0;
    for (let i = 0; i < walk.length; i++) {
      const mass = walk[i]!;
      if (mass < 1e-15) continue;
      // A step of k cells ends at cell i - centre + k of the walk.
      const shift = i - centre - step.reach + step.offset + reach;
      const from = Math.max(0, -shift);
      const to = Math.min(step.masses.length, next.length - shift);
      for (let k = from; k < to; k++) next[shift + k]! += mass * step.masses[k]!;
    }
    for (const mass of next) inside += mass;
    found = Math.max(found, 1 - inside);
    power[day - 1] = found;
    walk = next;
    centre = reach;
  }
  return power;
}

/** Days until a true `lift` is found with a probability of `power`; null if a year does not suffice. */
export function computeDaysNeeded(
  design: ExperimentDesign,
  lift: number,
  power = defaultPower,
): number | null {
  // In most cases the last day decides alone. A doubling search keeps the grids of short tests small.
  for (let days = 8; ; days = Math.min(days * 4, experimentDaysMax)) {
    const index = computePowerByDay(design, lift, days).findIndex((dayPower) => dayPower >= power);
    if (index >= 0) return index + 1;
    if (days === experimentDaysMax) return null;
  }
}

/** The least lift that is found within `days` with a probability of `power`; null if it is more than tenfold. */
export function computeDetectableLift(
  design: ExperimentDesign,
  days: number,
  power = defaultPower,
): number | null {
  const isFound = (lift: number): boolean => computePowerByDay(design, lift, days)[days - 1]! >= power;
  let high = 0.01;
  while (!isFound(high)) {
    if (high >= liftMax) return null;
    high *= 2;
  }
  let low = high === 0.01 ? 0 : high / 2;
  while (high - low > high * liftPrecision) {
    const middle = (low + high) / 2;
    if (isFound(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Computes the variance of the difference after one day. More clicks or orders of the same kind raise the treatment's variance in proportion. */
function computeDailyVariance(design: ExperimentDesign, lift: number): number {
  const variance = design.deviation * design.deviation;
  return (
    variance / (design.visitorsPerDay * design.controlShare) +
    (variance * (1 + lift)) / (design.visitorsPerDay * design.treatmentShare)
  );
}

/** The probabilities of a day's step, by cells from `offset - reach` on. */
function stepProbabilities(drift: number): { masses: Float64Array; offset: number; reach: number } {
  const offset = Math.round(drift * cellsPerDeviation);
  const reach = tailDeviations * cellsPerDeviation;
  const masses = new Float64Array(2 * reach + 1);
  for (let k = 0; k < masses.length; k++) {
    const at = (offset - reach + k) * cell - drift;
    masses[k] = computeNormalCdf(at + cell / 2) - computeNormalCdf(at - cell / 2);
  }
  return { masses, offset, reach };
}

/**
 * The distribution function of the standard normal distribution, to 1e-7 (Abramowitz and Stegun, "Handbook of Mathematical
 * Functions", 26.2.17).
 */
function computeNormalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return z >= 0 ? 1 - tail : tail;
}
