import type { EventItem, ShopEvent } from '../../../ports/recommendations/events.ts';
import { limits } from '../../../ports/limits.ts';
import { eventOf, type EventRow } from '../../storage/event-rows.ts';
import type { ReadConnection } from '../../storage/database.ts';
import { logKind } from '../../storage/schema.ts';

/** By the index `log_orders`: purchases by their order. */
const purchasesOfOrder = `SELECT kind, at, key, event_id AS eventId, body FROM log
  WHERE kind = ${logKind.event} AND json_extract(body, '$.t') = 'purchase' AND json_extract(body, '$.o') = ? ORDER BY rev LIMIT ?`;

/** What is known of an order: its items, and whether it may have more events. */
interface KnownOrder {
  readonly items: EventItem[];
  readonly ids: Set<string>;
  events: number;
}

/** The orders that one decision read: each is read once, however many events of a request name it. */
export type OrderBatch = Map<string, KnownOrder>;

/**
 * The purchases of a project by their order. Each item of an order counts once, whatever the ids and visitors of the events: the
 * log has what was accepted, without a window, so that restarts, replays and other processes decide the same.
 */
export class OrderLog {
  readonly #reads: ReadConnection;
  /** Orders with events that are accepted but not yet durable, and the number of those. */
  readonly #staged = new Map<string, { readonly known: KnownOrder; pending: number }>();

  constructor(reads: ReadConnection) {
    this.#reads = reads;
  }

  /** The event with the items that are new: of a return of a whole order, what the order has. Null where there are none. */
  newPart(event: ShopEvent, batch: OrderBatch): ShopEvent | null {
    const { type, order, items } = event;
    if (type === 'return' && items.length === 0) {
      const bought = order === null ? [] : this.#orderOf(order, batch).items;
      return bought.length === 0 ? null : { ...event, items: bought.slice(0, limits.itemsPerEventMax) };
    }
    if (type !== 'purchase' || order === null) return event;
    const { ids, events } = this.#orderOf(order, batch);
    if (events >= limits.eventsPerOrderMax) return null;
    const isNew = items.filter(({ id }) => !ids.has(id));
    if (isNew.length === items.length) return event;
    return isNew.length === 0 ? null : { ...event, items: isNew };
  }

  /** Records an accepted event until it is durable. */
  stage(event: ShopEvent, batch: OrderBatch): void {
    if (event.type !== 'purchase' || event.order === null) return;
    const known = this.#orderOf(event.order, batch);
    addTo(known, event);
    const pending = (this.#staged.get(event.order)?.pending ?? 0) + 1;
    this.#staged.set(event.order, { known, pending });
  }

  /** Call when an event is in the log. */
  stored({ type, order }: ShopEvent): void {
    const staged = type === 'purchase' && order !== null ? this.#staged.get(order) : undefined;
    if (staged === undefined || order === null) return;
    staged.pending--;
    if (staged.pending === 0) this.#staged.delete(order);
  }

  clear(): void {
    this.#staged.clear();
  }

  #orderOf(order: string, batch: OrderBatch): KnownOrder {
    const read = this.#staged.get(order)?.known ?? batch.get(order);
    if (read !== undefined) return read;
    const known: KnownOrder = { items: [], ids: new Set(), events: 0 };
    const rows = this.#reads
      .prepare(purchasesOfOrder)
      .all(order, limits.eventsPerOrderMax) as unknown as EventRow[];
    for (const row of rows) addTo(known, eventOf(row));
    batch.set(order, known);
    return known;
  }
}

function addTo(known: KnownOrder, event: ShopEvent): void {
  known.events++;
  for (const item of event.items) {
    known.items.push(item);
    known.ids.add(item.id);
  }
}
