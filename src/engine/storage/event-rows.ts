import type { EventItem, ShopEvent, VisitorId } from '../../ports/recommendations/events.ts';

/** A row of the log that is an event or a merge. */
export interface EventRow {
  readonly kind: number;
  readonly at: number;
  readonly key: string;
  readonly eventId: string | null;
  readonly body: string;
}

/**
 * The parts of an event without a column, under short names, as events are most of a database: type, items, session, query (`searchId`),
 * recommendation, position, `c` for suspected bots, order and `y` for the currency.
 */
interface Body {
  readonly t: string;
  readonly i: [id: string, quantity: number, price: number | null, estimated?: 0 | 1, product?: string][];
  readonly s?: string;
  readonly q?: string;
  readonly r?: string;
  readonly p?: number;
  readonly c?: 1;
  /** The positions in `i` of items beyond the cap of the address. */
  readonly x?: readonly number[];
  readonly o?: string;
  readonly y?: string;
}

export function visitorKey(visitor: VisitorId): string {
  return 'user' in visitor ? `u:${visitor.user}` : `s:${visitor.session}`;
}

export function visitorOfKey(key: string): VisitorId {
  return key.startsWith('u:') ? { user: key.slice(2) } : { session: key.slice(2) };
}

export function eventKey(event: ShopEvent): string {
  return event.user === null ? `s:${event.session}` : `u:${event.user}`;
}

export function encodeEventBody(event: ShopEvent): string {
  const capped = event.items.flatMap(({ isBeyondAddressCap = false }, at) => (isBeyondAddressCap ? at : []));
  const body: Body = {
    t: event.type,
    i: event.items.map(({ id, quantity, price, isEstimated = false, product }) =>
      product === undefined
        ? isEstimated
          ? [id, quantity, price, 1]
          : [id, quantity, price]
        : [id, quantity, price, isEstimated ? 1 : 0, product],
    ),
    ...(event.user !== null && event.session !== null ? { s: event.session } : {}),
    ...(event.searchId === null ? {} : { q: event.searchId }),
    ...(event.recommendationId === null ? {} : { r: event.recommendationId }),
    ...(event.position === null ? {} : { p: event.position }),
    ...(event.suspectedBot ? { c: 1 } : {}),
    ...(capped.length === 0 ? {} : { x: capped }),
    ...(event.order === null ? {} : { o: event.order }),
    ...(event.currency === null ? {} : { y: event.currency }),
  };
  return JSON.stringify(body);
}

export function readEventRow(row: EventRow): ShopEvent {
  const body = JSON.parse(row.body) as Body;
  const isUser = row.key.startsWith('u:');
  const capped = new Set(body.x);
  return {
    id: row.eventId,
    type: body.t,
    user: isUser ? row.key.slice(2) : null,
    session: isUser ? (body.s ?? null) : row.key.slice(2),
    at: row.at,
    items: body.i.map(([id, quantity, price, estimated, product], at): EventItem => ({
      id,
      quantity,
      price,
      ...(estimated === 1 ? { isEstimated: true } : {}),
      ...(capped.has(at) ? { isBeyondAddressCap: true } : {}),
      ...(product === undefined ? {} : { product }),
    })),
    order: body.o ?? null,
    currency: body.y ?? null,
    searchId: body.q ?? null,
    recommendationId: body.r ?? null,
    position: body.p ?? null,
    suspectedBot: body.c === 1,
  };
}

export function mergeBody(visitor: VisitorId, into: string): string {
  return JSON.stringify({
    from: 'session' in visitor ? { session: visitor.session } : { user: visitor.user },
    into,
  });
}

export function readMergeRow(row: EventRow): { from: VisitorId; into: string } {
  return JSON.parse(row.body) as { from: VisitorId; into: string };
}
