import { dot, l2Normalise } from './vector-math.ts';

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
  const known = items.map(({ key, photos }) => {
    const sum = sumOf(photos);
    return {
      key,
      similarity: cosineTo(photo, sum),
      coherence: median(photos.map((own) => cosineTo(own, difference(sum, own)))),
    };
  });
  const typical = known.reduce((total, { coherence }) => total + coherence, 0) / known.length;
  return new Map(
    known.map(({ key, similarity, coherence }) => {
      const expected = coherenceShare * ((coherence + typical) / 2);
      return [key, Math.max(bonusMin, weight * (similarity - expected))];
    }),
  );
}

function sumOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors) for (let i = 0; i < sum.length; i++) sum[i]! += vector[i]!;
  return sum;
}

function difference(a: Float32Array, b: Float32Array): Float32Array {
  return a.map((value, i) => value - b[i]!);
}

/** Cosine of an L2-normalised vector and any other. */
function cosineTo(unit: Float32Array, other: Float32Array): number {
  return dot(unit, 0, l2Normalise(other), 0, unit.length);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
