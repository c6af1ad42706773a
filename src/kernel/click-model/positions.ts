import { pow } from '../../math/power.ts';

/** The last position, from 1, of each bucket but the last: visitors look at neighbours far down a list alike. */
const bucketEnds = [1, 2, 3, 4, 6, 8, 12, 18, 24] as const;

export const bucketCount = bucketEnds.length + 1;

/** The bucket of a position from 1. */
export function findPositionBucket(position: number): number {
  let bucket = 0;
  while (bucket < bucketEnds.length && position > bucketEnds[bucket]!) bucket++;
  return bucket;
}

/** The middle position of each bucket. */
const bucketMiddles = Array.from({ length: bucketCount }, (_, bucket) => {
  const from = (bucketEnds[bucket - 1] ?? 0) + 1;
  return (from + (bucketEnds[bucket] ?? 2 * from)) / 2;
});

/** A power of the position, by bucket; it is 1 for the first. */
export function createPositionPowers(exponent: number): Float64Array {
  return Float64Array.from(bucketMiddles, (position) => pow(position, exponent));
}
