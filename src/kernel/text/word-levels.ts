import { bitmapWordCount, popCount } from '../bits/bitmap.ts';
import { segmentDocumentsMax } from './document.ts';

/**
 * How many words of a query documents have, 32 documents at once: a bitmap a word of the documents that have it, and a
 * sum of bits by AND and OR. Four words, more than most queries have, are added as two pairs.
 */

const nothing = new Uint32Array(bitmapWordCount(segmentDocumentsMax));

/** By level, those of 32 documents that have at least so many of the words seen so far. */
const atLeast = new Int32Array(33);

function fillAtLeast(bitmaps: readonly Uint32Array[], i: number): Int32Array {
  atLeast.fill(0, 1, bitmaps.length + 1);
  atLeast[0] = -1;
  for (let word = 0; word < bitmaps.length; word++) {
    const documents = bitmaps[word]![i]!;
    if (documents === 0) continue;
    for (let level = word + 1; level > 0; level--) atLeast[level]! |= atLeast[level - 1]! & documents;
  }
  return atLeast;
}

/** Of the 32 documents at index `i` of the bitmaps, those that have at least so many words, 1 or more. */
export function withAtLeast(bitmaps: readonly Uint32Array[], i: number, least: number): number {
  const wordCount = bitmaps.length;
  const a = bitmaps[0]![i]!;
  if (wordCount === 1) return a;
  const b = bitmaps[1]![i]!;
  if (wordCount === 2) return least === 1 ? a | b : a & b;
  if (wordCount > 4) return fillAtLeast(bitmaps, i)[least]!;
  const c = bitmaps[2]![i]!;
  const d = wordCount === 4 ? bitmaps[3]![i]! : 0;
  if (least === 1) return a | b | c | d;
  if (least === 2) return (a & b) | (c & d) | ((a | b) & (c | d));
  return least === 3 ? (a & b & (c | d)) | (c & d & (a | b)) : a & b & c & d;
}

/** Number of documents of the mask that have at least so many words. */
export function countWith(
  bitmaps: readonly Uint32Array[],
  mask: Uint32Array,
  length: number,
  least: number,
): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    const documents = withAtLeast(bitmaps, i, least) & mask[i]!;
    if (documents !== 0) count += popCount(documents);
  }
  return count;
}

/** Adds to `levels` the number of documents of the mask by how many words they have, from 1 on. */
export function addLevels(
  bitmaps: readonly Uint32Array[],
  mask: Uint32Array,
  length: number,
  levels: number[],
): void {
  const wordCount = bitmaps.length;
  const sums = wordCount > 4 ? sumsOfMany(bitmaps, mask, length) : sumsOfFour(bitmaps, mask, length);
  for (let level = 1; level <= wordCount; level++) levels[level]! += sums[level]! - (sums[level + 1] ?? 0);
}

/** By level, the number of documents with at least so many words. */
function sumsOfFour(bitmaps: readonly Uint32Array[], mask: Uint32Array, length: number): number[] {
  const [first = nothing, second = nothing, third = nothing, fourth = nothing] = bitmaps;
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let i = 0; i < length; i++) {
    const a = first[i]!;
    const b = second[i]!;
    const c = third[i]!;
    const d = fourth[i]!;
    const passing = mask[i]!;
    const any = (a | b | c | d) & passing;
    if (any === 0) continue;
    one += popCount(any);
    const leftAny = a | b;
    const rightAny = c | d;
    const left = a & b;
    const right = c & d;
    const several = (left | right | (leftAny & rightAny)) & passing;
    if (several === 0) continue;
    two += popCount(several);
    three += popCount(((left & rightAny) | (right & leftAny)) & passing);
    four += popCount(left & right & passing);
  }
  return [0, one, two, three, four];
}

function sumsOfMany(bitmaps: readonly Uint32Array[], mask: Uint32Array, length: number): number[] {
  const sums = Array<number>(bitmaps.length + 1).fill(0);
  for (let i = 0; i < length; i++) {
    const counts = fillAtLeast(bitmaps, i);
    for (let level = 1; level < sums.length; level++) {
      const documents = counts[level]! & mask[i]!;
      if (documents === 0) break;
      sums[level]! += popCount(documents);
    }
  }
  return sums;
}
