import type { VectorChange, VectorIndexState } from './vector-changes.ts';
import { VectorIndex, type VectorHit } from './vector-index.ts';
import { log } from '../../math/logarithm.ts';

export interface NearestKey {
  readonly key: number;
  readonly cosine: number;
}

/** The similarities of a query to the vectors of an index; valid until the index changes. */
export interface SemanticIndexQuery {
  /** The cosines in the order of `keys`; null for a key without a vector. */
  computeCosines(keys: readonly number[]): (number | null)[];
  /**
   * The nearest keys for which `passes` is true, best first, ties by key, at most `count`. `passes` is called for few
   * keys only.
   */
  nearest(count: number, passes: (key: number) => boolean): NearestKey[];
  /** The minimum cosine that is not random: see `clearLevel()` and, without a baseline, `computeChanceLevel()`. */
  readonly cosineMin: number;
  /** The same if no query word matches: above the expected maximum of unrelated texts. */
  readonly cosineMinWithoutMatches: number;
  /** The same if some query words match; -Infinity without a baseline. */
  readonly cosineMinPartial: number;
  /** The cosine that nearly no pair of baseline words exceeds; -Infinity without a baseline. */
  readonly cosineBetweenWords: number;
  /** The mean of the baseline, or null without a baseline. */
  readonly cosineUnrelated: number | null;
  /** See `CosineStats.tailShare`; 0 if it is absent. */
  readonly tailShare: number;
}

/**
 * The similarity baseline of a query: the mean, the standard deviation and the maximum of its cosines with unrelated
 * texts.
 */
interface Baseline {
  readonly mean: number;
  readonly deviation: number;
  readonly highest: number;
  /** The cosine reached by one in forty pairs of unrelated texts. */
  readonly betweenBaselineWords: number;
  /** See `CosineStats`. */
  readonly tailShare?: number;
  readonly chanceMargin?: number;
}

/** The state of a new replica. Memories are shared; the rest is a copy. */
export interface SemanticIndexState {
  readonly cachedKeysMax: number;
  readonly dimensions: number;
  /** Number of changes that the state includes. */
  readonly changeCount: number;
  /** The vectors by layer: see `SemanticIndex`. */
  readonly layers: readonly VectorIndexState[];
}

/** A change of one layer, or its first state: it follows those that there were. */
export interface SemanticIndexChange {
  readonly layer: number;
  readonly change: VectorChange | { readonly kind: 'begin'; readonly state: VectorIndexState };
}

/** Cosines of a query with vectors of the index. */
interface CosineDistribution {
  /** Number of sampled cosines. */
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
}

/** The nearest keys of a query, best first, and the distribution of its cosines with the catalog, if it was requested. */
interface CachedNearest {
  readonly version: number;
  readonly nearestKeys: readonly NearestKey[];
  catalog: CosineDistribution | null;
}

/** Minimum vectors for a chance level. */
const vectorsMin = 25;
/**
 * The number of vectors from which the sign prefilter is used: comparing all would take 2 ms, and among a hundred
 * hits it does not matter if the last ones are replaced by equally near ones.
 */
const sketchFrom = 32_768;
/**
 * From this number of dimensions on, vectors have no residuals (see `ByteRows`): eight bits give a cosine within .0005, as their errors
 * cancel out.
 */
const withoutResidualsFrom = 512;
/** Number of cosines sampled for the mean and the deviation, which are then within 3 % of a deviation of those of all. */
const sampleMax = 2_048;

/**
 * Vectors of length 1 by key, for similarity to query vectors. A key may have several, as a product has a name in each of its languages:
 * its cosine is that of the nearest one. The first vector of each key is in the first layer, a `VectorIndex`, the second one in the
 * second layer, and so on.
 */
export class SemanticIndex {
  readonly dimensions: number;
  readonly #layers: VectorIndex[];
  /** The nearest keys of each query vector at a version of the index. */
  readonly #best = new WeakMap<Float32Array, CachedNearest>();
  readonly #cachedKeysMax: number;
  readonly #sketchRowsMin: number;
  #onChange: ((change: SemanticIndexChange) => void) | null = null;
  #changeCount = 0;
  #version = 0;

  /** `cachedKeysMax` is the number of cached nearest keys per query. For `sketchRowsMin` see `VectorIndex`. */
  constructor(
    dimensions: number,
    {
      cachedKeysMax = 128,
      sketchRowsMin = sketchFrom,
    }: { readonly cachedKeysMax?: number; readonly sketchRowsMin?: number } = {},
    layers: readonly VectorIndex[] = [createLayer(dimensions, sketchRowsMin)],
  ) {
    this.dimensions = dimensions;
    this.#cachedKeysMax = cachedKeysMax;
    this.#sketchRowsMin = sketchRowsMin;
    this.#layers = [...layers];
  }

