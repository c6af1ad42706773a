/** mulberry32: a stream of numbers from 0 up to 1 that a seed decides, so that every run sees the same. */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A stream of its own for the thing numbered `index`: made in any order, it comes out the same. */
export function randomAt(seed: number, index: number): () => number {
  return random(Math.imul(index + 1, 0x9e3779b1) ^ seed);
}

export function oneOf<T>(list: readonly T[], next: () => number): T {
  const chosen = list[Math.floor(next() * list.length)];
  if (chosen === undefined) throw new RangeError('Cannot choose from an empty list');
  return chosen;
}

/**
 * Draws ranks from 0 with frequency proportional to 1 / (rank + shift), Zipf's law as Mandelbrot put it: a larger
 * shift flattens the head.
 */
export function zipf(count: number, shift: number): (next: () => number) => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) sums[rank] = sum += 1 / (rank + shift);
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
