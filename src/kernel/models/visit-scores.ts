import type { TouchHistories } from './touch-histories.ts';
import { roomFloat64, roomUint32 } from './typed-columns.ts';

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

  /** Meets a subject by its touch of the item with this mark (from 1); counts `gain` once an item. */
  meet(subject: number, touch: number, mark: number, gain: number, histories: TouchHistories): boolean {
    const known = this.#slots[subject]!;
    if (known === 0) {
      this.#take(subject, touch, mark, gain);
      return true;
    }
    const slot = known - 1;
    if (this.#marks[slot] === mark) return false;
    this.#marks[slot] = mark;
    this.#sums[slot] = this.#sums[slot]! + gain;
    if (histories.placeOf(touch) > histories.placeOf(this.#touches[slot]!)) this.#touches[slot] = touch;
    return true;
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
    this.#subjects = roomUint32(this.#subjects, this.#count);
    this.#sums = roomFloat64(this.#sums, this.#count);
    this.#touches = roomUint32(this.#touches, this.#count);
    this.#marks = roomUint32(this.#marks, this.#count);
    this.#subjects[slot] = subject;
    this.#sums[slot] = gain;
    this.#touches[slot] = touch;
    this.#marks[slot] = mark;
    this.#slots[subject] = slot + 1;
  }
}
