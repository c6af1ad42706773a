import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { asJson, vitrine, withFolder } from '../support/command-line.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** `vitrine import-history` of files of other tools. */
let service: LocalService;
let key = '';
let adminKey = '';
before(async () => {
  service = await LocalService.start();
  key = await service.project('shop');
  const created = await service.ask<{ key: string }>('POST', '/admin/keys', {
    body: { scopes: ['admin'] },
    headers: await service.signIn(),
  });
  adminKey = created.body.key;
  const data = [
    item('101', { sku: 'CHAIR-1', name: 'Oak chair' }),
    item('102', { sku: 'TABLE-1', name: 'Oak table' }),
    item('103', { sku: '1.10', name: 'Brass lamp' }),
  ];
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
});
after(() => service[Symbol.asyncDispose]());

interface Imported {
  readonly progress: {
    readonly searches: number;
    readonly events: number;
    readonly duplicates: number;
    readonly failed: number;
  };
  readonly skipped: Readonly<Record<string, number>>;
}
const counts = ({ progress }: Imported): number[] => [
  progress.searches,
  progress.events,
  progress.duplicates,
  progress.failed,
];

async function imported(
  name: string,
  content: string | Buffer,
  more: readonly string[] = [],
): Promise<Imported> {
  let done: Imported | null = null;
  await withFolder(async (folder) => {
    const file = join(folder, name);
    await writeFile(file, content);
    const address = ['--url', service.url, '--key', adminKey];
    done = await asJson<Imported & Record<string, unknown>>([
      'import-history',
      file,
      '--project',
      'shop',
      ...more,
      ...address,
    ]);
  });
  return done!;
}
const together = async (id: string): Promise<string[]> => {
  const { body } = await service.ask<{ items: { id: string }[] }>('POST', '/reco/fbt', {
    key,
    body: { index: 'shop', item: id },
  });
  return body.items.map((one) => one.id);
};

/** A row of `events_YYYYMMDD`, as `bq extract` writes it: 64-bit numbers are texts. */
function row(name: string, minute: number, more: object = {}): string {
  const at = Date.now() - 86_400_000 + minute * 60_000;
  return JSON.stringify({
    event_date: '20261125',
    event_timestamp: `${at}000`,
    event_name: name,
    event_params: [
      {
        key: 'ga_session_id',
        value: { string_value: null, int_value: '1764000000', float_value: null, double_value: null },
      },
      { key: 'page_location', value: { string_value: 'https://shop.example/', int_value: null } },
    ],
    user_id: null,
    user_pseudo_id: '1234567890.1764000000',
    device: { category: 'mobile', operating_system: 'iOS' },
    geo: { country: 'Germany' },
    items: [],
    ...more,
  });
}
const search = (term: string): object => ({
  event_params: [{ key: 'search_term', value: { string_value: term } }],
});
const chair = {
  item_id: 'CHAIR-1',
  item_name: 'Oak chair',
  price: 129,
  quantity: 1,
  item_list_name: '(not set)',
};
const table = { item_id: '102', item_name: 'Oak table', price: 349, quantity: 2 };

test('GA4’s export to BigQuery: searches, views, clicks, carts and purchases, by id or SKU, in the order of time', async () => {
  const purchase = {
    user_id: 'u7',
    ecommerce: { transaction_id: 'T-1', purchase_revenue: 827 },
    event_params: [{ key: 'currency', value: { string_value: 'EUR' } }],
    items: [chair, table],
  };
  const rows = [
    row('purchase', 9, purchase),
    row('purchase', 10, purchase),
    row('session_start', 0),
    row('page_view', 0),
    row('page_view', 1),
    row('view_search_results', 1, search('oak')),
    row('view_search_results', 1, search('')),
    row('select_item', 2, { items: [chair] }),
    row('view_item', 3, { items: [chair] }),
    row('add_to_cart', 4, { items: [{ ...chair, quantity: null }] }),
    row('view_item', 5, { items: [{ item_id: 'GONE-9' }] }),
    row('view_item', 6, {}),
    row('view_item', 7, { items: [chair], user_pseudo_id: null }),
    '{"event_name": "cut',
  ];
  const first = await imported('events.json.gz', gzipSync(`${rows.join('\n')}\n`));
  assert.deepEqual(counts(first), [1, 4, 1, 0], 'the second page of the order is a duplicate');
  assert.deepEqual(first.skipped, {
    'of the event page_view, which is not needed': 2,
    'of the event session_start, which is not needed': 1,
    'of a search without search_term': 1,
    'with items that are not in the catalog': 1,
    'without an item': 1,
    'without user_pseudo_id and user_id': 1,
    'that are not JSON': 1,
  });
  assert.equal((await together('101'))[0], '102', 'bought together');
  const again = await imported('events.ndjson', `${rows.join('\n')}\n`);
  assert.deepEqual(counts(again), [0, 0, 6, 0], 'a second import adds nothing');
});