  /** An index in another thread with the same vectors, as long as it applies all changes. Only `apply` changes it. */
  static createReplica({
    cachedKeysMax,
    dimensions,
    changeCount,
    layers,
  }: SemanticIndexState): SemanticIndex {
    const replicas = layers.map((layer) => VectorIndex.createReplica(layer));
    const index = new SemanticIndex(dimensions, { cachedKeysMax }, replicas);
    index.#changeCount = changeCount;
    return index;
  }

  /**
   * The state for a new replica, which must apply all later changes: it has applied the first `changeCount`. It can be posted to
   * another thread. There must be a listener: see `onChange`.
   */
  replicaState(): SemanticIndexState {
    return {
      cachedKeysMax: this.#cachedKeysMax,
      dimensions: this.dimensions,
      changeCount: this.#changeCount,
      layers: this.#layers.map((layer) => layer.readReplicaState()),
    };
  }

  /** See `VectorIndex.onChange`. */
  onChange(listener: ((change: SemanticIndexChange) => void) | null): void {
    this.#onChange = listener;
    this.#layers.forEach((layer, no) => this.#follow(layer, no));
  }

  /** Number of changes so far, as passed to `onChange`; a replica also counts those before its state. */
  get changeCount(): number {
    return this.#changeCount;
  }

  /** See `VectorIndex.changeCount`, by layer. */
  get layerChangeCounts(): readonly number[] {
    return this.#layers.map(({ changeCount }) => changeCount);
  }

