import type { ShopEvent } from '../../ports/recommendations/events.ts';

const windowMs = 30 * 86_400_000;
/**
 * Maximum events of one address that count in pairs within 30 days. Per item, they are those of one visitor; in total,
 * those of a busy household, which bounds pairs of kinds, brands and other attributes.
 */
export const addressPairCaps = {
  purchasesPerItem: 1,
  othersPerItem: 2,
  purchases: 10,
  others: 200,
} as const;
/** The share of the combinations that remains after an eviction. */
const keptShare = 0.9;
/** Maximum of counted address and item combinations; the least recently seen addresses are evicted. */
const keysMax = 200_000;

/** Counted events of an address in its current window. */
interface AddressWindow {
  readonly number: number;
  /** Counts by item id with the prefix `p` for purchases and `o` for others. */
  readonly counts: Map<string, number>;
  purchases: number;
  others: number;
}

/**
 * Limits what one address adds to pairs of items, whatever users and sessions it names: in "bought together", similar
 * items, lists for a visitor and trained embeddings it counts as one visitor.
 */
export class AddressPairCap {
  readonly #keysMax: number;
  /** Windows by address, the most recently seen at the end. */
  readonly #windows = new Map<string, AddressWindow>();
  #keys = 0;

  constructor(options: { readonly keysMax?: number } = {}) {
    this.#keysMax = options.keysMax ?? keysMax;
  }

  /** The items of an event that are beyond the cap of its address; the others have counted. `at` is the time in ms of the window. */
  capItems({ type, items }: Pick<ShopEvent, 'type' | 'items'>, address: string, at: number): Set<string> {
    const isPurchase = type === 'purchase';
    const window = this.#openWindow(address, Math.floor(at / windowMs));
    const countMax = isPurchase ? addressPairCaps.purchasesPerItem : addressPairCaps.othersPerItem;
    const isFull = (): boolean =>
      isPurchase ? window.purchases >= addressPairCaps.purchases : window.others >= addressPairCaps.others;
    const ids = new Set(items.map(({ id }) => id));
    const capped = new Set<string>();
    for (const id of ids) {
      const key = `${isPurchase ? 'p' : 'o'}${id}`;
      const count = window.counts.get(key) ?? 0;
      if (count >= countMax || isFull()) {
        capped.add(id);
        continue;
      }
      if (count === 0) this.#keys++;
      window.counts.set(key, count + 1);
      if (!isPurchase) window.others++;
    }
    if (isPurchase && capped.size < ids.size) window.purchases++;
    if (this.#keys > this.#keysMax) this.#evictOldest(address);
    return capped;
  }

  #openWindow(address: string, number: number): AddressWindow {
    let window = this.#windows.get(address);
    this.#windows.delete(address);
    if (window?.number !== number) {
      this.#keys -= window?.counts.size ?? 0;
      window = { number, counts: new Map(), purchases: 0, others: 0 };
    }
    this.#windows.set(address, window);
    return window;
  }

  #evictOldest(newest: string): void {
    for (const [address, { counts }] of this.#windows) {
      if (this.#keys <= keptShare * this.#keysMax || address === newest) return;
      this.#windows.delete(address);
      this.#keys -= counts.size;
    }
  }
}
