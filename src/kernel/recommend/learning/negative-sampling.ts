import { log } from '../../../math/logarithm.ts';
import { pow } from '../../../math/power.ts';

/** Negatives are drawn by the root of their count; rare items more often than that. */
const negativePower = 0.5;
const negativeFloor = 0.2;
const negativeTableSize = 1 << 20;

/** Items in proportion to their sampling probability, and its logarithm by item. */
export interface NegativeSampler {
  readonly table: Uint32Array;
  readonly logChances: Float64Array;
}

/** A sampler of negatives by how often each item is a target. */
export function negativeSampler(targetCounts: Uint32Array): NegativeSampler {
  const itemCount = targetCounts.length;
  const counts = Float64Array.from(targetCounts);
  const weights = counts.map((count) => pow(count, negativePower));
  const sampledItems = weights.reduce((sum, weight) => sum + (weight > 0 ? 1 : 0), 0);
  const floor =
    (negativeFloor * weights.reduce((sum, weight) => sum + weight, 0)) / Math.max(1, sampledItems);
  const total = weights.reduce((sum, weight) => sum + weight + floor, 0);
  const table = new Uint32Array(negativeTableSize);
  let item = 0;
  let below = weights[0]! + floor;
  for (let at = 0; at < negativeTableSize; at++) {
    while (item < itemCount - 1 && below < ((at + 0.5) / negativeTableSize) * total)
      below += weights[++item]! + floor;
    table[at] = item;
  }
  return { table, logChances: weights.map((weight) => log(((weight + floor) / total) * itemCount)) };
}
