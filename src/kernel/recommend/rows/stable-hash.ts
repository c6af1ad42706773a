import { murmurFinaliser } from '../../bits/murmur-finaliser.ts';

/**
 * A 32-bit hash of a string's UTF-16 code units (FNV-1a with the finaliser of MurmurHash3).
 *
 * It breaks ties between equal scores. An item's number depends on the order of arrival, and its id may correlate
 * with age or popularity, so neither may decide a tie.
 */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return murmurFinaliser(hash);
}
