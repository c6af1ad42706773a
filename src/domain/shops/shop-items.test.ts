import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../ports/limits.ts';
import { readPictures, readShopPrice, ShopItemFields } from './shop-items.ts';

test('readShopPrice() reads numbers, texts of machines and texts for shoppers', () => {
  const cases: readonly [
    value: unknown,
    amount: number | null,
    currency?: string | undefined,
    named?: string,
  ][] = [
    [19.99, 19.99],
    ['19.99', 19.99],
    ['19.990000', 19.99],
    ['1299', 1_299],
    ['1.299', 1.299],
    ['1,299.00', 1_299],
    ['1.299,00', 1_299],
    ['1 299,00', 1_299],
    ["1'299.50", 1_299.5],
    ['12,5', 12.5],
    ['0', 0],
    ['290.000', 290_000, undefined, 'VND'],
    ['12.345', 12.345, undefined, 'KWD'],
    ['1.299,00 €', 1_299, 'EUR'],
    ['1.299 €', 1_299, 'EUR'],
    ['€ 1.299', 1_299, 'EUR'],
    ['12,50&nbsp;&euro;', 12.5, 'EUR'],
    ['ab 12,50 € *', 12.5, 'EUR'],
    ['UVP: 49,90 EUR', 49.9, 'EUR'],
    ['$1,299.00', 1_299],
    ['129,00 zł', 129, 'PLN'],
    ['<b>19</b>', 19],
    [-1, null],
    ['auf Anfrage', null],
    ['', null],
    [null, null],
    [Number.NaN, null],
    ['x'.repeat(10_000), null],
  ];
  for (const [value, amount, currency, named] of cases) {
    const read = readShopPrice(value, named ?? null);
    assert.deepEqual(read?.amount ?? null, amount, String(value));
    if (currency !== undefined) assert.equal(read?.currency, currency, String(value));
  }
});

test('items have as many pictures as an item takes, absolute and without doubles', () => {
  const sources = Array.from({ length: limits.itemImagesMax + 1 }, (_, at) => `/${at}.jpg#x`);
  const pictures = readPictures([...sources, ...sources], 'https://shop.example/a/b');
  assert.equal(pictures.length, limits.itemImagesMax);
  assert.equal(pictures[0], 'https://shop.example/0.jpg');
  assert.deepEqual(
    readPictures(
      ['', 'data:image/png;base64,AA', 'ftp://x/y', '//cdn.example/a.jpg'],
      'https://shop.example/',
    ),
    ['https://cdn.example/a.jpg'],
  );
});

test('fields take the first value, and no name of an object or of the service', () => {
  const fields = new ShopItemFields();
  fields.set('__proto__', 'x');
  fields.set('_id', 'x');
  fields.set('name', '');
  fields.set('name', 'Chair');
  fields.set('name', 'Table');
  fields.setPrices(10, 8, 'EUR');
  fields.setStock('out_of_stock', false, 5);
  assert.deepEqual(fields.toItem(), {
    name: 'Chair',
    price: 10,
    currency: 'EUR',
    availability: 'out_of_stock',
    stock: 0,
  });
});
