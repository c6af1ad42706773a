import type { AttributeLift } from './attribute-lift.ts';
import { isBeyondAddressCap, type EventTypes } from './event-types.ts';
import type { RepeatCounts } from './repeat-counts.ts';
import { noSubject, type InteractionHistories } from './interaction-histories.ts';
import { toHour, type TrendCounts } from './trend-counts.ts';
import { recommenderBounds } from './weights.ts';

/** The counters over histories. */
interface Counted {
  readonly histories: InteractionHistories;
  readonly types: EventTypes;
  readonly lift: AttributeLift;
  readonly repeats: RepeatCounts;
  readonly trends: TrendCounts;
}

/**
 * Maintains the counters that depend on positions in histories. The counts of a position, given the interactions
 * before it, are added and subtracted exactly.
 */
export class HistoryCounts {
  readonly #of: Counted;

  constructor(counted: Counted) {
    this.#of = counted;
  }

  /** Adds (or subtracts) the counts of a position. */
  addPosition(subject: number, position: number, times: number): void {
    this.#addLift(subject, position, times);
    this.#addRepeat(subject, position, times);
    this.#addVisitor(subject, position, times);
  }

  /**
   * Adds (or subtracts) the counts of the positions from `position` on that an interaction there, at a time in ms, may
   * change.
   */
  addAfter(subject: number, position: number, at: number, times: number): void {
    const { histories } = this.#of;
    const length = histories.getLength(subject);
    const end = (reach: number): number => Math.min(length, position + reach);
    for (let each = position; each < end(recommenderBounds.liftWindow); each++)
      this.#addLift(subject, each, times);
    for (let each = position; each < end(recommenderBounds.historyWindow); each++)
      this.#addRepeat(subject, each, times);
    for (let each = position; each < end(recommenderBounds.trendInteractionsPerHour); each++) {
      // Whether a visitor is new depends on interactions of the same hour only.
      if (toHour(histories.timeAt(subject, each)) !== toHour(at)) break;
      this.#addVisitor(subject, each, times);
    }
  }

  /** Adds (or subtracts) every attribute transition from or to an item. */
  addLift(item: number, times: number): void {
    const { lift, histories } = this.#of;
    if (histories.postingCount(item) === 0) return;
    this.#visitNear(item, (other, isBefore) => {
      if (isBefore) lift.addTransition(other, item, times);
      else lift.addTransition(item, other, times);
    });
  }

  /** Counts the transitions from and to an attribute that was not counted before. */
  countAttribute(attribute: number): void {
    const { lift } = this.#of;
    lift.clear(attribute);
    if (lift.isEmpty) return;
    for (const item of lift.itemsWith(attribute)) {
      this.#visitNear(item, (other, isBefore) => {
        if (isBefore) lift.addTo(other, attribute);
        else lift.addFrom(attribute, other);
      });
    }
  }

  /** Visits the other items within the lift window around each interaction of an item. */
  #visitNear(item: number, visit: (other: number, isBefore: boolean) => void): void {
    const { histories, types } = this.#of;
    const postings = histories.getPostings(item);
    for (let at = 0; at < postings.length; at += 2) {
      const subject = postings[at + 1]!;
      if (subject === noSubject || types.isBeyondCap(histories.getType(postings[at]!))) continue;
      const position = histories.getPosition(postings[at]!);
      const end = Math.min(histories.getLength(subject) - 1, position + recommenderBounds.liftWindow);
      for (let other = Math.max(0, position - recommenderBounds.liftWindow); other <= end; other++) {
        const otherItem = histories.itemAt(subject, other);
        if (otherItem !== item && !types.isBeyondCap(histories.typeAt(subject, other)))
          visit(otherItem, other < position);
      }
    }
  }

  #addLift(subject: number, position: number, times: number): void {
    const { histories, types, lift } = this.#of;
    const columns = histories.columns();
    const at = histories.getStart(subject) + position;
    if (types.isBeyondCap(columns.types[at]!)) return;
    const item = columns.items[at]!;
    const first = at - Math.min(position, recommenderBounds.liftWindow);
    for (let before = at - 1; before >= first; before--) {
      const other = columns.items[before]!;
      if (other !== item && !types.isBeyondCap(columns.types[before]!))
        lift.addTransition(other, item, times);
    }
  }

  #addRepeat(subject: number, position: number, times: number): void {
    const { histories, types, repeats } = this.#of;
    const { items, types: typeColumn } = histories.columns();
    const at = histories.getStart(subject) + position;
    if (isBeyondAddressCap(typeColumn[at]!)) return;
    const first = at - Math.min(recommenderBounds.historyWindow, position);
    let age = -1;
    for (let before = at - 1; before >= first && age < 0; before--) {
      if (items[before] !== items[at] || isBeyondAddressCap(typeColumn[before]!)) continue;
      // A product that is viewed, then put into the cart, then bought, is one need and no repeat.
      if (types.haveSameName(typeColumn[before]!, typeColumn[at]!)) age = at - before - 1;
    }
    repeats.add(position, age, times);
  }

  #addVisitor(subject: number, position: number, times: number): void {
    const { histories, types, trends } = this.#of;
    if (types.isSuspectedBot(histories.typeAt(subject, position)) || !this.#isNewVisitor(subject, position))
      return;
    trends.add(histories.itemAt(subject, position), toHour(histories.timeAt(subject, position)), times);
  }

  /** Whether the interaction is the subject's first with the item in its hour, and among the first 200 of the hour. */
  #isNewVisitor(subject: number, position: number): boolean {
    const { histories } = this.#of;
    const hour = toHour(histories.timeAt(subject, position));
    const isSameHour = (other: number): boolean => toHour(histories.timeAt(subject, other)) === hour;
    const reach = recommenderBounds.trendInteractionsPerHour;
    if (position >= reach && isSameHour(position - reach)) return false;
    const { items } = histories.columns();
    const at = histories.getStart(subject) + position;
    for (let back = 1; back <= Math.min(reach, position); back++)
      if (items[at - back] === items[at]) return !isSameHour(position - back);
    return true;
  }
}
