import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from '../import-file.fixture.ts';

const tsv = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.join('\t')).join('\r\n');
const header = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'additional image link',
  'availability',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'google_product_category',
  'product_type',
  'brand',
  'gtin',
  'item_group_id',
  'color',
  'size',
  'custom_label_0',
  'shipping_weight',
];
const shirt = (changes: Record<string, string> = {}): string[] => {
  const fields: Record<string, string> = {
    id: 'TS-1-M',
    title: 'T-Shirt, blau',
    description: 'Weich &amp; leicht.<br>100 % Baumwolle',
    link: 'https://shop.example/ts1',
    image_link: 'https://cdn.example/ts1.jpg',
    availability: 'in_stock',
    price: '19,90 EUR',
    product_type: 'Kleidung > T-Shirts',
    google_product_category: '212',
    brand: 'Nord',
    gtin: '04012345678901',
    item_group_id: 'TS-1',
    color: 'blau',
    size: 'M',
    shipping_weight: '0.2 kg',
    ...changes,
  };
  return header.map((name) => fields[name] ?? '');
};
const now = Date.parse('2026-11-26T12:00:00Z');

test('a Google feed as TSV is recognised by its header', async () => {
  const { items, errors, findings } = await readFile(tsv([header, shirt()]), { now });
  assert.deepEqual(errors, []);
  assert.deepEqual([findings.layout, findings.delimiter, findings.decimal], ['google', '\t', 'comma']);
  assert.deepEqual(items, [
    {
      id: 'TS-1-M',
      name: 'T-Shirt, blau',
      url: 'https://shop.example/ts1',
      brand: 'Nord',
      gtin: '04012345678901',
      groupId: 'TS-1',
      color: 'blau',
      size: 'M',
      googleCategory: '212',
      shipping_weight: '0.2 kg',
      description: 'Weich & leicht. 100 % Baumwolle',
      imgs: ['https://cdn.example/ts1.jpg'],
      price: 19.9,
      currency: 'EUR',
      availability: 'in_stock',
      category: 'Kleidung > T-Shirts',
      sku: 'TS-1-M',
    },
  ]);
});

test('a Google feed has several pictures, with commas in their addresses', async () => {
  const more = 'https://cdn.example/a,w=200.jpg, https://cdn.example/b.jpg,https://cdn.example/ts1.jpg';
  const { items } = await readFile(tsv([header, shirt({ 'additional image link': more })]));
  assert.deepEqual(items[0]!['imgs'], [
    'https://cdn.example/ts1.jpg',
    'https://cdn.example/a,w=200.jpg',
    'https://cdn.example/b.jpg',
  ]);
});

test('the price of a Google item is what is paid now', async () => {
  const dates = '2026-11-01T00:00+0100/2026-11-30T23:59+0100';
  const rows = [
    shirt({ sale_price: '14,90 EUR' }),
    shirt({ sale_price: '14,90 EUR', sale_price_effective_date: dates }),
    shirt({ sale_price: '14,90 EUR', sale_price_effective_date: dates.replaceAll('2026', '2025') }),
    shirt({ sale_price: '19,90 EUR' }),
  ];
  const { items } = await readFile(tsv([header, ...rows]), { now });
  assert.deepEqual(
    items.map((item) => [item['price'], item['regularPrice']]),
    [
      [14.9, 19.9],
      [14.9, 19.9],
      [19.9, undefined],
      [19.9, undefined],
    ],
  );
});

test('a Google sale lasts to the end of its last day, minute or second', async () => {
  const on = [
    '2026-11-01/2026-11-26',
    '2026-11-26/2026-11-26',
    '2026-11/2026-11',
    '2026-11-01T00:00Z/2026-11-26T12:00Z',
    '2026-11-26T12:00:00Z/2026-11-26T12:00:00Z',
    '2026-11-01 +0100/2026-11-26 +0100',
  ];
  const off = [
    '2026-11-01/2026-11-25',
    '2026-11-27/2026-11-30',
    '2026-10/2026-10',
    '2026-11-01T00:00Z/2026-11-26T11:59Z',
    '2026-11-01T00:00Z/2026-11-26T11:59:59Z',
    '2026-11-26T12:01Z/2026-11-30',
  ];
  const rows = [...on, ...off].map((dates) =>
    shirt({ sale_price: '14,90 EUR', sale_price_effective_date: dates }),
  );
  const { items, errors } = await readFile(tsv([header, ...rows]), { now });
  assert.deepEqual(errors, []);
  assert.deepEqual(
    items.map((item) => item['price']),
    [...on.map(() => 14.9), ...off.map(() => 19.9)],
  );
});

