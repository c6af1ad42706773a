import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestFields } from './column-suggestions.ts';

/** The suggestions for columns that become fields of their name. */
function suggestions(...names: readonly string[]): (string | null)[] {
  return suggestFields(names.map((name) => ({ name, field: name, reason: '', values: [] })));
}

test('suggestFields() knows names in capitals, with marks, in plural and with other separators', () => {
  const cases: [field: string, names: readonly string[]][] = [
    ['id', ['ID', 'Id *', 'PRODUCT_ID', 'productId', 'Product-ID', 'ITEM_ID', 'Artikel-Nr.', 'RÉFÉRENCE']],
    [
      'name',
      ['NAME', 'Name *', '*Name*', 'Name (required)', 'Product Name', 'PRODUCTNAME', 'TITLE', 'BEZEICHNUNG'],
    ],
    ['price', ['PRICE', 'Price (EUR)', 'price_usd', 'PRICE_VAT', 'Preis in CHF', 'Preis *']],
    ['gtin', ['EAN13', 'EAN-13', 'ean_13', 'EAN', 'UPC Code', 'GTIN', 'Barcodes']],
    ['imgs', ['Image URLs', 'IMAGE_URL', 'imageUrls', 'IMGURL', 'Images', 'Photo URLs', 'Pictures']],
    ['brand', ['BRAND', 'MANUFACTURER', 'Brand name']],
    ['category', ['CATEGORY', 'CATEGORYTEXT', 'Product Categories', 'Kategorie']],
    ['size', ['SIZE', 'GRÖSSE', 'Größe']],
    ['groupId', ['ITEMGROUP_ID', 'GROUPID', 'groupID', 'Parent SKU']],
    ['url', ['URL', 'Product URL', 'Deep-Link']],
    ['description', ['DESCRIPTION', 'Long Description', 'Beschreibung']],
  ];
  for (const [field, names] of cases)
    for (const name of names)
      assert.deepEqual(suggestions('id', name).at(-1), field === 'id' ? null : field, name);
  for (const name of cases[0]![1]) assert.deepEqual(suggestions(name), ['id'], name);
  for (const name of ['Gewicht', 'Price class', 'Name of the owner', 'EAN14x', 'ean', 'name', 'categories'])
    assert.deepEqual(suggestions('id', name), [null, null], name);
});

test('suggestFields() takes a SKU for the id where no other column is', () => {
  assert.deepEqual(suggestions('sku', 'name', 'price'), ['id', null, null]);
  assert.deepEqual(suggestions('SKU', 'Name'), ['id', 'name']);
  assert.deepEqual(suggestions('sku', 'Product ID'), [null, 'id']);
  assert.deepEqual(suggestions('id', 'sku'), [null, null]);
});

test('suggestFields() suggests a field once', () => {
  assert.deepEqual(suggestions('id', 'Image', 'Image URL', 'price', 'PRICE'), [
    null,
    'imgs',
    null,
    null,
    null,
  ]);
});
