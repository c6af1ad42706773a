import type { EventItem, ShopClient, ShopEvent } from '@vitrine/sdk/shop';

/** The visitor of the page; one of both is needed for events. */
export interface ShopVisitor {
  /** Id of the customer who is signed in. */
  readonly user?: string | undefined;
  /** Id of the visit. */
  readonly session?: string | undefined;
}

/** The list that showed an item, for events of this item. */
export interface ListOrigin {
  readonly searchId?: string | undefined;
  readonly recommendationId?: string | undefined;
  /** From 1. */
  readonly position?: number | undefined;
}

/** An event without its visitor: `item`, or `items` of a cart or an order. */
export interface TrackedEvent extends ListOrigin {
  /** `view`, `click`, `cart`, `purchase`, `return`, `dislike`, or a type of your own. */
  readonly type: string;
  /** The shop's id of the item. */
  readonly item?: string | undefined;
  readonly items?: readonly EventItem[] | undefined;
  /** Events with the same id count once. */
  readonly id?: string | undefined;
  /** The shop's number of the order. */
  readonly order?: string | undefined;
  readonly currency?: string | undefined;
}

/** Sends events: the SDK by default, or one that survives the end of the page. */
export interface Tracker {
  /** Resolves when the event is stored, and rejects if it never will be. */
  track(event: TrackedEvent): Promise<void>;
}

/** A tracker that sends each event at once, by the client. */
export function clientTracker(client: ShopClient, project: string, visitor: ShopVisitor): Tracker {
  return {
    track: async (event) => {
      if (visitor.user === undefined && visitor.session === undefined)
        throw new TypeError(
          `Cannot send a ${event.type} event without a visitor: give VitrineProvider a \`visitor\` with a \`session\` or a \`user\``,
        );
      const { errors } = await client.events.add(project, { ...visitor, ...event } as ShopEvent);
      const [error] = errors.flatMap((one) => one.errors);
      if (error !== undefined) throw new TypeError(`Cannot store a ${event.type} event: ${error.detail}`);
    },
  };
}

/** The lists that led to items, so that later events of an item name the list too. Forgets the oldest. */
export class ListOrigins {
  readonly #origins = new Map<string, ListOrigin>();
  static readonly itemsMax = 500;

  remember(item: string, { searchId, recommendationId, position }: ListOrigin): void {
    if (searchId === undefined && recommendationId === undefined) return;
    this.#origins.delete(item);
    this.#origins.set(item, {
      ...(searchId === undefined ? {} : { searchId }),
      ...(recommendationId === undefined ? {} : { recommendationId }),
      ...(position === undefined ? {} : { position }),
    });
    const [oldest] = this.#origins.keys();
    if (this.#origins.size > ListOrigins.itemsMax && oldest !== undefined) this.#origins.delete(oldest);
  }

  of(item: string): ListOrigin {
    return this.#origins.get(item) ?? {};
  }

  /** The one list that led to all the items; without a position if there are several. */
  ofAll(items: readonly string[]): ListOrigin {
    const [first = {}, ...others] = items.map((item) => this.of(item));
    const isOne = others.every(
      (one) => one.searchId === first.searchId && one.recommendationId === first.recommendationId,
    );
    if (!isOne) return {};
    const { position: _position, ...list } = first;
    return items.length === 1 ? first : list;
  }
}
