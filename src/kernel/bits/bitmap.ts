/** Bitmaps are plain Uint32Arrays, with bit i in word i >> 5, so that they can be sent in shared buffers. */

/** Number of 32-bit words that hold `bitCount` bits. */
export function countBitmapWords(bitCount: number): number {
  return (bitCount + 31) >>> 5;
}

export function createBitmap(bitCount: number): Uint32Array {
  return new Uint32Array(countBitmapWords(bitCount));
}

/** A bitmap with its first `bitCount` bits set. */
export function createFullBitmap(bitCount: number): Uint32Array {
  const bitmap = createBitmap(bitCount).fill(0xffffffff);
  const rest = bitCount & 31;
  if (rest !== 0) bitmap[bitmap.length - 1] = (1 << rest) - 1;
  return bitmap;
}

export function setBit(bitmap: Uint32Array, bit: number): void {
  bitmap[bit >>> 5]! |= 1 << (bit & 31);
}

/** Whether a bit is set; bits beyond the bitmap count as clear. */
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

/** Clears the bits of `target` that `other` does not have; both have the same length. */
export function intersectInto(target: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < target.length; i++) target[i]! &= other[i]!;
}

/** Sets the bits of `other` in `target`; both have the same length. */
export function uniteInto(target: Uint32Array, other: Uint32Array): void {
  for (let i = 0; i < target.length; i++) target[i]! |= other[i]!;
}

/** Clears the bits of `other` in `target`; bits beyond `other` stay. */
export function subtractFrom(target: Uint32Array, other: Uint32Array): void {
  const length = Math.min(target.length, other.length);
  for (let i = 0; i < length; i++) target[i]! &= ~other[i]!;
}

/** Calls `visit` with every set bit, ascending. */
export function visitBits(bitmap: Uint32Array, visit: (bit: number) => void): void {
  for (let i = 0; i < bitmap.length; i++) {
    let word = bitmap[i]!;
    while (word !== 0) {
      visit((i << 5) + 31 - Math.clz32(word & -word));
      word &= word - 1;
    }
  }
}
