import { NOBODY, type TouchHistories } from './touch-histories.ts';
import { roomFloat64, roomUint32 } from './typed-columns.ts';
import { BOUNDS } from './weights.ts';

/** Other visitors that share items with a history, in slots one after the other as they were met. */
export class VisitScores {
  /** By subject: its slot plus 1; 0 where it was not met. */
  #slots: Uint32Array = new Uint32Array(64);
  #subjects: Uint32Array = new Uint32Array(64);
  #sums: Float64Array = new Float64Array(64);
  /** The subject's latest touch of an item of the other history. */
  #touches: Uint32Array = new Uint32Array(64);
  /** The item of the other history for which the subject was last counted, by its number in the request. */
  #marks: Uint32Array = new Uint32Array(64);
  #count = 0;

  /** Makes room for subjects below `size`. */
  clear(size: number): void {
    for (let slot = 0; slot < this.#count; slot++) this.#slots[this.#subjects[slot]!] = 0;
    this.#count = 0;
    this.#slots = roomUint32(this.#slots, size);
  }

  /**
   * Meets the subjects of an item's newest touches, {@link BOUNDS.visitsPerItem} of them at most, but for one; each counts `gain`
   * once. `mark` (from 1) is different for each item of the request.
   */
  meetNewest(
    histories: TouchHistories,
    item: number,
    { mark, gain, self }: { mark: number; gain: number; self: number },
  ): void {
    const postings = histories.postingsOf(item);
    this.#room(this.#count + Math.min(postings.length >> 1, BOUNDS.visitsPerItem));
    const slots = this.#slots;
    const marks = this.#marks;
    const sums = this.#sums;
    let walked = 0;
    let met = 0;
    for (let at = postings.length - 2; at >= 0; at -= 2) {
      const subject = postings[at + 1]!;
      if (subject === NOBODY && histories.isErased(postings[at]!)) continue;
      if (++walked > BOUNDS.touchesPerItem) return;
      if (subject === NOBODY || subject === self) continue;
      const slot = slots[subject]! - 1;
      if (slot < 0) {
        this.#take(subject, postings[at]!, mark, gain);
      } else {
        if (marks[slot] === mark) continue;
        marks[slot] = mark;
        sums[slot] = sums[slot]! + gain;
        if (histories.placeOf(postings[at]!) > histories.placeOf(this.#touches[slot]!))
          this.#touches[slot] = postings[at]!;
      }
      if (++met === BOUNDS.visitsPerItem) return;
    }
  }

  get count(): number {
    return this.#count;
  }

  subjectAt(slot: number): number {
    return this.#subjects[slot]!;
  }

  sumAt(slot: number): number {
    return this.#sums[slot]!;
  }

  /** The latest touch by which a subject that was met shares an item. */
  touchOf(subject: number): number {
    return this.#touches[this.#slots[subject]! - 1]!;
  }

  #take(subject: number, touch: number, mark: number, gain: number): void {
    const slot = this.#count++;
    this.#subjects[slot] = subject;
    this.#sums[slot] = gain;
    this.#touches[slot] = touch;
    this.#marks[slot] = mark;
    this.#slots[subject] = slot + 1;
  }

  #room(slots: number): void {
    this.#subjects = roomUint32(this.#subjects, slots);
    this.#sums = roomFloat64(this.#sums, slots);
    this.#touches = roomUint32(this.#touches, slots);
    this.#marks = roomUint32(this.#marks, slots);
  }
}
