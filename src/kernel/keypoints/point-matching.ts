import {
  growTo,
  kernelScratch,
  allocateRowMemory,
  rowsPerCall,
  rowsPerGroup,
  simdKernels,
} from '../vectors/simd-kernels.ts';
import { descriptorLength } from './descriptors.ts';
import type { PointSet } from './point-set.ts';

/** Indexes of a point in one set and of its match in the other. */
export type PointMatch = readonly [first: number, second: number];

/** The maximum ratio of a match's distance to the next one: Lowe, section 7.1. */
const distanceRatioMax = 0.8;
/** Points closer than this share of the longer side describe the same place at several scales: none excludes another. */
const samePlace = 0.01;
/** A number above all squared distances. */
const distanceMax = 2 ** 31 - 1;

/**
 * The matches of two sets: points that are closest to each other, and clearly closer than the next ones. At most `rowsPerCall`
 * points of `second` are compared.
 */
export class PointMatcher {
  readonly #memory = allocateRowMemory(rowsPerCall * descriptorLength);
  readonly #dots = simdKernels(this.#memory).dots;

  match(first: PointSet, second: PointSet): PointMatch[] {
    const count = Math.min(rowsPerCall, second.positions.length / 2);
    if (count < 2) return [];
    const lengths = computeSquaredLengths(second.descriptors);
    const listEnd = this.#fillRows(second.descriptors, count);
    // The closest point of `first` to each of `second`.
    const closest = new Int32Array(count).fill(-1);
    const closestDistances = new Int32Array(count).fill(distanceMax);
    const matches: [number, number][] = [];
    const { products, query, queryAt, listAt, outAt } = kernelScratch;
    const firstLengths = computeSquaredLengths(first.descriptors);
    for (let i = 0; i < firstLengths.length; i++) {
      const length = firstLengths[i]!;
      query.set(first.descriptors.subarray(i * descriptorLength, (i + 1) * descriptorLength));
      this.#dots(listAt, listEnd, queryAt, queryAt + descriptorLength * 2, outAt);
      let best = 0;
      let bestDistance = distanceMax;
      for (let j = 0; j < count; j++) {
        const distance = (length + lengths[j]! - 2 * products[j]!) | 0;
        if (distance < bestDistance) {
          best = j;
          bestDistance = distance;
        }
        if (distance < closestDistances[j]!) {
          closest[j] = i;
          closestDistances[j] = distance;
        }
        products[j] = distance;
      }
      if (isClearlyClosest(second, best, products.subarray(0, count))) matches.push([i, best]);
    }
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

/** Whether no other place is about as close as the best point. `distances` are squared, to all points. */
function isClearlyClosest(points: PointSet, best: number, distances: Int32Array): boolean {
  const distanceMin = distances[best]! / distanceRatioMax ** 2;
  for (let j = 0; j < distances.length; j++) {
    if (distances[j]! < distanceMin && !isSamePlace(points, best, j)) return false;
  }
  return true;
}

function computeSquaredLengths(descriptors: Int8Array): Int32Array {
  const lengths = new Int32Array(descriptors.length / descriptorLength);
  for (let point = 0, i = 0; point < lengths.length; point++) {
    let sum = 0;
    for (const end = i + descriptorLength; i < end; i++) sum += descriptors[i]! * descriptors[i]!;
    lengths[point] = sum;
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
