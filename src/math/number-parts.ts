const number = new Float64Array(1);
/** The low and the high half, as the byte order of every processor of V8 for servers is little-endian. */
const halves = new Int32Array(number.buffer);

/** Sign, exponent and the first 20 bits of the fraction. */
export function keepHighHalf(x: number): number {
  number[0] = x;
  return halves[1]!;
}

/** The number without the low half of its bits. */
export function clearLowHalf(x: number): number {
  number[0] = x;
  halves[0] = 0;
  return number[0];
}

/** The first 26 bits of the fraction: products of two such numbers are exact [Dekker 1971]. |x| is below 2^990. */
export function keepLeadingBits(x: number): number {
  const product = x * 134_217_729;
  return product - (product - x);
}

const exponentMin = -1074;
const powersOfTwo = new Float64Array(1023 - exponentMin + 1);
for (let i = 0, power = 5e-324; i < powersOfTwo.length; i++, power *= 2) powersOfTwo[i] = power;

/** 2 to a whole power from -1074 to 1023. A table, as a number that is written in halves is slow to read. */
export const getPowerOfTwo = (exponent: number): number => powersOfTwo[exponent - exponentMin]!;
