import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectionOf, draftOf, newCollection } from '../console/src/views/collections/collection-draft.ts';
import { sentenceOf, statusOf } from '../console/src/views/collections/collection-sentence.ts';

const sale = {
  id: 'sale',
  name: 'Sale',
  enabled: true,
  from: '2026-06-01',
  items: ['a', 'b'],
  filter: 'onSale:true',
  exclude: ['c'],
  pin: [{ filter: 'brand:Nord', position: 2 }],
  sort: ['price:asc', 'name'],
  userData: { banner: 'b.png' },
};

test('a collection that was not edited is saved as it is, and an edit changes its member only', () => {
  assert.deepEqual(collectionOf(draftOf(sale)), sale);
  const { filter: _, ...others } = sale;
  assert.deepEqual(collectionOf({ ...draftOf(sale), filter: ' ', sort: 'name' }), {
    ...others,
    sort: ['name'],
  });
  assert.deepEqual(collectionOf({ ...newCollection('new', ''), items: ['a'], enabled: false }), {
    id: 'new',
    enabled: false,
    items: ['a'],
  });
});

test('sentenceOf() says what a collection holds, and in which order', () => {
  assert.equal(
    sentenceOf(sale),
    '2 chosen items, then items where onSale is true. Without 1 item, 1 pinned, the others by price: low to high, name.',
  );
  assert.equal(sentenceOf({ id: 'one', items: ['a'] }), '1 chosen item.');
  assert.equal(sentenceOf({ id: 'all', filter: 'price < 20' }), 'Items where price is less than 20.');
});

test('statusOf() is Off, Scheduled, On or Ended; the end includes its day', () => {
  const at = (day: string, isEnabled = true): string =>
    statusOf({ from: '2026-06-02', until: '2026-06-05' }, isEnabled, Date.parse(day)).text.split(' ')[0]!;
  assert.deepEqual(
    [at('2026-06-01'), at('2026-06-02'), at('2026-06-05T23:00Z'), at('2026-06-06'), at('2026-06-03', false)],
    ['Scheduled', 'On', 'On', 'Ended', 'Off'],
  );
  assert.equal(statusOf({}, true, 0).text, 'On');
});
