/**
 * A 32-bit hash of a string's UTF-16 code units (FNV-1a with the finaliser of MurmurHash3).
 *
 * It breaks ties between equal scores. An item's number depends on the order of arrival, and its id may correlate
 * with age or popularity, so neither may decide a tie.
 */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
