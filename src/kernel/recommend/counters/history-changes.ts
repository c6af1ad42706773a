import type { Steps } from '../../bits/steps.ts';
import type { BestItems } from './best-items.ts';
import type { EventTypes } from './event-types.ts';
import type { HistoryCounts } from './history-counts.ts';
import { noSubject, type InteractionHistories } from './interaction-histories.ts';
import { applyTransitionDeltas } from './transition-deltas.ts';
import type { TransitionRows } from './transition-rows.ts';
import { transitionUnit } from './transition-sums.ts';
import type { VisitorPairCap } from './visitor-pair-cap.ts';
import { recommenderBounds } from './weights.ts';

/** The counts of a position depend only on interactions up to this distance before it. */
const reachMax = Math.max(
  recommenderBounds.liftWindow,
  recommenderBounds.historyWindow,
  recommenderBounds.trendInteractionsPerHour,
);
/** Maximum positions of a history that are checked, or counted again, in one step. */
const positionsPerStep = 250;

/** The work of an interaction with its counts, of a checked position and of a shifted one, in counted pairs of items. */
const interactionWork = 20;
const checkWork = 0.05;
const shiftWork = 0.01;

/** An interaction in its history. */
interface Entry {
  readonly interaction: number;
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
  readonly #popularItems: BestItems;
  readonly #cap: VisitorPairCap;

  constructor(options: {
    histories: InteractionHistories;
    counts: HistoryCounts;
    transitions: TransitionRows;
    types: EventTypes;
    popularItems: BestItems;
    cap: VisitorPairCap;
  }) {
    this.#histories = options.histories;
    this.#counts = options.counts;
    this.#transitions = options.transitions;
    this.#types = options.types;
    this.#popularItems = options.popularItems;
    this.#cap = options.cap;
  }

  /** Stores an interaction and counts it. A late one changes the counts of positions after it. Returns the work. */
  add(item: number, subject: number, type: number, at: number): number {
    const histories = this.#histories;
    if (subject === noSubject) {
      this.#addWeight(item, this.#toWeightUnits(type));
      histories.add(item, subject, type, at);
      return 1;
    }
    const cappedType = this.#cap.typeOfNew(subject, item, type, at);
    this.#addWeight(item, this.#toWeightUnits(cappedType));
    const position = histories.positionFor(subject, at);
    const after = histories.getLength(subject) - position;
    if (after > 0) this.#counts.addAfter(subject, position, at, -1);
    histories.add(item, subject, cappedType, at);
    this.#counts.addPosition(subject, position, 1);
    if (after > 0) this.#counts.addAfter(subject, position + 1, at, 1);
    applyTransitionDeltas(this.#transitions, histories, this.#types, { subject, position });
    return interactionWork + Math.min(after, reachMax) + after * shiftWork;
  }

  /**
   * Removes the interactions at positions for which `isRemoved` is true, from the end; returns whether any of them was a
   * purchase.
   */
  *remove(subject: number, isRemoved: (position: number) => boolean): Steps<boolean> {
    const histories = this.#histories;
    let hasPurchase = false;
    for (let end = histories.getLength(subject); end > 0; end -= positionsPerStep) {
      const removed: number[] = [];
      for (let position = Math.max(0, end - positionsPerStep); position < end; position++)
        if (isRemoved(position)) removed.push(position);
      for (const position of removed)
        hasPurchase ||= this.#types.isPurchase(histories.typeAt(subject, position));
      if (removed.length > 0) yield this.#removeAll(subject, removed);
      else yield positionsPerStep * checkWork;
    }
    return hasPurchase;
  }

  /** Moves a history into another one, from its last interaction, to the positions of their times. */
  *move(from: number, into: number): Steps<void> {
    while (this.#histories.getLength(from) > 0) yield this.#moveLast(from, into);
  }

  /** Removes the interactions at ascending positions; returns the work. */
  #removeAll(subject: number, removed: readonly number[]): number {
    const histories = this.#histories;
    const first = removed[0]!;
    const last = removed.at(-1)!;
    const length = histories.getLength(subject);
    const end = Math.min(length, last + 1 + reachMax);
    for (let position = first; position < end; position++) this.#counts.addPosition(subject, position, -1);
    const items = new Set(removed.map((position) => histories.itemAt(subject, position)));
    for (const position of removed)
      this.#addWeight(
        histories.itemAt(subject, position),
        -this.#toWeightUnits(histories.typeAt(subject, position)),
      );
    this.#evictNear(subject, first, last);
    histories.removeAt(subject, removed);
    for (let position = first; position < end - removed.length; position++)
      this.#counts.addPosition(subject, position, 1);
    const recounted = this.#applyCap(subject, items);
    return (end - first + recounted) * interactionWork + (length - end) * shiftWork;
  }

