/**
 * Sums over the visitors of one arm, of two numbers of each: the numerator and the denominator of a metric. Visitors are what is
 * randomised, so that variances are those between visitors: two clicks of one visitor are not independent.
 *
 * - A rate (visitors who bought): numerator 1 or 0, denominator 1.
 * - A mean (clicks, or revenue, per visitor): numerator the visitor's sum, denominator 1.
 * - A ratio (clicks per search): numerator the visitor's clicks, denominator the visitor's searches.
 *
 * All fields are additive: sums of threads, days or processes with different visitors are added by field.
 */
export interface VisitorSums {
  readonly visitors: number;
  /** Visitors whose numerator is not 0. */
  readonly nonZero: number;
  readonly numerator: number;
  readonly denominator: number;
  readonly numeratorSquares: number;
  readonly denominatorSquares: number;
  readonly products: number;
}

/** A mean or ratio over visitors, and the variance of this estimate. */
export interface MetricEstimate {
  readonly mean: number;
  /** The square of the standard error. */
  readonly variance: number;
}

export const noVisitors: VisitorSums = {
  visitors: 0,
  nonZero: 0,
  numerator: 0,
  denominator: 0,
  numeratorSquares: 0,
  denominatorSquares: 0,
  products: 0,
};

/** Adds the values of one more visitor. */
export function withVisitor(sums: VisitorSums, numerator: number, denominator = 1): VisitorSums {
  return addVisitorSums(sums, {
    visitors: 1,
    nonZero: numerator === 0 ? 0 : 1,
    numerator,
    denominator,
    numeratorSquares: numerator * numerator,
    denominatorSquares: denominator * denominator,
    products: numerator * denominator,
  });
}

/** Adds the sums of two disjoint sets of visitors. */
export function addVisitorSums(a: VisitorSums, b: VisitorSums): VisitorSums {
  return {
    visitors: a.visitors + b.visitors,
    nonZero: a.nonZero + b.nonZero,
    numerator: a.numerator + b.numerator,
    denominator: a.denominator + b.denominator,
    numeratorSquares: a.numeratorSquares + b.numeratorSquares,
    denominatorSquares: a.denominatorSquares + b.denominatorSquares,
    products: a.products + b.products,
  };
}

/**
 * The ratio of the sums, R, and its variance by the delta method: that of the mean of `numerator - R * denominator`, divided by the
 * square of the mean denominator (Deng, Knoblich and Lu, "Applying the Delta Method in Metric Analytics", KDD 2018). With
 * denominators of 1 it is the mean and its usual variance.
 * @returns null with fewer than two visitors, or without a denominator
 */
export function estimateMetric(sums: VisitorSums): MetricEstimate | null {
  const { visitors: n, numerator, denominator } = sums;
  if (n < 2 || denominator <= 0) return null;
  const mean = numerator / denominator;
  // The residuals sum to 0 by the definition of R.
  const squares = sums.numeratorSquares - 2 * mean * sums.products + mean * mean * sums.denominatorSquares;
  const meanDenominator = denominator / n;
  // Rounding can make a variance of 0 slightly negative.
  return { mean, variance: Math.max(0, squares) / (n * (n - 1)) / (meanDenominator * meanDenominator) };
}
