import { log } from '../../math/logarithm.ts';
import { sin } from '../../math/trigonometry.ts';

/** Coefficients of Lanczos' approximation with g = 7 and 9 terms (P. Godfrey, 2001): 15 digits. */
const coefficients = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** The natural logarithm of the gamma function. @param x above 0 */
export function logGamma(x: number): number {
  if (x < 0.5) return log(Math.PI / sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  let sum: number = coefficients[0];
  for (let i = 1; i < coefficients.length; i++) sum += coefficients[i]! / (shifted + i);
  const t = shifted + 7.5;
  return 0.5 * log(2 * Math.PI) + (shifted + 0.5) * log(t) - t + log(sum);
}
