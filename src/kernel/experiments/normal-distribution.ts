import { exp } from '../../math/exponential.ts';

/**
 * The distribution function of the standard normal distribution, to 1e-7 (Abramowitz and Stegun, "Handbook of Mathematical
 * Functions", 26.2.17).
 */
export function normalCdf(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = (exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
  return z >= 0 ? 1 - tail : tail;
}
