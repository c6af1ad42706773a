import { dot } from './vector-math.ts';

/** The share of an item's coherence that a photo must reach for a bonus: photos of look-alikes mostly stay below. */
const coherenceShare = 0.85;
/** The weight of the difference to that share, and the minimum bonus, as photos of one product may look different. */
const weight = 0.5;
const bonusMin = -0.05;

/** Confirmed photos of an item, as centred features. */
export interface ConfirmedItem {
  readonly key: number;
  /** At least two photos. */
  readonly photos: readonly Float32Array[];
}

/**
 * The bonuses, from -0.05 to 0.5, that confirmed photos add to the similarity of items to a photo, by key. Photos resemble photos
 * more than packshots do, also those of other items. So similarity to the mean photo counts only from a share of the item's
 * coherence, which is the median similarity of its photos to the mean of its others. Below it, the photo is probably of another item.
 *
 *     bonus = max(-0.05, (q . mean - 0.85 coherence) / 2)
 *
 * Coherence is averaged with the mean of all `items`, as five photos estimate it badly. `photo` is centred by the same mean.
 */
export function computeConfirmationBonuses(
  photo: Float32Array,
  items: readonly ConfirmedItem[],
): ReadonlyMap<number, number> {
  const estimates = items.map(({ key, photos }) => {
    const sum = sumVectors(photos);
    const square = computeDotProduct(sum, sum);
    return {
      key,
      similarity: computeCosine(computeDotProduct(photo, sum), square),
      coherence: computeMedian(photos.map((photo) => computeCosineToOthers(photo, sum, square))),
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

/** The cosine of an L2-normalised vector and `sum` without it, without summing again. `square` is the sum's squared length. */
function computeCosineToOthers(vector: Float32Array, sum: Float32Array, square: number): number {
  const withSum = computeDotProduct(vector, sum);
  const withItself = computeDotProduct(vector, vector);
  return computeCosine(withSum - withItself, square - 2 * withSum + withItself);
}

/** The cosine of an L2-normalised vector and another one, from their dot product and the other's squared length; 0 if that is 0. */
function computeCosine(withOther: number, square: number): number {
  return square > 0 ? withOther / Math.sqrt(square) : 0;
}

function computeDotProduct(a: Float32Array, b: Float32Array): number {
  return dot(a, 0, b, 0, a.length);
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
