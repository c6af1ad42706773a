import { toMilliseconds, readEpochNumber, detectEpochUnit } from '../../lib/epoch-time.ts';
import type { InputError, Warning } from '../../ports/errors.ts';
import type { EventItem, ShopEvent } from '../../ports/recommendations/events.ts';
import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { ItemNameKind } from '../catalog/named-items.ts';
import { defineNaming } from '../catalog/naming-field.ts';
import { defineCurrency } from '../contract/currency.ts';
import {
  Fault,
  createFault,
  defineList,
  defineNumber,
  defineText,
  defineTime,
  type Field,
} from '../contract/fields.ts';
import {
  isObject,
  collectMemberSchemas,
  defineObject,
  makeOptional,
  addDefaults,
} from '../contract/object-fields.ts';
import { defineComponent, makeSchemaOptional, defineObjectSchema } from '../contract/schema.ts';

/** An event as sent, including the visitor's address, which is not stored. */
export interface EventInput extends Omit<ShopEvent, 'suspectedBot'> {
  readonly address: string | null;
}

/** An event whose items may be named by other values than their ids. */
export interface SentEvent {
  readonly event: EventInput;
  /** The kinds of names to try, in order; null means that items are named by their ids. */
  readonly by: readonly ItemNameKind[] | null;
  /** Whether its items were sent as a list. */
  readonly isList: boolean;
}

const defineId = (description: string, lengthMax: number = limits.itemIdLengthMax) =>
  defineText({ lengthMax, numbers: true, description });
const itemName = defineId(
  'The shop’s id of the item; with `by`, its `sku`, `groupId` or `url`.',
  limits.itemReferenceLengthMax,
);
const user = defineId(
  'Customer id. Of a web key, an event counts for the user only with a `session` that is linked to the user: see the setting `visitors.unsignedUsers`.',
  limits.userIdLengthMax,
);
const session = defineId('Session id.', limits.userIdLengthMax);

const itemFields = addDefaults(
  defineObject(
    {
      id: itemName,
      quantity: makeOptional(
        defineNumber({ above: 0, max: limits.quantityMax, texts: true, description: 'Default: 1.' }),
      ),
      price: makeOptional(
        defineNumber({
          min: 0,
          texts: true,
          description: 'The unit price. The default is the current one in the catalog.',
        }),
      ),
    },
    { nullIsAbsent: true, ignoresOthers: true },
  ),
  { quantity: 1, price: null },
);
const eventItem: Field<EventItem> = {
  schema: defineComponent('EventItem', itemFields.schema),
  read: (value, path) => {
    const isId = typeof value === 'string' || typeof value === 'number';
    if (!isId && !isObject(value)) return createFault(path, 'type', 'an id or {id, quantity, price}');
    return itemFields.read(isId ? { id: value } : value, path);
  },
};
const items = defineList(eventItem, {
  countMin: 1,
  countMax: limits.itemsPerEventMax,
  noun: 'items',
  single: true,
});

const commonFields = {
  by: makeOptional(
    defineNaming(
      'What the items are named by: `id` (default), `sku`, `groupId` or `url`, or several of these in the order in which they are tried. The event is stored with the ids of the items. An unknown name is stored as it is.',
    ),
  ),
  type: defineText({
    lengthMax: limits.eventTypeLengthMax,
    numbers: true,
    description: '`view`, `click`, `cart`, `purchase`, `return`, `dislike`, or a type of the shop’s own.',
  }),
  id: makeOptional(defineId('Events with the same id count once.')),
  at: makeOptional(
    defineTime({
      description:
        'The time, in ISO 8601 (UTC without a zone), or in seconds or milliseconds since 1970. The default is now.',
    }),
  ),
  order: makeOptional(
    defineId(
      'The shop’s number of the order, of a `purchase` or `return`; also as `orderId`, `order_id`, `transactionId` or `transaction_id`. Each item of an order counts once.',
    ),
  ),
  currency: makeOptional(defineCurrency('The currency of the prices. The default is the project’s.')),
  searchId: makeOptional(defineId('The search that led to the event.')),
  recommendationId: makeOptional(defineId('The list that led to the event.')),
  position: makeOptional(
    defineNumber({
      whole: true,
      min: 1,
      max: 1_000_000,
      texts: true,
      description: 'Position of the item in that list, from 1.',
    }),
  ),
  address: makeOptional(
    defineId(
      'The visitor’s IP address. Not stored: it limits the visitors that count per address.',
      limits.addressLengthMax,
    ),
  ),
};
const eventFields = defineObject(
  {
    ...commonFields,
    user: makeOptional(user),
    session: makeOptional(session),
    item: makeOptional(itemName),
    items: makeOptional(items),
  },
  { nullIsAbsent: true, ignoresOthers: true },
);

/** A user, an anonymous session, or a user with the current session. */
export const visitorSchema = defineComponent('Visitor', {
  anyOf: [
    defineObjectSchema({ user: user.schema, session: makeSchemaOptional(session.schema) }),
    defineObjectSchema({ session: session.schema }),
  ],
});

