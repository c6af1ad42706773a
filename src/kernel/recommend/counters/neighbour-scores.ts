import type { ScoreThreshold } from '../rows/score-threshold.ts';
import type { TopScores } from '../rows/top-scores.ts';
import { NOBODY, type InteractionHistories } from './interaction-histories.ts';
import { growFloat64, growUint32 } from '../rows/array-capacity.ts';
import { BOUNDS } from './weights.ts';

const MARKS_MAX = 0xffffffff;

/** Other subjects that share items with a history, in slots in the order in which they were found. */
export class NeighbourScores {
  /** By subject: its slot plus 1; 0: none. */
  #slots: Uint32Array = new Uint32Array(64);
  #subjects: Uint32Array = new Uint32Array(64);
  #sums: Float64Array = new Float64Array(64);
  /** Number of interactions of the subject. */
  #lengths: Uint32Array = new Uint32Array(64);
  /** The last scan of an item's interactions in which the subject was found; each scan has its own mark. */
  #marks: Uint32Array = new Uint32Array(64);
  /** By subject: the mark of the last scan in which it was skipped. */
  #passed: Uint32Array = new Uint32Array(64);
  #mark = 0;
  #count = 0;
  #sims: Float64Array = new Float64Array(64);

  /** Grows the columns for subjects below `size`, and removes all. */
  clear(size: number): void {
    for (let slot = 0; slot < this.#count; slot++) this.#slots[this.#subjects[slot]!] = 0;
    this.#count = 0;
    this.#slots = growUint32(this.#slots, size);
    this.#passed = growUint32(this.#passed, size);
  }

  /**
   * Adds the subjects of an item's newest interactions, at most {@link recommenderBounds.visitsPerItem}, except the
   * visitor's own; each gains `gain` once. Without `isOpen`, subjects that no earlier item found are skipped.
   */
  meetNewest(
    histories: InteractionHistories,
    item: number,
    { gain, own, isOpen }: { gain: number; own: readonly number[]; isOpen: boolean },
  ): void {
    const postings = histories.postingsOf(item);
    if (isOpen) this.#room(this.#count + Math.min(postings.length >> 1, BOUNDS.visitsPerItem));
    const mark = this.#nextMark();
    const slots = this.#slots;
    const marks = this.#marks;
    const sums = this.#sums;
    const passed = this.#passed;
    const [self = NOBODY, visit = NOBODY] = own;
    let walked = 0;
    let met = 0;
    for (let at = postings.length - 2; at >= 0; at -= 2) {
      const subject = postings[at + 1]!;
      if (subject === NOBODY && histories.isErased(postings[at]!)) continue;
      if (++walked > BOUNDS.touchesPerItem) return;
      if (subject === NOBODY || subject === self || subject === visit) continue;
      const slot = slots[subject]! - 1;
      if (slot >= 0) {
        if (marks[slot] === mark) continue;
        marks[slot] = mark;
        sums[slot] = sums[slot]! + gain;
      } else if (isOpen) {
        this.#take(subject, histories.lengthOf(subject), mark, gain);
      } else if (postings.length > 2 * BOUNDS.visitsPerItem) {
        // Counted only where there may be too many.
        if (passed[subject] === mark) continue;
        passed[subject] = mark;
      }
      if (++met === BOUNDS.visitsPerItem) return;
    }
  }

  /** Whether `wanted` subjects have a sum above `least` times the root of their lengths. */
  haveMore(least: number, wanted: number): boolean {
    const square = least * least;
    let found = 0;
    for (let slot = 0; slot < this.#count && found < wanted; slot++) {
      const sum = this.#sums[slot]!;
      if (sum * sum > square * this.#lengths[slot]!) found++;
    }
    return found === wanted;
  }

  /** Offers the subjects with the highest sums, each divided by the root of its length. */
  offerBest(to: TopScores, wanted: number, cuts: ScoreThreshold, hashOf: (subject: number) => number): void {
    const sims = (this.#sims = growFloat64(this.#sims, this.#count));
    for (let slot = 0; slot < this.#count; slot++)
      sims[slot] = this.#sums[slot]! / Math.sqrt(this.#lengths[slot]!);
    const cut = this.#count > wanted ? cuts.of(sims, this.#count, wanted) : 0;
    for (let slot = 0; slot < this.#count; slot++)
      if (sims[slot]! >= cut) to.offer(this.#subjects[slot]!, sims[slot]!, hashOf(this.#subjects[slot]!));
  }

  #take(subject: number, length: number, mark: number, gain: number): void {
    const slot = this.#count++;
    this.#subjects[slot] = subject;
    this.#sums[slot] = gain;
    this.#lengths[slot] = length;
    this.#marks[slot] = mark;
    this.#slots[subject] = slot + 1;
  }

  #nextMark(): number {
    if (this.#mark === MARKS_MAX) {
      this.#passed.fill(0);
      this.#marks.fill(0);
      this.#mark = 0;
    }
    return ++this.#mark;
  }

  #room(slots: number): void {
    this.#subjects = growUint32(this.#subjects, slots);
    this.#sums = growFloat64(this.#sums, slots);
    this.#lengths = growUint32(this.#lengths, slots);
    this.#marks = growUint32(this.#marks, slots);
  }
}
