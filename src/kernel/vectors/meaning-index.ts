import { BestScores } from './best-scores.ts';
import { QuantisedRows, ROWS_PER_CALL } from './quantised-rows.ts';

/** A key and how near it is. */
export interface NearKey {
  readonly key: number;
  readonly cosine: number;
}

/** What a query says of the vectors of an index: good until the index changes. */
export interface MeaningQuery {
  /** By place; null where there is no vector of the key. */
  cosinesOf(keys: readonly number[]): (number | null)[];
  /** The nearest of which `passes` is true, best first, ties by key, at most `count`. `passes` is asked of few keys only. */
  nearest(count: number, passes: (key: number) => boolean): NearKey[];
  /** What is less near than this may be so by chance: see `clearLevel()` and, where nothing is usual, `chanceLevel()`. */
  readonly least: number;
  /** The same where nothing else says that there is what is asked for. */
  readonly leastAlone: number;
}

/** Of a query's cosines with what has nothing in particular to do with it, the mean, the standard deviation, and the highest. */
interface Usual {
  readonly mean: number;
  readonly deviation: number;
  readonly highest: number;
}

/** The nearest to a query, best first, and what chance would make of all. */
interface Best {
  readonly version: number;
  readonly keys: Uint32Array;
  readonly cosines: Float32Array;
  readonly least: number;
}

/** With fewer vectors, nothing is known of chance. */
const knownMin = 25;

/**
 * Vectors of length 1 by key, for questions of how near they are to another one. All are compared, in a byte a number: 20,000
 * vectors of 384 numbers take 1 ms, and those of a short list a few microseconds.
 */
export class MeaningIndex {
  readonly #rows: QuantisedRows;
  readonly #rowByKey = new Map<number, number>();
  #keys = new Uint32Array(1024);
  #scores = new Float32Array(0);
  readonly #some = new Float32Array(ROWS_PER_CALL);
  readonly #someRows = new Uint32Array(ROWS_PER_CALL);
  /** The query that the rows are set to. */
  #asked: object | null = null;
  /** By query, its best at some version of the index. */
  readonly #best = new WeakMap<Float32Array, Best>();
  readonly #keptMax: number;
  #version = 0;

  /** `keptMax`: of the best that are remembered of a query. */
  constructor(dimensions: number, keptMax = 512) {
    this.#rows = new QuantisedRows(dimensions);
    this.#keptMax = keptMax;
  }

  get dimensions(): number {
    return this.#rows.dimensions;
  }

  get size(): number {
    return this.#rows.count;
  }

  /** Of the vectors and what is kept beside them, about. */
  get bytes(): number {
    return this.size * (this.dimensions + 48);
  }

