import { RowAllocator } from '../rows/row-allocator.ts';
import { stableHash } from '../rows/stable-hash.ts';
import { SubjectNames, type SavedNames } from '../rows/subject-names.ts';
import { growFloat64, growUint32, growUint8 } from '../rows/array-capacity.ts';

export interface SavedHistories {
  /** By interaction. */
  readonly types: Uint8Array;
  readonly times: Float64Array;
  readonly places: Uint32Array;
  readonly erased: number;
  readonly names: SavedNames;
  /** By subject. */
  readonly hashes: Uint32Array;
  readonly lengths: Uint32Array;
  /** History by history, as `RowAllocator` packs them: interactions, their items and their types. */
  readonly historyTouches: Uint32Array;
  readonly historyItems: Uint32Array;
  readonly historyTypes: Uint8Array;
  /** By item: its interactions and the subject of each, item by item, packed too. */
  readonly postingLengths: Uint32Array;
  readonly postings: Uint32Array;
  readonly postingsErased: Uint32Array;
}

/** Instead of a subject: an interaction without a user and a session, or an erased one. */
export const NOBODY = 0xffffffff;

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
  /** By interaction: its position in the subject's history. */
  #places: Uint32Array = new Uint32Array(64);
  #touchTypes: Uint8Array = new Uint8Array(64);
  #times: Float64Array = new Float64Array(64);
  #count = 0;
  #erased = 0;

  readonly #names = new SubjectNames();
  #subjectHashes: Uint32Array = new Uint32Array(64);
  #liveSubjects = 0;
  #touches: Uint32Array = new Uint32Array(64);
  #items: Uint32Array = new Uint32Array(64);
  #types: Uint8Array = new Uint8Array(64);
  readonly #histories = new RowAllocator({
    room: (size) => {
      this.#touches = growUint32(this.#touches, size);
      this.#items = growUint32(this.#items, size);
      this.#types = growUint8(this.#types, size);
    },
    move: (from, to, length) => {
      this.#touches.copyWithin(to, from, from + length);
      this.#items.copyWithin(to, from, from + length);
      this.#types.copyWithin(to, from, from + length);
    },
  });

  /** Pairs of interaction and subject: a block begins at twice its start. */
  #postings: Uint32Array = new Uint32Array(64);
  #postingsErased: Uint32Array = new Uint32Array(64);
  readonly #itemRows = new RowAllocator({
    room: (size) => (this.#postings = growUint32(this.#postings, 2 * size)),
    move: (from, to, length) => this.#postings.copyWithin(2 * to, 2 * from, 2 * (from + length)),
  });

  save(): SavedHistories {
    const { packedSize } = this.#histories;
    return {
      types: this.#touchTypes.subarray(0, this.#count),
      times: this.#times.subarray(0, this.#count),
      places: this.#places.subarray(0, this.#count),
      erased: this.#erased,
      names: this.#names.save(),
      hashes: this.#subjectHashes.subarray(0, this.#histories.rowCount),
      lengths: this.#histories.lengths(),
      historyTouches: this.#histories.pack(this.#touches, new Uint32Array(packedSize)),
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
    this.#places = saved.places;
    this.#touchTypes = saved.types;
    this.#times = saved.times;
    this.#names.load(saved.names);
    this.#subjectHashes = saved.hashes;
    this.#touches = saved.historyTouches;
    this.#items = saved.historyItems;
    this.#types = saved.historyTypes;
    this.#histories.adopt(saved.lengths);
    for (const length of saved.lengths) if (length > 0) this.#liveSubjects++;
    this.#postings = saved.postings;
    this.#itemRows.adopt(saved.postingLengths);
    this.#postingsErased = saved.postingsErased;
  }

  get touchCount(): number {
    return this.#count - this.#erased;
  }

  /** Subjects with at least one interaction. */
  get subjectCount(): number {
    return this.#liveSubjects;
  }

  /** One more than the highest subject number: the size of a column by subject. */
  get subjectNumbers(): number {
    return this.#histories.rowCount;
  }

  /** The position of an interaction in its subject's history, 0 the oldest. */
  placeOf(touch: number): number {
    return this.#places[touch]!;
  }

  typeOf(touch: number): number {
    return this.#touchTypes[touch]!;
  }

  timeOf(touch: number): number {
    return this.#times[touch]!;
  }

  /** The columns of all histories, and positions by interaction. Valid until something is added. */
  columns(): { items: Uint32Array; types: Uint8Array; places: Uint32Array } {
    return { items: this.#items, types: this.#types, places: this.#places };
  }

  /** The start of a subject's history in the columns. */
  startOf(subject: number): number {
    return this.#histories.start(subject);
  }

  /** The subject of a key; undefined for an unknown key. */
  findSubject(key: string): number | undefined {
    return this.#names.find(key);
  }

  /** The keys of a subject, the first one first. */
  keysOf(subject: number): readonly string[] {
    return this.#names.of(subject);
  }

  subject(key: string): number {
    const known = this.#names.find(key);
    if (known !== undefined) return known;
    const subject = this.#histories.rowCount;
    this.#histories.addRows(subject + 1);
    this.#names.add(key, subject);
    this.#subjectHashes = growUint32(this.#subjectHashes, subject + 1);
    this.#subjectHashes[subject] = stableHash(key);
    return subject;
  }

  /** A stable hash of the subject's name, as a tie-breaker. */
  hashOf(subject: number): number {
    return this.#subjectHashes[subject]!;
  }

  lengthOf(subject: number): number {
    return this.#histories.length(subject);
  }

  /** The interaction at a position of the subject's history, 0 the oldest. */
  touchAt(subject: number, place: number): number {
    return this.#touches[this.#histories.start(subject) + place]!;
  }

  itemAt(subject: number, place: number): number {
    return this.#items[this.#histories.start(subject) + place]!;
  }

  typeAt(subject: number, place: number): number {
    return this.#types[this.#histories.start(subject) + place]!;
  }

  timeAt(subject: number, place: number): number {
    return this.#times[this.touchAt(subject, place)]!;
  }

  /** Stores an interaction of a subject (without a history for `noSubject`); returns its position by time. */
  add(item: number, subject: number, type: number, at: number): number {
    const touch = this.#count++;
    this.#places = growUint32(this.#places, this.#count);
    this.#touchTypes = growUint8(this.#touchTypes, this.#count);
    this.#times = growFloat64(this.#times, this.#count);
    this.#touchTypes[touch] = type;
    this.#times[touch] = at;
    this.#itemRows.addRows(item + 1);
    this.#postingsErased = growUint32(this.#postingsErased, item + 1);
    const length = this.#itemRows.length(item) + 1;
    this.#itemRows.reserve(item, length);
    const end = 2 * (this.#itemRows.start(item) + length);
    this.#postings[end - 2] = touch;
    this.#postings[end - 1] = subject;
    this.#itemRows.setLength(item, length);
    return subject === NOBODY ? 0 : this.#insert(subject, touch, item, type);
  }

  /** Removes the names of a subject without interactions. */
  forgetNames(subject: number): void {
    this.#names.forget(subject);
  }

  /** Removes the interactions at these positions of a subject's history, ascending. */
  removeAt(subject: number, places: readonly number[]): void {
    if (places.length === 0) return;
    const start = this.#histories.start(subject);
    const length = this.#histories.length(subject);
    const gone = new Set<number>();
    let kept = places[0]!;
    let next = 0;
    for (let place = kept; place < length; place++) {
      const touch = this.#touches[start + place]!;
      const item = this.#items[start + place]!;
      if (place !== places[next]) {
        this.#put(start, kept++, touch, item, this.#types[start + place]!);
        continue;
      }
      next++;
      this.#forget(touch, item);
      gone.add(item);
    }
    if (kept === 0) this.#empty(subject);
    else this.#histories.setLength(subject, kept);
    for (const item of gone) this.#tidyPostings(item);
  }

  /** The position for an interaction in another subject's history: by time, then by arrival. */
  placeOfTouch(subject: number, touch: number): number {
    const at = this.#times[touch]!;
    let low = 0;
    let high = this.#histories.length(subject);
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.touchAt(subject, middle);
      const difference = this.#times[other]! - at || other - touch;
      if (difference < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Moves the interactions from a position on into another subject's history; returns them. */
  moveTail(from: number, place: number, into: number): { touch: number; item: number }[] {
    const moved = Array.from({ length: this.lengthOf(from) - place }, (_, i) => ({
      touch: this.touchAt(from, place + i),
      item: this.itemAt(from, place + i),
    }));
    if (place === 0) this.#empty(from);
    else this.#histories.setLength(from, place);
    const before = this.lengthOf(into);
    if (before === 0 && moved.length > 0) this.#liveSubjects++;
    this.#histories.reserve(into, before + moved.length);
    const start = this.#histories.start(into);
    let left = before;
    // From the end, so that each interaction is written once.
    for (let i = moved.length - 1; i >= 0; i--) {
      const { touch, item } = moved[i]!;
      const at = this.placeOfTouch(into, touch);
      for (; left > at; left--) {
        const last = start + left - 1;
        this.#put(start, left + i, this.#touches[last]!, this.#items[last]!, this.#types[last]!);
      }
      this.#put(start, left + i, touch, item, this.#touchTypes[touch]!);
      this.#setSubject(item, touch, into);
    }
    this.#histories.setLength(into, before + moved.length);
    return moved;
  }

  /** Gives `into` the names of both, its own first; where `swapped`, those of `from` first, as if it were that subject. */
  joinNames(from: number, into: number, swapped: boolean): void {
    if (swapped) {
      this.#names.moveBefore(from, into);
      this.#subjectHashes[into] = this.#subjectHashes[from]!;
    } else this.#names.move(from, into);
  }

  /** An item's interactions by arrival, each followed by its subject, including erased ones. A view. */
  postingsOf(item: number): Uint32Array {
    const start = item < this.#itemRows.rowCount ? this.#itemRows.start(item) : 0;
    return this.#postings.subarray(2 * start, 2 * (start + this.#itemRows.length(item)));
  }

  /** Number of an item's interactions, including erased ones. */
  postingCount(item: number): number {
    return this.#itemRows.length(item);
  }

  isErased(touch: number): boolean {
    return Number.isNaN(this.#times[touch]!);
  }

  get bytes(): number {
    const byTouch = this.#places.byteLength + this.#touchTypes.byteLength + this.#times.byteLength;
    const inHistories = this.#touches.byteLength + this.#items.byteLength + this.#types.byteLength;
    const rows = this.#histories.bytes + this.#itemRows.bytes + this.#subjectHashes.byteLength;
    return byTouch + inHistories + this.#postings.byteLength + rows + this.#names.bytes;
  }

  /** The position for a new interaction of that time: after all of the same time. */
  placeFor(subject: number, at: number): number {
    let low = 0;
    let high = this.#histories.length(subject);
    // Nearly all arrive in order.
    if (high === 0 || this.timeAt(subject, high - 1) <= at) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.timeAt(subject, middle) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #insert(subject: number, touch: number, item: number, type: number): number {
    const place = this.placeFor(subject, this.#times[touch]!);
    const length = this.#histories.length(subject);
    this.#histories.reserve(subject, length + 1);
    const start = this.#histories.start(subject);
    for (let each = length; each > place; each--) {
      const before = start + each - 1;
      this.#put(start, each, this.#touches[before]!, this.#items[before]!, this.#types[before]!);
    }
    this.#put(start, place, touch, item, type);
    this.#histories.setLength(subject, length + 1);
    if (length === 0) this.#liveSubjects++;
    return place;
  }

  #put(start: number, place: number, touch: number, item: number, type: number): void {
    this.#touches[start + place] = touch;
    this.#items[start + place] = item;
    this.#types[start + place] = type;
    this.#places[touch] = place;
  }

  #forget(touch: number, item: number): void {
    this.#setSubject(item, touch, NOBODY);
    this.#times[touch] = Number.NaN;
    this.#postingsErased[item] = this.#postingsErased[item]! + 1;
    this.#erased++;
  }

  #empty(subject: number): void {
    if (this.#histories.length(subject) > 0) this.#liveSubjects--;
    this.#histories.release(subject);
  }

  /** Postings are in the order of the interaction numbers. */
  #setSubject(item: number, touch: number, subject: number): void {
    const postings = this.postingsOf(item);
    let low = 0;
    let high = postings.length >> 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (postings[2 * middle]! < touch) low = middle + 1;
      else high = middle;
    }
    postings[2 * low + 1] = subject;
  }

  /** Compacts an item's postings once half of them are erased, so that scans stay bounded. */
  #tidyPostings(item: number): void {
    const length = this.#itemRows.length(item);
    if (this.#postingsErased[item]! * 2 < length) return;
    const postings = this.postingsOf(item);
    let kept = 0;
    for (let at = 0; at < postings.length; at += 2) {
      if (this.isErased(postings[at]!)) continue;
      postings[kept++] = postings[at]!;
      postings[kept++] = postings[at + 1]!;
    }
    this.#itemRows.setLength(item, kept >> 1);
    this.#postingsErased[item] = 0;
  }
}
