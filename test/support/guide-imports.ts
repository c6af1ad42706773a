import assert from 'node:assert/strict';
import { exportedFiles } from './exported-files.ts';
import { assertOutput, type PageExamples } from './guide-examples.ts';
import type { ShopServer } from './shops/shop-server.ts';
import { createShopifyProducts, startShopifyShop } from './shops/shopify-shop.ts';
import { exampleHistory, type ExampleShop } from './guide-shop.ts';

/** A day of GA4: an event that is not needed, one of an item that is unknown, and one that counts. */
function analyticsExport(now: number): string {
  const row = (event: string, items: readonly object[], i: number): object => ({
    event_date: '20261101',
    event_timestamp: `${now - 86_400_000 + i}000`,
    event_name: event,
    user_pseudo_id: `visitor-${i}`,
    items,
  });
  const rows = [
    row('page_view', [], 1),
    row('view_item', [{ item_id: 'a1' }], 2),
    row('view_item', [{ item_id: 'gone' }], 3),
  ];
  return rows.map((one) => JSON.stringify(one)).join('\n');
}

/** The pages about imports. */
export function importExamples(shop: () => ExampleShop): Readonly<Record<string, PageExamples>> {
  /** A shop to connect. */
  let shopify: ShopServer | null = null;

  /** A catalog with the mistakes that the guide shows, one of a merchant with other names of columns, and new prices. */
  function writeCatalogs(): void {
    const products = [
      'id;name;price;imgs',
      'a11;Stuhl;89,90;https://shop().example/1.jpg',
      'a12;;12,50;https://shop().example/2.jpg',
      'a13;Bank;on request;https://shop().example/3.jpg',
      'a14;"Tisch;9,50;https://shop().example/4.jpg',
      'b11;Schr\u00e4nke;7,5;https://shop().example/5.jpg',
    ];
    shop().writeFiles({
      'products.csv': Buffer.from(products.join('\n'), 'latin1'),
      'artikel.csv': 'Artikelnummer;Titel;Preis;EK\n1;Stuhl;89,90;40\n2;Tisch;12,50;10\n',
      'prices.csv': 'id,price\na1,99\n',
    });
  }

  /** Imports the rows of the guide. */
  function importRows(name: string, options = ''): (text: string) => Promise<void> {
    return async (text) => {
      shop().writeFiles({ [name]: text });
      const output = await shop().shell(`vitrine import ${name} --project shop ${options}`);
      assert.match(output.join('\n'), / 0 rejected|, 0 not found/);
    };
  }

  async function mapColumns(text: string): Promise<void> {
    shop().writeFiles({ 'mapping.json': text });
    const output = await shop().shell('vitrine import artikel.csv --mapping mapping.json --project shop');
    assert.match(output.join('\n'), /^2 added, 0 replaced, 0 rejected$/m);
  }

  const mapping = { Artikelnummer: 'id', Titel: 'name', Preis: 'price', EK: null };

  async function importMapped(): Promise<void> {
    shop().writeFiles({
      'artikel.csv': 'Artikelnummer;Titel;Preis;EK\n1;St\u00fchle;89,90;40\n2;Tisch;12,50;10\n',
      'mapping.json': JSON.stringify(mapping),
    });
    await shop().shell('vitrine import artikel.csv --mapping mapping.json --project shop');
  }

  /** The mapping is remembered; then the file gets the mistakes that the guide shows next. */
  async function importMappedAgain(text: string): Promise<void> {
    assertOutput(text, await shop().shell('vitrine import artikel.csv --project shop'));
    const rows = [
      'Artikelnummer;Titel;Preis;EK',
      '1;St\u00fchle;89,90;40',
      '2;;12,50;10',
      '3;Bank;auf Anfrage;1',
    ];
    shop().writeFiles({ 'artikel.csv': Buffer.from(rows.join('\n'), 'latin1') });
  }

  function convertFrom(system: string): (text: string) => Promise<unknown> {
    return async (text) => {
      shop().writeFiles(exportedFiles[system]!);
      const output = await shop().shell(text);
      assert.match(output[0] ?? '', /^1 items/);
    };
  }

  async function convertRecombee(text: string): Promise<void> {
    shop().writeFiles(exportedFiles['recombee']!);
    await shop().shell('vitrine convert detail-views.json purchases.json --from recombee --out converted');
    assert.match((await shop().shell(text)).join('\n'), /^0 searches, 0 lists, 2 events, 0 rejected$/m);
  }

  async function importLines(text: string): Promise<void> {
    const now = Date.now();
    const [at] = /\d{4}-\d\d-\d\d/.exec(text) ?? [''];
    shop().writeFiles({
      'lines.ndjson': text.replaceAll(at, new Date(now - 86_400_000).toISOString().slice(0, 10)),
    });
    const output = await shop().shell('vitrine import-history lines.ndjson --project shop --json');
    const { progress } = JSON.parse(output.at(-1) ?? '') as { progress: Record<string, number> };
    assert.deepEqual(
      [progress['searches'], progress['lists'], progress['events'], progress['failed']],
      [1, 1, 2, 0],
    );
  }

  return {
    'guide/catalog.md': {
      before: writeCatalogs,
      // Both end with 1, as lines are rejected.
      values: {
        'vitrine import products.csv': () => '! vitrine import products.csv',
        'vitrine import artikel.csv': () => '! vitrine import artikel.csv',
      },
      checks: {
        'id,name,price,imgs': importRows('rows.csv'),
        '{"Artikelnummer"': mapColumns,
        '{"id":"a1"': importRows('rows.ndjson'),
        'id,price,stock': importRows('prices.csv', '--mode update'),
      },
    },
    'guide/import.md': {
      before: importMapped,
      values: {
        // It ends with 1, as lines are rejected.
        'vitrine import artikel.csv': () => '! vitrine import artikel.csv',
        // Other pages need the items.
        'vitrine import catalog.csv': () =>
          'vitrine export --project shop --out catalog.ndjson; vitrine import catalog.ndjson',
      },
      checks: { '2431 added, 0 replaced, 0 rejected': importMappedAgain },
      notRun: { 'line 5: column': 'messages: merchant-files.test.ts' },
    },
    'guide/connect.md': {
      before: async () => {
        shopify = shop().stack.use(await startShopifyShop({ list: createShopifyProducts(3) }));
      },
      values: { 'https://shop.example': () => shopify!.url },
      notRun: {
        'Platform: shopify': 'output: cli-connect.test.ts',
        'User-agent: vitrine': 'is a part of the robots.txt of a shop',
      },
    },
    'guide/history.md': {
      before: () =>
        shop().writeFiles({
          'history.ndjson': exampleHistory(Date.now()),
          'events_20261101.json': analyticsExport(Date.now()),
          'orders_export.csv':
            'order id,date,customer,sku,quantity,price\n88112,2026-11-01,c-1041,sku-a1,2,90\n',
        }),
      // The command of Google's tools needs an account.
      values: { 'bq extract': () => ': bq extract' },
      checks: { '{"search"': importLines },
    },
    'guide/moving.md': {
      before: () => shop().writeFiles(exportedFiles['algolia']!),
      values: { '/srv/converted': () => shop().path('converted') },
      checks: {
        // The history comes from another system than the items.
        'vitrine import-history': convertRecombee,
        'vitrine convert documents': convertFrom('meilisearch'),
        'vitrine convert export': convertFrom('typesense'),
        'vitrine convert hits': convertFrom('elasticsearch'),
        'vitrine convert items.json feedback': convertFrom('gorse'),
        'vitrine convert items.json detail': convertFrom('recombee'),
      },
      notRun: {
        'algolia objects': 'needs an account',
        'curl -H "Authorization: Bearer $MEILI_KEY"': 'needs Meilisearch',
        'for part in': 'needs Typesense',
        elasticdump: 'needs Elasticsearch',
        'curl -H "X-API-Key: $GORSE_KEY"': 'needs gorse',
      },
    },
  };
}
