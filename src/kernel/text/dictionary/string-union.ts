import { packStrings, type StringTable } from './string-table.ts';

/** `commonPrefixes` has no longer ones, so compared prefixes have the same limit. */
const prefixMax = 255;

/** The union of some tables, and by table: the new position of each of its entries. */
export interface StringUnion {
  readonly union: StringTable;
  readonly positions: readonly Uint32Array[];
}

/** Unites tables in pairs of neighbours, so that each string is copied once for every doubling of their number. */
export function uniteStrings(tables: readonly StringTable[]): StringUnion {
  if (tables.length < 2) {
    const [union = packStrings([])] = tables;
    return { union, positions: tables.map(({ count }) => ascending(count)) };
  }
  const middle = tables.length >> 1;
  const left = uniteStrings(tables.slice(0, middle));
  const right = uniteStrings(tables.slice(middle));
  const { union, leftPositions, rightPositions } = uniteTwo(left.union, right.union);
  return {
    union,
    positions: [
      ...left.positions.map((positions) => moved(positions, leftPositions)),
      ...right.positions.map((positions) => moved(positions, rightPositions)),
    ],
  };
}

function ascending(count: number): Uint32Array {
  const positions = new Uint32Array(count);
  for (let i = 0; i < count; i++) positions[i] = i;
  return positions;
}

function moved(positions: Uint32Array, to: Uint32Array): Uint32Array {
  for (let i = 0; i < positions.length; i++) positions[i] = to[positions[i]!]!;
  return positions;
}

/**
 * Merges two sorted tables without creating strings. The common prefix of each next entry with the last entry of the union
 * decides most comparisons: of two different lengths, the longer one is of the lower string (LCP merge sort).
 */
function uniteTwo(left: StringTable, right: StringTable) {
  const offsets = new Uint32Array(left.count + right.count + 1);
  const units = new Uint16Array(left.offsets[left.count]! + right.offsets[right.count]!);
  const commonPrefixes = new Uint8Array(left.count + right.count);
  const leftPositions = new Uint32Array(left.count);
  const rightPositions = new Uint32Array(right.count);
  let [l, r, count, unit, leftShared, rightShared] = [0, 0, 0, 0, 0, 0];
  const append = (table: StringTable, entry: number, shared: number): void => {
    const end = table.offsets[entry + 1]!;
    for (let at = table.offsets[entry]!; at < end; at++) units[unit++] = table.units[at]!;
    commonPrefixes[count++] = shared;
    offsets[count] = unit;
  };
  while (l < left.count && r < right.count) {
    const shared = Math.max(leftShared, rightShared);
    let difference = rightShared - leftShared;
    if (difference === 0) {
      const length = commonLength(left, l, right, r, shared);
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
  const union: StringTable = {
    count,
    offsets: offsets.subarray(0, count + 1),
    units: units.subarray(0, unit),
    commonPrefixes: commonPrefixes.subarray(0, count),
  };
  return { union, leftPositions, rightPositions };
}

/** The length of the common prefix of two entries, which is at least `known`. */
function commonLength(left: StringTable, l: number, right: StringTable, r: number, known: number): number {
  const from = left.offsets[l]!;
  const other = right.offsets[r]!;
  const max = Math.min(left.offsets[l + 1]! - from, right.offsets[r + 1]! - other);
  let length = known;
  while (length < max && left.units[from + length] === right.units[other + length]) length++;
  return length;
}

/** Negative, zero or positive as one entry is below, equal to or above another with which it shares its first units. */
function compareAfter(left: StringTable, l: number, right: StringTable, r: number, shared: number): number {
  const leftEnd = left.offsets[l]! + shared === left.offsets[l + 1];
  const rightEnd = right.offsets[r]! + shared === right.offsets[r + 1];
  if (leftEnd || rightEnd) return Number(rightEnd) - Number(leftEnd);
  return left.units[left.offsets[l]! + shared]! - right.units[right.offsets[r]! + shared]!;
}
