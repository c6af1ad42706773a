/** A number from 0 up to 1 for each place of a list, by a seed: the same in any order of asking. */
export function seededDraw(seed: number, place: number): number {
  let hash = Math.imul(place + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