  /** See `VectorIndex.onAppliedByReplicas`. `changeCounts` are the `layerChangeCounts` that all replicas have reached. */
  onReplicasApplied(changeCounts: readonly number[]): void {
    changeCounts.forEach((changeCount, layer) => this.#layers[layer]?.onAppliedByReplicas(changeCount));
  }

  /** Applies a change of the index that this one replicates. */
  apply({ layer, change }: SemanticIndexChange): void {
    this.#version++;
    this.#changeCount++;
    if (change.kind === 'begin') this.#layers[layer] = VectorIndex.createReplica(change.state);
    else this.#layers[layer]!.apply(change);
  }

  /** Increases with each change of the vectors. */
  get version(): number {
    return this.#version;
  }

  /** The first vector of a key, within the rounding of its bytes; null without one. */
  readVector(key: number): Float32Array | null {
    return this.#layers[0]!.read(key);
  }

  /** The mean cosine of a vector with those of the index, by a sample. */
  computeMeanCosine(vector: Float32Array): number {
    return measureDistribution(this.#sample(vector)).mean;
  }

  /** The number of keys. */
  get size(): number {
    return this.#layers[0]!.count;
  }

  /** An estimate of the memory used: 1 or 1.5 bytes per number, its sign bit, and the key. */
  get bytes(): number {
    const bytesPerNumber = (this.dimensions < withoutResidualsFrom ? 1.5 : 1) + 1 / 8;
    return this.#vectorCount * (this.dimensions * bytesPerNumber + 12);
  }

  /** Adds or replaces the vectors of a key. See `VectorIndex.set` for errors. */
  set(key: number, ...vectors: readonly Float32Array[]): void {
    this.#version++;
    vectors.forEach((vector, no) => this.#ensureLayer(no).set(key, vector));
    for (const layer of this.#layers.slice(vectors.length)) layer.remove(key);
  }

  /** Removes the vectors of a key, if there are any. @throws Error for a replica. */
  remove(key: number): void {
    for (const layer of this.#layers) if (layer.remove(key)) this.#version++;
  }

  /**
   * The similarities of a `vector` of length 1 with the index's dimensions. Its nearest keys are cached while the same array is
   * referenced and the index does not change: a repeated query, or its next page, scans the vectors once. `baseline` is that of the
   * vector's cosines with unrelated texts, or null if it is unknown.
   */
  query(vector: Float32Array, baseline: Baseline | null = null): SemanticIndexQuery {
    const layers = this.#layers;
    const vectorCount = this.#vectorCount;
    const nearest = (limit: number, allow?: (key: number) => boolean): NearestKey[] =>
      joinNearest(
        layers.map((layer) => layer.search(vector, { limit, ...(allow === undefined ? {} : { allow }) })),
        limit,
      );
    const findBest = (): CachedNearest => {
      const cached = this.#best.get(vector);
      if (cached?.version === this.#version) return cached;
      const computed = { version: this.#version, nearestKeys: nearest(this.#cachedKeysMax), catalog: null };
      this.#best.set(vector, computed);
      return computed;
    };
    const computeChance = (margin: number): number => {
      const cached = findBest();
      cached.catalog ??= measureDistribution(this.#sample(vector));
      return computeChanceLevel(cached.catalog, vectorCount, margin);
    };
    return {
      computeCosines: (keys) => this.#computeCosines(vector, keys),
      nearest: (count, passes) => {
        const { nearestKeys } = findBest();
        const keys: NearestKey[] = [];
        for (let i = 0; i < nearestKeys.length && keys.length < count; i++)
          if (passes(nearestKeys[i]!.key)) keys.push(nearestKeys[i]!);
        // A filter may exclude most of the nearest: search beyond them.
        return keys.length === count || nearestKeys.length === this.size ? keys : nearest(count, passes);
      },
      get cosineMin() {
        return baseline === null ? computeChance(0) : clearLevel(baseline);
      },
      get cosineMinWithoutMatches() {
        if (baseline === null) return computeChance(0);
        const { chanceMargin, highest } = baseline;
        return chanceMargin === undefined
          ? Math.max(clearLevel(baseline), computeExpectedMaximum(baseline, vectorCount), highest)
          : Math.min(highest, computeChance(chanceMargin));
      },
      cosineMinPartial:
        baseline === null ? -Infinity : baseline.mean + partialDeviations * baseline.deviation,
      cosineBetweenWords: baseline?.betweenBaselineWords ?? -Infinity,
      cosineUnrelated: baseline?.mean ?? null,
      tailShare: baseline?.tailShare ?? 0,
    };
  }

  get #vectorCount(): number {
    return this.#layers.reduce((sum, { count }) => sum + count, 0);
  }

  #ensureLayer(no: number): VectorIndex {
    let layer = this.#layers[no];
    if (layer === undefined) {
      layer = createLayer(this.dimensions, this.#sketchRowsMin);
      this.#layers.push(layer);
      this.#follow(layer, no);
      this.#report(no, { kind: 'begin', state: layer.readReplicaState() });
    }
    return layer;
  }

  #follow(layer: VectorIndex, no: number): void {
    layer.onChange(this.#onChange === null ? null : (change) => this.#report(no, change));
  }

  #report(layer: number, change: SemanticIndexChange['change']): void {
    this.#changeCount++;
    this.#onChange?.({ layer, change });
  }

  #computeCosines(vector: Float32Array, keys: readonly number[]): (number | null)[] {
    const cosines: (number | null)[] = Array.from(keys, () => null);
    for (const layer of this.#layers)
      layer.computeScores(vector, keys).forEach((score, i) => {
        if (score > (cosines[i] ?? -Infinity)) cosines[i] = score;
      });
    return cosines;
  }

  #sample(vector: Float32Array): Float32Array {
    const samples = this.#layers.map((layer) => layer.sample(vector, sampleMax));
    return samples.length === 1 ? samples[0]! : Float32Array.from(samples.flatMap((scores) => [...scores]));
  }
}

function createLayer(dimensions: number, sketchRowsMin: number): VectorIndex {
  return new VectorIndex(dimensions, { sketchRowsMin, hasResiduals: dimensions < withoutResidualsFrom });
}

/** The nearest keys of all layers, each once. */
function joinNearest(lists: readonly (readonly VectorHit[])[], limit: number): NearestKey[] {
  if (lists.length === 1) return lists[0]!.map(({ key, score }) => ({ key, cosine: score }));
  const cosines = new Map<number, number>();
  for (const { key, score } of lists.flat().toSorted((a, b) => b.score - a.score || a.key - b.key)) {
    if (cosines.size === limit) break;
    if (!cosines.has(key)) cosines.set(key, score);
  }
  return Array.from(cosines, ([key, cosine]) => ({ key, cosine }));
}

/** Standard deviations above the baseline's mean from which a cosine is significant. */
const clearDeviations = 3;
/** The same if some query words match. */
const partialDeviations = 2;

/** The minimum significant cosine of a query, by its baseline. */
function clearLevel({ mean, deviation }: Baseline): number {
  return mean + clearDeviations * deviation;
}

/** The expected maximum of n draws from a normal distribution: mean + deviation sqrt(2 ln n). */
function computeExpectedMaximum(
  { mean, deviation }: Pick<Baseline, 'mean' | 'deviation'>,
  count: number,
): number {
  return mean + deviation * Math.sqrt(2 * log(count));
}

/**
 * The expected maximum cosine of unrelated vectors, by the query's own cosines with the vectors of the index, and `margin` standard
 * deviations more. It is computed from the catalog for each query, so that neither a model nor an assortment needs a parameter. For few
 * vectors it is infinite. `count` is the number of all vectors.
 */
export function computeChanceLevel(distribution: CosineDistribution, count: number, margin: number): number {
  if (distribution.count < vectorsMin) return Infinity;
  return computeExpectedMaximum(distribution, count) + margin * distribution.deviation;
}

export function measureDistribution(cosines: Float32Array): CosineDistribution {
  const { length } = cosines;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < length; i++) {
    const cosine = cosines[i]!;
    sum += cosine;
    squares += cosine * cosine;
  }
  const mean = sum / length;
  return { count: length, mean, deviation: Math.sqrt(Math.max(0, squares / length - mean * mean)) };
}
