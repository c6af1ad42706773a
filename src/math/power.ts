import { expPolynomial, scale } from './exponential.ts';
import { keepHighHalf, keepLeadingBits, getPowerOfTwo } from './number-parts.ts';

/** log2 of a number in two parts. */
const logarithm = { high: 0, low: 0 };

/** 2 / (3 ln(2)), whole and in two parts. */
const perThirdLog = 9.61796693925975554329e-1;
const perThirdLogHigh = 9.61796700954437255859e-1;
const perThirdLogLow = -7.02846165095275826516e-9;

/** Sets `logarithm` to log2(x) of a positive x: of 2^n (1 + f) or 2^n (3/2 + f), as a series of s = f / (2 + f) or f / (3 + f). */
function setLogarithm(x: number): void {
  const isSubnormal = x < 2 ** -1022;
  const normal = isSubnormal ? x * 2 ** 53 : x;
  const bits = keepHighHalf(normal);
  const mantissa = bits & 0xfffff;
  // From sqrt(3/2) to sqrt(3); above, the next power of two is nearer.
  const isNearThreeHalves = mantissa > 0x3988e && mantissa < 0xbb67a;
  const exponent = (bits >> 20) - 1023 + Number(mantissa >= 0xbb67a);
  const fraction = normal * getPowerOfTwo(-exponent);
  const n = isSubnormal ? exponent - 53 : exponent;
  const middle = isNearThreeHalves ? 1.5 : 1;
  const f = fraction - middle;
  const v = 1 / (fraction + middle);
  const s = f * v;
  const sHigh = keepLeadingBits(s);
  const sumHigh = keepLeadingBits(fraction + middle);
  const sumLow = fraction - (sumHigh - middle);
  const sLow = v * (f - sHigh * sumHigh - sHigh * sumLow);
  const z = s * s;
  const series =
    5.99999999999994648725e-1 +
    z *
      (4.28571428578550184252e-1 +
        z *
          (3.33333329818377432918e-1 +
            z *
              (2.72728123808534006489e-1 + z * (2.30660745775561754067e-1 + z * 2.06975017800338417784e-1))));
  const r = z * z * series + sLow * (sHigh + s);
  const square = sHigh * sHigh;
  const tHigh = keepLeadingBits(3 + square + r);
  const tLow = r - (tHigh - 3 - square);
  const u = sHigh * tHigh;
  const rest = sLow * tHigh + tLow * s;
  const pHigh = keepLeadingBits(u + rest);
  const pLow = rest - (pHigh - u);
  const zHigh = perThirdLogHigh * pHigh;
  const zLow =
    perThirdLogLow * pHigh + pLow * perThirdLog + (isNearThreeHalves ? 1.35003920212974897128e-8 : 0);
  const start = isNearThreeHalves ? 5.84962487220764160156e-1 : 0;
  logarithm.high = keepLeadingBits(zHigh + zLow + start + n);
  logarithm.low = zLow - (logarithm.high - n - start - zHigh);
}

/** 2^(high + low) */
function raiseTwo(high: number, low: number): number {
  const sum = low + high;
  if (sum > 1024) return Infinity;
  if (sum < -1075) return 0;
  const n = Math.abs(sum) > 0.5 ? Math.sign(sum) * Math.floor(Math.abs(sum) + 0.5) : 0;
  const rest = high - n;
  const t = keepLeadingBits(low + rest);
  const u = t * 6.93147182464599609375e-1;
  const v = (low - (t - rest)) * Math.LN2 + t * -1.90465429995776804525e-9;
  const z = u + v;
  const w = v - (z - u);
  const square = z * z;
  const t1 = z - square * expPolynomial(square);
  const r = (z * t1) / (t1 - 2) - (w + z * w);
  return scale(1 - (r - z), n);
}

/** base^exponent of a base that is not negative; exact wherever the power is a number of 53 bits. */
export function pow(base: number, exponent: number): number {
  if (exponent === 0) return 1;
  if (!(base >= 0) || Number.isNaN(exponent)) return Number.NaN;
  if (base === 1) return Math.abs(exponent) === Infinity ? Number.NaN : 1;
  if (base === 0 || base === Infinity || Math.abs(exponent) === Infinity)
    return base > 1 === exponent > 0 ? Infinity : 0;
  if (exponent === 1) return base;
  if (exponent === 2) return base * base;
  if (exponent === 0.5) return Math.sqrt(base);
  // Even of the number next to 1, the logarithm is 2^-53.
  if (Math.abs(exponent) > 2 ** 64) return base > 1 === exponent > 0 ? Infinity : 0;
  if (base === 2 || base === 0.5) return raiseTwo(base === 2 ? exponent : -exponent, 0);
  setLogarithm(base);
  const first = keepLeadingBits(exponent);
  const low = (exponent - first) * logarithm.high + exponent * logarithm.low;
  return raiseTwo(first * logarithm.high, low);
}
