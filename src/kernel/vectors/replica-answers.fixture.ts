import type { SemanticIndex } from './semantic-index.ts';
import { l2Normalise } from './vector-math.ts';

/** A vector of length 1 that is determined by its seed. */
export function vectorOf(seed: number, dimensions: number): Float32Array {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return l2Normalise(
    Float32Array.from({ length: dimensions }, () => {
      state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x6d2b79f5;
      return (state >>> 8) / 2 ** 24 - 0.5;
    }),
  );
}

const filters: ((key: number) => boolean)[] = [
  () => true,
  (key) => key % 2 === 1,
  (key) => key % 9 === 4,
  (key) => key % 301 === 7,
];

/** What an index answers to a query: a function of its vectors. */
export function answersOf(index: SemanticIndex, seed: number): unknown {
  const query = index.query(vectorOf(-seed - 2, index.dimensions));
  const keys = Array.from({ length: 60 }, (_, i) => (i * i * 7 + seed) % 5_000);
  return {
    size: index.size,
    cosines: query.computeCosines(keys),
    nearest: filters.map((passes, i) => query.nearest(i === 0 ? 100 : i * 9, passes)),
    cosineMin: query.cosineMin,
  };
}
