import { isAsciiDigit } from '../language/characters.ts';
import { foldUnit } from '../language/tokenizer.ts';
import type { WalkableTerms } from './fuzzy.ts';
import {
  decodeUnits,
  readUnit,
  unpackUnits,
  createWholeUnits,
  type PackedUnits,
  type StringUnits,
  type WholeUnits,
} from './string-units.ts';

/**
 * Sorted distinct strings as UTF-16 units. Binary search needs no string objects, and any string is preserved, including unpaired
 * surrogates.
 */
export interface StringTable {
  count: number;
  /** count + 1 offsets into `units`. */
  offsets: Uint32Array;
  units: StringUnits;
  commonPrefixes: Uint8Array;
}

/** A table with whole units, from which others are built. */
export interface WholeStringTable extends StringTable, WalkableTerms {
  units: WholeUnits;
}

/** A table with packed units, as segments have. */
export interface PackedStringTable extends StringTable {
  units: PackedUnits;
}

/** `strings` must be sorted by code units (the order of `<`) and distinct. */
export function packStrings(strings: readonly string[]): WholeStringTable {
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
  return { count: strings.length, offsets, units: createWholeUnits(units), commonPrefixes };
}

/** Converts a table to whole units, which are merged and walked in three quarters of the time. */
export function unpackStrings({ count, offsets, units, commonPrefixes }: StringTable): WholeStringTable {
  const first = offsets[0]!;
  const whole = createWholeUnits(unpackUnits(units, first, offsets[count]!));
  const shifted = first === 0 ? offsets : offsets.map((offset) => offset - first);
  return { count, offsets: shifted, units: whole, commonPrefixes };
}

/** A table of entries of other tables: entry `at` is `getEntry(at)` of `getTable(at)`. The order must be sorted and distinct. */
export function selectStrings(
  count: number,
  getTable: (at: number) => WholeStringTable,
  getEntry: (at: number) => number,
): WholeStringTable {
  const offsets = new Uint32Array(count + 1);
  for (let at = 0; at < count; at++) {
    const table = getTable(at);
    const entry = getEntry(at);
    offsets[at + 1] = offsets[at]! + table.offsets[entry + 1]! - table.offsets[entry]!;
  }
  const units = new Uint16Array(offsets[count]!);
  const commonPrefixes = new Uint8Array(count);
  let previous = 0;
  for (let at = 0; at < count; at++) {
    const table = getTable(at);
    const from = table.units.low;
    const start = table.offsets[getEntry(at)]!;
    const to = offsets[at]!;
    const length = offsets[at + 1]! - to;
    for (let i = 0; i < length; i++) units[to + i] = from[start + i]!;
    const sharedMax = Math.min(length, to - previous, 255);
    let shared = 0;
    while (shared < sharedMax && units[to + shared] === units[previous + shared]) shared++;
    commonPrefixes[at] = shared;
    previous = to;
  }
  return { count, offsets, units: createWholeUnits(units), commonPrefixes };
}

/** Negative, zero or positive as entry `i` of one table is below, equal to or above entry `j` of another. */
export function compareEntries(
  left: WholeStringTable,
  i: number,
  right: WholeStringTable,
  j: number,
): number {
  const from = left.offsets[i]!;
  const other = right.offsets[j]!;
  const length = left.offsets[i + 1]! - from;
  const otherLength = right.offsets[j + 1]! - other;
  const shared = Math.min(length, otherLength);
  for (let at = 0; at < shared; at++) {
    const difference = left.units.low[from + at]! - right.units.low[other + at]!;
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
    const difference = readUnit(table.units, start + i) - string.charCodeAt(i);
    if (difference !== 0) return difference;
  }
  return length - string.length;
}

/** Index of the first entry from `start` to `end` that is not below `string`. */
export function lowerBound(table: StringTable, string: string, start = 0, end = table.count): number {
  let low = start;
  let high = end;
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

export function readString({ units, offsets }: StringTable, index: number): string {
  return decodeUnits(units, offsets[index]!, offsets[index + 1]!);
}

export function listStrings(table: StringTable): string[] {
  return Array.from({ length: table.count }, (_, index) => readString(table, index));
}

export function listEntriesWithoutDigits({ count, offsets, units }: StringTable): number[] {
  const ordinals: number[] = [];
  for (let entry = 0; entry < count; entry++) {
    let at = offsets[entry]!;
    const end = offsets[entry + 1]!;
    while (at < end && !isAsciiDigit(readUnit(units, at))) at++;
    if (at === end) ordinals.push(entry);
  }
  return ordinals;
}

/** The entries with letters that folding changes. */
export function listEntriesWithFoldedUnits({ count, offsets, units }: StringTable): number[] {
  const ordinals: number[] = [];
  let entry = 0;
  for (let at = 0; at < offsets[count]!; at++) {
    const unit = readUnit(units, at);
    if (unit < 128 || foldUnit(unit) === unit) continue;
    while (offsets[entry + 1]! <= at) entry++;
    if (ordinals.at(-1) !== entry) ordinals.push(entry);
  }
  return ordinals;
}

/** The entries with this prefix, as the first index and the one after the last. */
export function findEntriesBeginningWith(table: StringTable, prefix: string): [number, number] {
  const from = lowerBound(table, prefix);
  const last = `${prefix}\uffff`;
  let low = from;
  let step = 1;
  // They are mostly few, so that doubled steps end in memory that was just read.
  while (low + step < table.count && compareAt(table, low + step, last) < 0) {
    low += step;
    step *= 2;
  }
  return [from, lowerBound(table, last, low, Math.min(table.count, low + step))];
}

export function isEntry(table: StringTable, index: number, string: string): boolean {
  return compareAt(table, index, string) === 0;
}

/** The entries that end with `ending` after folding each unit. */
export function listEntriesEndingWith({ count, offsets, units }: StringTable, ending: string): number[] {
  const length = ending.length;
  const last = ending.charCodeAt(length - 1);
  const ordinals: number[] = [];
  for (let entry = 0; entry < count; entry++) {
    const end = offsets[entry + 1]!;
    if (end - offsets[entry]! < length || foldUnit(readUnit(units, end - 1)) !== last) continue;
    let i = length - 2;
    while (i >= 0 && foldUnit(readUnit(units, end - length + i)) === ending.charCodeAt(i)) i--;
    if (i < 0) ordinals.push(entry);
  }
  return ordinals;
}

/**
 * The entries that contain `text`. A native search over all low bytes as one text takes about a second a gigabyte, so that no
 * index is needed.
 */
export function listEntriesContaining({ count, offsets, units }: PackedStringTable, text: string): number[] {
  const lowBytes = Buffer.from(text, 'latin1');
  const ordinals: number[] = [];
  let entry = 0;
  let at = units.low.indexOf(lowBytes);
  while (at >= 0) {
    entry = readEntry(offsets, entry, count, at);
    const end = offsets[entry + 1]!;
    const within = at + text.length <= end && beginsAt(units, at, text);
    if (within) ordinals.push(entry);
    at = units.low.indexOf(lowBytes, within ? end : at + 1);
  }
  return ordinals;
}

function beginsAt(units: StringUnits, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (readUnit(units, at + i) !== text.charCodeAt(i)) return false;
  return true;
}

/** The entry from `low` on that contains the unit. */
function readEntry(offsets: Uint32Array, low: number, count: number, unit: number): number {
  let first = low;
  let last = count - 1;
  while (first < last) {
    const middle = (first + last + 1) >>> 1;
    if (offsets[middle]! <= unit) first = middle;
    else last = middle - 1;
  }
  return first;
}
