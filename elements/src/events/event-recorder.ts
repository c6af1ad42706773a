import type { TrackedEvent, Tracker } from '@vitrine/tracker';
import { nameItem, type ItemField } from './item-names.ts';
import type { EventSource, ShopEvent } from './shop-event.ts';

interface EventRecorderOptions {
  readonly tracker: Tracker;
  /** The field of the catalog that names items as the tag says, or null for the usual fields. */
  readonly itemField: ItemField | null;
  /** The address of the page, without what does not make it another page. */
  readonly page: () => string;
  /** The currency of the page. */
  readonly currency: () => string;
  /** What survives the next page, or null where the browser refuses it. */
  readonly pageStorage: Storage | null;
}

/** A second source tells the same action within this time, also on the next page. */
const sameActionMs = 8_000;

/**
 * Sends what sources on the page tell, each action once: often the data layer, the form and the page tell the same one, each with names of
 * its own.
 */
export class EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #storageKey = 'vitrine:last-cart';
  #viewedPage = '';
  #viewSource: EventSource | null = null;
  readonly #orders = new Set<string>();

  constructor(options: EventRecorderOptions) {
    this.#options = options;
  }

  record(event: ShopEvent, source: EventSource): void {
    if (!this.#isToldBefore(event, source)) this.#send(event);
  }

  /** Whether the page has told which product it shows. */
  get hasView(): boolean {
    return this.#viewedPage === this.#options.page();
  }

  /** Notes an addition to the cart that the layer sent itself. */
  noteCart(): void {
    this.#noteCart('layer');
  }

  #send({ type, lines, order, currency }: ShopEvent): void {
    const { tracker, itemField } = this.#options;
    const money = currency ?? this.#options.currency();
    const named = lines.map((line) => ({ ...line, ...nameItem(line.name, itemField) }));
    // An event has one kind of names for all its items: an order with several becomes several events of the same order.
    for (const by of new Set(named.map((line) => line.by.join()))) {
      const own = named.filter((line) => line.by.join() === by);
      const fields = own[0]!.by;
      if (type === 'view' || type === 'click') {
        for (const { item } of own) this.#track({ type, item, by: fields });
        continue;
      }
      this.#track({
        type,
        items: own.map(({ item, quantity, price }) => ({ id: item, quantity, price })),
        by: fields,
        ...(order === undefined ? {} : { order, id: `${tracker.session}-${type}-${order}-${fields[0]}` }),
        ...(money === '' || type === 'cart' ? {} : { currency: money }),
      });
    }
    if (named.length === 0 && order !== undefined)
      this.#track({ type, order, id: `${tracker.session}-${type}-${order}` });
  }

  #track(event: TrackedEvent): void {
    // Why the service refuses one, the tracker reports.
    this.#options.tracker.track(event).catch(() => undefined);
  }

  #isToldBefore({ type, order }: ShopEvent, source: EventSource): boolean {
    if (type === 'view') {
      const page = this.#options.page();
      if (this.#viewedPage === page && this.#viewSource !== source) return true;
      this.#viewedPage = page;
      this.#viewSource = source;
    }
    if (type === 'cart') return this.#noteCart(source);
    if (type === 'purchase') {
      const key = order ?? this.#options.page();
      if (this.#orders.has(key)) return true;
      this.#orders.add(key);
    }
    return false;
  }

  /** Returns whether another source has just told an addition to the cart. */
  #noteCart(source: EventSource): boolean {
    const { pageStorage } = this.#options;
    const now = Date.now();
    const [before = '', at = '0'] = (readStored(pageStorage, this.#storageKey) ?? '').split(' ');
    if (before !== '' && before !== source && now - Number(at) < sameActionMs) return true;
    try {
      pageStorage?.setItem(this.#storageKey, `${source} ${now}`);
    } catch {
      // The storage is full.
    }
    return false;
  }
}

function readStored(storage: Storage | null, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}
