import { createRandom, type Random } from '../../src/lib/seeded-random.ts';

/** A random stream for each `index`, independent of the order of calls. */
export function randomAt(seed: number, index: number): Random {
  return createRandom(Math.imul(index + 1, 0x9e3779b1) ^ seed);
}

export function oneOf<T>(list: readonly T[], next: () => number): T {
  const chosen = list[Math.floor(next() * list.length)];
  if (chosen === undefined) throw new RangeError('Cannot choose from an empty list');
  return chosen;
}

/**
 * Draws ranks from 0 by the Zipf-Mandelbrot law, with frequency proportional to 1 / (rank + shift). A larger shift
 * flattens the head.
 */
export function zipf(count: number, shift: number): (next: () => number) => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let popularity = 0; popularity < count; popularity++)
    sums[popularity] = sum += 1 / (popularity + shift);
  return (next) => {
    const wanted = next() * sum;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle]! <= wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
