import { l2Normalise } from '../../src/kernel/vectors/vector-math.ts';
import { seededRandom } from '../../src/lib/seeded-random.ts';

export const vectorLength = 256;
/** Things of one kind lie together; some kinds are larger than others. */
const rowsPerCluster = 200;
/** How far a row lies from the middle of its cluster, as a share of how far clusters lie from each other. */
const clusterSpread = 0.6;
/** What all rows have in common, as pictures and texts do, before any centring. */
const commonShare = 0.3;
/** The spread falls with the number of the dimension, as after a rotation to principal components: features have few that matter. */
const decay = 0.5;

/** Made-up vectors with the structure of features: clusters within a space whose dimensions matter less and less. */
export interface MadeRows {
  /** One after the other, DIMENSIONS numbers each, of length 1. */
  readonly rows: Float32Array;
  readonly queries: Float32Array[];
}

export function makeRows(count: number, queryCount: number, seed: number): MadeRows {
  const make = rowMaker(count, seed, vectorLength);
  const rows = new Float32Array(count * vectorLength);
  for (let row = 0; row < count; row++) rows.set(make(), row * vectorLength);
  return { rows, queries: Array.from({ length: queryCount }, make) };
}

/** The rows of a set of about this size, one by one. */
export function rowMaker(count: number, seed: number, dimensions: number): () => Float32Array {
  const random = seededRandom(seed);
  // Six even numbers make a nearly normal one.
  const normal = (): number => random() + random() + random() + random() + random() + random() - 3;
  const scales = Float32Array.from({ length: dimensions }, (_, i) => (i + 1) ** -decay);
  const clusters = Array.from({ length: Math.ceil(count / rowsPerCluster) }, () =>
    scales.map((scale, i) => normal() * scale + (i % 3 === 0 ? commonShare : 0)),
  );
  return () => {
    const cluster = clusters[Math.floor(random() ** 2 * clusters.length)]!;
    return l2Normalise(cluster.map((value, i) => value + clusterSpread * normal() * scales[i]!));
  };
}
