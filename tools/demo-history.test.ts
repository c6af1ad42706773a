import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { historyFile } from '../src/cli/demo/demo-shop.ts';
import { addressPairCaps } from '../src/domain/events/address-pair-cap.ts';
import { categoriesByGood, comparedGoods, knownProducts } from './demo-history/catalog.ts';
import { drawCompanions, drawSecondCompanions, goTogether, replaces } from './demo-history/companions.ts';
import { findGood, goods, type Good } from './demo-history/goods.ts';
import { personas } from './demo-history/personas.ts';

interface HistoryLine {
  readonly event?: {
    readonly type: string;
    readonly session: string;
    readonly user?: string;
    readonly items?: readonly { readonly id: string }[];
  };
}

test('goods.txt has each product of the demo shop in one good, and no good without a product', () => {
  assert.deepEqual(
    [...goods.values()].filter((good) => !categoriesByGood.has(good)).map(({ name }) => name),
    [],
  );
  for (const [id, { good, category }] of knownProducts) assert.equal(findGood(id, category), good, id);
});

test('each good has a persona that looks for it, and all queries and comparisons name goods', () => {
  const shoppers = new Set(personas.map(({ name, shopper = name }) => shopper));
  assert.deepEqual(
    [...goods.values()].filter(({ shopper }) => !shoppers.has(shopper)).map(({ name }) => name),
    [],
  );
  const named = personas
    .flatMap(({ queries }) => queries.flatMap(([, , ...names]) => names))
    .concat(comparedGoods.flatMap((group) => [...group]));
  assert.deepEqual(
    named.filter((name) => !goods.has(name)),
    [],
  );
});

test('drawCompanions() draws goods by their probability, and drawSecondCompanions() those of a companion', () => {
  const kettle = goods.get('kettle')!;
  const listNames = (drawn: readonly Good[]): string[] => drawn.map(({ name }) => name);
  assert.deepEqual(listNames(drawCompanions(kettle, () => 0.82)), ['green tea']);
  assert.deepEqual(listNames(drawCompanions(kettle, () => 0.99)), []);
  const second = listNames(drawSecondCompanions(kettle, goods.get('mug')!, () => 0));
  assert.ok(second.includes('teapot'), second.join());
  assert.ok(!second.includes('coffee beans'), 'a grocery');
  assert.ok(!second.includes('kettle'), 'the good itself');
});

test('replaces() is true for alternatives that do not go together', () => {
  const [jacket, coat, apples, pears] = ['rain jacket', 'trench coat', 'apples', 'pears'].map((name) =>
    goods.get(name)!,
  );
  assert.deepEqual(
    [
      replaces(jacket!, jacket!),
      replaces(jacket!, coat!),
      replaces(apples!, pears!),
      replaces(jacket!, pears!),
    ],
    [true, true, false, false],
  );
});

/** The good of an item: its id begins with that of its product. */
function findGoodByItem(item: string): Good {
  const parts = item.split('-');
  const ids = parts.map((_, at) => parts.slice(0, parts.length - at).join('-'));
  return ids.map((id) => knownProducts.get(id)).find((known) => known !== undefined)!.good;
}

const history = gunzipSync(readFileSync(historyFile))
  .toString()
  .trim()
  .split('\n')
  .flatMap((line) => (JSON.parse(line) as HistoryLine).event ?? []);

test('the history of the demo shop has some 15,000 events, and no visitor exceeds the caps of one address', () => {
  assert.ok(history.length > 13_500 && history.length < 16_500, `${history.length} events`);
  for (const [visitor, events] of Map.groupBy(history, ({ session, user = session }) => user)) {
    const orders = events.filter(({ type }) => type === 'purchase').length;
    assert.ok(orders <= addressPairCaps.purchases, `${visitor}: ${orders} orders`);
    assert.ok(events.length - orders <= addressPairCaps.others, `${visitor}: ${events.length} events`);
  }
});

test('the orders of the history of the demo shop have goods that go together', () => {
  const orders = history
    .filter(({ type }) => type === 'purchase')
    .map(({ items = [] }) => items.map(({ id }) => findGoodByItem(id)));
  const several = orders.filter(({ length }) => length > 1);
  assert.ok(several.length > orders.length / 2, `${several.length} of ${orders.length} orders`);
  for (const order of several) {
    const alone = order.filter((good, at) => !order.some((other, i) => i !== at && goTogether(good, other)));
    assert.deepEqual(
      alone.map(({ name }) => name),
      [],
      order.map(({ name }) => name).join(', '),
    );
  }
});