  /** Corrects the types of interactions with some items by the cap; returns the number of positions that were counted again. */
  #applyCap(subject: number, items: ReadonlySet<number>): number {
    const histories = this.#histories;
    let recounted = 0;
    for (const { position, type } of this.#cap.changes(subject, items)) {
      const end = Math.min(histories.getLength(subject), position + 1 + recommenderBounds.liftWindow);
      for (let each = position; each < end; each++) this.#counts.addPosition(subject, each, -1);
      const weightUnits =
        this.#toWeightUnits(type) - this.#toWeightUnits(histories.typeAt(subject, position));
      histories.setType(subject, position, type);
      for (let each = position; each < end; each++) this.#counts.addPosition(subject, each, 1);
      this.#addWeight(histories.itemAt(subject, position), weightUnits);
      this.#evictNear(subject, position, position);
      recounted += end - position;
    }
    return recounted;
  }

  /** Adds to the weighted number of interactions with an item, in parts of `transitionUnit`. */
  #addWeight(item: number, weightUnits: number): void {
    this.#transitions.addCount(item, weightUnits);
    this.#popularItems.markChanged(item);
  }

  /** Moves the last interactions, at least one, until a step's maximum of affected positions is reached; returns the work. */
  #moveLast(from: number, into: number): number {
    const histories = this.#histories;
    const length = histories.getLength(from);
    const positions: number[] = [];
    let start = length;
    let affected = 0;
    while (start > 0 && affected < positionsPerStep) {
      const position = histories.positionOfInteraction(into, histories.interactionAt(from, start - 1));
      const next = positions.at(-1) ?? histories.getLength(into);
      affected += Math.min(reachMax, next - position) + 1;
      positions.push(position);
      start--;
    }
    // The counts of both histories are subtracted before the move, and added to the joined history after it.
    for (let position = start; position < length; position++) this.#counts.addPosition(from, position, -1);
    this.#evictNear(from, start, length - 1);
    const subtracted = this.#subtractAfter(into, positions);
    const moved = histories.moveTail(from, start, into);
    for (const { interaction } of [...subtracted, ...moved])
      this.#counts.addPosition(into, histories.getPosition(interaction), 1);
    for (const { interaction } of moved) {
      const position = histories.getPosition(interaction);
      this.#evictNear(into, position, position);
    }
    const items = new Set(moved.map(({ item }) => item));
    affected += this.#applyCap(from, items) + this.#applyCap(into, items);
    return affected * interactionWork + (histories.getLength(into) - positions.at(-1)!) * shiftWork;
  }

  /**
   * Subtracts the counts of interactions after some positions, given from the last to the first; returns those
   * interactions.
   */
  #subtractAfter(subject: number, positions: readonly number[]): Entry[] {
    const histories = this.#histories;
    const subtracted: Entry[] = [];
    let end = histories.getLength(subject);
    for (const position of positions) {
      for (let each = position; each < Math.min(end, position + reachMax); each++) {
        subtracted.push({
          interaction: histories.interactionAt(subject, each),
          item: histories.itemAt(subject, each),
        });
        this.#counts.addPosition(subject, each, -1);
      }
      end = Math.min(end, position);
    }
    return subtracted;
  }

  /** Evicts the rows of the items whose transitions include one of these positions. */
  #evictNear(subject: number, first: number, last: number): void {
    const histories = this.#histories;
    const end = Math.min(histories.getLength(subject), last + 1 + recommenderBounds.transitionWindow);
    for (let position = Math.max(0, first - recommenderBounds.transitionWindow); position < end; position++)
      this.#transitions.evict(histories.itemAt(subject, position));
  }

  #toWeightUnits(type: number): number {
    return Math.round(transitionUnit * this.#types.getWeight(type));
  }
}
