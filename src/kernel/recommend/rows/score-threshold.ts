/** Scores from 2^-20 up to 2^12 are told apart, to a thirty-second part of a power of two. */
const LEAST_POWER = -20;
const POWERS = 32;
const PARTS_BITS = 5;
const BUCKETS = POWERS << PARTS_BITS;
/** What the upper half of a double holds for the least score, without the bits below those of the parts. */
const FIRST = (1023 + LEAST_POWER) << PARTS_BITS;
const SHIFT = 20 - PARTS_BITS;
/** Where the upper half of a double is: the lower one comes first on all machines that Node runs on but the s390x. */
const UPPER = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1 ? 1 : 0;

/**
 * Finds a score that many others reach, and few more than are wanted: by counting what lies between parts of powers of two, a walk
 * over all of them in order. The exact one, by selection, takes several, in which every second comparison is a surprise.
 */
export class ScoreThreshold {
  readonly #counts = new Uint32Array(BUCKETS);
  readonly #one = new Float64Array(1);
  readonly #halves = new Uint32Array(this.#one.buffer);

  /** A score above 0 that `wanted` of the first `count` or more reach; 0 where fewer are above 0. */
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
