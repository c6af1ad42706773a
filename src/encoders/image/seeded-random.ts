import type { Random } from '../../lib/seeded-random.ts';

/** A uniformly distributed number between two others. */
export function drawBetween(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}

/** A 32-bit seed from bytes (FNV-1a), so that results are deterministic for a picture. */
export function deriveSeed(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
