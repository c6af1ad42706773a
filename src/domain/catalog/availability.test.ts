import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeAvailability, isUnavailable } from './availability.ts';

test('normalizeAvailability() knows the spellings of shops and the addresses of schema.org', () => {
  const spellings: Readonly<Record<string, readonly string[]>> = {
    in_stock: [
      'in stock',
      'In-Stock',
      'InStock',
      'instock',
      'https://schema.org/InStock',
      'available',
      'LimitedAvailability',
    ],
    out_of_stock: [
      'out of stock',
      'OutOfStock',
      'OUT_OF_STOCK',
      'http://schema.org/OutOfStock',
      'schema:SoldOut',
      'Sold Out',
      'outofstock',
    ],
    discontinued: ['discontinued', 'https://www.schema.org/Discontinued'],
    preorder: ['preorder', 'pre-order', 'PreOrder', 'http://schema.org/PreSale', 'pre order'],
    backorder: ['BackOrder', 'back-order', 'https://schema.org/BackOrder'],
    in_two_weeks: ['in two weeks'],
  };
  for (const [status, texts] of Object.entries(spellings))
    for (const text of texts) assert.equal(normalizeAvailability(text), status, text);
  assert.deepEqual(
    Object.keys(spellings).filter((status) => isUnavailable(status)),
    ['out_of_stock', 'discontinued'],
  );
});
