import type { Steps } from '../../bits/steps.ts';
import type { EventTypes } from './event-types.ts';
import type { HistoryCounts } from './history-counts.ts';
import { NOBODY, type InteractionHistories } from './interaction-histories.ts';
import { applyTransitionDeltas } from './transition-deltas.ts';
import type { TransitionRows } from './transition-rows.ts';
import { TRANSITION_UNIT } from './transition-sums.ts';
import { BOUNDS } from './weights.ts';

/** The counts of a position depend on no interaction farther before it. */
const REACH = Math.max(BOUNDS.liftWindow, BOUNDS.historyWindow, BOUNDS.trendTouchesPerHour);
/** Positions of a history that are checked, or counted again, in one step. */
const PLACES_PER_STEP = 250;

/** Costs in units of one counted pair of items: an interaction with its counts, a checked position, a shifted one. */
const TOUCH_UNITS = 20;
const LOOK_UNITS = 0.05;
const SHIFT_UNITS = 0.01;

export interface RemovedInteractions {
  readonly items: ReadonlySet<number>;
  /** Whether any of them was a purchase. */
  readonly hasPurchase: boolean;
}

/** An interaction in its history. */
interface Entry {
  readonly touch: number;
  readonly item: number;
}

/**
 * Changes histories together with their counters, in steps. After each step the counters equal those of the current
 * histories exactly: a reader in between sees a state before the rest of the change.
 */
export class HistoryChanges {
  readonly #histories: InteractionHistories;
  readonly #counts: HistoryCounts;
  readonly #transitions: TransitionRows;
  readonly #types: EventTypes;

  constructor(of: {
    histories: InteractionHistories;
    counts: HistoryCounts;
    transitions: TransitionRows;
    types: EventTypes;
  }) {
    this.#histories = of.histories;
    this.#counts = of.counts;
    this.#transitions = of.transitions;
    this.#types = of.types;
  }

  /** Stores an interaction and counts it. A late one changes the counts of positions after it. Returns the units of work. */
  add(item: number, subject: number, type: number, at: number): number {
    const histories = this.#histories;
    this.#transitions.addCount(item, this.#countUnits(type));
    if (subject === NOBODY) {
      histories.add(item, subject, type, at);
      return 1;
    }
    const place = histories.placeFor(subject, at);
    const behind = histories.lengthOf(subject) - place;
    if (behind > 0) this.#counts.addBehind(subject, place, at, -1);
    histories.add(item, subject, type, at);
    this.#counts.addPlace(subject, place, 1);
    if (behind > 0) this.#counts.addBehind(subject, place + 1, at, 1);
    applyTransitionDeltas(this.#transitions, histories, this.#types, { subject, place });
    return TOUCH_UNITS + Math.min(behind, REACH) + behind * SHIFT_UNITS;
  }

  /** Removes the interactions at positions for which `isGone` holds, from the end; returns their items. */
  *remove(subject: number, isGone: (place: number) => boolean): Steps<RemovedInteractions> {
    const histories = this.#histories;
    const items = new Set<number>();
    let hasPurchase = false;
    for (let end = histories.lengthOf(subject); end > 0; end -= PLACES_PER_STEP) {
      const gone: number[] = [];
      for (let place = Math.max(0, end - PLACES_PER_STEP); place < end; place++)
        if (isGone(place)) gone.push(place);
      for (const place of gone) {
        items.add(histories.itemAt(subject, place));
        hasPurchase ||= this.#types.isPurchase(histories.typeAt(subject, place));
      }
      if (gone.length > 0) yield this.#removeAll(subject, gone);
      else yield PLACES_PER_STEP * LOOK_UNITS;
    }
    return { items, hasPurchase };
  }

  /** Moves a history into another one, from its last interaction, to the positions of their times. */
  *move(from: number, into: number): Steps<void> {
    while (this.#histories.lengthOf(from) > 0) yield this.#moveLast(from, into);
  }

  /** `gone`: ascending. */
  #removeAll(subject: number, gone: readonly number[]): number {
    const histories = this.#histories;
    const first = gone[0]!;
    const last = gone.at(-1)!;
    const length = histories.lengthOf(subject);
    const end = Math.min(length, last + 1 + REACH);
    for (let place = first; place < end; place++) this.#counts.addPlace(subject, place, -1);
    for (const place of gone)
      this.#transitions.addCount(
        histories.itemAt(subject, place),
        -this.#countUnits(histories.typeAt(subject, place)),
      );
    this.#forgetNear(subject, first, last);
    histories.removeAt(subject, gone);
    for (let place = first; place < end - gone.length; place++) this.#counts.addPlace(subject, place, 1);
    return (end - first) * TOUCH_UNITS + (length - end) * SHIFT_UNITS;
  }

  /** Moves as many of the last interactions as one step allows by affected positions, at least one. */
  #moveLast(from: number, into: number): number {
    const histories = this.#histories;
    const length = histories.lengthOf(from);
    const places: number[] = [];
    let start = length;
    let affected = 0;
    while (start > 0 && affected < PLACES_PER_STEP) {
      const place = histories.placeOfTouch(into, histories.touchAt(from, start - 1));
      const next = places.at(-1) ?? histories.lengthOf(into);
      affected += Math.min(REACH, next - place) + 1;
      places.push(place);
      start--;
    }
    for (let place = start; place < length; place++) this.#counts.addPlace(from, place, -1);
    this.#forgetNear(from, start, length - 1);
    const counted = this.#takeBackBehind(into, places);
    const moved = histories.moveTail(from, start, into);
    for (const { touch } of [...counted, ...moved]) this.#counts.addPlace(into, histories.placeOf(touch), 1);
    for (const { touch } of moved) {
      const place = histories.placeOf(touch);
      this.#forgetNear(into, place, place);
    }
    return affected * TOUCH_UNITS + (histories.lengthOf(into) - places.at(-1)!) * SHIFT_UNITS;
  }

  /**
   * Subtracts the counts of interactions after some positions, given from the last to the first; returns those
   * interactions.
   */
  #takeBackBehind(subject: number, places: readonly number[]): Entry[] {
    const histories = this.#histories;
    const taken: Entry[] = [];
    let end = histories.lengthOf(subject);
    for (const place of places) {
      for (let each = place; each < Math.min(end, place + REACH); each++) {
        taken.push({ touch: histories.touchAt(subject, each), item: histories.itemAt(subject, each) });
        this.#counts.addPlace(subject, each, -1);
      }
      end = Math.min(end, place);
    }
    return taken;
  }

  /** Evicts the rows of the items whose transitions include one of these positions. */
  #forgetNear(subject: number, first: number, last: number): void {
    const histories = this.#histories;
    const end = Math.min(histories.lengthOf(subject), last + 1 + BOUNDS.transitionWindow);
    for (let place = Math.max(0, first - BOUNDS.transitionWindow); place < end; place++)
      this.#transitions.forget(histories.itemAt(subject, place));
  }

  #countUnits(type: number): number {
    return Math.round(TRANSITION_UNIT * this.#types.weightOf(type));
  }
}
