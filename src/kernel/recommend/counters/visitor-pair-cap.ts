import { toDay } from '../../bits/days.ts';
import { isBeyondAddressCap, type EventTypes } from './event-types.ts';
import type { InteractionHistories } from './interaction-histories.ts';
import type { VisitorCaps } from './weights.ts';

/** A position of a history, and the type that its interaction should have. */
export interface CapChange {
  readonly position: number;
  readonly type: number;
}

/** A visitor's earlier interactions with an item: purchases by their days, and the number of others. */
class EarlierInteractions {
  readonly #caps: VisitorCaps;
  readonly #purchaseDays = new Set<number>();
  #others = 0;

  constructor(caps: VisitorCaps) {
    this.#caps = caps;
  }

  /** Counts an interaction at a time in ms; returns whether it is beyond the cap. */
  add(isPurchase: boolean, at: number): boolean {
    if (!isPurchase) return ++this.#others > this.#caps.interactions;
    const day = toDay(at);
    if (this.#purchaseDays.has(day) || this.#purchaseDays.size >= this.#caps.purchaseDays) return true;
    this.#purchaseDays.add(day);
    return false;
  }
}

/**
 * Limits the weight of one visitor in the pairs of an item: a purchase of the item counts once a day, on the first days, and only the
 * first other interactions with it count. "First" is by arrival, so that a new interaction never changes earlier ones. Interactions
 * beyond the cap of their address take no place of others.
 */
export class VisitorPairCap {
  readonly #histories: InteractionHistories;
  readonly #types: EventTypes;
  readonly #caps: VisitorCaps;

  constructor(histories: InteractionHistories, types: EventTypes, caps: VisitorCaps) {
    this.#histories = histories;
    this.#types = types;
    this.#caps = caps;
  }

  /** The type of a new interaction of the subject at a time in ms, unchanged or beyond the cap. */
  typeOfNew(subject: number, item: number, type: number, at: number): number {
    if (isBeyondAddressCap(type)) return type;
    const isBeyond = this.#types.isPurchase(type)
      ? this.#isBoughtOn(subject, item, toDay(at))
      : this.#isSeenOften(subject, item);
    return this.#types.setVisitorCap(type, isBeyond);
  }

  /** The interactions of a subject with some items whose types must change after others were removed or joined. */
  changes(subject: number, items: ReadonlySet<number>): CapChange[] {
    const histories = this.#histories;
    const positions: number[] = [];
    const length = histories.getLength(subject);
    for (let position = 0; position < length; position++)
      if (items.has(histories.itemAt(subject, position))) positions.push(position);
    const arrival = (position: number): number => histories.interactionAt(subject, position);
    positions.sort((a, b) => arrival(a) - arrival(b));
    const earlier = new Map(Array.from(items, (item) => [item, new EarlierInteractions(this.#caps)]));
    const changes: CapChange[] = [];
    for (const position of positions) {
      const old = histories.typeAt(subject, position);
      if (isBeyondAddressCap(old)) continue;
      const ofItem = earlier.get(histories.itemAt(subject, position))!;
      const isBeyond = ofItem.add(this.#types.isPurchase(old), histories.timeAt(subject, position));
      const type = this.#types.setVisitorCap(old, isBeyond);
      if (type !== old) changes.push({ position, type });
    }
    return changes;
  }

  #isBoughtOn(subject: number, item: number, day: number): boolean {
    let days = 0;
    return this.#someOwn(subject, item, (type, interaction) => {
      if (!this.#types.isPurchase(type)) return false;
      if (toDay(this.#histories.getTime(interaction)) === day) return true;
      return !this.#types.isBeyondCap(type) && ++days >= this.#caps.purchaseDays;
    });
  }

  #isSeenOften(subject: number, item: number): boolean {
    let count = 0;
    return this.#someOwn(
      subject,
      item,
      (type) => !this.#types.isPurchase(type) && ++count >= this.#caps.interactions,
    );
  }

  /** Whether `matches` is true for an interaction of the subject with the item within the cap of its address. Reads the shorter list of both, newest first. */
  #someOwn(subject: number, item: number, matches: (type: number, interaction: number) => boolean): boolean {
    const histories = this.#histories;
    const { items, types, positions } = histories.columns();
    const start = histories.getStart(subject);
    const length = histories.getLength(subject);
    if (histories.postingCount(item) >= length) {
      for (let position = length - 1; position >= 0; position--) {
        if (items[start + position] !== item || isBeyondAddressCap(types[start + position]!)) continue;
        if (matches(types[start + position]!, histories.interactionAt(subject, position))) return true;
      }
      return false;
    }
    const postings = histories.getPostings(item);
    for (let at = postings.length - 2; at >= 0; at -= 2) {
      if (postings[at + 1] !== subject) continue;
      const interaction = postings[at]!;
      const type = types[start + positions[interaction]!]!;
      if (!isBeyondAddressCap(type) && matches(type, interaction)) return true;
    }
    return false;
  }
}
