import { dot } from './vector-math.ts';

/** The share of an item's coherence that a photo must reach: photos of look-alikes mostly stay below. */
const coherenceShare = 0.85;
/** The weight of the difference from there, and its minimum: photos of one product may look different. */
const weight = 0.5;
const bonusMin = -0.05;

/** Confirmed photos of an item, as centred features. */
export interface ConfirmedItem {
  readonly key: number;
  /** At least two. */
  readonly photos: readonly Float32Array[];
}

/**
 * What confirmed photos add to the similarity of items to a photo, by key, -0.05 to 0.5. Photos resemble photos more than packshots
 * do, also those of other items: similarity to the mean photo counts only from a share of the item's coherence, which is the
 * median similarity of its photos to the mean of its others. Below it, the photo is probably of another item.
 *
 *     bonus = max(-0.05, (q . mean - 0.85 coherence) / 2)
 *
 * Coherence is averaged with the mean of all `items`, as five photos estimate it badly. `photo`: centred by the same mean.
 */
export function confirmationBonuses(
  photo: Float32Array,
  items: readonly ConfirmedItem[],
): ReadonlyMap<number, number> {
  const estimates = items.map(({ key, photos }) => {
    const sum = sumVectors(photos);
    const square = dotProduct(sum, sum);
    return {
      key,
      similarity: cosine(dotProduct(photo, sum), square),
      coherence: median(photos.map((photo) => cosineToOthers(photo, sum, square))),
    };
  });
  const typical = estimates.reduce((total, { coherence }) => total + coherence, 0) / estimates.length;
  return new Map(
    estimates.map(({ key, similarity, coherence }) => {
      const expected = coherenceShare * ((coherence + typical) / 2);
      return [key, Math.max(bonusMin, weight * (similarity - expected))];
    }),
  );
}

function sumVectors(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
  return sum;
}

/** Cosine of an L2-normalised vector and the sum without it; `square`: of the length of the sum. Adds up nothing again. */
function cosineToOthers(vector: Float32Array, sum: Float32Array, square: number): number {
  const withSum = dotProduct(vector, sum);
  const withItself = dotProduct(vector, vector);
  return cosine(withSum - withItself, square - 2 * withSum + withItself);
}

/** Cosine of an L2-normalised vector and another, from their product and the square of the other's length; 0 for no length. */
function cosine(withOther: number, square: number): number {
  return square > 0 ? withOther / Math.sqrt(square) : 0;
}

function dotProduct(a: Float32Array, b: Float32Array): number {
  return dot(a, 0, b, 0, a.length);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
