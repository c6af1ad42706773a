import type { Random } from './seeded-random.ts';

/** A draw from the standard normal distribution (Box-Muller). */
export function normalDraw(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
