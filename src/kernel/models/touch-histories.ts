import { flatUint32, rowsOf, type FlatRows } from './flat-rows.ts';
import { roomFloat64, roomUint32, roomUint8 } from './typed-columns.ts';
import { stableHash } from './stable-hash.ts';

export interface SavedHistories {
  /** By touch. */
  readonly items: Uint32Array;
  readonly subjects: Uint32Array;
  readonly types: Uint8Array;
  readonly times: Float64Array;
  readonly erased: number;
  /** Names, and the subject of each. */
  readonly names: readonly string[];
  readonly named: Uint32Array;
  /** By subject. */
  readonly hashes: Float64Array;
  readonly histories: FlatRows<Uint32Array>;
  /** By item. */
  readonly postings: FlatRows<Uint32Array>;
  readonly postingsErased: Uint32Array;
}

/** In `subjectOf`: a touch of nobody (no user, no session), or one that was erased. */
export const NOBODY = 0xffffffff;

/**
 * Who touched what and when: a column store of touches (one item of one event), each subject's history (a user's or
 * an anonymous session's) sorted by time, and each item's touches in the order in which they arrived.
 *
 *     touch    0  1  2  3 ...      item, subject, at (ms), event type
 *     history  subject -> [touch, touch, ...]   by (at, arrival)
 *     postings item    -> [touch, touch, ...]   by arrival
 */
export class TouchHistories {
  #items: Uint32Array = new Uint32Array(64);
  #subjects: Uint32Array = new Uint32Array(64);
  #types: Uint8Array = new Uint8Array(64);
  #times: Float64Array = new Float64Array(64);
  #count = 0;
  #erased = 0;

  readonly #subjectOfKey = new Map<string, number>();
  readonly #keysOfSubject: string[][] = [];
  readonly #subjectHashes: number[] = [];
  readonly #histories: Uint32Array[] = [];
  readonly #lengths: number[] = [];
  #liveSubjects = 0;

  readonly #postings: Uint32Array[] = [];
  readonly #postingLengths: number[] = [];
  readonly #postingsErased: number[] = [];

