import { PointMatcher } from './point-matching.ts';
import type { PointSet } from './point-set.ts';
import { findConsistentPairs } from './similarity-fit.ts';

const matcher = new PointMatcher();

/** Distances in shares of the longer side of the photo; an object is at most this much larger or smaller than in the picture. */
const fit = { distanceShareMax: 0.02, apartShareMin: 0.002, scaleMin: 0.15, scaleMax: 4, tries: 500 };

/**
 * Geometric verification: the points of a picture that are found in a photo, at places that one rotation, scale and shift of the picture
 * explains. For each, x and y in the photo, then in the picture, as shares of width and height. For `random` see `findConsistentPairs`.
 */
export function verifyMatches(photo: PointSet, picture: PointSet, random: () => number): Float32Array {
  const matches = matcher.match(photo, picture);
  const pairs = Float64Array.from(
    matches.flatMap(([i, j]) => [...readPosition(picture, j), ...readPosition(photo, i)]),
  );
  const longSide = Math.max(photo.width, photo.height);
  const size = longSide / Math.max(picture.width, picture.height);
  const consistent = findConsistentPairs(
    pairs,
    {
      distanceMax: fit.distanceShareMax * longSide,
      apartMin: fit.apartShareMin * longSide,
      scaleMin: fit.scaleMin * size,
      scaleMax: fit.scaleMax * size,
      tries: fit.tries,
    },
    random,
  );
  return Float32Array.from(
    consistent.flatMap((at) => {
      const [i, j] = matches[at]!;
      return [...readRelativePosition(photo, i), ...readRelativePosition(picture, j)];
    }),
  );
}

function readPosition({ positions }: PointSet, i: number): [number, number] {
  return [positions[2 * i]!, positions[2 * i + 1]!];
}

function readRelativePosition(set: PointSet, i: number): [number, number] {
  const [x, y] = readPosition(set, i);
  return [x / set.width, y / set.height];
}
