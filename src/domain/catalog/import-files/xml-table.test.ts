import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VitrineError } from '../../../ports/errors.ts';
import { limits } from '../../../ports/limits.ts';
import { readFile } from './import-file.fixture.ts';

const read = (file: string | Uint8Array, size = 64) => readFile(file, { format: 'xml', size });
const rss = (items: string): string => `<?xml version="1.0"?>
<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0">
<channel>
<title>Shop &amp; more</title>
<link>https://shop.example</link>
${items}
</channel>
</rss>
`;
const boot = (id: string, more = '', price = '129.00 EUR'): string => `<item>
<title>RSS title</title>
<g:id>${id}</g:id>
<g:title><![CDATA[Boot <b>]]></g:title>
<g:description>Warm &amp; &#100;ry</g:description>
<g:link>https://shop.example/b?a=1&amp;b=2</g:link>
<link>https://shop.example/rss</link>
<g:image_link>https://cdn.example/1.jpg</g:image_link>
<g:additional_image_link>https://cdn.example/2.jpg</g:additional_image_link>
<g:additional_image_link>https://cdn.example/3.jpg</g:additional_image_link>
<g:availability>in stock</g:availability>
<g:price>${price}</g:price>
<g:product_type>Shoes &gt; Boots</g:product_type>
<g:item_group_id>B</g:item_group_id>
<g:shipping><g:country>DE</g:country><g:price>4.90 EUR</g:price></g:shipping>
${more}
</item>`;

test('a Google feed as RSS becomes items, with chunks of any size', async () => {
  for (const size of [1, 7, 4_096]) {
    const { items, errors, findings } = await read(rss(boot('b1')), size);
    assert.deepEqual(errors, []);
    assert.deepEqual([findings.format, findings.layout, findings.delimiter], ['xml', 'google', null]);
    assert.deepEqual(items, [
      {
        id: 'b1',
        name: 'Boot <b>',
        groupId: 'B',
        shipping: { country: 'DE', price: '4.90 EUR' },
        description: 'Warm & dry',
        url: 'https://shop.example/b?a=1&b=2',
        imgs: ['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg', 'https://cdn.example/3.jpg'],
        price: 129,
        currency: 'EUR',
        availability: 'in_stock',
        category: 'Shoes > Boots',
        sku: 'b1',
      },
    ]);
  }
});

test('a Google feed as Atom becomes items', async () => {
  const { items, errors } =
    await read(`<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0">
<title>Shop</title><link rel="self" href="https://shop.example"/>
<entry><title>Boot</title><link href="https://shop.example/b1"/><summary>Warm</summary><id>tag:b1</id>
<g:id>b1</g:id><g:image_link>https://cdn.example/1.jpg</g:image_link><g:price>129,00 EUR</g:price><g:availability>out of stock</g:availability></entry>
</feed>`);
  assert.deepEqual(errors, []);
  const [only] = items;
  assert.deepEqual(
    [only?.['id'], only?.['name'], only?.['url'], only?.['description'], only?.['price'], only?.['stock']],
    ['b1', 'Boot', 'https://shop.example/b1', 'Warm', 129, 0],
  );
});

test('an element that only later products have is a column, too', async () => {
  const many = Array.from({ length: limits.importSampleRowsMax }, (_, at) => boot(`b${at}`)).join('\n');
  const { items } = await read(
    rss(`${many}${boot('last', '<g:custom_label_0>sale</g:custom_label_0>')}`),
    4_096,
  );
  assert.equal(items.at(-1)?.['custom_label_0'], 'sale');
});

test('a feed of a shop of its own names fields', async () => {
  const { items, findings } = await read(
    '<products><item><id>a</id><name>Boot</name><price>12,50</price><tags>x</tags><tags>y</tags><stock>3</stock></item></products>',
  );
  assert.equal(findings.layout, 'plain');
  const [only] = items;
  assert.deepEqual(
    [only?.['name'], only?.['price'], only?.['tags'], only?.['stock']],
    ['Boot', 12.5, ['x', 'y'], 3],
  );
});

