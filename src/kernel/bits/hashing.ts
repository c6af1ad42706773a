/** The finaliser of MurmurHash3_x86_32 (A. Appleby, public domain): each bit of the input changes half of the bits. @returns 0 to 2^32 - 1 */
export function murmurFinaliser(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** FNV-1a of a string's UTF-16 code units. Similar strings have similar hashes. @returns 0 to 2^32 - 1 */
export function hashFnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/**
 * A 32-bit hash of a string's UTF-16 code units (FNV-1a with the finaliser of MurmurHash3).
 *
 * It breaks ties between equal scores. An item's number depends on the order of arrival, and its id may correlate
 * with age or popularity, so neither may decide a tie.
 */
export function stableHash(text: string): number {
  return murmurFinaliser(hashFnv1a(text));
}

/**
 * MurmurHash3_x86_32 (A. Appleby, public domain) of a string's UTF-16 code units, two per block. Unlike FNV, two seeds give
 * values of the same string that are independent enough to assign one visitor to several experiments.
 * @returns 0 to 2^32 - 1
 */
export function hashStringWithSeed(text: string, seed: number): number {
  let hash = seed | 0;
  const pairs = text.length & ~1;
  for (let at = 0; at < pairs; at += 2) {
    hash ^= scrambleBlock(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16));
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  if (pairs < text.length) hash ^= scrambleBlock(text.charCodeAt(pairs));
  hash ^= text.length * 2;
  return murmurFinaliser(hash);
}

function scrambleBlock(block: number): number {
  const mixed = Math.imul(block, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}
