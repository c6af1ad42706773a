import type { Random } from './seeded-random.ts';
import { log } from '../math/logarithm.ts';
import { cos } from '../math/trigonometry.ts';

/** A draw from the standard normal distribution (Box-Muller). */
export function normalDraw(random: Random): number {
  return Math.sqrt(-2 * log(1 - random())) * cos(2 * Math.PI * random());
}
