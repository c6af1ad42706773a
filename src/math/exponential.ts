/**
 * Elementary functions with the same bits on every processor, after fdlibm [Sun Microsystems 1993]; their errors are below one unit in
 * the last place. JavaScript leaves the last bits of those of `Math` to the engine: V8 compiles the same algorithms from C++, where a
 * compiler for ARM rounds a multiplication and an addition once, and takes `**` from the C library, which chooses by processor. Sums,
 * products, quotients and square roots are the same everywhere, as IEEE 754 defines them.
 */
import { keepHighHalf, getPowerOfTwo } from './number-parts.ts';

/** y times 2 to a whole power; y is from 1/2 to 2, and the power from -1075 to 1024. */
export function scale(y: number, exponent: number): number {
  if (exponent > 1023) return y * 2 * getPowerOfTwo(exponent - 1);
  if (exponent >= -1021) return y * getPowerOfTwo(exponent);
  return y * getPowerOfTwo(exponent + 1000) * getPowerOfTwo(-1000);
}

/** ln(2) in two parts: the first has 32 bits, so that its multiples are exact. */
export const ln2High = 6.9314718036912381649e-1;
export const ln2Low = 1.90821492927058770002e-10;

/** Computes e^x = 2^k e^r with |r| <= ln(2) / 2, and e^r by a rational function of r. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 709.782712893383973096) return Infinity;
  if (x < -745.13321910194110842) return 0;
  const size = Math.abs(x);
  if (size < 2 ** -28) return 1 + x;
  if (x === 1) return Math.E;
  let high = x;
  let low = 0;
  let k = 0;
  if (size > 0.5 * (ln2High + ln2Low)) {
    k = size < 1.5 * (ln2High + ln2Low) ? Math.sign(x) : Math.trunc(Math.LOG2E * x + 0.5 * Math.sign(x));
    high = x - k * ln2High;
    low = k * ln2Low;
  }
  const r = high - low;
  const t = r * r;
  const c = r - t * expPolynomial(t);
  if (k === 0) return 1 - ((r * c) / (c - 2) - r);
  return scale(1 - (low - (r * c) / (2 - c) - high), k);
}

export const expPolynomial = (t: number): number =>
  1.66666666666666019037e-1 +
  t *
    (-2.77777777770155933842e-3 +
      t * (6.61375632143793436117e-5 + t * (-1.6533902205465251539e-6 + t * 4.13813679705723846039e-8)));

/** e^x - 1, exact even if e^x would be rounded to 1. */
export function expm1(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x > 709.782712893383973096) return Infinity;
  if (x <= -56 * Math.LN2) return -1;
  const size = Math.abs(x);
  if (size < 2 ** -54) return x;
  let r = x;
  let correction = 0;
  let k = 0;
  if (keepHighHalf(size) > 0x3fd62e42) {
    k = keepHighHalf(size) < 0x3ff0a2b2 ? Math.sign(x) : Math.trunc(Math.LOG2E * x + 0.5 * Math.sign(x));
    const high = x - k * ln2High;
    const low = k * ln2Low;
    r = high - low;
    correction = high - r - low;
  }
  const half = 0.5 * r;
  const square = r * half;
  const r1 =
    1 +
    square *
      (-3.33333333333331316428e-2 +
        square *
          (1.58730158725481460165e-3 +
            square *
              (-7.93650757867487942473e-5 +
                square * (4.00821782732936239552e-6 + square * -2.01099218183624371326e-7))));
  const t = 3 - r1 * half;
  const e = square * ((r1 - t) / (6 - r * t));
  if (k === 0) return r - (r * e - square);
  return expm1Sum(r, r * (e - correction) - correction - square, k);
}

/** 2^k (1 + r - e) - 1, with the terms in the order that loses least. */
function expm1Sum(r: number, e: number, k: number): number {
  if (k === -1) return 0.5 * (r - e) - 0.5;
  if (k === 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e);
  if (k <= -2 || k > 56)
    return (k === 1024 ? (1 - (e - r)) * 2 * getPowerOfTwo(1023) : (1 - (e - r)) * getPowerOfTwo(k)) - 1;
  const small = getPowerOfTwo(-k);
  return (k < 20 ? 1 - small - (e - r) : r - (e + small) + 1) * getPowerOfTwo(k);
}
