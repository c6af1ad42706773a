import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../../../ports/limits.ts';
import { readFile } from '../import-file.fixture.ts';

const header = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Product Category',
  'Type',
  'Tags',
  'Published',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Barcode',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Variant Image',
  'Cost per item',
  'SEO Title',
  'Status',
];
type Row = Readonly<Record<string, string>>;

function csv(rows: readonly Row[], names: readonly string[] = header): string {
  const line = (cells: readonly string[]): string =>
    cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join();
  return [line(names), ...rows.map((row) => line(names.map((name) => row[name] ?? '')))].join('\n');
}

const tee: Row = {
  Handle: 'classic-tee',
  Title: 'Classic Tee',
  'Body (HTML)': '<p>Soft &amp; warm,\n<b>organic</b> cotton.</p>',
  Vendor: 'North',
  'Product Category': 'Apparel & Accessories > Clothing > Shirts & Tops',
  Type: 'T-Shirts',
  Tags: 'new, organic',
  Published: 'true',
  'Option1 Name': 'Colour',
  'Option1 Value': 'Red',
  'Option2 Name': 'Size',
  'Option2 Value': 'S',
  'Variant SKU': 'CT-R-S',
  'Variant Grams': '200',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '7',
  'Variant Inventory Policy': 'deny',
  'Variant Price': '19.90',
  'Variant Compare At Price': '24.90',
  'Variant Barcode': "'04012345678901",
  'Image Src': 'https://cdn.example/red.jpg',
  'Image Position': '2',
  'Image Alt Text': 'Red, from the front',
  'Variant Image': 'https://cdn.example/red.jpg',
  'Cost per item': '6.10',
  'SEO Title': 'Classic Tee | North',
  Status: 'active',
};
const second: Row = {
  Handle: 'classic-tee',
  'Option1 Value': 'Blue',
  'Option2 Value': 'M',
  'Variant SKU': 'CT-B-M',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '-2',
  'Variant Inventory Policy': 'deny',
  'Variant Price': '21.90',
  'Image Src': 'https://cdn.example/cover.jpg',
  'Image Position': '1',
};
const picture: Row = {
  Handle: 'classic-tee',
  'Image Src': 'https://cdn.example/back.jpg',
  'Image Position': '3',
};

test('a Shopify export becomes an item per variant', async () => {
  const { items, errors, findings } = await readFile(csv([tee, second, picture]));
  assert.deepEqual([errors, findings.layout], [[], 'shopify']);
  const shared = {
    name: 'Classic Tee',
    brand: 'North',
    productCategory: 'Apparel & Accessories > Clothing > Shirts & Tops',
    category: 'T-Shirts',
    description: 'Soft & warm, organic cotton.',
    tags: ['new', 'organic'],
    groupId: 'classic-tee',
    handle: 'classic-tee',
    'SEO Title': 'Classic Tee | North',
  };
  const [red, blue] = items;
  assert.deepEqual(red, {
    ...shared,
    id: 'classic-tee:Red:S',
    sku: 'CT-R-S',
    gtin: '04012345678901',
    color: 'Red',
    size: 'S',
    price: 19.9,
    regularPrice: 24.9,
    stock: 7,
    'Variant Grams': 200,
    imgs: [
      { url: 'https://cdn.example/red.jpg', alt: 'Red, from the front' },
      'https://cdn.example/cover.jpg',
      'https://cdn.example/back.jpg',
    ],
  });
  assert.deepEqual(blue, {
    ...shared,
    id: 'classic-tee:Blue:M',
    sku: 'CT-B-M',
    color: 'Blue',
    size: 'M',
    price: 21.9,
    stock: 0,
    imgs: [
      'https://cdn.example/cover.jpg',
      { url: 'https://cdn.example/red.jpg', alt: 'Red, from the front' },
      'https://cdn.example/back.jpg',
    ],
  });
  assert.equal(items.length, 2);
});