export const eventSchema = defineComponent('ShopEvent', {
  allOf: [
    visitorSchema,
    { oneOf: [defineObjectSchema({ item: itemName.schema }), defineObjectSchema({ items: items.schema })] },
    defineObjectSchema(collectMemberSchemas(commonFields)),
  ],
  description: 'One action of a visitor.',
});

/** Other names of `order`, without case and underscores. */
const orderNames = new Set(['orderid', 'transactionid']);

/** Returns the event with its order as `order`, if it has it under another name. */
function renameOrder(value: Json): Json {
  if (!isObject(value) || (value['order'] ?? null) !== null) return value;
  const named = Object.keys(value).find(
    (name) =>
      orderNames.has(name.toLowerCase().replaceAll('_', '')) &&
      (value[name] ?? null) !== null &&
      value[name] !== '',
  );
  return named === undefined ? value : { ...value, order: value[named]! };
}

/** Warns that the time of an event is read as seconds, microseconds or nanoseconds; null for ISO 8601, milliseconds, and values that are no times. */
export function warnOfTimeUnit(value: Json, path: string): Warning | null {
  const sentAt = isObject(value) ? value['at'] : null;
  const count = typeof sentAt === 'string' ? readEpochNumber(sentAt) : sentAt;
  if (typeof count !== 'number' || detectEpochUnit(count) === 'milliseconds') return null;
  const date = new Date(toMilliseconds(count));
  if (Number.isNaN(date.getTime())) return null;
  const detail = `${path}.at is read as ${detectEpochUnit(count)} since 1970: ${date.toISOString()}. Send milliseconds or ISO 8601`;
  return { code: 'time_unit', path: `${path}.at`, detail };
}

/** Like {@link readNamedEvent}, where items are named by their ids alone. */
export function readEvent(value: Json, path: string, now: number, errors: InputError[]): EventInput | null {
  const named = readNamedEvent(value, path, now, errors);
  if (named === null || named.by === null) return named?.event ?? null;
  errors.push(
    ...createFault(`${path}.by`, 'not_allowed', 'omitted: items are named by their ids here').errors,
  );
  return null;
}

/** Parses the event at `path`. If it is invalid, adds to `errors` and returns null. `now` is in ms since 1970. */
export function readNamedEvent(
  original: Json,
  path: string,
  now: number,
  errors: InputError[],
): SentEvent | null {
  const value = renameOrder(original);
  const event = eventFields.read(value, path);
  const errorsBefore = errors.length;
  if (event instanceof Fault) errors.push(...event.errors);
  // Members that are invalid are present: what is sent shows which are missing.
  if (isObject(value)) checkCombination(event instanceof Fault ? value : event, path, errors);
  if (event instanceof Fault || errors.length > errorsBefore) return null;
  const { at = now, item } = event;
  if (at < 0 || at > now + limits.eventAheadMsMax) {
    errors.push(...createFault(`${path}.at`, 'out_of_range', 'a time from 1970 to one day ahead').errors);
    return null;
  }
  const by = event.by?.some((kind) => kind !== 'id') === true ? event.by : null;
  const items = event.items ?? (item === undefined ? [] : [{ id: item, quantity: 1, price: null }]);
  const isList = event.items !== undefined;
  if (by === null) checkIds(items, isList, path, errors);
  if (errors.length > errorsBefore) return null;
  return {
    by,
    isList,
    event: {
      id: event.id ?? null,
      type: event.type,
      user: event.user ?? null,
      session: event.session ?? null,
      at: Math.round(at),
      items,
      order: event.order ?? null,
      currency: event.currency ?? null,
      searchId: event.searchId ?? null,
      recommendationId: event.recommendationId ?? null,
      position: event.position ?? null,
      address: event.address ?? null,
    },
  };
}

/** The path of an item of an event, which has one or a list. */
export function formatItemPath(path: string, index: number, isList: boolean): string {
  return isList ? `${path}.items[${index}].id` : `${path}.item`;
}

/** Ids are shorter than addresses. */
export function checkIds(
  items: readonly EventItem[],
  isList: boolean,
  path: string,
  errors: InputError[],
): void {
  for (const [index, { id }] of items.entries()) {
    if (id.length <= limits.itemIdLengthMax) continue;
    const expected = `at most ${limits.itemIdLengthMax} characters long, not ${id.length}`;
    errors.push(...createFault(formatItemPath(path, index, isList), 'too_long', expected).errors);
  }
}

/** An event has a visitor, and one item or a list of them; the return of a whole order needs none. */
function checkCombination(
  {
    type = null,
    user = null,
    session = null,
    order = null,
    item = null,
    items: several = null,
  }: Readonly<Record<string, unknown>>,
  path: string,
  errors: InputError[],
): void {
  const reportMissing = (name: string, other: string): void => {
    const at = `${path}.${name}`;
    errors.push({ path: at, code: 'required', detail: `${at} or \`${other}\` is required` });
  };
  const isOfOrder = type === 'return' && order !== null;
  if (item === null && several === null && !isOfOrder) reportMissing('item', 'items');
  if (item !== null && several !== null)
    errors.push(...createFault(`${path}.item`, 'conflict', 'omitted where `items` is sent').errors);
  if (user === null && session === null) reportMissing('user', 'session');
}