test('products have many names, below any root', async () => {
  const product = (tag: string, id: string): string =>
    `<${tag}><id>${id}</id><name>Boot ${id}</name><price>5</price></${tag}>`;
  for (const [root, tag] of [
    ['products', 'product'],
    ['SHOP', 'SHOPITEM'],
    ['catalog', 'item'],
    ['offers', 'offer'],
    ['Katalog', 'Artikel'],
    ['data', 'Product'],
    ['x:feed', 'x:item'],
  ] as const) {
    const { items, errors } = await read(
      `<${root}><info><name>Shop</name></info><list>${product(tag, 'a')}${product(tag, 'b')}</list></${root}>`,
    );
    assert.deepEqual([items.map(({ id }) => id), errors], [['a', 'b'], []], tag);
  }
});

test('attributes of a product are columns, and a named parameter has a column of its own', async () => {
  const { items, errors } = await readFile(
    `<yml_catalog date="2026-11-01"><shop><offers>
    <offer id="12" available="true" type="vendor.model"><name>Boot</name><price>5</price><picture>https://cdn.example/1.jpg</picture>
      <picture>https://cdn.example/2.jpg</picture><param name="Color">red</param><param name="Waist" unit="cm">70</param></offer>
    <offer id="13"><id>14</id><name>Hat</name><price>6</price></offer></offers></shop></yml_catalog>`,
    { format: 'xml', mapping: { picture: 'imgs' } },
  );
  assert.deepEqual(errors, []);
  assert.deepEqual(items, [
    {
      name: 'Boot',
      price: 5,
      imgs: ['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg'],
      Color: 'red',
      Waist: 70,
      id: '12',
      available: true,
      type: 'vendor.model',
      sku: '12',
      description: '',
    },
    { name: 'Hat', price: 6, id: '14', sku: '14', imgs: [], description: '' },
  ]);
});

test('a Google feed is recognised by its namespace', async () => {
  const feed = (namespace: string): string =>
    `<products xmlns:x="${namespace}"><product><x:id>a</x:id><x:title>Boot</x:title><x:price>5 EUR</x:price></product></products>`;
  const { items, findings } = await read(feed('http://base.google.com/ns/1.0'));
  assert.equal(findings.layout, 'google');
  assert.deepEqual([items[0]?.['name'], items[0]?.['currency']], ['Boot', 'EUR']);
  assert.equal((await read(feed('https://shop.example/ns'))).findings.layout, 'plain');
});

test('pictures in elements of an element are pictures', async () => {
  const { items, errors } = await readFile(
    '<a><product><id>a</id><name>Boot</name><price>5</price><images><image>https://cdn.example/1.jpg</image><image>https://cdn.example/2.jpg</image></images></product></a>',
    { format: 'xml', mapping: { images: 'imgs' } },
  );
  assert.deepEqual(
    [items[0]?.['imgs'], errors],
    [['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg'], []],
  );
});

test('each fault of a product has one message at its line, and the others are read', async () => {
  const faults: [string, string][] = [
    [boot('', '', '1 EUR'), 'line 23: column "id" must not be empty'],
    [boot('x', '', 'free'), 'line 23: column "price" must be a price: current value is "free"'],
    [
      boot('x', '<g:sale_price>1.299 EUR</g:sale_price>', '1 EUR'),
      'line 23: column "sale_price" must have one meaning',
    ],
  ];
  for (const [item, message] of faults) {
    const { items, errors } = await read(
      rss([boot('a', '', '1 EUR'), item, boot('b', '', '2 EUR')].join('\n')),
    );
    assert.equal(items.length, 2);
    assert.deepEqual(
      errors.map((text) => text.slice(0, message.length)),
      [message],
    );
  }
});

async function failure(file: string | Uint8Array): Promise<string> {
  const error = await read(file).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof VitrineError, 'it was read');
  return `${error.code}: ${error.message}`;
}

