import { createGrowableFloat32, createGrowableUint32 } from '../bits/growable.ts';
import { dot } from './vector-math.ts';

/** The weight of the centroid's similarity beyond that of the best picture. */
const centroidShare = 0.5;
/** Vectors are opposite if their sum is a smaller share of their number; their centroid is then a small remainder. */
const sumShareMin = 0.1;

/** The best picture of an item, and the item's score. */
interface ItemScore {
  readonly row: number;
  readonly score: number;
}

/**
 * Maps rows to items, and scores items with several pictures. With best the score of the most similar picture
 * and v the vectors of all n, an item's score is
 *
 *     best + max(0, q . centroid - best) / 2,   centroid = L2(sum of v),   q . centroid = mean of q . v  x  n / |sum of v|,
 *
 * so only the gain n / |sum of v|, at least 1, is kept. Photos of one side of a product have the product in common and differ by its
 * surroundings, so their centroid is closer to another photo than each of them. The centroid of front and back is not, and does not count.
 */
export class PictureItems {
  readonly #keys = createGrowableUint32(16);
  readonly #pictures = createGrowableUint32(16);
  /** The gain of the centroid of each row's item; 0 for the only picture of an item. */
  readonly #gains = createGrowableFloat32(16);
  readonly #rowsOfKey = new Map<number, number[]>();

  get count(): number {
    return this.#rowsOfKey.size;
  }

  getKey(row: number): number {
    return this.#keys.data[row]!;
  }

  /** The number of a row's picture within its item. */
  getPicture(row: number): number {
    return this.#pictures.data[row]!;
  }

  /** The rows of an item's pictures; empty without pictures. */
  listRows(key: number): readonly number[] {
    return this.#rowsOfKey.get(key) ?? [];
  }

  findRow(key: number, picture: number): number | undefined {
    return this.listRows(key).find((row) => this.getPicture(row) === picture);
  }

  /** Appends a row. Then call `measure`. */
  push(key: number, picture: number): void {
    const row = this.#keys.length;
    this.#keys.push(key);
    this.#pictures.push(picture);
    this.#gains.push(0);
    const rows = this.#rowsOfKey.get(key);
    if (rows === undefined) this.#rowsOfKey.set(key, [row]);
    else rows.push(row);
  }

  /** Overwrites the row with the last one, and removes the last one. Then call `measure`. */
  removeSwapping(row: number): void {
    const rows = this.#rowsOfKey.get(this.getKey(row))!;
    rows.splice(rows.indexOf(row), 1);
    if (rows.length === 0) this.#rowsOfKey.delete(this.getKey(row));
    const last = this.#keys.length - 1;
    if (row !== last) {
      const moved = this.#rowsOfKey.get(this.getKey(last))!;
      moved[moved.indexOf(last)] = row;
    }
    for (const numbers of [this.#keys, this.#pictures, this.#gains]) {
      numbers.data[row] = numbers.data[last]!;
      numbers.length = last;
    }
  }

  /** Updates the gains of items whose vectors have changed. `read` writes the vector of a row. */
  measure(keys: Iterable<number>, dimensions: number, read: (row: number, into: Float32Array) => void): void {
    for (const key of new Set(keys)) {
      const rows = this.listRows(key);
      const gain = rows.length < 2 ? 0 : computeGain(rows, dimensions, read);
      for (const row of rows) this.#gains.data[row] = gain;
    }
  }

  /** The rows of all pictures of the items that these rows belong to. */
  withOthers(rows: Uint32Array): Uint32Array {
    const gains = this.#gains.data;
    if (rows.every((row) => gains[row] === 0)) return rows;
    const keys = new Set(Array.from(rows, (row) => this.getKey(row)));
    return Uint32Array.from([...keys].flatMap((key) => this.listRows(key)));
  }

  /** Whether a row has the only picture of its item. */
  isOnly(row: number): boolean {
    return this.#gains.data[row] === 0;
  }

  /** An upper bound of the score of a row's item, if the row is its best picture. */
  scoreMax(row: number, score: number): number {
    const gain = this.#gains.data[row]!;
    return score > 0 && gain > 1 ? score * (1 + centroidShare * (gain - 1)) : score;
  }

  /** An item's best picture and score, from scores by row. Without `countsCentroid`, the best picture alone counts. */
  score(key: number, scores: Float32Array, countsCentroid: boolean): ItemScore {
    const rows = this.listRows(key);
    let best = rows[0]!;
    let sum = scores[best]!;
    for (let i = 1; i < rows.length; i++) {
      const row = rows[i]!;
      sum += scores[row]!;
      const ahead = scores[row]! - scores[best]!;
      if (ahead > 0 || (ahead === 0 && this.getPicture(row) < this.getPicture(best))) best = row;
    }
    const bestScore = scores[best]!;
    if (!countsCentroid || rows.length === 1) return { row: best, score: bestScore };
    const centroid = (sum / rows.length) * this.#gains.data[best]!;
    return { row: best, score: bestScore + centroidShare * Math.max(0, centroid - bestScore) };
  }
}

function computeGain(
  rows: readonly number[],
  dimensions: number,
  read: (row: number, into: Float32Array) => void,
): number {
  const sum = new Float32Array(dimensions);
  const vector = new Float32Array(dimensions);
  for (const row of rows) {
    read(row, vector);
    for (let i = 0; i < dimensions; i++) sum[i]! += vector[i]!;
  }
  const sumLength = Math.sqrt(dot(sum, 0, sum, 0, dimensions));
  return sumLength < sumShareMin * rows.length ? 1 : rows.length / sumLength;
}
