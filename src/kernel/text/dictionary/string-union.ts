import { packStrings, type WholeStringTable } from './string-table.ts';
import { createWholeUnits } from './string-units.ts';

/** The limit of compared prefixes, the same as that of `commonPrefixes`. */
const prefixMax = 255;

/** The union of some tables, and for each table the new position of each entry. */
export interface StringUnion {
  readonly union: WholeStringTable;
  readonly positions: readonly Uint32Array[];
}

/** Unites tables in pairs of neighbours, so that each string is copied once for every doubling of their number. */
export function uniteStrings(tables: readonly WholeStringTable[]): StringUnion {
  if (tables.length < 2) {
    const [union = packStrings([])] = tables;
    return { union, positions: tables.map(({ count }) => createAscending(count)) };
  }
  const middle = tables.length >> 1;
  const left = uniteStrings(tables.slice(0, middle));
  const right = uniteStrings(tables.slice(middle));
  const { union, leftPositions, rightPositions } = uniteTwo(left.union, right.union);
  return {
    union,
    positions: [
      ...left.positions.map((positions) => movePositions(positions, leftPositions)),
      ...right.positions.map((positions) => movePositions(positions, rightPositions)),
    ],
  };
}

function createAscending(count: number): Uint32Array {
  const positions = new Uint32Array(count);
  for (let i = 0; i < count; i++) positions[i] = i;
  return positions;
}

function movePositions(positions: Uint32Array, to: Uint32Array): Uint32Array {
  for (let i = 0; i < positions.length; i++) positions[i] = to[positions[i]!]!;
  return positions;
}

/**
 * Merges two sorted tables without creating strings. The common prefix of each next entry with the last entry of the union
 * decides most comparisons: of two different lengths, the longer one is of the lower string (LCP merge sort).
 */
function uniteTwo(left: WholeStringTable, right: WholeStringTable) {
  const offsets = new Uint32Array(left.count + right.count + 1);
  const units = new Uint16Array(left.offsets[left.count]! + right.offsets[right.count]!);
  const commonPrefixes = new Uint8Array(left.count + right.count);
  const leftPositions = new Uint32Array(left.count);
  const rightPositions = new Uint32Array(right.count);
  let [l, r, count, unit, leftShared, rightShared] = [0, 0, 0, 0, 0, 0];
  const append = (table: WholeStringTable, entry: number, shared: number): void => {
    const from = table.units.low;
    const start = table.offsets[entry]!;
    const length = table.offsets[entry + 1]! - start;
    for (let at = 0; at < length; at++) units[unit + at] = from[start + at]!;
    unit += length;
    commonPrefixes[count++] = shared;
    offsets[count] = unit;
  };
  while (l < left.count && r < right.count) {
    const shared = Math.max(leftShared, rightShared);
    let difference = rightShared - leftShared;
    if (difference === 0) {
      const length = countCommonUnits(left, l, right, r, shared);
      difference = compareAfter(left, l, right, r, length);
      if (difference > 0) leftShared = Math.min(length, prefixMax);
      else rightShared = Math.min(length, prefixMax);
    }
    if (difference <= 0) leftPositions[l] = count;
    if (difference >= 0) rightPositions[r] = count;
    if (difference <= 0) append(left, l, shared);
    else append(right, r, shared);
    if (difference <= 0) leftShared = left.commonPrefixes[++l] ?? 0;
    if (difference >= 0) rightShared = right.commonPrefixes[++r] ?? 0;
  }
  for (; l < left.count; leftShared = left.commonPrefixes[++l] ?? 0) {
    leftPositions[l] = count;
    append(left, l, leftShared);
  }
  for (; r < right.count; rightShared = right.commonPrefixes[++r] ?? 0) {
    rightPositions[r] = count;
    append(right, r, rightShared);
  }
  const union: WholeStringTable = {
    count,
    offsets: offsets.subarray(0, count + 1),
    units: createWholeUnits(units.subarray(0, unit)),
    commonPrefixes: commonPrefixes.subarray(0, count),
  };
  return { union, leftPositions, rightPositions };
}

/** The length of the common prefix of two entries, at least `known` units of which are equal. */
function countCommonUnits(
  left: WholeStringTable,
  l: number,
  right: WholeStringTable,
  r: number,
  known: number,
): number {
  const from = left.offsets[l]!;
  const other = right.offsets[r]!;
  const max = Math.min(left.offsets[l + 1]! - from, right.offsets[r + 1]! - other);
  const [units, otherUnits] = [left.units.low, right.units.low];
  let length = known;
  while (length < max && units[from + length] === otherUnits[other + length]) length++;
  return length;
}

/** Negative, zero or positive as one entry is below, equal to or above another with which it shares its first units. */
function compareAfter(
  left: WholeStringTable,
  l: number,
  right: WholeStringTable,
  r: number,
  shared: number,
): number {
  const leftEnd = left.offsets[l]! + shared === left.offsets[l + 1];
  const rightEnd = right.offsets[r]! + shared === right.offsets[r + 1];
  if (leftEnd || rightEnd) return Number(rightEnd) - Number(leftEnd);
  return left.units.low[left.offsets[l]! + shared]! - right.units.low[right.offsets[r]! + shared]!;
}
