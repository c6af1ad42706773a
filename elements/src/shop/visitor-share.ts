const buckets = 10_000;

/**
 * The bucket of a visit in an experiment, as a share of 0 to 1: the same as the service computes, so that both know who sees the elements without a
 * word between them.
 */
export function drawShare(session: string, experiment: string): number {
  const hash = hashString(session, hashString(experiment, 0));
  return Math.floor((hash / 2 ** 32) * buckets) / buckets;
}

/** MurmurHash3_x86_32 of the UTF-16 code units, two a block. */
function hashString(text: string, seed: number): number {
  let hash = seed | 0;
  const pairs = text.length & ~1;
  for (let at = 0; at < pairs; at += 2) {
    hash ^= scramble(text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16));
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  if (pairs < text.length) hash ^= scramble(text.charCodeAt(pairs));
  hash ^= text.length * 2;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function scramble(block: number): number {
  const mixed = Math.imul(block, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}
