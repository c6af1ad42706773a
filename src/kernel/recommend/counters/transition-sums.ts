import type { EventTypes } from './event-types.ts';
import { noSubject, type InteractionHistories } from './interaction-histories.ts';
import { ensureCapacity } from '../../bits/growable.ts';
import { recommenderBounds } from './weights.ts';

/** The integer that represents 1 in transitions and in the counts of items. */
export const transitionUnit = 1024;
/** The weight of the backward transition relative to the forward one. */
const backwardShare = 0.25;

const transitionWindow = recommenderBounds.transitionWindow;
/** Units by distance between two interactions of weight 1. */
const plainUnits = Uint32Array.from({ length: transitionWindow + 1 }, (_, distance) =>
  forwardUnits(1, distance),
);
const plainBackUnits = Uint32Array.from({ length: transitionWindow + 1 }, (_, distance) =>
  backUnits(1, distance),
);

/** The units of a transition from the earlier to the later item; `weight` is the product of both interactions' weights. */
export function forwardUnits(weight: number, distance: number): number {
  return Math.round((transitionUnit * weight) / Math.sqrt(distance));
}

/** The units from the later item back to the earlier one. */
export function backUnits(weight: number, distance: number): number {
  return Math.round(((transitionUnit * weight) / Math.sqrt(distance)) * backwardShare);
}

/** C_ij and C_ji of a pair of items i and j, in units. */
export interface PairUnits {
  readonly forward: number;
  readonly backward: number;
}

/**
 * Sums transitions from the histories on demand: C_ij is the sum over i's interactions and those of j within 20
 * positions. Integer sums that are not stored are correct after late events, erasures and merges. An item's row costs
 * half a microsecond per interaction: 40 neighbouring positions.
 */
export class TransitionSums {
  readonly #histories: InteractionHistories;
  readonly #types: EventTypes;
  /** Scratch of the row that was summed last: the slot of each item plus 1, or 0; by slot the item, and adjacent C_ij and C_ji. */
  #slots: Uint32Array = new Uint32Array(64);
  #keys: Uint32Array = new Uint32Array(64);
  #units: Uint32Array = new Uint32Array(128);
  #count = 0;

  constructor(histories: InteractionHistories, types: EventTypes) {
    this.#histories = histories;
    this.#types = types;
  }

  /** Sums the row of an item; item numbers are below `size`. The result is valid until the next sum. */
  sumRow(item: number, size: number): void {
    this.#clear(size);
    const { items, types, positions } = this.#histories.columns();
    const weights = this.#types.weights;
    const postings = this.#histories.getPostings(item);
    for (let posting = 0; posting < postings.length; posting += 2) {
      const subject = postings[posting + 1]!;
      if (subject === noSubject) continue;
      const start = this.#histories.getStart(subject);
      const at = start + positions[postings[posting]!]!;
      const type = types[at]!;
      const weight = weights[type]!;
      const first = Math.max(start, at - transitionWindow);
      for (let other = at - 1; other >= first; other--) {
        const key = items[other]!;
        if (key === item && !this.#types.haveSameName(types[other]!, type)) continue;
        const both = weight * weights[types[other]!]!;
        const units = both === 1 ? plainUnits[at - other]! : forwardUnits(both, at - other);
        const back = both === 1 ? plainBackUnits[at - other]! : backUnits(both, at - other);
        this.#add(key, back, units);
        if (key === item) this.#add(key, units, back);
      }
      const end = Math.min(start + this.#histories.getLength(subject), at + transitionWindow + 1);
      for (let other = at + 1; other < end; other++) {
        // Interactions with the same item are counted from the later one.
        if (items[other] === item) continue;
        const both = weight * weights[types[other]!]!;
        const units = both === 1 ? plainUnits[other - at]! : forwardUnits(both, other - at);
        const back = both === 1 ? plainBackUnits[other - at]! : backUnits(both, other - at);
        this.#add(items[other]!, units, back);
      }
    }
  }

  keys(): Uint32Array {
    return this.#keys.subarray(0, this.#count);
  }

  /** C_ij of the items of the row that was summed last, each before C_ji, in the order of {@link keys}. A view. */
  units(): Uint32Array {
    return this.#units.subarray(0, 2 * this.#count);
  }

  /** The sum of C_ij of the row that was summed last, without that of `item`. */
  sumOthers(item: number): number {
    let sum = -this.forward(item);
    for (let slot = 0; slot < this.#count; slot++) sum += this.#units[2 * slot]!;
    return sum;
  }

  forward(key: number): number {
    const slot = this.#slots[key]!;
    return slot === 0 ? 0 : this.#units[2 * slot - 2]!;
  }

  backward(key: number): number {
    const slot = this.#slots[key]!;
    return slot === 0 ? 0 : this.#units[2 * slot - 1]!;
  }

  /** Sums one pair, over the interactions of the item with fewer. */
  pair(item: number, other: number): PairUnits {
    const histories = this.#histories;
    const isSwapped = histories.postingCount(other) < histories.postingCount(item);
    const [from, to] = isSwapped ? [other, item] : [item, other];
    const { items, types, positions } = histories.columns();
    const postings = histories.getPostings(from);
    const weights = this.#types.weights;
    let forward = 0;
    let backward = 0;
    for (let posting = 0; posting < postings.length; posting += 2) {
      const subject = postings[posting + 1]!;
      if (subject === noSubject) continue;
      const start = histories.getStart(subject);
      const at = start + positions[postings[posting]!]!;
      const end = Math.min(start + histories.getLength(subject), at + transitionWindow + 1);
      for (let near = Math.max(start, at - transitionWindow); near < end; near++) {
        if (items[near] !== to || near === at) continue;
        // Interactions with one item are found from both sides; they count if they have one type.
        if (from === to && (near > at || !this.#types.haveSameName(types[near]!, types[at]!))) continue;
        const both = weights[types[at]!]! * weights[types[near]!]!;
        const distance = Math.abs(near - at);
        const units = forwardUnits(both, distance);
        const back = backUnits(both, distance);
        forward += near > at ? units : back;
        backward += near > at ? back : units;
        if (from !== to) continue;
        forward += units;
        backward += back;
      }
    }
    return isSwapped ? { forward: backward, backward: forward } : { forward, backward };
  }

  #add(key: number, forward: number, backward: number): void {
    let slot = this.#slots[key]!;
    if (slot === 0) {
      if (forward === 0 && backward === 0) return;
      slot = ++this.#count;
      this.#slots[key] = slot;
      this.#keys = ensureCapacity(this.#keys, slot);
      this.#keys[slot - 1] = key;
      this.#units = ensureCapacity(this.#units, 2 * slot);
      this.#units[2 * slot - 2] = forward;
      this.#units[2 * slot - 1] = backward;
      return;
    }
    const units = this.#units;
    units[2 * slot - 2] = units[2 * slot - 2]! + forward;
    units[2 * slot - 1] = units[2 * slot - 1]! + backward;
  }

  #clear(size: number): void {
    for (let at = 0; at < this.#count; at++) this.#slots[this.#keys[at]!] = 0;
    this.#count = 0;
    this.#slots = ensureCapacity(this.#slots, size);
  }
}
