import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecommenderState } from '../counters/recommender-state.ts';
import type { ScoredItem } from '../rows/scored.ts';
import { forUser } from './for-user.ts';

/** Fifteen items of a shop: id, words of the name, levels of the category, price. */
const items: readonly (readonly [string, string, string, number])[] = [
  ['tent', 'dome tent', 'camping > tents', 199],
  ['family-tent', 'family tent', 'camping > tents', 349],
  ['bag', 'sleeping bag', 'camping > sleeping bags', 89],
  ['mat', 'rolled mat', 'camping > mats', 29],
  ['stove', 'gas stove', 'camping > cooking', 45],
  ['pot', 'cooking pot', 'camping > cooking', 25],
  ['lamp', 'lantern', 'camping > lights', 19],
  ['boots', 'hiking boots', 'shoes > boots', 149],
  ['sandals', 'trekking sandals', 'shoes > sandals', 79],
  ['flip-flops', 'flip-flops', 'shoes > sandals', 19],
  ['jacket', 'rain jacket', 'clothes > jackets', 129],
  ['fleece', 'fleece jacket', 'clothes > jackets', 79],
  ['press', 'french press', 'kitchen > coffee', 29],
  ['mug', 'enamel mug', 'kitchen > mugs', 9],
  ['whisk', 'balloon whisk', 'kitchen > tools', 8],
];
const now = Date.UTC(2026, 4, 1);

class SmallShop {
  readonly state = new RecommenderState();
  #at = now - 86_400_000;

  constructor() {
    for (const [id, name, category, price] of items) {
      const [top = ''] = category.split(' > ');
      this.state.setContent(this.state.item(id), {
        attributes: [`category=${category}`],
        words: name.split(' '),
        levels: [top, category],
        type: category,
        category: top,
        price,
      });
    }
  }

  visit(session: string, ...ids: readonly string[]): void {
    for (const id of ids)
      this.state.apply({
        type: 'view',
        session,
        items: [{ index: this.state.item(id) }],
        at: (this.#at += 60_000),
      });
  }

  order(user: string, ...ids: readonly string[]): void {
    const lines = ids.map((id) => ({ index: this.state.item(id) }));
    this.state.apply({ type: 'purchase', user, items: lines, at: (this.#at += 60_000) });
  }

  list(seen: readonly string[], limit = 8, more: { user?: string } = {}): ScoredItem[] {
    const indexes = seen.map((id) => this.state.item(id));
    return forUser(this.state, { ...more, seen: indexes, now, limit, allow: () => true });
  }

  names(seen: readonly string[], limit = 8): string[] {
    return this.list(seen, limit).map(({ index }) => this.state.getId(index));
  }
}

/** Three visits of unrelated items. */
function openShop(): SmallShop {
  const shop = new SmallShop();
  shop.visit('a', 'tent', 'sandals', 'press');
  shop.visit('b', 'sandals', 'tent');
  shop.visit('c', 'jacket', 'press', 'tent');
  return shop;
}

test('forUser() has what is like one viewed item first, whatever three visits viewed with it', () => {
  const shop = openShop();
  const camping = ['family-tent', 'bag', 'mat', 'stove', 'pot', 'lamp'];
  assert.deepEqual(new Set(shop.names(['tent'], 6)), new Set(camping));
  assert.equal(shop.names(['tent'])[0], 'family-tent');
  assert.equal(shop.names(['jacket'])[0], 'fleece');
  assert.deepEqual(shop.names(['sandals'], 2), ['flip-flops', 'boots']);
  assert.deepEqual(new Set(shop.names(['press'], 2)), new Set(['mug', 'whisk']));
});

test('forUser() has what is like two viewed items, the newest first', () => {
  const shop = openShop();
  assert.deepEqual(shop.names(['tent', 'jacket'], 2), ['fleece', 'family-tent']);
  assert.deepEqual(shop.names(['jacket', 'tent'], 2), ['family-tent', 'fleece']);
});

test('forUser() has what goes with a viewed item after what is like it', () => {
  const shop = openShop();
  for (let buyer = 0; buyer < 6; buyer++) shop.order(`u${buyer}`, 'tent', 'boots', 'mat');
  const [first, ...others] = shop.list(['tent']);
  assert.equal(shop.state.getId(first!.index), 'family-tent');
  const next = others.slice(0, 2).map(({ index, source }) => [shop.state.getId(index), source]);
  assert.deepEqual(
    new Map(next as [string, string][]),
    new Map([
      ['boots', 'baskets'],
      ['mat', 'baskets'],
    ]),
  );
});

test('forUser() has no other variant of the viewed product among what is like it', () => {
  const shop = openShop();
  const findProduct = (item: number): string | null =>
    shop.state.getId(item).endsWith('tent') ? 'tents' : null;
  const seen = [shop.state.item('tent')];
  for (const repeats of [false, true]) {
    const request = { seen, now, limit: items.length, allow: () => true, findProduct, repeats };
    const names = forUser(shop.state, request).map(({ index }) => shop.state.getId(index));
    const others = names.filter((id) => !id.endsWith('tent'));
    assert.deepEqual(names.slice(0, others.length), others);
    assert.equal(others[0], 'bag');
  }
});

test('forUser() has the viewed item last where a shop repeats purchases, also without variants', () => {
  const shop = openShop();
  const seen = [shop.state.item('tent')];
  const request = { seen, now, limit: items.length, allow: () => true, repeats: true };
  const names = forUser(shop.state, request).map(({ index }) => shop.state.getId(index));
  assert.equal(names.indexOf('tent'), names.length - 1);
});

test('forUser() follows hundreds of visits', () => {
  const shop = openShop();
  assert.notEqual(shop.names(['press'])[0], 'jacket');
  for (let visit = 0; visit < 300; visit++) {
    shop.visit(`p${visit}`, 'press', 'jacket');
    shop.visit(`q${visit}`, 'tent', 'family-tent', 'lamp');
    shop.visit(`r${visit}`, items[visit % items.length]![0], items[(visit * 7) % items.length]![0]);
  }
  const [first] = shop.list(['press']);
  assert.deepEqual([shop.state.getId(first!.index), first!.source], ['jacket', 'history']);
});

test('forUser() for one view lists distinct items, and a longer list begins with the shorter one', () => {
  const shop = openShop();
  for (let buyer = 0; buyer < 6; buyer++) shop.order(`u${buyer}`, 'tent', 'boots', 'mat');
  const longest = shop.list(['tent'], 100);
  assert.equal(new Set(longest.map(({ index }) => index)).size, longest.length);
  for (let limit = 1; limit <= longest.length; limit++)
    assert.deepEqual(shop.list(['tent'], limit), longest.slice(0, limit));
  const scores = longest.map(({ score }) => score);
  assert.deepEqual(
    scores,
    scores.toSorted((a, b) => b - a),
  );
});

test('forUser() keeps its usual order for a buyer, and for three views', () => {
  const shop = openShop();
  const usual = shop.names(['tent', 'jacket', 'press']);
  assert.equal(usual[0], 'sandals');
  shop.order('buyer', 'tent');
  const bought = shop.list([], 8, { user: 'buyer' });
  assert.equal(shop.state.getId(bought[0]!.index), 'sandals');
});
