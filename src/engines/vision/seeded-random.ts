/** A stream of numbers in [0, 1) that a seed decides. */
export type Random = () => number;

/** The 32-bit generator of T. Ettinger ("mulberry32"): small, fast and good enough to scatter pictures. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A number between two others, evenly. */
export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** A 32-bit seed out of bytes (FNV-1a), so that the same picture always meets the same chances. */
export function seedOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
