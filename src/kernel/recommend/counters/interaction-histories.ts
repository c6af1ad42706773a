import { findFirstIndex } from '../../bits/binary-search.ts';
import { RowAllocator } from '../rows/row-allocator.ts';
import { stableHash } from '../../bits/hashing.ts';
import { SubjectNames, type SavedNames } from '../rows/subject-names.ts';
import { ensureCapacity } from '../../bits/growable.ts';

export interface SavedHistories {
  /** Columns by interaction. */
  readonly types: Uint8Array;
  readonly times: Float64Array;
  readonly positions: Uint32Array;
  readonly erased: number;
  readonly names: SavedNames;
  /** Columns by subject. */
  readonly hashes: Uint32Array;
  readonly lengths: Uint32Array;
  /** Columns packed by `RowAllocator`, history by history: interactions, their items and their types. */
  readonly historyInteractions: Uint32Array;
  readonly historyItems: Uint32Array;
  readonly historyTypes: Uint8Array;
  /** The interactions of each item with their subjects, packed too, item by item. */
  readonly postingLengths: Uint32Array;
  readonly postings: Uint32Array;
  readonly postingsErased: Uint32Array;
}

/** Marks an interaction without a user and a session, or an erased one. */
export const noSubject = 0xffffffff;

/**
 * The interactions: each subject's history (a user's or an anonymous session's) sorted by time, and each item's
 * interactions in the order of arrival.
 *
 *     history      subject     -> [interaction, item, event type] ...  by (at, arrival)
 *     postings     item        -> [interaction, subject] ...           by arrival
 *     interaction  -> position in the history, at (ms), event type
 *
 * Histories are stored in columns shared by all subjects, so that reading around an interaction touches few cache
 * lines. Transitions are summed from them on demand (`transition-sums.ts`). An interaction takes about 35 bytes.
 */
export class InteractionHistories {
  /** The position of each interaction in its subject's history. */
  #positions: Uint32Array = new Uint32Array(64);
  #interactionTypes: Uint8Array = new Uint8Array(64);
  #times: Float64Array = new Float64Array(64);
  #count = 0;
  #erased = 0;

