import { lineAmount } from './figures.ts';
import type { JourneyEvent, JourneyItem } from './journey.ts';

/** A part of a return: what it gives back of one bought line. */
export interface ReturnedPart<T> {
  readonly line: T;
  /** The currency of the return, otherwise of its purchase. */
  readonly currency: string;
  /** See `lineAmount()`. */
  readonly amount: number;
}

interface BoughtLine<T> {
  readonly item: JourneyItem;
  readonly event: JourneyEvent;
  readonly line: T;
  /** The quantity that was not returned yet. */
  left: number;
}

/**
 * What a visitor bought and did not return. A return gives back at most what was bought, and at most what was paid for it: sent
 * twice, or for more than the order had, it does not make revenue negative.
 */
export class PurchasedLines<T> {
  readonly #lines: BoughtLine<T>[] = [];

  add(item: JourneyItem, event: JourneyEvent, line: T): void {
    this.#lines.push({ item, event, line, left: item.quantity });
  }

  /**
   * Takes an item of a return back from the purchases of at most `returnMs` before, the last one first: in the same order if the
   * return names one, of the same item before others of its product. Null if no purchase fits, whatever was returned of it.
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
      const taken = Math.min(quantity, bought.left);
      if (taken <= 0) continue;
      bought.left -= taken;
      quantity -= taken;
      const currency = returned.currency === '' ? bought.event.currency : returned.currency;
      const price = returnedPrice(item, bought.item, currency === bought.event.currency);
      parts.push({ line: bought.line, currency, amount: lineAmount(taken, price) });
    }
    return parts;
  }
}

/** The price of the return where it has one, in the same currency at most what was paid. */
function returnedPrice(returned: JourneyItem, bought: JourneyItem, isSameCurrency: boolean): number | null {
  if (returned.price === null || returned.isEstimated) return bought.price;
  if (!isSameCurrency || bought.price === null) return returned.price;
  return Math.min(returned.price, bought.price);
}
