import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { importFile } from '../../domain/catalog/import-files/import-file.ts';
import { createJsonSlices } from '../../domain/contract/json-document.ts';
import {
  HistoryLines,
  type ConvertedHistory,
  type ItemLookup,
} from '../../domain/history-import/sources/converted-history.ts';
import { addGa4Row, isGa4Row } from '../../domain/history-import/sources/ga4-events.ts';
import { orderColumns, OrderRows } from '../../domain/history-import/sources/order-rows.ts';
import { VitrineError } from '../../ports/errors.ts';
import { CommandError, send, type ApiClient } from '../api-client.ts';

/** The files that an import of a history reads: its own NDJSON, GA4's export to BigQuery, and orders in CSV. */
export const historyFormats = ['vitrine', 'ga4', 'orders'] as const;
type HistoryFormat = (typeof historyFormats)[number];

/** Detects the format of a file by its first line. */
export async function detectHistoryFormat(bytes: AsyncIterable<Uint8Array>): Promise<HistoryFormat> {
  for await (const line of createInterface({ input: Readable.from(bytes) })) {
    if (line.trim() === '') continue;
    const value = parseLine(line);
    if (value === undefined) return 'orders';
    return isGa4Row(value) ? 'ga4' : 'vitrine';
  }
  return 'vitrine';
}

/** The history in a file of another tool, whole and in memory, with the ids of the catalog. @throws CommandError */
export async function convertHistory(
  bytes: AsyncIterable<Uint8Array>,
  format: 'ga4' | 'orders',
  findItem: ItemLookup,
): Promise<ConvertedHistory> {
  try {
    return format === 'ga4' ? await convertGa4History(bytes, findItem) : await orderHistory(bytes, findItem);
  } catch (error) {
    if (error instanceof VitrineError) throw new CommandError(error.message);
    throw error;
  }
}

async function convertGa4History(
  bytes: AsyncIterable<Uint8Array>,
  findItem: ItemLookup,
): Promise<ConvertedHistory> {
  const lines = new HistoryLines();
  for await (const line of createInterface({ input: Readable.from(bytes) })) {
    if (line.trim() === '') continue;
    const value = parseLine(line);
    if (value === undefined) lines.skip('that are not JSON');
    else addGa4Row(value, lines, findItem);
  }
  return lines.end();
}

async function orderHistory(
  bytes: AsyncIterable<Uint8Array>,
  findItem: ItemLookup,
): Promise<ConvertedHistory> {
  const orders = new OrderRows(findItem);
  const { records } = importFile(bytes, {
    format: 'csv',
    layout: 'plain',
    encoding: null,
    decimal: null,
    mapping: null,
    findRememberedMapping: (names) => ({
      id: '',
      mapping: orderColumns(names),
      layout: null,
      decimal: null,
      chosenAt: 0,
    }),
    now: 0,
    slices: createJsonSlices(),
  });
  for await (const record of records) {
    if ('error' in record) {
      orders.skip('rows that are not valid CSV');
      continue;
    }
    const { findColumn } = record.source;
    // Numbers have the decimal sign of their column; the others stay as they are, such as a SKU `1.10`.
    const numbers = record.input.value as Readonly<Record<string, unknown>>;
    const readCell = (field: string): string => findColumn?.(field)?.cell ?? '';
    orders.add({
      order: readCell('order'),
      at: readCell('at'),
      customer: readCell('customer'),
      item: readCell('item'),
      quantity: numbers['quantity'],
      price: numbers['price'],
      currency: readCell('currency') || numbers['currency'],
      status: readCell('status'),
      cancelled: readCell('cancelled'),
    });
  }
  return orders.end();
}

/** Creates a function that finds the items of a project by id, or else by SKU. */
export async function createItemLookup(client: ApiClient, project: string): Promise<ItemLookup> {
  const path = `/api/items/export?project=${encodeURIComponent(project)}`;
  const { body } = await send(client, 'GET', path, null);
  if (body === null) throw new CommandError('The service returned no export');
  const ids = new Set<string>();
  const idBySku = new Map<string, string>();
  for await (const line of createInterface({ input: Readable.fromWeb(body as never) })) {
    const { id, sku } = JSON.parse(line) as { id: string; sku: string };
    ids.add(id);
    idBySku.set(sku, id);
  }
  return (name) => (ids.has(name) ? name : (idBySku.get(name) ?? null));
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
