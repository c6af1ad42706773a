import { l2Normalise } from '../../src/kernel/vectors/vector-math.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';

export const DIMENSIONS = 256;
/** Things of one kind lie together; some kinds are larger than others. */
const ROWS_PER_CLUSTER = 200;
/** How far a row lies from the middle of its cluster, as a share of how far clusters lie from each other. */
const SPREAD = 0.6;
/** What all rows have in common, as pictures and texts do, before any centring. */
const COMMON = 0.3;
/** The spread falls with the number of the dimension, as after a rotation to principal components: features have few that matter. */
const DECAY = 0.5;

/** Made-up vectors with the structure of features: clusters within a space whose dimensions matter less and less. */
export interface MadeRows {
  /** One after the other, DIMENSIONS numbers each, of length 1. */
  readonly rows: Float32Array;
  readonly queries: Float32Array[];
}

export function makeRows(count: number, queryCount: number, seed: number): MadeRows {
  const make = rowMaker(count, seed, DIMENSIONS);
  const rows = new Float32Array(count * DIMENSIONS);
  for (let row = 0; row < count; row++) rows.set(make(), row * DIMENSIONS);
  return { rows, queries: Array.from({ length: queryCount }, make) };
}

/** Gives one row after the other of a set with about so many. */
export function rowMaker(count: number, seed: number, dimensions: number): () => Float32Array {
  const random = seededRandom(seed);
  // Six even numbers make a nearly normal one.
  const normal = (): number => random() + random() + random() + random() + random() + random() - 3;
  const scales = Float32Array.from({ length: dimensions }, (_, i) => (i + 1) ** -DECAY);
  const clusters = Array.from({ length: Math.ceil(count / ROWS_PER_CLUSTER) }, () =>
    scales.map((scale, i) => normal() * scale + (i % 3 === 0 ? COMMON : 0)),
  );
  return () => {
    const cluster = clusters[Math.floor(random() ** 2 * clusters.length)]!;
    return l2Normalise(cluster.map((value, i) => value + SPREAD * normal() * scales[i]!));
  };
}
