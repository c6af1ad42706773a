import type { PageStorage } from './page-storage.ts';
import { toJson } from './to-json.ts';
import type { ListOrigin } from './tracked-event.ts';

/** Items whose list is remembered; the oldest are forgotten. */
const itemsMax = 200;
/** As long as a click can lead to a purchase, see the setting `analytics.assistedDays`. */
const rememberedMsMax = 7 * 24 * 60 * 60 * 1_000;

type Remembered = ListOrigin & { readonly at: number };

/** The lists that led to items, from the click to the purchase, across pages. */
export class ListOrigins {
  readonly #storage: PageStorage;
  readonly #key: string;

  constructor(storage: PageStorage, project: string) {
    this.#storage = storage;
    this.#key = `vitrine:${project}:lists`;
  }

  remember(item: string, origin: ListOrigin): void {
    if (origin.searchId === undefined && origin.recommendationId === undefined) return;
    const others = this.#read().filter(([id]) => id !== item);
    const all = [...others, [item, { ...origin, at: Date.now() }] as const].slice(-itemsMax);
    try {
      this.#storage.setItem(this.#key, toJson(all));
    } catch {
      // The storage is full: later events of the item name no list.
    }
  }

  of(item: string): ListOrigin {
    const found = this.#read().find(([id]) => id === item);
    if (found === undefined) return {};
    const { at: _at, ...origin } = found[1];
    return origin;
  }

  /** The one list that led to all items. */
  ofAll(items: readonly string[]): ListOrigin {
    const [first = {}, ...others] = items.map((item) => this.of(item));
    const { searchId, recommendationId } = first;
    const isOne = others.every(
      (one) => one.searchId === searchId && one.recommendationId === recommendationId,
    );
    if (!isOne) return {};
    return items.length === 1 ? first : { searchId, recommendationId };
  }

  /** Takes over what another remembers. */
  take(other: ListOrigins): void {
    for (const [item, origin] of other.#read()) this.remember(item, origin);
  }

  #read(): (readonly [item: string, origin: Remembered])[] {
    try {
      const all = JSON.parse(this.#storage.getItem(this.#key) ?? '[]') as [string, Remembered][];
      return all.filter(([, { at }]) => Date.now() - at < rememberedMsMax);
    } catch {
      return [];
    }
  }
}
