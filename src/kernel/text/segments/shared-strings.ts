import { listMarkedIndices } from '../../bits/marked-indices.ts';
import { StringHashes } from '../dictionary/string-hashes.ts';
import {
  compareEntries,
  packStrings,
  selectStrings,
  type WholeStringTable,
} from '../dictionary/string-table.ts';
import { uniteStrings } from '../dictionary/string-union.ts';
import type { ImmutableSegment } from './immutable-segment.ts';

export const absent = -1;
/** Strings that the table lacks are added to it once they exceed this share of the table. */
const othersShareMax = 1 / 8;

/** Strings of a segment: sorted entries of a table. */
export interface SegmentEntries {
  readonly table: WholeStringTable;
  readonly entries: readonly number[];
}

/** The strings of a segment. */
export interface SegmentStrings {
  /** The segment's entry of each string of the shared table, or `absent`. */
  readonly entries: Int32Array;
  /** The strings that the shared table lacks. */
  readonly others: WholeStringTable;
  /** The segment's entry of each string of `others`. */
  readonly otherEntries: readonly number[];
}

/**
 * The sorted strings of all segments, each once, with their entry in each segment. A new segment rarely has new strings, and a table is
 * expensive to change, as everything that is computed from it changes, too: new strings stay with their segments until there are many.
 */
export class SharedStrings {
  table: WholeStringTable = packStrings([]);
  #hashes: StringHashes | null = null;
  #segments = new Map<ImmutableSegment, SegmentStrings>();

  getStrings(segment: ImmutableSegment): SegmentStrings | undefined {
    return this.#segments.get(segment);
  }

  /** The string in the table, or `absent`. */
  find(text: string): number {
    this.#hashes ??= new StringHashes(this.table);
    return this.#hashes.find(text);
  }

  /** Sets the segments from now on; returns whether the table changed. */
  update(
    segments: readonly ImmutableSegment[],
    readStrings: (segment: ImmutableSegment) => SegmentEntries,
  ): boolean {
    const before = this.table;
    this.#segments = new Map(
      segments.map((segment) => [
        segment,
        this.#segments.get(segment) ?? this.#lookUpEntries(readStrings(segment)),
      ]),
    );
    let otherCount = 0;
    for (const { others } of this.#segments.values()) otherCount += others.count;
    if (otherCount > othersShareMax * before.count) this.#addOthers();
    return this.table !== before;
  }

  #lookUpEntries({ table, entries: own }: SegmentEntries): SegmentStrings {
    const shared = this.table;
    const entries = new Int32Array(shared.count).fill(absent);
    const otherEntries: number[] = [];
    // One pass over both tables is faster than lookups of a thousand strings, which would read as many places in memory.
    let string = 0;
    for (const entry of own) {
      let difference = 1;
      while (string < shared.count && (difference = compareEntries(shared, string, table, entry)) < 0)
        string++;
      if (string < shared.count && difference === 0) entries[string++] = entry;
      else otherEntries.push(entry);
    }
    const others = selectStrings(
      otherEntries.length,
      () => table,
      (at) => otherEntries[at]!,
    );
    return { entries, others, otherEntries };
  }

  /** Adds the strings of the segments to the table, and removes the strings without a segment. */
  #addOthers(): void {
    const all = [...this.#segments.values()];
    const used = listUsedStrings(this.table.count, all);
    const kept = selectStrings(
      used.length,
      () => this.table,
      (at) => used[at]!,
    );
    const { union, positions } = uniteStrings([kept, ...all.map(({ others }) => others)]);
    const [ofKept, ...ofOthers] = positions;
    const none = packStrings([]);
    this.#segments = new Map(
      [...this.#segments].map(([segment, { entries, otherEntries }], at) => {
        const moved = new Int32Array(union.count).fill(absent);
        used.forEach((string, i) => (moved[ofKept![i]!] = entries[string]!));
        otherEntries.forEach((entry, i) => (moved[ofOthers[at]![i]!] = entry));
        return [segment, { entries: moved, others: none, otherEntries: [] }];
      }),
    );
    this.table = union;
    this.#hashes = null;
  }
}

/** The strings of the table that a segment has, ascending. */
function listUsedStrings(count: number, segments: readonly SegmentStrings[]): Uint32Array {
  const isUsed = new Uint8Array(count);
  for (const { entries } of segments) {
    for (let string = 0; string < count; string++) if (entries[string]! >= 0) isUsed[string] = 1;
  }
  return listMarkedIndices(isUsed);
}
