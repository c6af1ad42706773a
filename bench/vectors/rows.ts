import { l2Normalise } from '../../src/kernel/vectors/vector-math.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';

export const vectorLength = 256;
/** Mean cluster size; cluster sizes differ. */
const rowsPerCluster = 200;
/** Distance of a row from its cluster centre, relative to the distance between clusters. */
const clusterSpread = 0.6;
/** The offset that all rows share, as uncentred embeddings do. */
const commonShare = 0.3;
/** The exponent by which variance falls with the dimension, as after a principal component analysis. */
const decay = 0.5;

/** Synthetic vectors with the structure of embeddings: clusters, and variance that falls with the dimension. */
export interface SyntheticRows {
  /** Unit vectors of `vectorLength` numbers, concatenated. */
  readonly rows: Float32Array;
  readonly queries: Float32Array[];
}

export function generateRows(count: number, queryCount: number, seed: number): SyntheticRows {
  const next = rowGenerator(count, seed, vectorLength);
  const rows = new Float32Array(count * vectorLength);
  for (let row = 0; row < count; row++) rows.set(next(), row * vectorLength);
  return { rows, queries: Array.from({ length: queryCount }, next) };
}

/** Generates rows one at a time. `count`: the approximate total, which sets the number of clusters. */
export function rowGenerator(count: number, seed: number, dimensions: number): () => Float32Array {
  const random = createRandom(seed);
  // The sum of six uniform numbers is nearly normal.
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
