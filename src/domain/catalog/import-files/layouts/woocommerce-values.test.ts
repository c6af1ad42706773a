import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile } from '../import-file.fixture.ts';
import { csv, mug } from './woocommerce.fixture.ts';

test('pictures of WooCommerce may be parted by a bar, and an attribute may have a decimal comma', async () => {
  const rows = [
    {
      ...mug,
      Images: 'https://cdn.example/1.jpg | https://cdn.example/2.jpg',
      'Attribute 1 name': 'Length',
      'Attribute 1 value(s)': '1\\, 5 m, 2\\, 5 m',
    },
    { ...mug, ID: '99', 'Attribute 1 name': 'Length', 'Attribute 1 value(s)': '1, 5 m' },
  ];
  const { items, errors } = await readFile(csv(rows));
  assert.deepEqual(errors, []);
  assert.deepEqual(
    items.map((item) => item['Length']),
    [['1, 5 m', '2, 5 m'], '1, 5 m'],
  );
  assert.deepEqual(items[0]?.['imgs'], ['https://cdn.example/1.jpg', 'https://cdn.example/2.jpg']);
});

test('the address of a WooCommerce product is its permalink, else its external URL, else by its slug', async () => {
  const columns = [
    'ID',
    'Type',
    'SKU',
    'Name',
    'Published',
    'Regular price',
    'External URL',
    'Permalink',
    'Slug',
    'Parent',
  ];
  const rows = [
    columns,
    [
      '1',
      'external',
      'A',
      'A',
      '1',
      '5',
      'https://partner.example/a',
      'https://shop.example/product/a',
      'a',
      '',
    ],
    ['2', 'external', 'B', 'B', '1', '5', 'https://partner.example/b', '', 'b', ''],
    ['3', 'simple', 'C', 'C', '1', '5', '', '', 'c', ''],
    ['4', 'variable', 'D', 'D', '1', '', '', 'https://shop.example/product/d', 'd', ''],
    ['5', 'variation', 'D-1', 'D red', '1', '5', '', '', '', 'D'],
  ];
  const { items, errors } = await readFile(rows.map((row) => row.join(',')).join('\n'), {
    mapping: { urlTemplate: 'https://shop.example/product/{slug}' },
  });
  assert.deepEqual(errors, []);
  assert.deepEqual(
    items.map(({ url }) => url),
    [
      'https://shop.example/product/a',
      'https://partner.example/b',
      'https://shop.example/product/c',
      'https://shop.example/product/d',
    ],
  );
});