  save(): SavedHistories {
    return {
      items: this.#items.slice(0, this.#count),
      subjects: this.#subjects.slice(0, this.#count),
      types: this.#types.slice(0, this.#count),
      times: this.#times.slice(0, this.#count),
      erased: this.#erased,
      names: [...this.#subjectOfKey.keys()],
      named: Uint32Array.from(this.#subjectOfKey.values()),
      hashes: Float64Array.from(this.#subjectHashes),
      histories: flatUint32(this.#histories.map((own, subject) => own.subarray(0, this.#lengths[subject]))),
      postings: flatUint32(this.#postings.map((own, item) => own.subarray(0, this.#postingLengths[item]))),
      postingsErased: Uint32Array.from(this.#postingsErased),
    };
  }

  load(saved: SavedHistories): void {
    this.#items = saved.items.slice();
    this.#subjects = saved.subjects.slice();
    this.#types = saved.types.slice();
    this.#times = saved.times.slice();
    this.#count = saved.items.length;
    this.#erased = saved.erased;
    rowsOf(saved.histories).forEach((own, subject) => {
      this.#histories.push(own);
      this.#lengths.push(own.length);
      this.#subjectHashes.push(saved.hashes[subject]!);
      this.#keysOfSubject.push([]);
      if (own.length > 0) this.#liveSubjects++;
    });
    saved.names.forEach((name, at) => {
      const subject = saved.named[at]!;
      this.#subjectOfKey.set(name, subject);
      this.#keysOfSubject[subject]!.push(name);
    });
    rowsOf(saved.postings).forEach((own, item) => {
      this.#postings.push(own);
      this.#postingLengths.push(own.length);
      this.#postingsErased.push(saved.postingsErased[item]!);
    });
  }

  get touchCount(): number {
    return this.#count - this.#erased;
  }

  /** Subjects with at least one touch. */
  get subjectCount(): number {
    return this.#liveSubjects;
  }

  /** One more than the highest subject number handed out: the size a column by subject needs. */
  get subjectNumbers(): number {
    return this.#histories.length;
  }

  itemOf(touch: number): number {
    return this.#items[touch]!;
  }

  subjectOf(touch: number): number {
    return this.#subjects[touch]!;
  }

  typeOf(touch: number): number {
    return this.#types[touch]!;
  }

  timeOf(touch: number): number {
    return this.#times[touch]!;
  }

  /** The subject of a key, or undefined where nobody of that name was seen. */
  findSubject(key: string): number | undefined {
    return this.#subjectOfKey.get(key);
  }

  subject(key: string): number {
    const known = this.#subjectOfKey.get(key);
    if (known !== undefined) return known;
    const subject = this.#histories.length;
    this.#subjectOfKey.set(key, subject);
    this.#keysOfSubject.push([key]);
    this.#subjectHashes.push(stableHash(key));
    this.#histories.push(NO_TOUCHES);
    this.#lengths.push(0);
    return subject;
  }

  /** A stable hash of the subject's name: orders equal subjects. */
  hashOf(subject: number): number {
    return this.#subjectHashes[subject]!;
  }

  lengthOf(subject: number): number {
    return this.#lengths[subject]!;
  }

  /** The touch at a place of the subject's history, 0 the oldest. */
  touchAt(subject: number, place: number): number {
    return this.#histories[subject]![place]!;
  }

  /** Stores a touch of a subject (or of NOBODY); it is in no history until `insert`. */
  append(item: number, subject: number, type: number, at: number): number {
    const touch = this.#count++;
    this.#items = roomUint32(this.#items, this.#count);
    this.#subjects = roomUint32(this.#subjects, this.#count);
    this.#types = roomUint8(this.#types, this.#count);
    this.#times = roomFloat64(this.#times, this.#count);
    this.#items[touch] = item;
    this.#subjects[touch] = subject;
    this.#types[touch] = type;
    this.#times[touch] = at;
    while (this.#postings.length <= item) {
      this.#postings.push(NO_TOUCHES);
      this.#postingLengths.push(0);
      this.#postingsErased.push(0);
    }
    const length = this.#postingLengths[item]! + 1;
    this.#postings[item] = roomUint32(this.#postings[item]!, length);
    this.#postings[item]![length - 1] = touch;
    this.#postingLengths[item] = length;
    return touch;
  }

  /** Where a touch belongs, or is, in the subject's history. */
  placeOf(subject: number, touch: number): number {
    const history = this.#histories[subject]!;
    const at = this.#times[touch]!;
    let low = 0;
    let high = this.#lengths[subject]!;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = history[middle]!;
      const otherAt = this.#times[other]!;
      if (otherAt < at || (otherAt === at && other < touch)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(subject: number, touch: number, place: number): void {
    const length = this.#lengths[subject]!;
    const history = roomUint32(this.#histories[subject]!, length + 1);
    history.copyWithin(place + 1, place, length);
    history[place] = touch;
    this.#histories[subject] = history;
    this.#lengths[subject] = length + 1;
    if (length === 0) this.#liveSubjects++;
  }

  /** Forgets a subject, its names and its touches. */
  erase(subject: number): void {
    this.#forget(this.#histories[subject]!.subarray(0, this.#lengths[subject]));
    this.#empty(subject);
    for (const key of this.#keysOfSubject[subject]!) this.#subjectOfKey.delete(key);
    this.#keysOfSubject[subject] = [];
  }

  /** Forgets those of a subject's touches that `isKept` does not hold for. */
  drop(subject: number, isKept: (touch: number) => boolean): void {
    const history = this.#histories[subject]!.subarray(0, this.#lengths[subject]);
    const kept = history.filter(isKept);
    this.#forget(history.filter((touch) => !isKept(touch)));
    this.#empty(subject);
    this.#histories[subject] = kept;
    this.#lengths[subject] = kept.length;
    if (kept.length > 0) this.#liveSubjects++;
  }

  /** Joins `from`'s history and names into `into`'s. */
  join(from: number, into: number): void {
    const touches = [from, into].flatMap((subject) => [
      ...this.#histories[subject]!.subarray(0, this.#lengths[subject]),
    ]);
    touches.sort((one, other) => this.#times[one]! - this.#times[other]! || one - other);
    for (const touch of touches) this.#subjects[touch] = into;
    this.#empty(from);
    this.#empty(into);
    this.#histories[into] = Uint32Array.from(touches);
    this.#lengths[into] = touches.length;
    if (touches.length > 0) this.#liveSubjects++;
    for (const key of this.#keysOfSubject[from]!) this.#subjectOfKey.set(key, into);
    this.#keysOfSubject[into]!.push(...this.#keysOfSubject[from]!);
    this.#keysOfSubject[from] = [];
  }

  /** An item's touches by arrival, the erased ones among them: skip where `isErased`. */
  touchesOf(item: number): Uint32Array {
    const postings = this.#postings[item];
    return postings === undefined ? NO_TOUCHES : postings.subarray(0, this.#postingLengths[item]);
  }

  isErased(touch: number): boolean {
    return Number.isNaN(this.#times[touch]!);
  }

  get bytes(): number {
    let rows = 0;
    for (const history of this.#histories) rows += history.byteLength + 250;
    for (const postings of this.#postings) rows += postings.byteLength + 200;
    return rows + this.#items.length * 17;
  }

  #forget(touches: Uint32Array): void {
    const items = new Set<number>();
    for (const touch of touches) {
      const item = this.#items[touch]!;
      items.add(item);
      this.#subjects[touch] = NOBODY;
      this.#times[touch] = Number.NaN;
      this.#postingsErased[item] = this.#postingsErased[item]! + 1;
      this.#erased++;
    }
    for (const item of items) this.#tidyPostings(item);
  }

  #empty(subject: number): void {
    if (this.#lengths[subject]! > 0) this.#liveSubjects--;
    this.#histories[subject] = NO_TOUCHES;
    this.#lengths[subject] = 0;
  }

  /** Lets go of erased touches once they are half of an item's list, so that walks stay bounded. */
  #tidyPostings(item: number): void {
    if (this.#postingsErased[item]! * 2 < this.#postingLengths[item]!) return;
    const live = this.touchesOf(item).filter((touch) => !this.isErased(touch));
    this.#postings[item] = live;
    this.#postingLengths[item] = live.length;
    this.#postingsErased[item] = 0;
  }
}

const NO_TOUCHES = new Uint32Array(0);
