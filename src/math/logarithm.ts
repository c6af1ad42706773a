import { ln2High, ln2Low } from './exponential.ts';
import { keepHighHalf, getPowerOfTwo, clearLowHalf } from './number-parts.ts';

/** A positive number: 2^exponent times a fraction from sqrt(1/2) to sqrt(2), and the first bits of its fraction from 1 to 2. */
const parts = { exponent: 0, fraction: 0, mantissa: 0 };

/** Sets `parts`. */
function split(x: number): void {
  const isSubnormal = x < 2 ** -1022;
  const normal = isSubnormal ? x * 2 ** 54 : x;
  const high = keepHighHalf(normal);
  parts.mantissa = high & 0xfffff;
  // The exponent is one more if the fraction would be above sqrt(2).
  const exponent = (high >> 20) - 1023 + ((parts.mantissa + 0x95f64) >> 20);
  parts.fraction = normal * getPowerOfTwo(-exponent);
  parts.exponent = isSubnormal ? exponent - 54 : exponent;
}

/** The logarithm of 0, a negative number, infinity or NaN, which is not finite. */
function logarithmOfOthers(x: number): number {
  if (x === 0) return -Infinity;
  return x > 0 ? x : Number.NaN;
}

const isPositive = (x: number): boolean => x > 0 && x < Infinity;

/** ln(1 + f) - f + f^2 / 2, with `s` = f / (2 + f), as a share of s: the series of the area tangent. */
function logPolynomial(s: number): number {
  const z = s * s;
  const w = z * z;
  const odd = w * (3.999999999940941908e-1 + w * (2.222219843214978396e-1 + w * 1.531383769920937332e-1));
  const even =
    z *
    (6.66666666666673513e-1 +
      w * (2.857142874366239149e-1 + w * (1.818357216161805012e-1 + w * 1.479819860511658591e-1)));
  return even + odd;
}

/** ln(x) = k ln(2) + ln(1 + f), where 1 + f is from sqrt(1/2) to sqrt(2). */
export function log(x: number): number {
  if (!isPositive(x)) return logarithmOfOthers(x);
  split(x);
  const { exponent: k, fraction, mantissa } = parts;
  const f = fraction - 1;
  if ((0xfffff & (2 + mantissa)) < 3) {
    // |f| < 2^-20.
    if (f === 0) return k === 0 ? 0 : k * ln2High + k * ln2Low;
    const r = f * f * (0.5 - (1 / 3) * f);
    return k === 0 ? f - r : k * ln2High - (r - k * ln2Low - f);
  }
  const s = f / (2 + f);
  const r = logPolynomial(s);
  if (((mantissa - 0x6147a) | (0x6b851 - mantissa)) > 0) {
    const half = 0.5 * f * f;
    const rest = half - s * (half + r);
    return k === 0 ? f - rest : k * ln2High - (half - (s * (half + r) + k * ln2Low) - f);
  }
  return k === 0 ? f - s * (f - r) : k * ln2High - (s * (f - r) - k * ln2Low - f);
}

/** ln(1 + x), exact even if 1 + x would be rounded. */
export function log1p(x: number): number {
  if (x <= -1 || Number.isNaN(x)) return x === -1 ? -Infinity : Number.NaN;
  if (x === Infinity) return x;
  const size = Math.abs(x);
  if (size < 2 ** -29) return size < 2 ** -54 ? x : x - x * x * 0.5;
  let k = 0;
  let f = x;
  // The correction restores what rounding 1 + x has lost.
  let correction = 0;
  let isOne = false;
  const high = keepHighHalf(x);
  // From sqrt(1/2) - 1 to sqrt(2) - 1, x is f.
  const isSmall = high < 0x3fda827a && (high > 0 || high <= (0xbfd2bec4 | 0));
  if (!isSmall) {
    const u = x < 2 ** 53 ? 1 + x : x;
    const uHigh = keepHighHalf(u);
    k = (uHigh >> 20) - 1023;
    correction = x < 2 ** 53 ? (k > 0 ? 1 - (u - x) : x - (u - 1)) / u : 0;
    const mantissa = uHigh & 0xfffff;
    const isLow = mantissa < 0x6a09e;
    if (!isLow) k++;
    f = u * getPowerOfTwo(-k) - 1;
    isOne = (isLow ? mantissa : (0x100000 - mantissa) >> 2) === 0;
  }
  const half = 0.5 * f * f;
  if (isOne) {
    // |f| < 2^-20.
    if (f === 0) return k === 0 ? 0 : k * ln2High + (correction + k * ln2Low);
    const r = half * (1 - (2 / 3) * f);
    return k === 0 ? f - r : k * ln2High - (r - (k * ln2Low + correction) - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const r = z * log1pPolynomial(z);
  if (k === 0) return f - (half - s * (half + r));
  return k * ln2High - (half - (s * (half + r) + (k * ln2Low + correction)) - f);
}

const log1pPolynomial = (z: number): number =>
  6.66666666666673513e-1 +
  z *
    (3.999999999940941908e-1 +
      z *
        (2.857142874366239149e-1 +
          z *
            (2.222219843214978396e-1 +
              z * (1.818357216161805012e-1 + z * (1.531383769920937332e-1 + z * 1.479819860511658591e-1)))));

/** Exact for powers of two. The products of the last step are in two parts. */
export function log2(x: number): number {
  if (!isPositive(x)) return logarithmOfOthers(x);
  split(x);
  const { exponent: k, fraction } = parts;
  if (fraction === 1) return k;
  const f = fraction - 1;
  const half = 0.5 * f * f;
  const s = f / (2 + f);
  const r = s * (half + logPolynomial(s));
  const high = clearLowHalf(f - half);
  const low = f - high - half + r;
  const product = high * 1.44269504072144627571;
  const sum = k + product;
  const rest = (low + high) * 1.67517131648865118353e-10 + low * 1.44269504072144627571 + (k - sum + product);
  return rest + sum;
}
