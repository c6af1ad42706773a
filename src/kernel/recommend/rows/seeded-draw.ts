/** A number from 0 up to 1 for each place of a list, by a seed: the same in any order of asking. */
export function seededDraw(seed: number, place: number): number {
  let hash = Math.imul(place + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** So many of some items, by a seed and a stable hash of each: the same ones in whatever order they are given. */
export function drawItems(
  items: readonly number[],
  count: number,
  seed: number,
  tieOf: (item: number) => number,
): number[] {
  let sum = 0;
  for (const item of items) sum = (sum + tieOf(item)) >>> 0;
  const all = sum ^ ((seed % 2 ** 32) | 0);
  const drawn = items.map((item) => ({ item, draw: seededDraw(all, tieOf(item)) }));
  drawn.sort((one, other) => one.draw - other.draw || tieOf(one.item) - tieOf(other.item));
  return drawn.slice(0, count).map(({ item }) => item);
}
