import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../lib/seeded-random.ts';
import { RecommenderState } from '../counters/recommender-state.ts';
import type { ScoredItem } from '../rows/scored.ts';
import { similar, type SimilarRequest } from './similar.ts';
import { ViewTest } from './view-evidence.ts';

const now = Date.UTC(2026, 4, 1);
const kinds = 20;
const perKind = 10;

/** Two hundred items of twenty kinds, which have nothing in common. */
class Shop {
  readonly state = new RecommenderState();
  readonly #random = createRandom(7);
  #at = now - 30 * 86_400_000;
  #visits = 0;

  constructor(options: { hasContent?: boolean } = {}) {
    for (let item = 0; item < kinds * perKind; item++) {
      const index = this.state.item(`item-${item}`);
      if (options.hasContent === false) continue;
      const kind = Math.floor(item / perKind);
      const attributes = [`category=shop > kind ${kind}`];
      this.state.setContent(index, {
        attributes,
        words: [`word${item}`],
        levels: ['shop', `shop > kind ${kind}`],
      });
    }
  }

  /** A product page sends a click and a view. */
  visit(...items: readonly number[]): void {
    const session = `v${this.#visits++}`;
    for (const index of items)
      for (const type of ['click', 'view'])
        this.state.apply({ type, session, items: [{ index }], at: (this.#at += 1000) });
  }

  visitAtRandom(count: number): void {
    const draw = (): number => Math.floor(kinds * perKind * this.#random() ** 2);
    for (let visit = 0; visit < count; visit++) this.visit(draw(), draw(), draw());
  }

  order(user: string, ...items: readonly number[]): void {
    const lines = items.map((index) => ({ index }));
    this.state.apply({ type: 'purchase', user, items: lines, at: (this.#at += 1000) });
  }

  list(item: number, limit = 9, more: Partial<SimilarRequest> = {}): ScoredItem[] {
    return similar(this.state, { item, now, limit, allow: () => true, ...more });
  }

  /** The number of items of the same kind. */
  countKind(item: number): number {
    const kind = Math.floor(item / perKind);
    return this.list(item).filter(({ index }) => Math.floor(index / perKind) === kind).length;
  }
}

test('similar() has the items of the kind, before any event and after thousands of random ones', () => {
  const shop = new Shop();
  assert.equal(shop.countKind(5), 9);
  for (const count of [20, 500, 5000]) {
    shop.visitAtRandom(count);
    for (const item of [5, 55, 155]) assert.equal(shop.countKind(item), 9, `item ${item} after ${count}`);
  }
});

test('similar() lets three visits move items of the kind alone, and three hundred decide', () => {
  const shop = new Shop();
  shop.visitAtRandom(2000);
  const [item, sibling, stranger] = [45, 47, 190];
  for (let visit = 0; visit < 3; visit++) shop.visit(item, stranger);
  assert.equal(shop.countKind(item), 9);
  for (let visit = 0; visit < 3; visit++) shop.visit(item, sibling);
  assert.equal(shop.list(item)[0]?.index, sibling);
  for (let visit = 0; visit < 300; visit++) shop.visit(item, stranger);
  const [first] = shop.list(item);
  assert.deepEqual([first?.index, first?.source], [stranger, 'history']);
});

test('similar() without content keeps the order of transitions, the chance ones last', () => {
  const shop = new Shop({ hasContent: false });
  shop.visit(1, 2);
  assert.deepEqual(
    shop.list(1).map(({ index }) => index),
    [2],
  );
  for (let visit = 0; visit < 20; visit++) shop.visit(1, 3);
  assert.deepEqual(
    shop.list(1).map(({ index }) => index),
    [3, 2],
  );
});

test('similar() counts no orders with both items', () => {
  const shop = new Shop();
  shop.visitAtRandom(500);
  for (let buyer = 0; buyer < 100; buyer++) shop.order(`u${buyer}`, 12, 132);
  assert.equal(shop.countKind(12), 9);
});

test('similar() joins the meanings of names, and compares all candidates', () => {
  const shop = new Shop();
  const compared: number[] = [];
  const meanings = {
    findNeighbours: () => [150],
    compare: (items: readonly number[]) => {
      compared.push(...items);
      return items.map((item) => (item === 150 ? 1 : item === 3 ? 0.5 : 0));
    },
  };
  const list = shop.list(5, 20, { meanings });
  assert.equal(list[0]?.index, 3, 'of the kind, and similar in name');
  assert.ok(list[0].parts['meaning']! > 0);
  const hasNearestName = (listed: typeof list): boolean => listed.some(({ index }) => index === 150);
  assert.ok(!hasNearestName(list), 'names are not searched where enough items have like content');
  assert.ok(hasNearestName(new Shop({ hasContent: false }).list(5, 20, { meanings })));
  for (let item = 0; item < perKind; item++) assert.ok(item === 5 || compared.includes(item), String(item));
});

test('similar() lowers items of another price, and those of siblings less than those of strangers', () => {
  const state = new RecommenderState();
  const add = (id: string, category: string, price: number): number => {
    const levels = [
      'shop',
      ...category.split('/').map((_, at, all) => `shop > ${all.slice(0, at + 1).join(' > ')}`),
    ];
    const index = state.item(id);
    state.setContent(index, { attributes: [`category=${category}`], words: ['thing'], levels, price });
    return index;
  };
  const item = add('one', 'shoes/boots', 100);
  const [cheap, same, sibling, stranger] = [
    add('cheap', 'shoes/boots', 9),
    add('same', 'shoes/boots', 110),
    add('sibling', 'shoes/sandals', 100),
    add('stranger', 'toys/cars', 100),
  ];
  const list = similar(state, { item, now, limit: 9, allow: () => true });
  assert.deepEqual(
    list.map(({ index }) => index),
    [same, cheap, sibling, stranger],
  );
});

test('ViewTest.describe() counts visits in place of their interactions', () => {
  const once = new RecommenderState();
  const twice = new RecommenderState();
  for (const [state, types] of [
    [once, ['view']],
    [twice, ['click', 'view']],
  ] as const) {
    for (let visit = 0; visit < 12; visit++)
      for (const [step, id] of ['a', visit % 3 === 0 ? 'b' : 'c'].entries())
        for (const type of types)
          state.apply({ type, session: `v${visit}`, items: [{ index: state.item(id) }], at: now + step });
  }
  const measure = (state: RecommenderState): number => {
    const [a, b] = [state.item('a'), state.item('b')];
    const { items, scores } = state.transitions.cut(a);
    const factors = state.transitions.counts.columnFactors();
    const transitions = scores[items.indexOf(b)]! / factors[b]! / 1024;
    return new ViewTest(state, a).describe(b, transitions, 0).together;
  };
  assert.equal(measure(once), 4);
  assert.ok(Math.abs(measure(twice) - 4) < 1.2, String(measure(twice)));
});
