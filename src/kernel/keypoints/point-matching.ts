import {
  growTo,
  kernelScratch,
  newRowMemory,
  rowsPerCall,
  rowsPerGroup,
  simdKernels,
} from '../vectors/simd-kernels.ts';
import { descriptorLength } from './descriptors.ts';
import type { PointSet } from './point-set.ts';

/** Indexes of a point in the one set and of its match in the other. */
export type PointMatch = readonly [first: number, second: number];

/** A match must be this much closer than the next one: Lowe, section 7.1. */
const distanceRatioMax = 0.8;
/** Points this close, in shares of the longer side, describe the same place at several scales: none excludes another. */
const samePlace = 0.01;

/**
 * The matches of two sets: points that are closest to each other, and clearly closer than the next ones. At most `rowsPerCall`
 * points of `second` are compared.
 */
export class PointMatcher {
  readonly #memory = newRowMemory(rowsPerCall * descriptorLength);
  readonly #dots = simdKernels(this.#memory).dots;

  match(first: PointSet, second: PointSet): PointMatch[] {
    const count = Math.min(rowsPerCall, second.positions.length / 2);
    if (count < 2) return [];
    const lengths = squaredLengths(second.descriptors);
    const listEnd = this.#fillRows(second.descriptors, count);
    // The closest point of `first` to each of `second`.
    const closest = new Int32Array(count).fill(-1);
    const closestScores = new Float64Array(count).fill(-Infinity);
    const matches: [number, number][] = [];
    const { products, query, queryAt, listAt, outAt } = kernelScratch;
    squaredLengths(first.descriptors).forEach((length, i) => {
      query.set(first.descriptors.subarray(i * descriptorLength, (i + 1) * descriptorLength));
      this.#dots(listAt, listEnd, queryAt, queryAt + descriptorLength * 2, outAt);
      let best = 0;
      let bestScore = -Infinity;
      for (let j = 0; j < count; j++) {
        // The squared distance is length + lengths[j] - 2 products[j]: the score falls with it.
        const score = products[j]! - lengths[j]! / 2;
        if (score > bestScore) [best, bestScore] = [j, score];
        if (score - length / 2 > closestScores[j]!) [closest[j], closestScores[j]] = [i, score - length / 2];
      }
      const scoreMax = (length - (length - 2 * bestScore) / distanceRatioMax ** 2) / 2;
      for (let j = 0; j < count; j++) {
        if (products[j]! - lengths[j]! / 2 > scoreMax && !isSamePlace(second, best, j)) return;
      }
      matches.push([i, best]);
    });
    return matches.filter(([i, j]) => closest[j] === i);
  }

  /** Copies descriptors to the memory of rows, and their addresses to the list; returns the end of the list. */
  #fillRows(descriptors: Int8Array, count: number): number {
    growTo(this.#memory, count * descriptorLength);
    new Int8Array(this.#memory.buffer).set(descriptors.subarray(0, count * descriptorLength));
    const listed = Math.ceil(count / rowsPerGroup) * rowsPerGroup;
    for (let row = 0; row < listed; row++) {
      kernelScratch.list[row] = Math.min(row, count - 1) * descriptorLength;
    }
    return kernelScratch.listAt + listed * 4;
  }
}

function squaredLengths(descriptors: Int8Array): Float64Array {
  const lengths = new Float64Array(descriptors.length / descriptorLength);
  for (let i = 0; i < descriptors.length; i++) {
    lengths[Math.floor(i / descriptorLength)]! += descriptors[i]! * descriptors[i]!;
  }
  return lengths;
}

function isSamePlace({ positions, width, height }: PointSet, i: number, j: number): boolean {
  const apart = samePlace * Math.max(width, height);
  return (
    Math.abs(positions[2 * i]! - positions[2 * j]!) < apart &&
    Math.abs(positions[2 * i + 1]! - positions[2 * j + 1]!) < apart
  );
}
