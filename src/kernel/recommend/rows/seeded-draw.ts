import { murmurFinaliser } from '../../bits/hashing.ts';

/** A number from 0 up to 1 for each position, by a seed: independent of the order of calls. */
export function drawBySeed(seed: number, position: number): number {
  const hash = Math.imul(position + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca6b);
  return murmurFinaliser(hash) / 2 ** 32;
}

/** A sample of `count` items, by a seed and a stable hash of each: independent of their order. */
export function drawItems(
  items: readonly number[],
  count: number,
  seed: number,
  getTieBreaker: (item: number) => number,
): number[] {
  let sum = 0;
  for (const item of items) sum = (sum + getTieBreaker(item)) >>> 0;
  const all = sum ^ ((seed % 2 ** 32) | 0);
  const drawn = items.map((item) => ({ item, draw: drawBySeed(all, getTieBreaker(item)) }));
  drawn.sort((a, b) => a.draw - b.draw || getTieBreaker(a.item) - getTieBreaker(b.item));
  return drawn.slice(0, count).map(({ item }) => item);
}
