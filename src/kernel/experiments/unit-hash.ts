import { murmurFinaliser } from '../bits/murmur-finaliser.ts';

/**
 * MurmurHash3_x86_32 (A. Appleby, public domain) of a string's UTF-16 code units, two per block. Unlike FNV, two seeds give
 * values of the same string that are independent enough to assign one visitor to several experiments.
 * @returns 0 to 2^32 - 1
 */
export function seededStringHash(text: string, seed: number): number {
  let hash = seed | 0;
  const pairs = text.length & ~1;
  for (let at = 0; at < pairs; at += 2) {
    hash ^= scrambled(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16));
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  if (pairs < text.length) hash ^= scrambled(text.charCodeAt(pairs));
  hash ^= text.length * 2;
  return murmurFinaliser(hash);
}

function scrambled(block: number): number {
  const mixed = Math.imul(block, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}