test('a Google sale price of 0, or above the price, is no sale, and the import tells it', async () => {
  const rows = ['0,00 EUR', '24,90 EUR', '-5,00 EUR', '14,90 EUR'].map((price) =>
    shirt({ sale_price: price }),
  );
  const { items, errors, findings } = await readFile(tsv([header, ...rows]), { now });
  assert.deepEqual(errors, []);
  assert.deepEqual(
    items.map((item) => [item['price'], item['regularPrice']]),
    [
      [19.9, undefined],
      [19.9, undefined],
      [19.9, undefined],
      [14.9, 19.9],
    ],
  );
  assert.deepEqual(findings.warnings, [
    {
      code: 'no_sale',
      column: 'sale_price',
      detail:
        'Column "sale_price" has prices of 0, or above the price without the sale: they count as no sale',
      line: 2,
      lines: 3,
    },
  ]);
});

test('an item of a Google feed that is out of stock is sold out; a quantity is its stock', async () => {
  const names = [...header, 'quantity'];
  const rows = [
    [...shirt({ availability: 'out of stock' }), ''],
    [...shirt({ availability: 'out_of_stock' }), '3'],
    [...shirt(), '3'],
    [...shirt({ availability: 'preorder' }), ''],
  ];
  const { items } = await readFile(tsv([names, ...rows]));
  assert.deepEqual(
    items.map((item) => [item['availability'], item['stock']]),
    [
      ['out_of_stock', 0],
      ['out_of_stock', 0],
      ['in_stock', 3],
      ['preorder', undefined],
    ],
  );
});

test('the availability of a Google item may be an address of schema.org or have another spelling', async () => {
  const texts = [
    'https://schema.org/OutOfStock',
    'SoldOut',
    'Discontinued',
    'http://schema.org/PreOrder',
    'InStock',
  ];
  const rows = texts.map((availability) => [...shirt({ availability }), '3']);
  const { items } = await readFile(tsv([[...header, 'quantity'], ...rows]));
  assert.deepEqual(
    items.map((item) => [item['availability'], item['stock']]),
    [
      ['out_of_stock', 0],
      ['out_of_stock', 0],
      ['discontinued', 0],
      ['preorder', 3],
      ['in_stock', 3],
    ],
  );
});

test('the category of a Google item is its product type, else the named Google category', async () => {
  const rows = [
    shirt({ product_type: '', google_product_category: 'Apparel & Accessories > Clothing' }),
    shirt({ product_type: '' }),
  ];
  const { items } = await readFile(tsv([header, ...rows]));
  assert.deepEqual(
    items.map((item) => item['category']),
    ['Apparel & Accessories > Clothing', undefined],
  );
});

test('each fault of a Google feed has one message at its line', async () => {
  const faults: [Record<string, string>, string][] = [
    [{ title: '' }, 'line 3: column "title" must not be empty: it becomes name'],
    [{ id: '' }, 'line 3: column "id" must not be empty'],
    [{ price: '' }, 'line 3: column "price" must not be empty'],
    [
      { price: '19.90 EUR' },
      'line 3: column "price" must have a decimal comma, like the other values of its column: current value is "19.90 EUR"',
    ],
    [
      { price: 'Preis auf Anfrage' },
      'line 3: column "price" must be a price: current value is "Preis auf Anfrage"',
    ],
    [
      { sale_price: '9,90 EUR', sale_price_effective_date: 'until Friday' },
      'line 3: column "sale_price_effective_date" must be two dates such as 2026-11-01T00:00Z/2026-11-30T23:59Z: current value is "until Friday"',
    ],
    [
      { image_link: 'cdn.example/x.jpg' },
      'line 3: column "image_link" must be an http(s) address or a `data:image/...` picture: current value is "cdn.example/x.jpg"',
    ],
  ];
  for (const [changes, message] of faults) {
    const { items, errors } = await readFile(tsv([header, shirt(), shirt(changes), shirt()]), {
      decimal: 'comma',
    });
    assert.deepEqual([items.length, errors], [2, [message]]);
  }
});

test('a file with other columns is no Google feed', async () => {
  for (const names of [
    'id,name,title,link,image_link,price',
    'id,title,price',
    'title,link,image_link,price',
  ])
    assert.equal((await readFile(`${names}\n`)).findings.layout, 'plain');
  const { findings } = await readFile('ID;Title;Image link;Availability;Price\n');
  assert.equal(findings.layout, 'google');
});
