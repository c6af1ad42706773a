import type { ShopEvent, ShopLine } from './shop-event.ts';

type Values = Readonly<Record<string, unknown>>;

const types: Readonly<Record<string, ShopEvent['type']>> = {
  view_item: 'view',
  select_item: 'click',
  add_to_cart: 'cart',
  purchase: 'purchase',
  refund: 'return',
};

/** Actions of the data layer of Universal Analytics, which many shops still have. */
const formerTypes: Readonly<Record<string, ShopEvent['type']>> = {
  detail: 'view',
  click: 'click',
  add: 'cart',
  purchase: 'purchase',
  refund: 'return',
};

/** Lines of one event; what is beyond is no order of a shopper. */
const linesMax = 100;

/**
 * Reads the e-commerce events of an entry of the data layer: `gtag('event', name, parameters)`, an object with `event` and `ecommerce` for Google
 * Tag Manager, or the `ecommerce` of Universal Analytics.
 */
export function readEcommerceEvents(entry: Values): ShopEvent[] {
  if (entry[0] === 'event') return readNamed(entry[1], toValues(entry[2]));
  const ecommerce = toValues(entry['ecommerce']);
  const named = readNamed(entry['event'], Array.isArray(ecommerce['items']) ? ecommerce : entry);
  return named.length > 0 ? named : readFormer(ecommerce);
}

function readNamed(name: unknown, parameters: Values): ShopEvent[] {
  const type = typeof name === 'string' && Object.hasOwn(types, name) ? types[name] : undefined;
  if (type === undefined) return [];
  const lines = toLines(parameters['items'], 'item_id', 'id');
  if (lines.length === 0 && type !== 'return') return [];
  return [
    {
      type,
      lines,
      order: toText(parameters['transaction_id']),
      currency: toText(parameters['currency']),
    },
  ];
}

function readFormer(ecommerce: Values): ShopEvent[] {
  const events: ShopEvent[] = [];
  for (const [name, type] of Object.entries(formerTypes)) {
    const action = toValues(ecommerce[name]);
    const lines = toLines(action['products'], 'id', 'sku');
    if (lines.length === 0) continue;
    const order = toText(toValues(action['actionField'])['id']);
    events.push({ type, lines, order, currency: toText(ecommerce['currencyCode']) });
  }
  return events;
}

function toLines(items: unknown, ...idNames: readonly string[]): ShopLine[] {
  if (!Array.isArray(items)) return [];
  const lines: ShopLine[] = [];
  for (const item of items.slice(0, linesMax) as unknown[]) {
    const values = toValues(item);
    const name = idNames.map((one) => toText(values[one])).find((text) => text !== undefined);
    if (name === undefined) continue;
    lines.push({ name, quantity: toNumber(values['quantity']), price: toNumber(values['price']) });
  }
  return lines;
}

function toValues(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {};
}

function toText(value: unknown): string | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  return text === '' ? undefined : text;
}

function toNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}
