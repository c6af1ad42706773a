import { foldUnit, isDigitUnit } from '../language/tokenizer.ts';
import type { WalkableTerms } from './fuzzy.ts';

/**
 * Sorted distinct strings in one array of UTF-16 units. Binary search needs no string objects, and any string is preserved,
 * including unpaired surrogates.
 */
export interface StringTable extends WalkableTerms {
  count: number;
  /** count + 1 offsets into `units`. */
  offsets: Uint32Array;
  units: Uint16Array;
  commonPrefixes: Uint8Array;
}

/** `strings` must be sorted by code units (the order of `<`) and distinct. */
export function packStrings(strings: readonly string[]): StringTable {
  let unitCount = 0;
  for (const string of strings) unitCount += string.length;
  const offsets = new Uint32Array(strings.length + 1);
  const units = new Uint16Array(unitCount);
  const commonPrefixes = new Uint8Array(strings.length);
  let at = 0;
  let previous = '';
  for (let i = 0; i < strings.length; i++) {
    const string = strings[i]!;
    const sharedMax = Math.min(string.length, previous.length, 255);
    let shared = 0;
    while (shared < sharedMax && string.charCodeAt(shared) === previous.charCodeAt(shared)) shared++;
    commonPrefixes[i] = shared;
    for (let j = 0; j < string.length; j++) units[at++] = string.charCodeAt(j);
    offsets[i + 1] = at;
    previous = string;
  }
  return { count: strings.length, offsets, units, commonPrefixes };
}

/** A table of entries of other tables: entry `at` is `entryOf(at)` of `tableOf(at)`. The order must be sorted and distinct. */
export function selectStrings(
  count: number,
  tableOf: (at: number) => StringTable,
  entryOf: (at: number) => number,
): StringTable {
  const offsets = new Uint32Array(count + 1);
  for (let at = 0; at < count; at++) {
    const table = tableOf(at);
    const entry = entryOf(at);
    offsets[at + 1] = offsets[at]! + table.offsets[entry + 1]! - table.offsets[entry]!;
  }
  const units = new Uint16Array(offsets[count]!);
  const commonPrefixes = new Uint8Array(count);
  let previous = 0;
  for (let at = 0; at < count; at++) {
    const { units: from, offsets: starts } = tableOf(at);
    const start = starts[entryOf(at)]!;
    const to = offsets[at]!;
    const length = offsets[at + 1]! - to;
    for (let i = 0; i < length; i++) units[to + i] = from[start + i]!;
    const sharedMax = Math.min(length, to - previous, 255);
    let shared = 0;
    while (shared < sharedMax && units[to + shared] === units[previous + shared]) shared++;
    commonPrefixes[at] = shared;
    previous = to;
  }
  return { count, offsets, units, commonPrefixes };
}

/** Negative, zero or positive as entry `i` of one table is below, equal to or above entry `j` of another. */
export function compareEntries(left: StringTable, i: number, right: StringTable, j: number): number {
  const from = left.offsets[i]!;
  const other = right.offsets[j]!;
  const length = left.offsets[i + 1]! - from;
  const otherLength = right.offsets[j + 1]! - other;
  const shared = Math.min(length, otherLength);
  for (let at = 0; at < shared; at++) {
    const difference = left.units[from + at]! - right.units[other + at]!;
    if (difference !== 0) return difference;
  }
  return length - otherLength;
}

/** Negative, zero or positive as entry `index` is below, equal to or above `string`. */
function compareAt(table: StringTable, index: number, string: string): number {
  const start = table.offsets[index]!;
  const length = table.offsets[index + 1]! - start;
  const shared = Math.min(length, string.length);
  for (let i = 0; i < shared; i++) {
    const difference = table.units[start + i]! - string.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return length - string.length;
}

/** Index of the first entry that is not below `string`. */
export function lowerBound(table: StringTable, string: string): number {
  let low = 0;
  let high = table.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareAt(table, middle, string) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of `string`, or -1. */
export function findString(table: StringTable, string: string): number {
  const index = lowerBound(table, string);
  return index < table.count && compareAt(table, index, string) === 0 ? index : -1;
}

export function stringAt(table: StringTable, index: number): string {
  const start = table.offsets[index]!;
  const end = table.offsets[index + 1]!;
  let string = '';
  for (let at = start; at < end; at += 4096) {
    // `apply` without spreading, which is three times slower.
    string += Reflect.apply(String.fromCharCode, null, table.units.subarray(at, Math.min(end, at + 4096)));
  }
  return string;
}

export function allStrings(table: StringTable): string[] {
  return Array.from({ length: table.count }, (_, index) => stringAt(table, index));
}

export function entriesWithoutDigits({ count, offsets, units }: StringTable): number[] {
  const found: number[] = [];
  for (let entry = 0; entry < count; entry++) {
    let at = offsets[entry]!;
    const end = offsets[entry + 1]!;
    while (at < end && !isDigitUnit(units[at]!)) at++;
    if (at === end) found.push(entry);
  }
  return found;
}

/** The entries with letters that folding changes. */
export function entriesWithFoldedUnits({ count, offsets, units }: StringTable): number[] {
  const found: number[] = [];
  let entry = 0;
  for (let at = 0; at < offsets[count]!; at++) {
    if (units[at]! < 128 || foldUnit(units[at]!) === units[at]) continue;
    while (offsets[entry + 1]! <= at) entry++;
    if (found.at(-1) !== entry) found.push(entry);
  }
  return found;
}

/** The entries with this prefix, as the first index and the one after the last. */
export function entriesBeginningWith(table: StringTable, prefix: string): [number, number] {
  return [lowerBound(table, prefix), lowerBound(table, `${prefix}\uffff`)];
}

/** Whether an entry equals the string. */
export function isEntry(table: StringTable, index: number, string: string): boolean {
  return compareAt(table, index, string) === 0;
}

/** The entries that end with `ending` after folding each unit. */
export function entriesEndingWith({ count, offsets, units }: StringTable, ending: string): number[] {
  const length = ending.length;
  const last = ending.charCodeAt(length - 1);
  const found: number[] = [];
  for (let entry = 0; entry < count; entry++) {
    const end = offsets[entry + 1]!;
    if (end - offsets[entry]! < length || foldUnit(units[end - 1]!) !== last) continue;
    let i = length - 2;
    while (i >= 0 && foldUnit(units[end - length + i]!) === ending.charCodeAt(i)) i--;
    if (i < 0) found.push(entry);
  }
  return found;
}

/**
 * The entries that contain `text`. A native search over all units as one text takes about a second a gigabyte, so that no
 * index is needed.
 */
export function entriesContaining({ count, offsets, units }: StringTable, text: string): number[] {
  const bytes = Buffer.from(units.buffer, units.byteOffset, units.byteLength);
  const found: number[] = [];
  let entry = 0;
  let at = bytes.indexOf(text, 0, 'utf16le');
  while (at >= 0) {
    const unit = at / 2;
    entry = entryAt(offsets, entry, count, unit);
    const end = offsets[entry + 1]!;
    const within = unit + text.length <= end;
    if (within) found.push(entry);
    at = bytes.indexOf(text, within ? end * 2 : at + 2, 'utf16le');
  }
  return found;
}

/** The entry from `low` on that contains the unit. */
function entryAt(offsets: Uint32Array, low: number, count: number, unit: number): number {
  let first = low;
  let last = count - 1;
  while (first < last) {
    const middle = (first + last + 1) >>> 1;
    if (offsets[middle]! <= unit) first = middle;
    else last = middle - 1;
  }
  return first;
}