test('a Shopify product without options is one item with its handle as id', async () => {
  const mug: Row = {
    ...tee,
    Handle: 'mug',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Option2 Name': '',
    'Option2 Value': '',
  };
  const { items } = await readFile(csv([mug, tee]));
  const [only] = items;
  assert.deepEqual([only?.['id'], only?.['groupId'], only?.['Title']], ['mug', undefined, undefined]);
});

test('drafts and unpublished products of Shopify are inactive', async () => {
  const rows = ['active', 'draft', 'archived'].map((Status, at): Row => ({
    ...tee,
    Handle: `h${at}`,
    Status,
  }));
  const { items } = await readFile(csv([...rows, { ...tee, Handle: 'h9', Published: 'FALSE' }]));
  assert.deepEqual(
    items.map((item) => item['active']),
    [undefined, false, false, false],
  );
});

test('the stock of a Shopify variant counts only if it is tracked and sold out', async () => {
  const rows: Row[] = [
    { ...tee, Handle: 'a', 'Variant Inventory Tracker': '', 'Variant Inventory Qty': '0' },
    { ...tee, Handle: 'b', 'Variant Inventory Policy': 'continue', 'Variant Inventory Qty': '0' },
    { ...tee, Handle: 'c', 'Variant Inventory Policy': 'continue', 'Variant Inventory Qty': '4' },
    { ...tee, Handle: 'd', 'Variant Inventory Qty': '0' },
  ];
  const { items } = await readFile(csv(rows));
  assert.deepEqual(
    items.map((item) => item['stock']),
    [undefined, undefined, 4, 0],
  );
});

test('the newer names of the columns of Shopify mean the same', async () => {
  const names: Record<string, string> = {
    Handle: 'URL handle',
    'Body (HTML)': 'Description',
    Published: 'Published on online store',
    'Variant SKU': 'SKU',
    'Variant Price': 'Price',
    'Variant Compare At Price': 'Compare-at price',
    'Variant Barcode': 'Barcode',
    'Variant Inventory Qty': 'Inventory quantity',
    'Variant Inventory Tracker': 'Inventory tracker',
    'Image Src': 'Product image URL',
    'Variant Image': 'Variant image URL',
  };
  const renamed = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [names[name] ?? name, cell]));
  const rows = [tee, second, picture];
  const older = await readFile(csv(rows));
  const newer = await readFile(
    csv(
      rows.map(renamed),
      header.map((name) => names[name] ?? name),
    ),
  );
  assert.deepEqual([newer.findings.layout, newer.items], ['shopify', older.items]);
});

test('each fault of a Shopify export has one message at its line', async () => {
  const other: Row = { ...tee, Handle: 'other' };
  const faults: [readonly Row[], items: number, string][] = [
    [[{ ...tee, Handle: '' }, other], 1, 'line 2: column "Handle" must not be empty'],
    [
      [second, picture, other],
      1,
      'line 2: column "Title" must not be empty: it is the first of 2 rows of the product "classic-tee"',
    ],
    [
      [tee, { ...second, 'Variant Price': 'soon' }],
      1,
      'line 4: column "Variant Price" must be a price: current value is "soon"',
    ],
    [
      [tee, { ...second, 'Variant Price': '' }],
      1,
      'line 4: column "Variant Price" must not be empty: it becomes price',
    ],
    [
      [tee, { ...second, 'Variant Inventory Qty': 'many' }],
      1,
      'line 4: column "Variant Inventory Qty" must be a whole number: current value is "many"',
    ],
    [
      [tee, { ...second, 'Option1 Value': 'Red', 'Option2 Value': 'S' }],
      1,
      'line 4: column "Option1 Value" must differ from the other variants of the product',
    ],
  ];
  for (const [rows, count, message] of faults) {
    // The description of the first product has two lines.
    const { items, errors } = await readFile(csv(rows));
    assert.deepEqual([items.length, errors], [count, [message]], message);
  }
});

