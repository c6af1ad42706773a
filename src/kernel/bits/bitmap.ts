/** Bitmaps are plain Uint32Arrays, bit i of the set in word i >> 5, so that they travel in shared buffers. */

/** Number of 32-bit words that hold `bitCount` bits. */
export function bitmapWordCount(bitCount: number): number {
  return (bitCount + 31) >>> 5;
}

export function newBitmap(bitCount: number): Uint32Array {
  return new Uint32Array(bitmapWordCount(bitCount));
}

/** A bitmap whose first `bitCount` bits are all set and whose rest is clear. */
export function fullBitmap(bitCount: number): Uint32Array {
  const bitmap = newBitmap(bitCount).fill(0xffffffff);
  const rest = bitCount & 31;
  if (rest !== 0) bitmap[bitmap.length - 1] = (1 << rest) - 1;
  return bitmap;
}

export function setBit(bitmap: Uint32Array, bit: number): void {
  bitmap[bit >>> 5]! |= 1 << (bit & 31);
}

/** Bits beyond the bitmap read as clear. */
export function hasBit(bitmap: Uint32Array, bit: number): boolean {
  return ((bitmap[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
}

/** Number of ones in a 32-bit word (Warren, Hacker's Delight, figure 5-2). */
export function popCount(word: number): number {
  let x = word - ((word >>> 1) & 0x55555555);
  x = (x & 0x33333333) + ((x >>> 2) & 0x33333333);
  return (((x + (x >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

export function countBits(bitmap: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < bitmap.length; i++) count += popCount(bitmap[i]!);
  return count;
}

/** Keeps in `target` only what `other` has too; both hold the same number of bits. */
export function intersectInto(target: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < target.length; i++) target[i]! &= other[i]!;
}

/** Adds to `target` what `other` has; both hold the same number of bits. */
export function uniteInto(target: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < target.length; i++) target[i]! |= other[i]!;
}

/** Takes out of `target` what `other` has; bits beyond `other` stay. */
export function subtractFrom(target: Uint32Array, other: Uint32Array): void {
  const length = Math.min(target.length, other.length);
  for (let i = 0; i < length; i++) target[i]! &= ~other[i]!;
}

/** Calls `visit` with every set bit, ascending. */
export function forEachBit(bitmap: Uint32Array, visit: (bit: number) => void): void {
  for (let i = 0; i < bitmap.length; i++) {
    let word = bitmap[i]!;
    while (word !== 0) {
      visit((i << 5) + 31 - Math.clz32(word & -word));
      word &= word - 1;
    }
  }
}
