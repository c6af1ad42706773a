import { keepHighHalf, clearLowHalf } from './number-parts.ts';

/** Larger angles would need more digits of pi than the constants have. */
const angleMax = 2 ** 19;
/** The reduced angle, in two parts: the angle minus a multiple of pi / 2, so that |high| <= pi / 4. */
const angle = { quarter: 0, high: 0, low: 0 };

/** Sets `angle`, with pi / 2 in parts of 33 bits. @throws RangeError above 2^19 */
function reduce(x: number): void {
  const size = Math.abs(x);
  if (size > angleMax)
    throw new RangeError(`Cannot reduce the angle ${x} as it is above ${angleMax} radians`);
  const n = Math.floor(size * 6.36619772367581382433e-1 + 0.5);
  let r = size - n * 1.57079632673412561417;
  let w = n * 6.07710050650619224932e-11;
  const exponent = keepHighHalf(size) >> 20;
  // Digits cancel near multiples of pi / 2.
  if (exponent - ((keepHighHalf(r - w) >> 20) & 0x7ff) > 16) {
    let before = r;
    w = n * 6.0771005063039659766e-11;
    r = before - w;
    w = n * 2.02226624879595063154e-21 - (before - r - w);
    if (exponent - ((keepHighHalf(r - w) >> 20) & 0x7ff) > 49) {
      before = r;
      w = n * 2.0222662487111664558e-21;
      r = before - w;
      w = n * 8.47842766036889956997e-32 - (before - r - w);
    }
  }
  const high = r - w;
  const low = r - high - w;
  const sign = x < 0 ? -1 : 1;
  angle.quarter = (sign * n) & 3;
  angle.high = sign * high;
  angle.low = sign * low;
}

const quarterPi = 7.85398163397448278999e-1;

export function sin(x: number): number {
  if (!Number.isFinite(x)) return Number.NaN;
  if (Math.abs(x) <= quarterPi) return sinReduced(x, 0);
  reduce(x);
  const y = (angle.quarter & 1) === 0 ? sinReduced(angle.high, angle.low) : cosReduced(angle.high, angle.low);
  return angle.quarter < 2 ? y : -y;
}

export function cos(x: number): number {
  if (!Number.isFinite(x)) return Number.NaN;
  if (Math.abs(x) <= quarterPi) return cosReduced(x, 0);
  reduce(x);
  const y = (angle.quarter & 1) === 0 ? cosReduced(angle.high, angle.low) : sinReduced(angle.high, angle.low);
  return angle.quarter === 0 || angle.quarter === 3 ? y : -y;
}

/** The sine of x + y with |x| <= pi / 4 and a small y. */
function sinReduced(x: number, y: number): number {
  if (Math.abs(x) < 2 ** -27) return x;
  const z = x * x;
  const v = z * x;
  const r =
    8.33333333332248946124e-3 +
    z *
      (-1.98412698298579493134e-4 +
        z * (2.75573137070700676789e-6 + z * (-2.50507602534068634195e-8 + z * 1.58969099521155010221e-10)));
  if (y === 0) return x + v * (-1.66666666666666324348e-1 + z * r);
  return x - (z * (0.5 * y - v * r) - y - v * -1.66666666666666324348e-1);
}

function cosReduced(x: number, y: number): number {
  const size = Math.abs(x);
  if (size < 2 ** -27) return 1;
  const z = x * x;
  const r =
    z *
    (4.16666666666666019037e-2 +
      z *
        (-1.38888888888741095749e-3 +
          z *
            (2.48015872894767294178e-5 +
              z *
                (-2.75573143513906633035e-7 +
                  z * (2.0875723212981748279e-9 + z * -1.13596475577881948265e-11)))));
  if (keepHighHalf(size) < 0x3fd33333) return 1 - (0.5 * z - (z * r - x * y));
  // q has few bits, so that 1 - q is exact.
  const q = keepHighHalf(size) > 0x3fe90000 ? 0.28125 : clearLowHalf(size) / 4;
  return 1 - q - (0.5 * z - q - (z * r - x * y));
}

const halfPiLow = 6.12323399573676603587e-17;

export function asin(x: number): number {
  const size = Math.abs(x);
  if (!(size <= 1)) return Number.NaN;
  if (size === 1) return x * (Math.PI / 2) + x * halfPiLow;
  if (size < 2 ** -27) return x;
  if (size < 0.5) return x + x * asinQuotient(x * x);
  // asin(x) = pi / 2 - 2 asin(sqrt((1 - x) / 2))
  const t = (1 - size) * 0.5;
  const quotient = asinQuotient(t);
  const s = Math.sqrt(t);
  if (keepHighHalf(size) >= 0x3fef3333)
    return Math.sign(x) * (Math.PI / 2 - (2 * (s + s * quotient) - halfPiLow));
  const w = clearLowHalf(s);
  const c = (t - w * w) / (s + w);
  const p = 2 * s * quotient - (halfPiLow - 2 * c);
  return Math.sign(x) * (quarterPi - (p - (quarterPi - 2 * w)));
}

function asinQuotient(t: number): number {
  const p =
    t *
    (1.66666666666666657415e-1 +
      t *
        (-3.25565818622400915405e-1 +
          t *
            (2.01212532134862925881e-1 +
              t *
                (-4.00555345006794114027e-2 +
                  t * (7.91534994289814532176e-4 + t * 3.4793310759602116757e-5)))));
  const q =
    1 +
    t *
      (-2.40339491173441421878 +
        t * (2.02094576023350569471 + t * (-6.8828397160545329303e-1 + t * 7.70381505559019352791e-2)));
  return p / q;
}
