/**
 * Threshold bitmaps: which of 32 documents contain at least k words of a query. Each word has a bitmap of its documents, and AND
 * and OR add their bits. Up to four words, as most queries have, are added as two pairs.
 */

/** The documents among 32 with at least k of the words so far, by level k. */
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

/** Selects among the 32 documents at index `i` of the bitmaps those with at least `wordCountMin` words, 1 or more. */
export function withAtLeast(bitmaps: readonly Uint32Array[], i: number, wordCountMin: number): number {
  const wordCount = bitmaps.length;
  const a = bitmaps[0]![i]!;
  if (wordCount === 1) return a;
  const b = bitmaps[1]![i]!;
  if (wordCount === 2) return wordCountMin === 1 ? a | b : a & b;
  if (wordCount > 4) return fillAtLeast(bitmaps, i)[wordCountMin]!;
  const c = bitmaps[2]![i]!;
  const d = wordCount === 4 ? bitmaps[3]![i]! : 0;
  if (wordCountMin === 1) return a | b | c | d;
  if (wordCountMin === 2) return (a & b) | (c & d) | ((a | b) & (c | d));
  return wordCountMin === 3 ? (a & b & (c | d)) | (c & d & (a | b)) : a & b & c & d;
}
