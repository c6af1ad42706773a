import type { ScoreThreshold } from '../rows/score-threshold.ts';
import type { TopScores } from '../../bits/top-scores.ts';
import { isBeyondAddressCap } from './event-types.ts';
import { noSubject, type InteractionHistories } from './interaction-histories.ts';
import { ensureCapacity } from '../../bits/growable.ts';
import { recommenderBounds } from './weights.ts';

/** The marks of scans have 32 bits: after the last one they begin again. */
const scansMax = 0xffffffff;

/** Subjects that share items with a history, in slots in the order of discovery. */
export class NeighbourScores {
  /** The slot of each subject plus 1, or 0. */
  #slots: Uint32Array = new Uint32Array(64);
  #subjects: Uint32Array = new Uint32Array(64);
  #sums: Float64Array = new Float64Array(64);
  /** Number of interactions of the subject. */
  #lengths: Uint32Array = new Uint32Array(64);
  /** The last scan of an item's interactions in which the subject was found; each scan has its own mark. */
  #lastScan: Uint32Array = new Uint32Array(64);
  /** The mark of the last scan that skipped the subject. */
  #skippedIn: Uint32Array = new Uint32Array(64);
  #scan = 0;
  #count = 0;
  #sims: Float64Array = new Float64Array(64);

  /** Removes all subjects, and makes room for numbers below `size`. */
  clear(size: number): void {
    for (let slot = 0; slot < this.#count; slot++) this.#slots[this.#subjects[slot]!] = 0;
    this.#count = 0;
    this.#slots = ensureCapacity(this.#slots, size);
    this.#skippedIn = ensureCapacity(this.#skippedIn, size);
  }

  /**
   * Adds the subjects of an item's newest interactions, at most {@link recommenderBounds.visitsPerItem}, except the
   * visitor's own and those beyond the cap of their address; each gains `gain` once. Without `isOpen`, subjects that no earlier item found are skipped.
   */
  addNewest(
    histories: InteractionHistories,
    item: number,
    { gain, own, isOpen }: { gain: number; own: readonly number[]; isOpen: boolean },
  ): void {
    const postings = histories.getPostings(item);
    if (isOpen) this.#room(this.#count + Math.min(postings.length >> 1, recommenderBounds.visitsPerItem));
    const scan = this.#nextScan();
    const slots = this.#slots;
    const lastScan = this.#lastScan;
    const sums = this.#sums;
    const skippedIn = this.#skippedIn;
    const [self = noSubject, visit = noSubject] = own;
    let scanned = 0;
    let skipped = 0;
    let found = 0;
    for (let at = postings.length - 2; at >= 0; at -= 2) {
      const subject = postings[at + 1]!;
      if (subject === noSubject && histories.isErased(postings[at]!)) continue;
      // One address can send more interactions than are scanned, and must not hide those of others.
      if (isBeyondAddressCap(histories.getType(postings[at]!))) {
        if (++skipped > recommenderBounds.skippedPerItem) return;
        continue;
      }
      if (++scanned > recommenderBounds.interactionsPerItem) return;
      if (subject === noSubject || subject === self || subject === visit) continue;
      const slot = slots[subject]! - 1;
      if (slot >= 0) {
        if (lastScan[slot] === scan) continue;
        lastScan[slot] = scan;
        sums[slot] = sums[slot]! + gain;
      } else if (isOpen) {
        this.#add(subject, histories.getLength(subject), scan, gain);
      } else if (postings.length > 2 * recommenderBounds.visitsPerItem) {
        // Skipped interactions are counted only if there may be too many.
        if (skippedIn[subject] === scan) continue;
        skippedIn[subject] = scan;
      }
      if (++found === recommenderBounds.visitsPerItem) return;
    }
  }

  /** Whether `countMin` subjects have a sum above `scoreMin` times the root of their lengths. */
  haveMore(scoreMin: number, countMin: number): boolean {
    const square = scoreMin * scoreMin;
    let found = 0;
    for (let slot = 0; slot < this.#count && found < countMin; slot++) {
      const sum = this.#sums[slot]!;
      if (sum * sum > square * this.#lengths[slot]!) found++;
    }
    return found === countMin;
  }

  /** Offers the subjects with the highest sums, each divided by the root of its length. */
  offerBest(
    to: TopScores,
    countMin: number,
    cuts: ScoreThreshold,
    hashSubject: (subject: number) => number,
  ): void {
    const sims = (this.#sims = ensureCapacity(this.#sims, this.#count));
    for (let slot = 0; slot < this.#count; slot++)
      sims[slot] = this.#sums[slot]! / Math.sqrt(this.#lengths[slot]!);
    const cut = this.#count > countMin ? cuts.findThreshold(sims, this.#count, countMin) : 0;
    for (let slot = 0; slot < this.#count; slot++)
      if (sims[slot]! >= cut)
        to.offer(this.#subjects[slot]!, sims[slot]!, hashSubject(this.#subjects[slot]!));
  }

  #add(subject: number, length: number, scan: number, gain: number): void {
    const slot = this.#count++;
    this.#subjects[slot] = subject;
    this.#sums[slot] = gain;
    this.#lengths[slot] = length;
    this.#lastScan[slot] = scan;
    this.#slots[subject] = slot + 1;
  }

  #nextScan(): number {
    if (this.#scan === scansMax) {
      this.#skippedIn.fill(0);
      this.#lastScan.fill(0);
      this.#scan = 0;
    }
    return ++this.#scan;
  }

  #room(slots: number): void {
    this.#subjects = ensureCapacity(this.#subjects, slots);
    this.#sums = ensureCapacity(this.#sums, slots);
    this.#lengths = ensureCapacity(this.#lengths, slots);
    this.#lastScan = ensureCapacity(this.#lastScan, slots);
  }
}