test('XML that is not well-formed fails at its line', async () => {
  const after = (text: string): string => `<rss>\n<channel>\n${text}`;
  const cases: [string, RegExp][] = [
    ['', /The file is empty/],
    [' '.repeat(2_000), /line 1 must be XML: there is no element/],
    ['id,name\n', /line 1 must be well-formed XML: Non-whitespace before first tag/],
    [after('<item></itme>'), /line 3 must be well-formed XML: Unexpected close tag/],
    [after('<item><id>1</id></item>'), /line 3 must be well-formed XML: Unclosed root tag/],
    [after('<item>&secret;</item>'), /line 3 must be well-formed XML: Invalid character entity/],
    [after('<item a=1></item>'), /line 3 must be well-formed XML: Unquoted attribute value/],
    [
      '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>\n<a><item>&b;</item></a>',
      /line 1 must have no DOCTYPE/,
    ],
    [after(`<item ${'a'.repeat(200_000)}></item>`), /line 3 must be well-formed XML/],
  ];
  for (const [file, message] of cases) assert.match(await failure(file), message);
});

test('products before an error of the XML are read', async () => {
  const seen: string[] = [];
  const file = rss(boot('a')).replace('</channel>', '</canal>');
  await assert.rejects(async () => {
    const { importFile } = await import('./import-file.ts');
    const { createJsonSlices } = await import('../../contract/json-document.ts');
    async function* source(): AsyncIterable<Uint8Array> {
      yield Buffer.from(file);
    }
    const options = {
      format: 'xml',
      layout: null,
      encoding: null,
      decimal: null,
      mapping: {},
      now: 0,
    } as const;
    for await (const record of importFile(source(), { ...options, slices: createJsonSlices() }).records)
      if ('input' in record) seen.push((record.input.value as { id: string }).id);
  }, /line 23 must be well-formed XML/);
  assert.deepEqual(seen, ['a']);
});

test('XML nests at most 32 elements', async () => {
  const nested = (levels: number): string =>
    `<item>${'<a>'.repeat(levels - 1)}${'</a>'.repeat(levels - 1)}</item>`;
  assert.equal((await read(nested(limits.importXmlDepthMax))).errors.length, 3);
  assert.equal(
    await failure(nested(limits.importXmlDepthMax + 1)),
    'invalid_request: line 1 must nest at most 32 elements',
  );
});

test('a product of XML that is too large is rejected alone', async () => {
  const long = `<item><id>x</id><description>${'x'.repeat(limits.importLineBytesMax)}</description></item>`;
  const tiny = `<item><id>x</id>${'<a>b</a>'.repeat(limits.importLineBytesMax / 100)}</item>`;
  for (const item of [long, tiny]) {
    const { items, errors } = await read(
      `<a>\n${item}\n<item><id>y</id><name>Y</name><price>1</price></item></a>`,
      65_536,
    );
    assert.deepEqual([items.length, errors], [1, ['line 2 must be at most 16777216 bytes']]);
  }
});

test('XML has at most 10,000 different elements in its products', async () => {
  const elements = (count: number): string =>
    `<a>\n<item><id>x</id><name>X</name><price>1</price>${Array.from({ length: count - 3 }, (_, at) => `<e${at}>1</e${at}>`).join('')}</item></a>`;
  assert.doesNotMatch((await read(elements(limits.importColumnsMax), 65_536)).errors.join(), /must not add/);
  assert.deepEqual((await read(elements(limits.importColumnsMax + 1), 65_536)).errors, [
    'line 2 must not add an element to the 10000 of the file',
  ]);
});

test('XML is read in the encoding that it declares, and broken characters are told', async () => {
  const declared = rss(boot('ä', '<g:color>grün</g:color>')).replace('?>', ' encoding="ISO-8859-1"?>');
  const { items, findings } = await read(Buffer.from(declared, 'latin1'));
  assert.deepEqual([items[0]?.['id'], items[0]?.['color'], findings.encoding], ['ä', 'grün', 'windows-1252']);
  const broken = Buffer.concat([
    Buffer.from(rss(`${boot('größe')}\n`).split('</channel>')[0]!),
    Buffer.from('<item><g:id>gr\xf6</g:id></item></channel></rss>', 'latin1'),
  ]);
  assert.deepEqual((await read(broken)).errors, ['line 24 must be in the encoding of the file']);
});
