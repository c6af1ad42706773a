/** Scores from 2^-20 up to 2^12 are distinguished to a thirty-second part of a power of two. */
const LEAST_POWER = -20;
const POWERS = 32;
const PARTS_BITS = 5;
const BUCKETS = POWERS << PARTS_BITS;
/** The upper half of the double of the lowest score, without the bits below those of the parts. */
const FIRST = (1023 + LEAST_POWER) << PARTS_BITS;
const SHIFT = 20 - PARTS_BITS;
/** The index of the upper half of a double: 1 on all machines supported by Node but the s390x. */
const UPPER = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0;

/**
 * Finds a score that at least the wanted number of others reach, and few more: by counting scores in parts of powers
 * of two, in one sequential scan. The exact score by selection takes several, with unpredictable branches.
 */
export class ScoreThreshold {
  readonly #counts = new Uint32Array(BUCKETS);
  readonly #one = new Float64Array(1);
  readonly #halves = new Uint32Array(this.#one.buffer);

  /** A score above 0 that at least `wanted` of the first `count` reach; 0 where fewer are above 0. */
  of(scores: Float64Array, count: number, wanted: number): number {
    const counts = this.#counts;
    counts.fill(0);
    const halves = new Int32Array(scores.buffer, scores.byteOffset, 2 * count);
    for (let at = UPPER; at < halves.length; at += 2) {
      const bucket = (halves[at]! >> SHIFT) - FIRST;
      if (bucket >= 0) counts[Math.min(bucket, BUCKETS - 1)]!++;
    }
    let found = 0;
    let bucket = BUCKETS;
    while (bucket > 0 && found < wanted) found += counts[--bucket]!;
    if (found < wanted) return 0;
    this.#halves[1 - UPPER] = 0;
    this.#halves[UPPER] = (bucket + FIRST) << SHIFT;
    return this.#one[0]!;
  }
}
