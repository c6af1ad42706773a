import { type GrowableUint32, createGrowableUint32 } from '../bits/growable.ts';

/** The distance of rows that `findNearestRows` leaves out. */
export const noDistance = 0xffff;
/** Number of rows that are tested to estimate how many pass. */
const sampleSize = 1_024;
/** Maximum drawn rows, including those that do not count. */
const drawsMax = 8 * sampleSize;
/** 2^32 over the golden ratio: its multiples modulo 2^32 are evenly distributed. */
const scatterStep = 0x9e3779b1;
/** If at most this many times the requested rows pass, all are returned: selecting would cost more. */
const allRowsFactor = 4;
/**
 * Rows per call of the loops over distances. With all rows in one call, V8 left them to its middle compiler after
 * some hundred searches, which made them four times slower. Functions that are called often are optimised completely.
 */
const rowsPerBlock = 8_192;

/** The rows to select from: those below `end` that pass; null means all below `end`. */
interface RowSelection {
  readonly end: number;
  readonly passes: ((row: number) => boolean) | null;
  /** The number of rows with a vector. */
  readonly count: number;
  /** An estimate of the share of rows that pass. */
  readonly share: number;
}

/**
 * Rows with the smallest distances that pass a test, in row order: at least `wanted` of them, or all that pass. Rows
 * of equal distance are taken together, so the result depends only on the distances, the test and the estimate. `computeDistances` is
 * called only where there are enough rows for a selection; it may set distances of rows that do not pass to `noDistance`.
 */
export function findNearestRows(
  { end, passes, count, share }: RowSelection,
  wanted: number,
  computeDistances: () => Uint16Array,
): Uint32Array {
  if (count * share <= wanted * allRowsFactor) return listPassingRows(end, passes);
  const distances = computeDistances();
  const cumulative = countCumulatively(distances);
  for (let target = (wanted / share) * 1.2; ; target *= 4) {
    const limit = cumulative.findIndex((rows) => rows >= target);
    if (limit === -1) return listPassingRows(end, passes);
    const rows = listRowsWithin(distances, limit, cumulative[limit]!);
    const chosen = passes === null ? rows : rows.filter(passes);
    if (chosen.length >= wanted) return chosen;
  }
}

/** Estimates the share of the numbers below `length` that pass, of those that count, or null if the number does not count. */
export function measurePassingShare(length: number, passes: (candidate: number) => boolean | null): number {
  let tested = 0;
  let passed = 0;
  // Tests scattered numbers, because neighbouring ones may be similar.
  for (let i = 0; i < Math.min(length, drawsMax) && tested < sampleSize; i++) {
    const result = passes(scatter(i, length));
    if (result !== null) tested += 1;
    if (result === true) passed += 1;
  }
  return tested === 0 ? 1 : passed / tested;
}

/** Number `i` of a sequence of numbers below `length` that is evenly distributed, also over any period. */
export function scatter(i: number, length: number): number {
  return (Math.imul(i, scatterStep) >>> 0) % length;
}

/** The rows below `length` that pass, in row order; null means all of them. */
export function listPassingRows(length: number, passes: ((row: number) => boolean) | null): Uint32Array {
  if (passes === null) return Uint32Array.from({ length }, (_, row) => row);
  // A full-size array would be megabytes for a few rows.
  const rows = createGrowableUint32(rowsPerBlock);
  for (let from = 0; from < length; from += rowsPerBlock)
    appendPassing(rows, from, Math.min(length, from + rowsPerBlock), passes);
  return rows.data.subarray(0, rows.length);
}

function appendPassing(
  rows: GrowableUint32,
  from: number,
  until: number,
  passes: (row: number) => boolean,
): void {
  for (let row = from; row < until; row++) if (passes(row)) rows.push(row);
}

/** The number of rows up to each distance. */
function countCumulatively(distances: Uint16Array): Uint32Array {
  const counts = new Uint32Array(65_536);
  let largest = 0;
  for (let from = 0; from < distances.length; from += rowsPerBlock)
    largest = Math.max(largest, count(distances, from, counts));
  for (let distance = 1; distance <= largest; distance++) counts[distance]! += counts[distance - 1]!;
  return counts.subarray(0, largest + 1);
}

/** Counts the rows of a block by distance; returns the largest distance. */
function count(distances: Uint16Array, from: number, counts: Uint32Array): number {
  const until = Math.min(distances.length, from + rowsPerBlock);
  let largest = 0;
  for (let row = from; row < until; row++) {
    const distance = distances[row]!;
    counts[distance]! += 1;
    if (distance > largest && distance !== noDistance) largest = distance;
  }
  return largest;
}

function listRowsWithin(distances: Uint16Array, limit: number, expected: number): Uint32Array {
  // The extra entry is for the last row that is written but does not count.
  const rows = new Uint32Array(expected + 1);
  let length = 0;
  for (let from = 0; from < distances.length; from += rowsPerBlock)
    length = appendWithin(distances, limit, from, { rows, length });
  return rows.subarray(0, length);
}

/** Appends the rows of a block that are near enough; returns the new length. */
function appendWithin(
  distances: Uint16Array,
  limit: number,
  from: number,
  { rows, length }: { readonly rows: Uint32Array; readonly length: number },
): number {
  const until = Math.min(distances.length, from + rowsPerBlock);
  let at = length;
  for (let row = from; row < until; row++) {
    // The row is always written but counted conditionally: a branch would be mispredicted too often.
    rows[at] = row;
    at += distances[row]! <= limit ? 1 : 0;
  }
  return at;
}