  readonly #names = new SubjectNames();
  #subjectHashes: Uint32Array = new Uint32Array(64);
  #liveSubjects = 0;
  #interactions: Uint32Array = new Uint32Array(64);
  #items: Uint32Array = new Uint32Array(64);
  #types: Uint8Array = new Uint8Array(64);
  readonly #histories = new RowAllocator({
    room: (size) => {
      this.#interactions = ensureCapacity(this.#interactions, size);
      this.#items = ensureCapacity(this.#items, size);
      this.#types = ensureCapacity(this.#types, size);
    },
    move: (from, to, length) => {
      this.#interactions.copyWithin(to, from, from + length);
      this.#items.copyWithin(to, from, from + length);
      this.#types.copyWithin(to, from, from + length);
    },
  });

  /** Pairs of interaction and subject; a block begins at twice its start. */
  #postings: Uint32Array = new Uint32Array(64);
  #postingsErased: Uint32Array = new Uint32Array(64);
  readonly #itemRows = new RowAllocator({
    room: (size) => (this.#postings = ensureCapacity(this.#postings, 2 * size)),
    move: (from, to, length) => this.#postings.copyWithin(2 * to, 2 * from, 2 * (from + length)),
  });

  save(): SavedHistories {
    const { packedSize } = this.#histories;
    return {
      types: this.#interactionTypes.subarray(0, this.#count),
      times: this.#times.subarray(0, this.#count),
      positions: this.#positions.subarray(0, this.#count),
      erased: this.#erased,
      names: this.#names.save(),
      hashes: this.#subjectHashes.subarray(0, this.#histories.rowCount),
      lengths: this.#histories.lengths(),
      historyInteractions: this.#histories.pack(this.#interactions, new Uint32Array(packedSize)),
      historyItems: this.#histories.pack(this.#items, new Uint32Array(packedSize)),
      historyTypes: this.#histories.pack(this.#types, new Uint8Array(packedSize)),
      postingLengths: this.#itemRows.lengths(),
      postings: this.#itemRows.pack(this.#postings, new Uint32Array(2 * this.#itemRows.packedSize), 2),
      postingsErased: this.#postingsErased.subarray(0, this.#itemRows.rowCount),
    };
  }

  load(saved: SavedHistories): void {
    this.#count = saved.types.length;
    this.#erased = saved.erased;
    this.#positions = saved.positions;
    this.#interactionTypes = saved.types;
    this.#times = saved.times;
    this.#names.load(saved.names);
    this.#subjectHashes = saved.hashes;
    this.#interactions = saved.historyInteractions;
    this.#items = saved.historyItems;
    this.#types = saved.historyTypes;
    this.#histories.adopt(saved.lengths);
    for (const length of saved.lengths) if (length > 0) this.#liveSubjects++;
    this.#postings = saved.postings;
    this.#itemRows.adopt(saved.postingLengths);
    this.#postingsErased = saved.postingsErased;
  }

  get interactionCount(): number {
    return this.#count - this.#erased;
  }

  /** Subjects with at least one interaction. */
  get subjectCount(): number {
    return this.#liveSubjects;
  }

  /** The exclusive end of subject numbers: the size of an array by subject. */
  get subjectNumberEnd(): number {
    return this.#histories.rowCount;
  }

  /** The position of an interaction in its subject's history, 0 the oldest. */
  getPosition(interaction: number): number {
    return this.#positions[interaction]!;
  }

  getType(interaction: number): number {
    return this.#interactionTypes[interaction]!;
  }

  getTime(interaction: number): number {
    return this.#times[interaction]!;
  }

  /** The columns of all histories, and positions by interaction. Valid until something is added. */
  columns(): { items: Uint32Array; types: Uint8Array; positions: Uint32Array } {
    return { items: this.#items, types: this.#types, positions: this.#positions };
  }

  /** The start of a subject's history in the columns. */
  getStart(subject: number): number {
    return this.#histories.start(subject);
  }

  /** The subject of a key; undefined for an unknown key. */
  findSubject(key: string): number | undefined {
    return this.#names.find(key);
  }

  /** The keys of a subject, oldest first. */
  getKeys(subject: number): readonly string[] {
    return this.#names.of(subject);
  }

  subject(key: string): number {
    const existing = this.#names.find(key);
    if (existing !== undefined) return existing;
    const subject = this.#histories.rowCount;
    this.#histories.addRows(subject + 1);
    this.#names.add(key, subject);
    this.#subjectHashes = ensureCapacity(this.#subjectHashes, subject + 1);
    this.#subjectHashes[subject] = stableHash(key);
    return subject;
  }

  /** A stable hash of the subject's name, as a tie-breaker. */
  getHash(subject: number): number {
    return this.#subjectHashes[subject]!;
  }

  getLength(subject: number): number {
    return this.#histories.length(subject);
  }

  /** The interaction at a position of the subject's history, 0 the oldest. */
  interactionAt(subject: number, position: number): number {
    return this.#interactions[this.#histories.start(subject) + position]!;
  }

  itemAt(subject: number, position: number): number {
    return this.#items[this.#histories.start(subject) + position]!;
  }

  typeAt(subject: number, position: number): number {
    return this.#types[this.#histories.start(subject) + position]!;
  }

  timeAt(subject: number, position: number): number {
    return this.#times[this.interactionAt(subject, position)]!;
  }

  /** Stores an interaction of a subject (without a history for `noSubject`); returns its position by time. */
  add(item: number, subject: number, type: number, at: number): number {
    const interaction = this.#count++;
    this.#positions = ensureCapacity(this.#positions, this.#count);
    this.#interactionTypes = ensureCapacity(this.#interactionTypes, this.#count);
    this.#times = ensureCapacity(this.#times, this.#count);
    this.#interactionTypes[interaction] = type;
    this.#times[interaction] = at;
    this.#itemRows.addRows(item + 1);
    this.#postingsErased = ensureCapacity(this.#postingsErased, item + 1);
    const length = this.#itemRows.length(item) + 1;
    this.#itemRows.reserve(item, length);
    const end = 2 * (this.#itemRows.start(item) + length);
    this.#postings[end - 2] = interaction;
    this.#postings[end - 1] = subject;
    this.#itemRows.setLength(item, length);
    return subject === noSubject ? 0 : this.#insert(subject, interaction, item, type);
  }

  setType(subject: number, position: number, type: number): void {
    this.#types[this.#histories.start(subject) + position] = type;
    this.#interactionTypes[this.interactionAt(subject, position)] = type;
  }

  /** Removes the names of a subject without interactions. */
  removeNames(subject: number): void {
    this.#names.remove(subject);
  }

  /** Removes the interactions at these positions of a subject's history, ascending. */
  removeAt(subject: number, positions: readonly number[]): void {
    if (positions.length === 0) return;
    const start = this.#histories.start(subject);
    const length = this.#histories.length(subject);
    const removedItems = new Set<number>();
    let keptCount = positions[0]!;
    let next = 0;
    for (let position = keptCount; position < length; position++) {
      const interaction = this.#interactions[start + position]!;
      const item = this.#items[start + position]!;
      if (position !== positions[next]) {
        this.#put(start, keptCount++, interaction, item, this.#types[start + position]!);
        continue;
      }
      next++;
      this.#erase(interaction, item);
      removedItems.add(item);
    }
    if (keptCount === 0) this.#empty(subject);
    else this.#histories.setLength(subject, keptCount);
    for (const item of removedItems) this.#compactPostings(item);
  }

  /** The position for an interaction in another subject's history: by time, then by arrival. */
  positionOfInteraction(subject: number, interaction: number): number {
    const at = this.#times[interaction]!;
    return findFirstIndex(0, this.#histories.length(subject), (position) => {
      const other = this.interactionAt(subject, position);
      return (this.#times[other]! - at || other - interaction) >= 0;
    });
  }

  /** Moves the interactions from a position on into another subject's history; returns them. */
  moveTail(from: number, position: number, into: number): { interaction: number; item: number }[] {
    const moved = Array.from({ length: this.getLength(from) - position }, (_, i) => ({
      interaction: this.interactionAt(from, position + i),
      item: this.itemAt(from, position + i),
    }));
    if (position === 0) this.#empty(from);
    else this.#histories.setLength(from, position);
    const before = this.getLength(into);
    if (before === 0 && moved.length > 0) this.#liveSubjects++;
    this.#histories.reserve(into, before + moved.length);
    const start = this.#histories.start(into);
    let left = before;
    // Runs from the end, so that each interaction is written once.
    for (let i = moved.length - 1; i >= 0; i--) {
      const { interaction, item } = moved[i]!;
      const at = this.positionOfInteraction(into, interaction);
      for (; left > at; left--) {
        const last = start + left - 1;
        this.#put(start, left + i, this.#interactions[last]!, this.#items[last]!, this.#types[last]!);
      }
      this.#put(start, left + i, interaction, item, this.#interactionTypes[interaction]!);
      this.#setSubject(item, interaction, into);
    }
    this.#histories.setLength(into, before + moved.length);
    return moved;
  }

  /** Moves the names of `from` after those of `into`; if `swapped`, before them, and `into` takes the hash of `from`. */
  joinNames(from: number, into: number, swapped: boolean): void {
    if (swapped) {
      this.#names.moveBefore(from, into);
      this.#subjectHashes[into] = this.#subjectHashes[from]!;
    } else this.#names.move(from, into);
  }

  /** A view of an item's interactions by arrival, each followed by its subject, including erased ones. */
  getPostings(item: number): Uint32Array {
    const start = item < this.#itemRows.rowCount ? this.#itemRows.start(item) : 0;
    return this.#postings.subarray(2 * start, 2 * (start + this.#itemRows.length(item)));
  }

  /** Number of an item's interactions, including erased ones. */
  postingCount(item: number): number {
    return this.#itemRows.length(item);
  }

  isErased(interaction: number): boolean {
    return Number.isNaN(this.#times[interaction]!);
  }

  get bytes(): number {
    const byInteraction =
      this.#positions.byteLength + this.#interactionTypes.byteLength + this.#times.byteLength;
    const inHistories = this.#interactions.byteLength + this.#items.byteLength + this.#types.byteLength;
    const rows = this.#histories.bytes + this.#itemRows.bytes + this.#subjectHashes.byteLength;
    return byInteraction + inHistories + this.#postings.byteLength + rows + this.#names.bytes;
  }

  /** The position for a new interaction at a time, after all of the same time. */
  positionFor(subject: number, at: number): number {
    const length = this.#histories.length(subject);
    // Nearly all interactions arrive in order.
    if (length === 0 || this.timeAt(subject, length - 1) <= at) return length;
    return findFirstIndex(0, length, (position) => this.timeAt(subject, position) > at);
  }

  #insert(subject: number, interaction: number, item: number, type: number): number {
    const position = this.positionFor(subject, this.#times[interaction]!);
    const length = this.#histories.length(subject);
    this.#histories.reserve(subject, length + 1);
    const start = this.#histories.start(subject);
    for (let each = length; each > position; each--) {
      const before = start + each - 1;
      this.#put(start, each, this.#interactions[before]!, this.#items[before]!, this.#types[before]!);
    }
    this.#put(start, position, interaction, item, type);
    this.#histories.setLength(subject, length + 1);
    if (length === 0) this.#liveSubjects++;
    return position;
  }

  #put(start: number, position: number, interaction: number, item: number, type: number): void {
    this.#interactions[start + position] = interaction;
    this.#items[start + position] = item;
    this.#types[start + position] = type;
    this.#positions[interaction] = position;
  }

  #erase(interaction: number, item: number): void {
    this.#setSubject(item, interaction, noSubject);
    this.#times[interaction] = Number.NaN;
    this.#postingsErased[item] = this.#postingsErased[item]! + 1;
    this.#erased++;
  }

  #empty(subject: number): void {
    if (this.#histories.length(subject) > 0) this.#liveSubjects--;
    this.#histories.release(subject);
  }

  /** Postings are in the order of the interaction numbers. */
  #setSubject(item: number, interaction: number, subject: number): void {
    const postings = this.getPostings(item);
    const posting = findFirstIndex(0, postings.length >> 1, (at) => postings[2 * at]! >= interaction);
    postings[2 * posting + 1] = subject;
  }

  /** Compacts an item's postings once half of them are erased, so that scans stay bounded. */
  #compactPostings(item: number): void {
    const length = this.#itemRows.length(item);
    if (this.#postingsErased[item]! * 2 < length) return;
    const postings = this.getPostings(item);
    let keptCount = 0;
    for (let at = 0; at < postings.length; at += 2) {
      if (this.isErased(postings[at]!)) continue;
      postings[keptCount++] = postings[at]!;
      postings[keptCount++] = postings[at + 1]!;
    }
    this.#itemRows.setLength(item, keptCount >> 1);
    this.#postingsErased[item] = 0;
  }
}
