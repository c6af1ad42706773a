import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readEcommerceEvents } from './ecommerce-events.ts';

/** The arguments of a call, as `gtag()` puts them into the data layer. */
function collectArguments(..._values: unknown[]): Record<string, unknown> {
  // eslint-disable-next-line prefer-rest-params -- Google's snippet does so.
  return arguments as unknown as Record<string, unknown>;
}

const items = [
  { item_id: 'a1', price: 10, quantity: 2 },
  { item_id: 77, price: '9.50' },
];
const lines = [
  { name: 'a1', quantity: 2, price: 10 },
  { name: '77', quantity: undefined, price: 9.5 },
];

suite('readEcommerceEvents()', () => {
  test('reads a command of gtag()', () => {
    const entry = collectArguments('event', 'purchase', {
      transaction_id: 'T-1',
      currency: 'EUR',
      value: 29.5,
      items,
    });
    assert.deepEqual(readEcommerceEvents(entry), [
      { type: 'purchase', lines, order: 'T-1', currency: 'EUR' },
    ]);
  });

  test('reads an object for Google Tag Manager, with and without ecommerce', () => {
    const [event] = readEcommerceEvents({ event: 'add_to_cart', ecommerce: { currency: 'USD', items } });
    assert.partialDeepStrictEqual(event, { type: 'cart', lines, currency: 'USD' });
    const [view] = readEcommerceEvents({ event: 'view_item', items: [{ item_id: 'a1' }] });
    assert.partialDeepStrictEqual(view, { type: 'view', lines: [{ name: 'a1' }] });
    const [click] = readEcommerceEvents({ event: 'select_item', ecommerce: { items: [{ id: 'old' }] } });
    assert.partialDeepStrictEqual(click, { type: 'click', lines: [{ name: 'old' }] });
  });

  test('reads the ecommerce of Universal Analytics', () => {
    const products = [{ id: 'a1', price: '10.00', quantity: '2' }];
    const entry = { ecommerce: { currencyCode: 'EUR', purchase: { actionField: { id: 'T-2' }, products } } };
    assert.deepEqual(readEcommerceEvents(entry), [
      { type: 'purchase', lines: [{ name: 'a1', quantity: 2, price: 10 }], order: 'T-2', currency: 'EUR' },
    ]);
  });

  test('returns a refund without items as the whole order', () => {
    const entry = collectArguments('event', 'refund', { transaction_id: 'T-3' });
    assert.partialDeepStrictEqual(readEcommerceEvents(entry), [{ type: 'return', lines: [], order: 'T-3' }]);
  });

  test('ignores what is no event of a shop', () => {
    const entries = [
      {},
      { event: 'gtm.js' },
      { ecommerce: null },
      { event: 'constructor', items },
      { event: 'purchase', ecommerce: { items: 'none' } },
      { event: 'view_item', ecommerce: { items: [{}, null, 5] } },
      collectArguments('consent', 'default', {}),
      collectArguments('event'),
    ];
    for (const entry of entries) assert.deepEqual(readEcommerceEvents(entry as Record<string, unknown>), []);
  });
});
