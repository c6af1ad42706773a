/** Pairs of points, some of them wrong: x and y in one picture, then in the other, four numbers per pair. */
export type PointPairs = Float64Array;

/** A rotation, a scale and a shift: x' = a x - b y + c, y' = b x + a y + d. */
interface Similarity {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

export interface FitOptions {
  /** Maximum distance of a pair from the transform, in pixels of the second picture: perspective and bent packages are allowed for. */
  readonly distanceMax: number;
  readonly scaleMin: number;
  readonly scaleMax: number;
  /** Number of random pairs of pairs that are tried. */
  readonly tries: number;
  /** Pairs whose points are closer than this in one of the pictures count as one. */
  readonly apartMin: number;
}

const refinementsMax = 3;

/**
 * The indexes of the pairs that agree with the same similarity transform, the one with the most pairs: RANSAC (Fischler and
 * Bolles, CACM 1981), then least squares. Empty for fewer than two pairs.
 */
export function findConsistentPairs(pairs: PointPairs, options: FitOptions, random: () => number): number[] {
  const count = pairs.length / 4;
  if (count < 2) return [];
  let best: number[] = [];
  for (let attempt = 0; attempt < options.tries; attempt++) {
    const i = Math.floor(random() * count);
    const j = Math.floor(random() * count);
    const transform = i === j ? null : fitThroughTwo(pairs, i, j);
    if (transform === null || !isPlausible(transform, options)) continue;
    const agreeing = listAgreeingPairs(pairs, transform, options.distanceMax);
    if (agreeing.length > best.length) best = agreeing;
  }
  for (let round = 0; round < refinementsMax && best.length >= 2; round++) {
    const transform = fitLeastSquares(pairs, best);
    if (transform === null || !isPlausible(transform, options)) break;
    const agreeing = listAgreeingPairs(pairs, transform, options.distanceMax);
    if (agreeing.length <= best.length) break;
    best = agreeing;
  }
  return listDistinctPairs(pairs, best, options.apartMin);
}

function isPlausible({ a, b }: Similarity, { scaleMin, scaleMax }: FitOptions): boolean {
  const scale = Math.hypot(a, b);
  return scale >= scaleMin && scale <= scaleMax;
}

/** The transform that maps two points to their partners; null if they are the same point. */
function fitThroughTwo(pairs: PointPairs, i: number, j: number): Similarity | null {
  const computeDifference = (axis: number): number => pairs[4 * j + axis]! - pairs[4 * i + axis]!;
  const [x, y, u, v] = [
    computeDifference(0),
    computeDifference(1),
    computeDifference(2),
    computeDifference(3),
  ];
  const squared = x * x + y * y;
  if (squared === 0) return null;
  const a = (x * u + y * v) / squared;
  const b = (x * v - y * u) / squared;
  const [x0, y0, u0, v0] = pairs.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
  return { a, b, c: u0 - a * x0 + b * y0, d: v0 - b * x0 - a * y0 };
}

function listAgreeingPairs(pairs: PointPairs, { a, b, c, d }: Similarity, distanceMax: number): number[] {
  const agreeing: number[] = [];
  for (let at = 0; at < pairs.length; at += 4) {
    const dx = a * pairs[at]! - b * pairs[at + 1]! + c - pairs[at + 2]!;
    const dy = b * pairs[at]! + a * pairs[at + 1]! + d - pairs[at + 3]!;
    if (dx * dx + dy * dy <= distanceMax * distanceMax) agreeing.push(at / 4);
  }
  return agreeing;
}

/** The transform with the least squared distance of these pairs: Umeyama, PAMI 1991, in the plane. */
function fitLeastSquares(pairs: PointPairs, indexes: readonly number[]): Similarity | null {
  const computeMean = (axis: number): number =>
    indexes.reduce((sum, i) => sum + pairs[4 * i + axis]!, 0) / indexes.length;
  const [x0, y0, u0, v0] = [computeMean(0), computeMean(1), computeMean(2), computeMean(3)];
  let [squared, dots, crosses] = [0, 0, 0];
  for (const i of indexes) {
    const [x, y] = [pairs[4 * i]! - x0, pairs[4 * i + 1]! - y0];
    const [u, v] = [pairs[4 * i + 2]! - u0, pairs[4 * i + 3]! - v0];
    squared += x * x + y * y;
    dots += x * u + y * v;
    crosses += x * v - y * u;
  }
  if (squared === 0) return null;
  const [a, b] = [dots / squared, crosses / squared];
  return { a, b, c: u0 - a * x0 + b * y0, d: v0 - b * x0 - a * y0 };
}

/** Keeps one pair per place: keypoints at several scales or directions of a place are no further evidence. */
function listDistinctPairs(pairs: PointPairs, indexes: readonly number[], apartMin: number): number[] {
  const isNear = (i: number, j: number, axis: number): boolean =>
    Math.hypot(
      pairs[4 * i + axis]! - pairs[4 * j + axis]!,
      pairs[4 * i + axis + 1]! - pairs[4 * j + axis + 1]!,
    ) < apartMin;
  const inliers: number[] = [];
  for (const i of indexes) {
    if (!inliers.some((j) => isNear(i, j, 0) || isNear(i, j, 2))) inliers.push(i);
  }
  return inliers;
}
