import { toDay } from '../../bits/days.ts';
import type { Steps } from '../../bits/steps.ts';
import { selectWithinCap, type BasketCounts } from './basket-counts.ts';
import type { Basket, BasketLedger } from './basket-ledger.ts';
import type { VisitorCaps } from './weights.ts';

/** A buyer's earlier baskets with an item: their days, and the last of these. */
interface ItemBaskets {
  days: number;
  day: number;
}

/** The items in whose rows a basket counts, by its number. */
type CountedRows = ReadonlyMap<number, readonly number[]>;

/**
 * The baskets of known buyers, with a cap on the weight of one buyer: in the row of an item a buyer counts once a day, on
 * the first fifty days with the item, and with the first thousand baskets of all. "First" is by time; equal times are
 * ordered by content, so that the counts depend on the baskets alone. Items beyond the cap of their address count nowhere.
 */
export class CappedBaskets {
  readonly #ledger: BasketLedger;
  readonly #counts: BasketCounts;
  readonly #caps: VisitorCaps;

  constructor(of: { ledger: BasketLedger; counts: BasketCounts; caps: VisitorCaps }) {
    this.#caps = of.caps;
    this.#ledger = of.ledger;
    this.#counts = of.counts;
  }

  /** Stores and counts a basket. Like all methods, returns the number of pairs that were counted. */
  add(subject: number, basket: Basket): number {
    const ledger = this.#ledger;
    if (ledger.newestTime(subject) >= basket.at)
      return this.#change([subject], () => ledger.add(subject, basket));
    const rows = this.#rowsOfNewest(subject, basket);
    ledger.add(subject, basket);
    return this.#counts.add(basket, 1, rows);
  }

  /** Removes all baskets of a subject, newest first. */
  *remove(subject: number): Steps<void> {
    for (const [number, rows] of [...this.#selectCountedRows([subject])].reverse())
      yield this.#counts.add(this.#ledger.basket(number), -1, rows);
    this.#ledger.clear(subject);
    this.#ledger.compactWhenDue();
  }

  /** Removes the items for which `isKept` is false from a subject's baskets. */
  retain(subject: number, isKept: (item: number, at: number) => boolean): number {
    return this.#change([subject], () => this.#ledger.retain(subject, isKept));
  }

  move(from: number, into: number): number {
    if (this.#ledger.getBaskets(from).length === 0) return 0;
    return this.#change([from, into], () => this.#ledger.move(from, into));
  }

  /** Changes the ledger, and counts again the baskets whose rows this changes. */
  #change(subjects: readonly number[], change: () => void): number {
    const before = this.#selectCountedRows(subjects);
    change();
    const after = this.#selectCountedRows(subjects);
    const pairs = this.#countDifference(before, after, -1) + this.#countDifference(after, before, 1);
    this.#ledger.compactWhenDue();
    return pairs;
  }

  /** Counts the baskets of `rows` that count otherwise in `others`. */
  #countDifference(rows: CountedRows, others: CountedRows, times: number): number {
    let pairs = 0;
    for (const [number, rowItems] of rows) {
      const other = others.get(number);
      const isSame = other?.length === rowItems.length && rowItems.every((item, at) => item === other[at]);
      if (!isSame) pairs += this.#counts.add(this.#ledger.basket(number), times, rowItems);
    }
    return pairs;
  }

  /** The counted rows of the first baskets of each subject, oldest first; those beyond the cap count in none. */
  #selectCountedRows(subjects: readonly number[]): CountedRows {
    const rows = new Map<number, readonly number[]>();
    for (const subject of subjects) {
      const earlier = new Map<number, ItemBaskets>();
      for (const number of this.#ledger.getBaskets(subject).subarray(0, this.#caps.baskets)) {
        const day = toDay(this.#ledger.getTime(number));
        const counted: number[] = [];
        const capped = this.#ledger.getCappedItems(number);
        for (const item of this.#ledger.getItems(number))
          if (!capped.has(item) && this.#isWithinCap(earlier.get(item), day)) counted.push(item);
        for (const item of counted) count(earlier, item, day);
        rows.set(number, counted);
      }
    }
    return rows;
  }

  #rowsOfNewest(subject: number, basket: Basket): readonly number[] {
    const items = selectWithinCap(basket);
    const numbers = this.#ledger.getBaskets(subject);
    if (numbers.length === 0) return items;
    if (numbers.length >= this.#caps.baskets) return [];
    const distinctItems = new Set(items);
    const earlier = new Map<number, ItemBaskets>();
    for (const number of numbers) {
      const day = toDay(this.#ledger.getTime(number));
      const capped = this.#ledger.getCappedItems(number);
      for (const item of this.#ledger.getItems(number))
        if (distinctItems.has(item) && !capped.has(item)) count(earlier, item, day);
    }
    return items.filter((item) => this.#isWithinCap(earlier.get(item), toDay(basket.at)));
  }

  #isWithinCap(earlier: ItemBaskets | undefined, day: number): boolean {
    return earlier === undefined || (earlier.day < day && earlier.days < this.#caps.purchaseDays);
  }
}

function count(earlier: Map<number, ItemBaskets>, item: number, day: number): void {
  const { days = 0, day: last = -Infinity } = earlier.get(item) ?? {};
  earlier.set(item, { days: last === day ? days : days + 1, day });
}