  /** Adds a vector, or puts it in the place of the key's. */
  set(key: number, vector: Float32Array): void {
    this.#version++;
    const known = this.#rowByKey.get(key);
    if (known !== undefined) {
      this.#rows.set(known, vector);
      return;
    }
    const row = this.#rows.push(vector);
    this.#rowByKey.set(key, row);
    if (row >= this.#keys.length) {
      const grown = new Uint32Array(this.#keys.length * 2);
      grown.set(this.#keys);
      this.#keys = grown;
    }
    this.#keys[row] = key;
  }

  /** Forgets the vector of a key, if there is one. */
  remove(key: number): void {
    const row = this.#rowByKey.get(key);
    if (row === undefined) return;
    this.#version++;
    const last = this.#keys[this.#rows.count - 1]!;
    this.#rows.removeSwapping(row);
    this.#keys[row] = last;
    this.#rowByKey.set(last, row);
    this.#rowByKey.delete(key);
  }

  /**
   * `vector`: of length 1, and of as many numbers as the others. What is nearest to it is remembered as long as the very array is
   * kept and the index does not change: a query that is asked again, or on its next page, goes over the vectors once. `usual`: of
   * the vector's cosines elsewhere; null where that is not known.
   */
  query(vector: Float32Array, usual: Usual | null = null): MeaningQuery {
    const asked = {};
    const ask = (): void => {
      if (this.#asked === asked) return;
      this.#rows.setQuery(vector);
      this.#asked = asked;
    };
    const best = (): Best => {
      const kept = this.#best.get(vector);
      if (kept?.version === this.#version) return kept;
      ask();
      const scores = this.#scan();
      const near = this.#nearest(scores, this.#keptMax, () => true);
      const made = {
        version: this.#version,
        keys: Uint32Array.from(near, ({ key }) => key),
        cosines: Float32Array.from(near, ({ cosine }) => cosine),
        least: chanceLevel(scores),
      };
      this.#best.set(vector, made);
      return made;
    };
    return {
      cosinesOf: (keys) => {
        ask();
        return this.#cosinesOf(keys);
      },
      nearest: (count, passes) => {
        const { keys, cosines } = best();
        const near: NearKey[] = [];
        for (let i = 0; i < keys.length && near.length < count; i++)
          if (passes(keys[i]!)) near.push({ key: keys[i]!, cosine: cosines[i]! });
        if (near.length === count || keys.length === this.size) return near;
        // A filter lets few of the best pass: those beyond are wanted too.
        ask();
        return this.#nearest(this.#scan(), count, passes);
      },
      get least() {
        return usual === null ? best().least : clearLevel(usual);
      },
      get leastAlone() {
        return usual === null ? best().least : Math.max(clearLevel(usual), usual.highest);
      },
    };
  }

  #cosinesOf(keys: readonly number[]): (number | null)[] {
    const rows = keys.map((key) => this.#rowByKey.get(key) ?? -1);
    const known = rows.filter((row) => row >= 0);
    const found: number[] = [];
    for (let from = 0; from < known.length; from += ROWS_PER_CALL) {
      const part = known.slice(from, from + ROWS_PER_CALL);
      this.#someRows.set(part);
      this.#rows.scoreRows(this.#someRows, part.length, this.#some);
      for (let i = 0; i < part.length; i++) found.push(this.#some[i]!);
    }
    let next = 0;
    return rows.map((row) => (row < 0 ? null : found[next++]!));
  }

  /** How near each row is to the query that is set. Valid until the next scan. */
  #scan(): Float32Array {
    const { count } = this.#rows;
    if (this.#scores.length < count) this.#scores = new Float32Array(Math.ceil(count * 1.25));
    for (let from = 0; from < count; from += ROWS_PER_CALL) {
      const until = Math.min(count, from + ROWS_PER_CALL);
      this.#rows.scoreRange(from, until, this.#scores.subarray(from, until));
    }
    return this.#scores.subarray(0, count);
  }

  #nearest(scores: Float32Array, count: number, passes: (key: number) => boolean): NearKey[] {
    const best = new BestScores<{ key: number; score: number }>(count);
    let floor = -Infinity;
    for (let row = 0; row < scores.length; row++) {
      const score = scores[row]!;
      if (score < floor) continue;
      const key = this.#keys[row]!;
      if (!passes(key)) continue;
      best.offer({ key, score });
      floor = best.floor;
    }
    return best.sorted().map(({ key, score }) => ({ key, cosine: score }));
  }
}

/** Standard deviations above what is usual, from which on a cosine is none of the usual ones. */
const clearDeviations = 3;

/** From which cosine on a query has to do with a text, by its cosines with texts that have nothing in particular to do with it. */
function clearLevel({ mean, deviation }: Usual): number {
  return mean + clearDeviations * deviation;
}

/**
 * The cosine that the best of all vectors would be expected to have if they had nothing to do with the query: mean + deviation
 * sqrt(2 ln n) of the query's own cosines, the expected maximum of n draws from a normal distribution. It is learnt from the
 * catalog by each query anew, so that neither a model nor a range of goods needs a number of its own. Of few vectors, above all.
 */
export function chanceLevel(cosines: Float32Array): number {
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
  return mean + Math.sqrt(variance) * Math.sqrt(2 * Math.log(length));
}
