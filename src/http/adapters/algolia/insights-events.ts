import { readEvent, type EventInput } from '../../../domain/events/event-input.ts';
import { isObject } from '../../../domain/contract/object-fields.ts';
import { VitrineError, type InputError } from '../../../ports/errors.ts';
import type { Json, JsonObject } from '../../../ports/catalog/json.ts';
import { limits } from '../../../ports/limits.ts';
import { decodeQueryId } from './query-id.ts';

/** The visitor that a key is for. If both are null, the events name one; with a session alone, they name no user. */
export interface BoundVisitor {
  readonly user: string | null;
  readonly session: string | null;
}

export interface IndexEvents {
  readonly index: string;
  readonly events: readonly EventInput[];
}

const typeBySubtype: ReadonlyMap<string, string> = new Map([
  ['addToCart', 'cart'],
  ['purchase', 'purchase'],
]);
/** Marks events that InstantSearch sends by itself. */
const automaticSource = 'instantsearch-internal';

/**
 * Converts the events of Insights. Leaves out events about filters alone, which have no counterpart, and the views of hits that
 * InstantSearch reports, as searches record impressions themselves.
 * @throws VitrineError invalid_event if one of them is not valid
 */
export function readInsightsEvents(input: Json | undefined, now: number, bound: BoundVisitor): IndexEvents[] {
  if (!Array.isArray(input)) throw createEventError('events', 'type', 'events must be a list');
  if (input.length > limits.eventsPerWriteMax) throw createCountError();
  const byIndex = new Map<string, EventInput[]>();
  const errors: InputError[] = [];
  let count = 0;
  input.forEach((event, position) => {
    const path = `events[${position}]`;
    if (!isObject(event)) return errors.push({ path, code: 'type', detail: `${path} must be an object` });
    // Such an event lists the widgets of the page.
    if (event['eventType'] === 'instantsearch') return undefined;
    const { index } = event;
    if (typeof index !== 'string' || index === '')
      return errors.push({ path, code: 'required', detail: `${path}.index is required` });
    const events = byIndex.get(index) ?? [];
    byIndex.set(index, events);
    if (isImpression(event) || event['objectIDs'] === undefined) return undefined;
    const isNamed = [event['userToken'], event['authenticatedUserToken'], bound.user, bound.session].some(
      (one) => one != null,
    );
    if (!isNamed) return errors.push({ path, code: 'required', detail: `${path}.userToken is required` });
    const converted = convertEvent(event, bound);
    count += converted.length;
    if (count > limits.eventsPerWriteMax) throw createCountError();
    for (const one of converted) {
      const read = readEvent(one, path, now, errors);
      if (read !== null) events.push(read);
    }
    return undefined;
  });
  const [first] = errors;
  if (first !== undefined) throw new VitrineError('invalid_event', restoreName(first.detail));
  return Array.from(byIndex, ([index, events]) => ({ index, events }));
}

/** The names of members in Insights, by their names here. */
const sentNames: Readonly<Record<string, string>> = {
  type: 'eventType',
  at: 'timestamp',
  user: 'authenticatedUserToken',
  session: 'userToken',
  items: 'objectIDs',
  searchId: 'queryID',
  position: 'positions',
};

/** Puts the name that the event was sent with into the text of an error. */
function restoreName(detail: string): string {
  return detail.replace(
    /^(events\[\d+\]\.)(\w+)/,
    (_, path: string, name: string) => path + (sentNames[name] ?? name),
  );
}

function createCountError(): VitrineError {
  const detail = `Cannot process more than ${limits.eventsPerWriteMax} events in a batch, with one for each clicked item`;
  return createEventError('events', 'too_many', detail);
}

function createEventError(path: string, code: string, detail: string): VitrineError {
  return new VitrineError('invalid_event', detail, { errors: [{ path, code, detail }] });
}

function isImpression({ eventType, algoliaSource }: JsonObject): boolean {
  return eventType === 'view' && Array.isArray(algoliaSource) && algoliaSource.includes(automaticSource);
}

/** Converts an event. Clicks become one event per item, as each has its position. */
function convertEvent(event: JsonObject, bound: BoundVisitor): JsonObject[] {
  const { eventType, eventSubtype, objectIDs, positions, objectData, userToken, authenticatedUserToken } =
    event;
  const type =
    eventType === 'conversion'
      ? ((typeof eventSubtype === 'string' ? typeBySubtype.get(eventSubtype) : undefined) ?? 'conversion')
      : (eventType ?? null);
  const ids = Array.isArray(objectIDs) ? objectIDs : [objectIDs ?? null];
  const data = ids.map((_, at) => (Array.isArray(objectData) ? (objectData[at] ?? null) : null));
  const items = ids.map((id, at) => convertItem(id, data[at]!));
  const shared = {
    type,
    user: bound.user ?? (bound.session === null ? (authenticatedUserToken ?? null) : null),
    session: bound.session ?? userToken ?? null,
    at: event['timestamp'] ?? null,
    currency: event['currency'] ?? null,
  };
  if (type !== 'click') return [{ ...shared, items, ...readOrigin(event['queryID'] ?? findQueryId(data)) }];
  return items.map((item, at) => ({
    ...shared,
    items: [item],
    position: Array.isArray(positions) ? (positions[at] ?? null) : null,
    ...readOrigin(event['queryID'] ?? findQueryId([data[at]!])),
  }));
}

/** Converts an item with the price that was paid, after the discount of a unit. */
function convertItem(id: Json, data: Json): JsonObject {
  if (!isObject(data)) return { id };
  const { quantity, price, discount } = data;
  const paid = readNumber(price);
  return {
    id,
    ...(quantity === undefined ? {} : { quantity }),
    ...(price === undefined
      ? {}
      : { price: paid === null ? price : Math.max(0, paid - (readNumber(discount) ?? 0)) }),
  };
}

function readNumber(value: Json | undefined): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Returns the query id of the first item that names one. */
function findQueryId(data: readonly Json[]): Json {
  return (
    data.flatMap((one) => (isObject(one) && one['queryID'] !== undefined ? [one['queryID']] : []))[0] ?? null
  );
}

function readOrigin(queryId: Json): JsonObject {
  return typeof queryId === 'string' ? decodeQueryId(queryId) : { searchId: queryId };
}
