import type { EventItem, ShopEvent } from '../../../ports/recommendations/events.ts';
import { limits } from '../../../ports/limits.ts';
import { readEventRow, type EventRow } from '../../storage/event-rows.ts';
import type { ReadConnection } from '../../storage/database.ts';
import { logKind } from '../../storage/schema.ts';

/** Reads the purchases of an order by the index `log_orders`. */
const purchasesOfOrder = `SELECT kind, at, key, event_id AS eventId, body FROM log
  WHERE kind = ${logKind.event} AND json_extract(body, '$.t') = 'purchase' AND json_extract(body, '$.o') = ? ORDER BY rev LIMIT ?`;

/** The items of an order, and whether it may have more events. */
interface KnownOrder {
  readonly items: EventItem[];
  readonly ids: Set<string>;
  events: number;
}

/** The orders that one decision has read: each is read once, however many events of a request name it. */
export type OrderBatch = Map<string, KnownOrder>;

/**
 * The purchases of a project by their order. Each item of an order counts once, whatever the ids and visitors of the events.
 * Accepted purchases are looked up in the whole log, so that restarts, rebuilds and other processes decide the same.
 */
export class OrderLog {
  readonly #reads: ReadConnection;
  /** Orders with accepted events that are not yet durable, and the number of these events. */
  readonly #staged = new Map<string, { readonly known: KnownOrder; pending: number }>();

  constructor(reads: ReadConnection) {
    this.#reads = reads;
  }

  /** Reduces an event to the items that are new; a return of a whole order gets the order's items. Returns null if none is new. */
  newPart(event: ShopEvent, batch: OrderBatch): ShopEvent | null {
    const { type, order, items } = event;
    if (type === 'return' && items.length === 0) {
      const bought = order === null ? [] : this.#readOrder(order, batch).items;
      return bought.length === 0 ? null : { ...event, items: bought.slice(0, limits.itemsPerEventMax) };
    }
    if (type !== 'purchase' || order === null) return event;
    const { ids, events } = this.#readOrder(order, batch);
    if (events >= limits.eventsPerOrderMax) return null;
    const isNew = items.filter(({ id }) => !ids.has(id));
    if (isNew.length === items.length) return event;
    return isNew.length === 0 ? null : { ...event, items: isNew };
  }

  /** Records an accepted event until it is durable. */
  stage(event: ShopEvent, batch: OrderBatch): void {
    if (event.type !== 'purchase' || event.order === null) return;
    const knownOrder = this.#readOrder(event.order, batch);
    addTo(knownOrder, event);
    const pending = (this.#staged.get(event.order)?.pending ?? 0) + 1;
    this.#staged.set(event.order, { known: knownOrder, pending });
  }

  /** Call when an event is in the log. */
  onStored({ type, order }: ShopEvent): void {
    const staged = type === 'purchase' && order !== null ? this.#staged.get(order) : undefined;
    if (staged === undefined || order === null) return;
    staged.pending--;
    if (staged.pending === 0) this.#staged.delete(order);
  }

  clear(): void {
    this.#staged.clear();
  }

  #readOrder(order: string, batch: OrderBatch): KnownOrder {
    const read = this.#staged.get(order)?.known ?? batch.get(order);
    if (read !== undefined) return read;
    const knownOrder: KnownOrder = { items: [], ids: new Set(), events: 0 };
    const rows = this.#reads
      .prepare(purchasesOfOrder)
      .all(order, limits.eventsPerOrderMax) as unknown as EventRow[];
    for (const row of rows) addTo(knownOrder, readEventRow(row));
    batch.set(order, knownOrder);
    return knownOrder;
  }
}

function addTo(order: KnownOrder, event: ShopEvent): void {
  order.events++;
  for (const item of event.items) {
    order.items.push(item);
    order.ids.add(item.id);
  }
}
