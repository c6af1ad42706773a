import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localDraftOf, localFieldsOf } from '../console/src/views/items/local-draft.ts';

const own = {
  prices: { b2b: 70.5, none: null },
  stores: { berlin: { stock: 0, note: 'window' }, odd: null },
  translations: { de: { name: ['a', 'b'], colour: 'rot' } },
};

test('values that are not edited stay as they were, also those that the form cannot show', () => {
  assert.deepEqual(localFieldsOf(localDraftOf(own)), { fields: own });
  assert.deepEqual(localFieldsOf(localDraftOf({ prices: 'none', stores: {} })), { fields: {} });
});

test('edited values replace only their own member; texts that are no number are sent as they are', () => {
  const draft = localDraftOf(own);
  const [b2b] = draft.prices;
  const [berlin] = draft.stores;
  const [de] = draft.translations;
  assert.deepEqual(
    localFieldsOf({
      prices: [{ ...b2b!, price: ' 65,5 ' }],
      stores: [{ ...berlin!, name: ' mitte ', price: '1,299,0', stock: '' }],
      translations: [{ ...de!, description: 'Holz.' }],
    }),
    {
      fields: {
        prices: { b2b: 65.5 },
        stores: { mitte: { price: '1,299,0', note: 'window' } },
        translations: { de: { name: ['a', 'b'], colour: 'rot', description: 'Holz.' } },
      },
    },
  );
});

test('rows without a name, with the same name or without a price are errors', () => {
  const row = { price: '', original: undefined };
  const draft = {
    prices: [
      { name: 'b2b', ...row },
      { name: ' b2b', ...row, price: '1' },
      { name: '', ...row },
    ],
    stores: [],
    translations: [],
  };
  const result = localFieldsOf(draft);
  assert.ok('errors' in result);
  assert.deepEqual(Object.keys(result.errors), ['prices[1]', 'prices[2]', 'prices.b2b', 'prices.']);
});
