import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from './import-file.fixture.ts';

const quoted = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
const csv = (...rows: readonly (readonly string[])[]): string => rows.map(quoted).join('\n');

test('character references in a CSV file are characters, in each column', async () => {
  const { items, errors, findings } = await readFile(
    csv(
      ['id', 'name', 'brand', 'category', 'url', 'imgs', 'price', 'tags', 'description', 'note'],
      [
        'a1',
        'Salt &amp; Pepper &#8211; 5&quot; &eacute;tui',
        'Dolce &amp; Gabbana',
        'Home &gt; Kitchen',
        'https://shop.example/?a=1&amp;b=2',
        'https://cdn.example/?w=1&amp;h=2|https://cdn.example/2.jpg',
        '1.299,00&nbsp;&euro;',
        '["24&quot; wide","R&amp;B"]',
        '<p>Size &lt;M&gt; &amp; more</p>',
        '[new] 5&quot;',
      ],
      ['a2', 'Boots', '', '', '', '', '1.299 &euro;', '', 'Warm &amp; dry', ''],
    ),
  );
  assert.deepEqual([errors, findings.decimal], [[], 'comma']);
  assert.deepEqual(items, [
    {
      id: 'a1',
      name: 'Salt & Pepper – 5" étui',
      brand: 'Dolce & Gabbana',
      category: 'Home > Kitchen',
      url: 'https://shop.example/?a=1&b=2',
      imgs: ['https://cdn.example/?w=1&h=2', 'https://cdn.example/2.jpg'],
      price: 1299,
      currency: 'EUR',
      tags: ['24" wide', 'R&B'],
      // HTML stays what it is.
      description: '<p>Size &lt;M&gt; &amp; more</p>',
      note: '[new] 5"',
      sku: 'a1',
    },
    {
      id: 'a2',
      name: 'Boots',
      price: 1299,
      currency: 'EUR',
      description: 'Warm & dry',
      sku: 'a2',
      imgs: [],
    },
  ]);
});

test('character references in the CDATA of a feed are characters, and those of HTML are known in XML', async () => {
  const item = `
    <g:id>a1</g:id>
    <g:title><![CDATA[Salt &amp; Pepper &#8211; 5&quot;]]></g:title>
    <g:description><![CDATA[<p>Warm &lt;M&gt; &amp; dry</p>]]></g:description>
    <g:brand><![CDATA[D&amp;G]]></g:brand>
    <g:link><![CDATA[https://shop.example/?a=1&amp;b=2]]></g:link>
    <g:image_link>https://cdn.example/?w=1&amp;amp;h=2</g:image_link>
    <g:price>12.50 EUR</g:price>
    <g:product_type><![CDATA[Home &gt; Kitchen]]></g:product_type>
    <g:product_type><![CDATA[Gifts &gt; 5&quot;]]></g:product_type>
    <g:material>Caf&eacute; &NotEqualTilde; &rarr;</g:material>`;
  const feed = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item>${item}</item></channel></rss>`;
  const { items, errors } = await readFile(feed, { format: 'xml' });
  assert.deepEqual(errors, []);
  assert.deepEqual(items, [
    {
      id: 'a1',
      name: 'Salt & Pepper – 5"',
      brand: 'D&G',
      material: 'Café ≂̸ →',
      description: 'Warm <M> & dry',
      url: 'https://shop.example/?a=1&b=2',
      imgs: ['https://cdn.example/?w=1&h=2'],
      price: 12.5,
      currency: 'EUR',
      category: ['Home > Kitchen', 'Gifts > 5"'],
      sku: 'a1',
    },
  ]);
});

test('character references in exports of Shopify and WooCommerce are characters', async () => {
  const shopify = await readFile(
    csv(
      [
        'Handle',
        'Title',
        'Body (HTML)',
        'Vendor',
        'Type',
        'Tags',
        'Option1 Name',
        'Option1 Value',
        'Variant Price',
        'Image Src',
      ],
      [
        'mug',
        'Mug &amp; Lid',
        '<p>5 &lt; 6</p>',
        'A&amp;B',
        'Home &gt; Mugs',
        'a &amp; b, c',
        'Colour',
        'Black &amp; White',
        '9.50',
        'https://cdn.example/?a=1&amp;b=2',
      ],
    ),
  );
  assert.deepEqual(shopify.errors, []);
  const { name, description, brand, category, tags, color, imgs } = shopify.items[0]!;
  assert.deepEqual(
    [name, description, brand, category, tags, color, imgs],
    [
      'Mug & Lid',
      '5 < 6',
      'A&B',
      'Home > Mugs',
      ['a & b', 'c'],
      'Black & White',
      ['https://cdn.example/?a=1&b=2'],
    ],
  );
  const woo = await readFile(
    csv(
      [
        'ID',
        'Type',
        'SKU',
        'Name',
        'Published',
        'Description',
        'Regular price',
        'Categories',
        'Brands',
        'Attribute 1 name',
        'Attribute 1 value(s)',
      ],
      [
        '1',
        'simple',
        'M',
        'Mug &#038; Lid',
        '1',
        'Tea &amp; <b>more</b>',
        '9.50',
        'Home &gt; Mugs, Gifts',
        'A&amp;B',
        'Material',
        'Wood &amp; Cork',
      ],
    ),
  );
  assert.deepEqual(woo.errors, []);
  const mug = woo.items[0]!;
  assert.deepEqual(
    [mug['name'], mug['description'], mug['categories'], mug['brand'], mug['Material']],
    ['Mug & Lid', 'Tea & more', ['Home > Mugs', 'Gifts'], 'A&B', 'Wood & Cork'],
  );
});
