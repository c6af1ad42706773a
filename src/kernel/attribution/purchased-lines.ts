import { computeLineAmount } from './figures.ts';
import type { JourneyEvent, JourneyItem } from './journey.ts';

/** The part of a return that belongs to one bought line. */
export interface ReturnedPart<T> {
  readonly line: T;
  /** The currency of the return, otherwise of its purchase. */
  readonly currency: string;
  /** See `computeLineAmount()`. */
  readonly amount: number;
}

interface BoughtLine<T> {
  readonly item: JourneyItem;
  readonly event: JourneyEvent;
  readonly line: T;
  /** The quantity that was not returned. */
  left: number;
}

/**
 * The purchases of a visitor without what was returned. A return gives back at most the bought quantity and
 * the paid amount: a repeated or excessive return does not make revenue negative.
 */
export class PurchasedLines<T> {
  readonly #lines: BoughtLine<T>[] = [];

  add(item: JourneyItem, event: JourneyEvent, line: T): void {
    this.#lines.push({ item, event, line, left: item.quantity });
  }

  /**
   * Subtracts a returned item from the purchases of at most `returnMs` before, the last one first: those of the order that the return
   * names, and the same item before others of its product. Null if no purchase fits, even one that was returned already.
   */
  takeBack(item: JourneyItem, returned: JourneyEvent, returnMs: number): ReturnedPart<T>[] | null {
    const { at, order, hasOrder } = returned;
    const fitting = this.#lines.filter(
      ({ event, item: { product } }) =>
        product === item.product && at - event.at <= returnMs && (!hasOrder || event.order === order),
    );
    if (fitting.length === 0) return null;
    const newestFirst = fitting.toReversed();
    const isSame = (one: BoughtLine<T>): boolean => one.item.id === item.id;
    const ordered = [...newestFirst.filter(isSame), ...newestFirst.filter((one) => !isSame(one))];
    let { quantity } = item;
    const parts: ReturnedPart<T>[] = [];
    for (const bought of ordered) {
      const quantityTaken = Math.min(quantity, bought.left);
      if (quantityTaken <= 0) continue;
      bought.left -= quantityTaken;
      quantity -= quantityTaken;
      const currency = returned.currency === '' ? bought.event.currency : returned.currency;
      const price = computeReturnedPrice(item, bought.item, currency === bought.event.currency);
      parts.push({ line: bought.line, currency, amount: computeLineAmount(quantityTaken, price) });
    }
    return parts;
  }
}

/** The price of the return, at most what was paid if the currency is the same, or the paid price if the return has none. */
function computeReturnedPrice(
  returned: JourneyItem,
  bought: JourneyItem,
  isSameCurrency: boolean,
): number | null {
  if (returned.price === null || returned.isEstimated) return bought.price;
  if (!isSameCurrency || bought.price === null) return returned.price;
  return Math.min(returned.price, bought.price);
}