test('a Shopify product has at most 5,000 rows', async () => {
  const rows = (count: number): Row[] => [
    { ...tee, 'Body (HTML)': '' },
    ...Array.from({ length: count - 1 }, (_, at): Row => ({
      Handle: 'classic-tee',
      'Option1 Value': `v${at}`,
      'Variant Price': '1.00',
    })),
  ];
  const names = ['Handle', 'Title', 'Option1 Name', 'Option1 Value', 'Variant Price'];
  const read = async (count: number) => readFile(csv(rows(count), names), { size: 65_536 });
  const most = await read(limits.importProductRowsMax);
  assert.deepEqual([most.items.length, most.errors], [limits.importProductRowsMax, []]);
  const more = await read(limits.importProductRowsMax + 1);
  assert.deepEqual(
    [more.items.length, more.errors],
    [
      limits.importProductRowsMax,
      [`line 5002 must be one of the first 5000 rows and 16777216 bytes of its product`],
    ],
  );
});

test('the product category of Shopify is the category where there is no type', async () => {
  const rows = [
    'Handle,Title,Type,Product Category,Option1 Value,Variant Price',
    'a,A,Mugs,Home & Garden > Kitchen,,5',
    'b,B,,Home & Garden > Kitchen,,5',
    'c,C,,gid://shopify/TaxonomyCategory/hg-11,,5',
    'd,D,,hg-11-10,,5',
    'e,E,,,,5',
  ];
  const { items, errors } = await readFile(rows.join('\n'));
  assert.deepEqual(errors, []);
  assert.deepEqual(
    items.map((item) => [item['category'], item['productCategory']]),
    [
      ['Mugs', 'Home & Garden > Kitchen'],
      ['Home & Garden > Kitchen', 'Home & Garden > Kitchen'],
      [undefined, 'gid://shopify/TaxonomyCategory/hg-11'],
      [undefined, 'hg-11-10'],
      [undefined, undefined],
    ],
  );
});

test('metafields of Shopify become fields with their own names, and lists', async () => {
  const rows = [
    'Handle,Title,Option1 Name,Option1 Value,Variant Price,Care (product.metafields.custom.care),Fabric (product.metafields.shopify.fabric),Waist (cm) (variant.metafields.custom.waist),Metafield: custom.season [list.single_line_text_field],Notes (product.metafields.custom.notes)',
    'a,A,Size,S,5,Wash cold,cotton; wool,70,"summer;winter","[""x"",""y""]"',
    'a,,,M,5,,,,,',
    'b,B,,,5,,linen,,,',
  ];
  const { items, errors, columns } = await readFile(rows.join('\n'));
  assert.deepEqual(errors, []);
  assert.deepEqual(
    items.map((item) => [item['Care'], item['Fabric'], item['Waist (cm)'], item['season'], item['Notes']]),
    [
      ['Wash cold', ['cotton', 'wool'], 70, ['summer', 'winter'], ['x', 'y']],
      ['Wash cold', ['cotton', 'wool'], undefined, ['summer', 'winter'], ['x', 'y']],
      [undefined, 'linen', undefined, undefined, undefined],
    ],
  );
  assert.deepEqual(
    columns.filter(({ reason }) => reason === 'Shopify metafield').map(({ field }) => field),
    ['Care', 'Fabric', 'Waist (cm)', 'season', 'Notes'],
  );
});

test('an item of Shopify has the handle of its page, and an address by the mapping', async () => {
  const rows = [
    'Handle,Title,Option1 Name,Option1 Value,Variant Price',
    'boot,Boot,Size,S,5',
    'boot,,,M,5',
    'hat,Hat,,,6',
  ];
  const { items } = await readFile(rows.join('\n'), {
    mapping: { urlTemplate: 'https://shop.example/products/{handle}' },
  });
  assert.deepEqual(
    items.map(({ handle, url }) => [handle, url]),
    [
      ['boot', 'https://shop.example/products/boot'],
      ['boot', 'https://shop.example/products/boot'],
      ['hat', 'https://shop.example/products/hat'],
    ],
  );
});
