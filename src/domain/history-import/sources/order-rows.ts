import { createHash } from 'node:crypto';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import { parseTime } from '../../../lib/epoch-time.ts';
import { HistoryLines, type ConvertedHistory, type ItemLookup } from './converted-history.ts';

/** Column names of order files in lower case, by meaning. The first name that the file has counts. */
const names = {
  // Shopify; order exports of WooCommerce; others.
  // `Name` is the order number in Shopify's export, and a person elsewhere.
  order: [
    'order number',
    'order id',
    'order_id',
    'orderid',
    'order',
    'transaction id',
    'transaction_id',
    'transactionid',
    'bestellnummer',
    'auftragsnummer',
    'name',
  ],
  at: ['created at', 'order date', 'date created', 'date', 'created_at', 'bestelldatum', 'datum'],
  customer: [
    'customer id',
    'customer_id',
    'customer user id',
    'customer',
    'email',
    'email (billing)',
    'billing email',
    'kundennummer',
  ],
  item: ['lineitem sku', 'sku', 'item sku', 'item id', 'item_id', 'product id', 'artikelnummer'],
  quantity: ['lineitem quantity', 'quantity', 'item quantity', 'quantity (- refund)', 'qty', 'menge'],
  price: ['lineitem price', 'item cost', 'item price', 'price', 'unit price', 'preis', 'einzelpreis'],
  currency: ['currency', 'order currency', 'währung'],
  status: ['financial status', 'order status', 'status'],
  cancelled: ['cancelled at'],
} as const;
type Field = keyof typeof names;
const required: readonly Field[] = ['order', 'at', 'item'];

/** Orders in these states were not kept. */
const notKept = /^(?:cancelled|canceled|refunded|voided|failed|trash|storniert)$/i;

/**
 * The field of each column of a file of orders: as the exports of Shopify and WooCommerce name them, or with the usual names.
 * @throws VitrineError invalid_request if a required column is missing
 */
export function orderColumns(columns: readonly string[]): Readonly<Record<string, string | null>> {
  const mapping: Record<string, string | null> = Object.fromEntries(columns.map((name) => [name, null]));
  const fields = new Set<Field>();
  for (const [field, usual] of Object.entries(names) as [Field, readonly string[]][]) {
    const column = usual.flatMap((name) => columns.filter((one) => one.trim().toLowerCase() === name))[0];
    if (column === undefined) continue;
    mapping[column] = field;
    fields.add(field);
  }
  const missing = required.filter((field) => !fields.has(field));
  if (missing.length === 0) return mapping;
  const expected = missing.map((field) => `${field} (${names[field].slice(0, 3).join(', ')})`).join('; ');
  throw new VitrineError('invalid_request', `The file of orders has no column for ${expected}`);
}

/** A row of a file of orders, by field. */
export type OrderRow = Readonly<Partial<Record<Field, unknown>>>;

interface Order {
  at: number;
  customer: string;
  currency: string;
  isKept: boolean;
  readonly items: { id: string; quantity: number; price?: number }[];
}

/** Collects the orders of a file, whose rows are the items of orders. Further rows of an order may have only its number. */
export class OrderRows {
  readonly #orders = new Map<string, Order>();
  readonly #lines = new HistoryLines();
  readonly #findItem: ItemLookup;

  constructor(findItem: ItemLookup) {
    this.#findItem = findItem;
  }

  add(row: OrderRow): void {
    const number = readText(row.order);
    if (number === '') return this.#lines.skip('without an order number');
    const order = this.#orders.get(number) ?? {
      at: Number.NaN,
      customer: '',
      currency: '',
      isKept: true,
      items: [],
    };
    this.#orders.set(number, order);
    const at = readTime(readText(row.at));
    if (Number.isNaN(order.at) && at !== null) order.at = at;
    order.customer ||= hashCustomer(readText(row.customer));
    order.currency ||= readText(row.currency).toUpperCase();
    if (readText(row.cancelled) !== '' || notKept.test(readText(row.status))) order.isKept = false;
    this.#addItem(order, row);
  }

  skip(reason: string): void {
    this.#lines.skip(reason);
  }

  end(): ConvertedHistory {
    for (const [number, order] of this.#orders) {
      if (!order.isKept) this.#lines.skip('of cancelled or refunded orders');
      else if (Number.isNaN(order.at)) this.#lines.skip('orders without a date');
      else if (order.items.length > 0) this.#addOrder(number, order);
    }
    return this.#lines.end();
  }

  #addItem(order: Order, row: OrderRow): void {
    const named = readText(row.item);
    if (named === '') return this.#lines.skip('rows without an item');
    const id = this.#findItem(named);
    if (id === null) return this.#lines.skip('rows with an item that is not in the catalog');
    const quantity = row.quantity === undefined ? 1 : Number(row.quantity);
    if (!(quantity > 0) || quantity > limits.quantityMax) return this.#lines.skip('rows without a quantity');
    const price = row.price === undefined ? Number.NaN : Number(row.price);
    order.items.push({ id, quantity, ...(price >= 0 ? { price } : {}) });
  }

  #addOrder(number: string, { at, customer, currency, items }: Order): void {
    const user = customer === '' ? `order-${number}` : customer;
    for (let from = 0; from < items.length; from += limits.itemsPerEventMax)
      this.#lines.add(at, 'event', {
        // The id depends on the order alone, so that a repeated import changes nothing.
        id: `order-${hashText(number)}${from === 0 ? '' : `-${from}`}`,
        type: 'purchase',
        user: user.slice(0, limits.userIdLengthMax),
        order: number.slice(0, limits.itemIdLengthMax),
        ...(/^[A-Z]{3}$/.test(currency) ? { currency } : {}),
        items: items.slice(from, from + limits.itemsPerEventMax),
      });
  }
}

/** An e-mail address is personal data: its hash tells customers apart as well. */
function hashCustomer(customer: string): string {
  return customer.includes('@') ? `customer-${hashText(customer.toLowerCase())}` : customer;
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}

/**
 * `2026-03-01 12:00:00 +0100`, ISO 8601, `01.03.2026 12:00`, or seconds or milliseconds since 1970; without a zone in UTC. Null means not
 * understood.
 */
function readTime(text: string): number | null {
  const german = /^(\d\d?)\.(\d\d?)\.(\d{4})(?:,? (\d\d:\d\d(?::\d\d)?))?$/.exec(text);
  const padPart = (part = ''): string => part.padStart(2, '0');
  const time = parseTime(
    german === null
      ? text
      : `${german[3]}-${padPart(german[2])}-${padPart(german[1])}T${german[4] ?? '00:00'}`,
  );
  return Number.isNaN(time) ? null : time;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}
