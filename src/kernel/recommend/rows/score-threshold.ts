/** Scores from 2^-20 up to 2^12 are distinguished to a thirty-second part of a power of two. */
const leastPower = -20;
const powersOfTwo = 32;
const partsBits = 5;
const bucketCount = powersOfTwo << partsBits;
/** The upper half of the lowest score's double, without the bits below those of the parts. */
const firstBucket = (1023 + leastPower) << partsBits;
const bucketShift = 20 - partsBits;
/** The index of the upper half of a double: 1 on all machines that Node supports except s390x. */
const upperHalf = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0;

/**
 * Finds a score that at least a minimum number of others reach, and few more: by counting scores in parts of powers
 * of two, in one sequential scan. The exact score by selection takes several, with unpredictable branches.
 */
export class ScoreThreshold {
  readonly #counts = new Uint32Array(bucketCount);
  /** The returned score, and its double as two halves, by which it is assembled. */
  readonly #result = new Float64Array(1);
  readonly #resultHalves = new Uint32Array(this.#result.buffer);

  /** A score above 0 that at least `countMin` of the first `count` reach, or 0 if fewer reach 2^-20. */
  findThreshold(scores: Float64Array, count: number, countMin: number): number {
    const counts = this.#counts;
    counts.fill(0);
    const halves = new Int32Array(scores.buffer, scores.byteOffset, 2 * count);
    for (let at = upperHalf; at < halves.length; at += 2) {
      const bucket = (halves[at]! >> bucketShift) - firstBucket;
      if (bucket >= 0) counts[Math.min(bucket, bucketCount - 1)]!++;
    }
    let found = 0;
    let bucket = bucketCount;
    while (bucket > 0 && found < countMin) found += counts[--bucket]!;
    if (found < countMin) return 0;
    this.#resultHalves[1 - upperHalf] = 0;
    this.#resultHalves[upperHalf] = (bucket + firstBucket) << bucketShift;
    return this.#result[0]!;
  }
}
