import { createHash } from 'node:crypto';
import { limits } from '../../../ports/limits.ts';
import type { HistoryLines, ItemLookup } from './converted-history.ts';

/**
 * A row of GA4's export to BigQuery (https://support.google.com/analytics/answer/7029846), as NDJSON: numbers may be texts. Members that
 * are not read are left out.
 */
interface Ga4Row {
  readonly event_name?: unknown;
  /** Microseconds since 1970. */
  readonly event_timestamp?: unknown;
  readonly user_pseudo_id?: unknown;
  readonly user_id?: unknown;
  readonly event_params?: unknown;
  readonly device?: { readonly category?: unknown } | null;
  readonly ecommerce?: { readonly transaction_id?: unknown } | null;
  readonly items?: unknown;
}

const eventTypes: Readonly<Record<string, string>> = {
  view_item: 'view',
  select_item: 'click',
  add_to_cart: 'cart',
  purchase: 'purchase',
  refund: 'return',
};
const devices: Readonly<Record<string, string>> = { mobile: 'phone', tablet: 'tablet', desktop: 'desktop' };

/** Whether a parsed line is a row of the export. */
export function isGa4Row(value: unknown): boolean {
  return value !== null && typeof value === 'object' && 'event_name' in value && 'event_timestamp' in value;
}

/** Adds the event of a row to a history. */
export function addGa4Row(value: unknown, lines: HistoryLines, findItem: ItemLookup): void {
  if (!isGa4Row(value)) return lines.skip('that are not rows of GA4');
  const row = value as Ga4Row;
  const name = readText(row.event_name);
  const type = Object.hasOwn(eventTypes, name) ? eventTypes[name]! : null;
  if (type === null && name !== 'view_search_results')
    return lines.skip(`of the event ${name.slice(0, 60)}, which is not needed`);
  const at = Math.round(Number(row.event_timestamp) / 1_000);
  if (!Number.isFinite(at) || at <= 0) return lines.skip('without a time');
  const visitor = readVisitor(row);
  if (visitor === null) return lines.skip('without user_pseudo_id and user_id');
  const id = formatRowId(row);
  if (type === null) addSearch(row, { id, at, visitor }, lines, findItem);
  else addEvent(row, { id, at, type, visitor }, lines, findItem);
}

type Visitor = Readonly<Record<string, string>>;

function addSearch(
  row: Ga4Row,
  { id, at, visitor }: { id: string; at: number; visitor: Visitor },
  lines: HistoryLines,
  findItem: ItemLookup,
): void {
  const query = readText(readParameter(row, 'search_term')).slice(0, limits.queryLengthMax);
  if (query.trim() === '') return lines.skip('of a search without search_term');
  const items = readItems(row).flatMap((item) => findItem(readText(item['item_id'])) ?? []);
  const device = devices[readText(row.device?.category)];
  // GA4 does not tell the number of results: a search without items is not one without results.
  const total = Math.max(1, items.length);
  lines.add(at, 'search', {
    id,
    ...visitor,
    query,
    items: [...new Set(items)],
    total,
    ...(device === undefined ? {} : { device }),
  });
}

function addEvent(
  row: Ga4Row,
  { id, at, type, visitor }: { id: string; at: number; type: string; visitor: Visitor },
  lines: HistoryLines,
  findItem: ItemLookup,
): void {
  const transaction = readValue(row.ecommerce?.transaction_id);
  const isOrder = type === 'purchase' || type === 'return';
  const order = isOrder && transaction !== '' ? transaction.slice(0, limits.itemIdLengthMax) : null;
  const named = readItems(row).filter((item) => readValue(item['item_id']) !== '');
  if (named.length === 0) {
    // A full refund has the order alone.
    if (type === 'return' && order !== null) return lines.add(at, 'event', { id, type, ...visitor, order });
    return lines.skip('without an item');
  }
  const items = named.flatMap((item) => {
    const itemId = findItem(readText(item['item_id']));
    return itemId === null ? [] : [convertItem(itemId, item)];
  });
  if (items.length === 0) return lines.skip('with items that are not in the catalog');
  const currency = readText(readParameter(row, 'currency'));
  lines.add(at, 'event', {
    // An order that is sent again, as its page is loaded again, counts once by its number.
    id,
    type,
    ...visitor,
    items: items.slice(0, limits.itemsPerEventMax),
    ...(order === null ? {} : { order }),
    ...(isOrder && /^[A-Z]{3}$/.test(currency) ? { currency } : {}),
  });
}

function convertItem(id: string, item: Readonly<Record<string, unknown>>): object {
  const quantity = Number(item['quantity'] ?? Number.NaN);
  const price = Number(item['price'] ?? Number.NaN);
  return {
    id,
    ...(quantity > 0 && quantity <= limits.quantityMax ? { quantity } : {}),
    ...(price >= 0 && Number.isFinite(price) ? { price } : {}),
  };
}

/** The pseudonymous id is of a browser: the session of Vitrine. */
function readVisitor(row: Ga4Row): Visitor | null {
  const session = readText(row.user_pseudo_id).slice(0, limits.userIdLengthMax);
  const user = readText(row.user_id).slice(0, limits.userIdLengthMax);
  if (session === '' && user === '') return null;
  return { ...(session === '' ? {} : { session }), ...(user === '' ? {} : { user }) };
}

/** Derives an id from a row, so that a repeated import of a file changes nothing. */
function formatRowId(row: Ga4Row): string {
  const parts = [
    row.event_name,
    row.event_timestamp,
    row.user_pseudo_id,
    row.user_id,
    readItems(row).map((item) => item['item_id']),
    readParameter(row, 'search_term'),
  ];
  return `ga4-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`;
}

function readItems({ items }: Ga4Row): Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(items)) return [];
  return items.filter((item): item is Record<string, unknown> => item !== null && typeof item === 'object');
}

/** The value of an event parameter, of any type. */
function readParameter({ event_params: parameters }: Ga4Row, key: string): unknown {
  if (!Array.isArray(parameters)) return undefined;
  const parameter = parameters.find(
    (entry): entry is { key: string; value?: Readonly<Record<string, unknown>> } =>
      entry !== null && typeof entry === 'object' && 'key' in entry && entry.key === key,
  );
  return Object.values(parameter?.value ?? {}).find((value) => value !== null && value !== undefined);
}

/** As {@link readText}; empty for what GA4 writes in place of a missing value. */
function readValue(value: unknown): string {
  const text = readText(value);
  return text === '(not set)' ? '' : text;
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
