import { VectorIndex } from './vector-index.ts';

/** A key and how near it is. */
export interface NearestKey {
  readonly key: number;
  readonly cosine: number;
}

/** What a query says of the vectors of an index: good until the index changes. */
export interface SemanticIndexQuery {
  /** By place; null where there is no vector of the key. */
  cosinesOf(keys: readonly number[]): (number | null)[];
  /** The nearest of which `passes` is true, best first, ties by key, at most `count`. `passes` is asked of few keys only. */
  nearest(count: number, passes: (key: number) => boolean): NearestKey[];
  /** What is less near than this may be so by chance: see `clearLevel()` and, where nothing is usual, `chanceLevel()`. */
  readonly least: number;
  /** The same where nothing else says that there is what is asked for. */
  readonly leastAlone: number;
  /** The same where something else says so in part; -Infinity where nothing is usual. */
  readonly leastPartial: number;
  /** The same beyond the nearest few; -Infinity where nothing is usual. */
  readonly leastBeyond: number;
  /** The mean of what is usual; null where nothing is. */
  readonly unrelated: number | null;
}

/** Of a query's cosines with what has nothing in particular to do with it, the mean, the standard deviation, and the highest. */
interface Usual {
  readonly mean: number;
  readonly deviation: number;
  readonly highest: number;
  /** Of unrelated texts with each other: one in forty pairs is as near, or nearer. */
  readonly betweenBaselineWords: number;
}

/** The nearest to a query, best first, and what chance would make of all, where that was asked for. */
interface Best {
  readonly version: number;
  readonly near: readonly NearestKey[];
  chance: number | null;
}

/** With fewer vectors, nothing is known of chance. */
const knownMin = 25;
/**
 * From so many vectors on, a look at their signs chooses those that are compared: all of them would take 2 ms, and of a hundred that
 * are listed it is no matter if the last ones are others as near.
 */
const sketchFrom = 32_768;
/** So many cosines tell the mean and the deviation of all. */
const sampleMax = 16_384;

/** Vectors of length 1 by key, for questions of how near they are to another one: see `VectorIndex`. */
export class SemanticIndex {
  readonly #vectors: VectorIndex;
  /** By query, its best at some version of the index. */
  readonly #best = new WeakMap<Float32Array, Best>();
  readonly #keptMax: number;
  #version = 0;

  /** `keptMax`: of the best that are remembered of a query; `sketchRowsMin`: see `VectorIndex`. */
  constructor(
    dimensions: number,
    {
      keptMax = 128,
      sketchRowsMin = sketchFrom,
    }: { readonly keptMax?: number; readonly sketchRowsMin?: number } = {},
  ) {
    this.#vectors = new VectorIndex(dimensions, { sketchRowsMin });
    this.#keptMax = keptMax;
  }

  get dimensions(): number {
    return this.#vectors.dimensions;
  }

  get size(): number {
    return this.#vectors.count;
  }

  /** Of the vectors and what is kept beside them, about: a byte and a half a number, its sign, and the key. */
  get bytes(): number {
    return this.size * (this.dimensions * 1.625 + 12);
  }

  /** Adds a vector, or puts it in the place of the key's. */
  set(key: number, vector: Float32Array): void {
    this.#version++;
    this.#vectors.set(key, vector);
  }

  /** Forgets the vector of a key, if there is one. */
  remove(key: number): void {
    if (this.#vectors.remove(key)) this.#version++;
  }

  /**
   * `vector`: of length 1, and of as many numbers as the others. What is nearest to it is remembered as long as the very array is
   * kept and the index does not change: a query that is asked again, or on its next page, goes over the vectors once. `usual`: of
   * the vector's cosines elsewhere; null where that is not known.
   */
  query(vector: Float32Array, usual: Usual | null = null): SemanticIndexQuery {
    const vectors = this.#vectors;
    const nearest = (limit: number, allow?: (key: number) => boolean): NearestKey[] =>
      vectors
        .search(vector, { limit, ...(allow === undefined ? {} : { allow }) })
        .map(({ key, score }) => ({ key, cosine: score }));
    const best = (): Best => {
      const kept = this.#best.get(vector);
      if (kept?.version === this.#version) return kept;
      const made = { version: this.#version, near: nearest(this.#keptMax), chance: null };
      this.#best.set(vector, made);
      return made;
    };
    const chance = (): number => {
      const kept = best();
      return (kept.chance ??= chanceLevel(vectors.sample(vector, sampleMax), vectors.count));
    };
    return {
      cosinesOf: (keys) =>
        Array.from(vectors.scores(vector, keys), (score) => (Number.isNaN(score) ? null : score)),
      nearest: (count, passes) => {
        const { near } = best();
        const found: NearestKey[] = [];
        for (let i = 0; i < near.length && found.length < count; i++)
          if (passes(near[i]!.key)) found.push(near[i]!);
        // A filter lets few of the best pass: those beyond are wanted too.
        return found.length === count || near.length === this.size ? found : nearest(count, passes);
      },
      get least() {
        return usual === null ? chance() : clearLevel(usual);
      },
      get leastAlone() {
        return usual === null ? chance() : Math.max(clearLevel(usual), usual.highest);
      },
      leastPartial: usual === null ? -Infinity : usual.mean + partialDeviations * usual.deviation,
      leastBeyond: usual?.betweenBaselineWords ?? -Infinity,
      unrelated: usual?.mean ?? null,
    };
  }
}

/** Standard deviations above what is usual, from which on a cosine is none of the usual ones. */
const clearDeviations = 3;
/** The same where there is another reason, too. */
const partialDeviations = 2;

/** From which cosine on a query has to do with a text, by its cosines with texts that have nothing in particular to do with it. */
function clearLevel({ mean, deviation }: Usual): number {
  return mean + clearDeviations * deviation;
}

/**
 * The cosine that the best of all vectors would be expected to have if they had nothing to do with the query: mean + deviation
 * sqrt(2 ln n) of the query's own cosines, the expected maximum of n draws from a normal distribution. It is learnt from the
 * catalog by each query anew, so that neither a model nor a range of goods needs a number of its own. Of few vectors, above all.
 * `count`: of all vectors, where the cosines are a sample.
 */
export function chanceLevel(cosines: Float32Array, count = cosines.length): number {
  const { length } = cosines;
  if (length < knownMin) return Infinity;
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < length; i++) {
    const cosine = cosines[i]!;
    sum += cosine;
    squares += cosine * cosine;
  }
  const mean = sum / length;
  const variance = Math.max(0, squares / length - mean * mean);
  return mean + Math.sqrt(variance) * Math.sqrt(2 * Math.log(count));
}
