import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  entriesMax,
  flattenItem,
  nestingMax,
  pathLengthMax,
  textLengthMax,
  valueLengthMax,
} from './flatten.ts';

test('flattenItem() creates dotted paths, repeats lists, and excludes addresses from the texts', () => {
  const flat = flattenItem({
    name: ' Mug ',
    imgs: ['shop/mug.png', { url: 'https://example.org/mug.png', alt: 'a mug' }],
    homepage: 'https://example.org',
    tags: ['blue', 'large'],
    attrs: { colour: { main: 'Blue' }, sizes: [1, 2] },
    price: 10,
    onSale: true,
    gone: null,
    empty: '  ',
  });
  assert.deepEqual(flat.texts, [
    { field: 'name', value: 'Mug' },
    { field: 'imgs.alt', value: 'a mug' },
    { field: 'tags', value: 'blue' },
    { field: 'tags', value: 'large' },
    { field: 'attrs.colour.main', value: 'Blue' },
  ]);
  assert.deepEqual(
    flat.values.map(({ field, value }) => `${field}=${value}`),
    [
      'name=Mug',
      'imgs=shop/mug.png',
      'imgs.url=https://example.org/mug.png',
      'imgs.alt=a mug',
      'homepage=https://example.org',
      'tags=blue',
      'tags=large',
      'attrs.colour.main=Blue',
      'attrs.sizes=1',
      'attrs.sizes=2',
      'price=10',
      'onSale=true',
    ],
  );
});

test('flattenItem() treats numbers in text fields, and below them, as texts too', () => {
  const isText = (name: string, path: string): boolean => name === 'size' || path === 'attrs.code';
  const { texts, values } = flattenItem(
    {
      size: 46,
      sizes: 46,
      attrs: { code: 7.5, weight: 3 },
      variants: [{ size: { eu: [46, 47] } }],
      top: true,
    },
    { isText },
  );
  assert.deepEqual(
    texts.map(({ field, value }) => `${field}=${value}`),
    ['size=46', 'attrs.code=7.5', 'variants.size.eu=46', 'variants.size.eu=47'],
  );
  assert.equal(values.find(({ field }) => field === 'size')?.value, 46);
});

test('flattenItem() assigns values to objects of lists, except pictures', () => {
  const { values, elements } = flattenItem({
    size: 'M',
    imgs: [{ url: 'a.png', alt: 'front' }],
    offers: [{ shop: 'A', prices: [{ amount: 1 }, { amount: 2 }] }, 'none', {}, [{ shop: 'B' }]],
    lone: { shop: 'C', tags: ['x', 'y'] },
  });
  assert.deepEqual(elements, [
    { list: 'offers', parent: -1 },
    { list: 'offers.prices', parent: 0 },
    { list: 'offers.prices', parent: 0 },
    { list: 'offers', parent: -1 },
    { list: 'offers', parent: -1 },
  ]);
  assert.deepEqual(
    values.filter(({ element }) => element !== undefined),
    [
      { field: 'offers.shop', value: 'A', element: 0 },
      { field: 'offers.prices.amount', value: 1, element: 1 },
      { field: 'offers.prices.amount', value: 2, element: 2 },
      { field: 'offers.shop', value: 'B', element: 4 },
    ],
  );
});

test('flattenItem() enforces its limits at n and n + 1', () => {
  const long = (length: number) => flattenItem({ a: 'x'.repeat(length) });
  assert.equal(long(valueLengthMax).values.length, 1);
  assert.equal(long(valueLengthMax + 1).values.length, 0);
  assert.equal(long(textLengthMax + 1).texts[0]!.value.length, textLengthMax);
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
  assert.equal(flattenItem({ a: nested(nestingMax) }).values.length, 1);
  assert.equal(flattenItem({ a: nested(nestingMax + 1) }).values.length, 0);
  const many = (count: number) =>
    flattenItem({ a: Array.from({ length: count }, (_, i) => i) }).values.length;
  assert.equal(many(entriesMax), entriesMax);
  assert.equal(many(entriesMax + 1), entriesMax);
  const objects = (count: number) =>
    flattenItem({ a: Array.from({ length: count }, () => ({})) }).elements.length;
  assert.equal(objects(entriesMax), entriesMax);
  assert.equal(objects(entriesMax + 1), entriesMax);
  assert.equal(flattenItem({ ['p'.repeat(pathLengthMax)]: 1 }).values.length, 1);
  assert.equal(flattenItem({ ['p'.repeat(pathLengthMax + 1)]: 1 }).values.length, 0);
});

test('flattenItem() accepts any JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (item) => {
      for (const { value } of flattenItem(item).texts) assert.equal(typeof value, 'string');
    }),
    { seed: 20261121, numRuns: 500 },
  );
});