test('an export of Shopify’s orders: rows of an order, cancelled ones, and prices', async () => {
  const header =
    'Name,Email,Financial Status,Paid at,Fulfillment Status,Currency,Subtotal,Total,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem sku,Cancelled at,Refunded Amount,Id';
  const orders = [
    header,
    '#1001,Eva@Example.com,paid,2026-03-01 12:01:00 +0100,fulfilled,EUR,827.00,827.00,2026-03-01 12:00:00 +0100,1,Oak chair,129.00,CHAIR-1,,0.00,551',
    '#1001,Eva@Example.com,,,,,,,,2,Oak table,349.00,TABLE-1,,,',
    '#1002,ben@example.com,voided,,unfulfilled,EUR,129.00,129.00,2026-03-02 09:00:00 +0100,1,Oak chair,129.00,CHAIR-1,2026-03-02 10:00:00 +0100,0.00,552',
    '#1003,eva@example.com,paid,,fulfilled,EUR,59.00,59.00,2026-03-03 09:00:00 +0100,1,Brass lamp,59.00,1.10,,0.00,553',
    '#1003,eva@example.com,,,,,,,,1,Gift card,10.00,,,,',
    '#1004,eva@example.com,paid,,fulfilled,EUR,9.00,9.00,2026-03-04 09:00:00 +0100,1,Old thing,9.00,GONE-1,,0.00,554',
  ].join('\n');
  const first = await imported('orders_export_1.csv', orders);
  assert.deepEqual(counts(first), [0, 2, 0, 0]);
  assert.deepEqual(first.skipped, {
    'rows without an item': 1,
    'rows with an item that is not in the catalog': 1,
    'of cancelled or refunded orders': 1,
  });
  assert.deepEqual(counts(await imported('orders_export_1.csv', orders)), [0, 0, 2, 0]);
});

test('orders of WooCommerce and of others, with semicolons, decimal commas and local dates', async () => {
  const woo =
    'Order Number,Order Status,Order Date,Email (Billing),SKU,Item Name,Quantity,Item Cost\n7001,Completed,2026-02-01 10:00,a@b.example,CHAIR-1,Oak chair,1,129\n7002,Refunded,2026-02-02 10:00,a@b.example,CHAIR-1,Oak chair,1,129\n';
  assert.deepEqual(counts(await imported('woo.csv', woo)), [0, 1, 0, 0]);
  const named = 'Name,Order ID,Date,SKU\nEva,N1,2026-02-05,CHAIR-1\nEva,N2,2026-02-06,CHAIR-1\n';
  assert.deepEqual(counts(await imported('named.csv', named)), [0, 2, 0, 0], 'a name is no order number');
  const exported =
    'transaction_id,date,sku\nT1,1764000000,CHAIR-1\nT1,1764000000,TABLE-1\nT2,1764000000000,1.10\n';
  assert.deepEqual(
    counts(await imported('exported.csv', exported)),
    [0, 2, 0, 0],
    'seconds and milliseconds',
  );
  const german = Buffer.from(
    'Bestellnummer;Datum;Kundennummer;Artikelnummer;Menge;Preis\nB1;03.02.2026 18:30;K-9;102;1;1.349,00 EUR\nB2;gestern;K-9;102;1;5,00\n',
    'latin1',
  );
  const read = await imported('bestellungen.csv', german);
  assert.deepEqual([counts(read), read.skipped], [[0, 1, 0, 0], { 'orders without a date': 1 }]);
});

test('a file of orders without a column that is needed fails with one message, and lines are told', async () => {
  await withFolder(async (folder) => {
    const file = join(folder, 'x.csv');
    const command = ['import-history', file, '--project', 'shop', '--url', service.url, '--key', adminKey];
    await writeFile(file, 'Order,SKU\n1,CHAIR-1\n');
    const failed = await vitrine(command);
    assert.equal(failed.status, 1);
    assert.match(
      failed.stderr,
      /The file of orders has no column for at \(created at, order date, date created\)/,
    );
    await writeFile(file, 'Order,Date,SKU\n1,2026-01-01,CHAIR-1\n2,2026-01-01,GONE\n');
    const told = await vitrine([...command, '--format', 'orders']);
    assert.deepEqual(told.stdout.split('\n').slice(0, 2), [
      '0 searches, 0 lists, 1 events, 0 rejected',
      '1 rows with an item that is not in the catalog: left out',
    ]);
    assert.equal((await vitrine([...command, '--format', 'xml'])).status, 2);
  });
});

test('GA4: an order counts once, a full refund has no items, and orders without a number count each', async () => {
  const order = (id: string): object => ({ ecommerce: { transaction_id: id } });
  const names = { user_pseudo_id: 'refunds.1' };
  const notSet = { item_id: '(not set)', item_name: '(not set)' };
  const rows = [
    row('purchase', 500, { ...names, ...order('T-900'), items: [chair, table] }),
    row('purchase', 501, { ...names, ...order('T-900'), items: [chair, table] }),
    row('purchase', 502, { ...names, ...order('(not set)'), items: [chair] }),
    row('purchase', 503, { ...names, ...order('(not set)'), items: [table] }),
    row('refund', 504, { ...names, ...order('T-900'), items: [{ ...table, quantity: 1 }] }),
    row('refund', 505, { ...names, ...order('T-900'), items: [notSet] }),
    row('refund', 506, { ...names, ...order('T-900') }),
    row('refund', 507, { ...names, ...order('(not set)') }),
  ];
  const first = await imported('refunds.json', rows.join('\n'));
  assert.deepEqual(counts(first), [0, 6, 1, 0]);
  assert.deepEqual(first.skipped, { 'without an item': 1 });
  const again = await imported('refunds.json', rows.join('\n'));
  assert.deepEqual(counts(again), [0, 0, 7, 0]);
});
