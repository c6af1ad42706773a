import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchInterleaved } from '../src/domain/experiments/interleaved-search.ts';
import { emptyQuery } from '../src/domain/query/empty-query.ts';
import type { SearchResult } from '../src/domain/search/execution/search.ts';
import { EmbeddedExperimentArms } from '../src/engine/analytics/experiment-arms.ts';
import type { TextHit, TextQuery } from '../src/ports/search/text.ts';

const arms = new EmbeddedExperimentArms(() => new Map());

interface Listed {
  readonly id: string;
  readonly product?: string;
  readonly isPinned?: boolean;
}

function hitOf({ id, product, isPinned = false }: Listed): TextHit {
  const json = new TextEncoder().encode(JSON.stringify({ id, specs: { product } }));
  return {
    item: { _id: id, id, sku: id, active: true, version: 1, json },
    rules: isPinned ? { pinned: 'rule' } : null,
    pinnedIn: null,
  } as unknown as TextHit;
}

/** An order of which the service knows all items, answered by pages as a search does. */
class Order {
  readonly #listed: readonly Listed[];
  readonly #facets: SearchResult['facets'];

  constructor(listed: readonly (string | Listed)[], facets: SearchResult['facets'] = {}) {
    this.#listed = listed.map((one) => (typeof one === 'string' ? { id: one } : one));
    this.#facets = facets;
  }

  page({ offset, limit, facets }: TextQuery): SearchResult {
    return {
      total: this.#listed.length,
      hits: this.#listed.slice(offset, offset + limit).map(hitOf),
      facets: facets.length > 0 ? this.#facets : {},
    } as unknown as SearchResult;
  }
}

async function found(
  control: Order,
  treatment: Order,
  query: Partial<TextQuery>,
  { seed = 's', groupBy = '' } = {},
): Promise<{ ids: string[]; teams: string; result: SearchResult }> {
  const run = (arm: 'control' | 'treatment', own: TextQuery): Promise<SearchResult> =>
    Promise.resolve((arm === 'control' ? control : treatment).page(own));
  const asked = { ...emptyQuery, ...query };
  const { result, teams } = await searchInterleaved(arms, run, asked, { seed, groupBy });
  assert.equal(teams.length, result.hits.length);
  return { ids: result.hits.map(({ item }) => item.id), teams, result };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `i${i}`);

test('searchInterleaved() lists each item once, on pages that continue each other, of any length', async () => {
  const control = new Order(names(400));
  const treatment = new Order(names(400).reverse());
  for (const seed of ['a', 'b', 'c']) {
    const whole: string[] = [];
    const teams: string[] = [];
    for (let offset = 0; offset < 400; offset += 24) {
      const page = await found(control, treatment, { offset, limit: 24 }, { seed });
      assert.equal(page.result.total, 400);
      whole.push(...page.ids);
      teams.push(page.teams);
    }
    assert.deepEqual(whole.toSorted(), names(400).toSorted());
    const drafted = teams.join('').slice(0, 120);
    assert.equal(drafted.replaceAll('c', '').length, 60);
    assert.match(teams.join('').slice(120), /^-+$/);
    // After the interleaved positions, the live order follows.
    const rest = whole.slice(120);
    assert.deepEqual(
      rest,
      names(400).filter((id) => rest.includes(id)),
    );
    const other = await found(control, treatment, { offset: 7, limit: 130 }, { seed });
    assert.deepEqual(other.ids, whole.slice(7, 137));
  }
});

test('searchInterleaved() has facets and totals of the live order, and adds no item to it', async () => {
  const facets = { color: { values: [] } } as unknown as SearchResult['facets'];
  const control = new Order(['a', 'b', 'c'], facets);
  const treatment = new Order(['x', 'c', 'a', 'y']);
  const page = await found(control, treatment, { limit: 10, facets: [{ field: 'color' }] as never });
  assert.deepEqual(page.ids.toSorted(), ['a', 'b', 'c']);
  assert.equal(page.result.total, 3);
  assert.equal(page.result.facets, facets);
  const none = await found(new Order([]), treatment, { limit: 10 });
  assert.deepEqual(none.ids, []);
  // Pages continue each other whether or not the end of the live order is near.
  const long = new Order(names(30));
  const added = new Order(['x', 'y', ...names(30).reverse()]);
  const whole = await found(long, added, { limit: 30 });
  assert.deepEqual(whole.ids.toSorted(), names(30).toSorted());
  for (let offset = 0; offset < 30; offset += 3)
    assert.deepEqual(
      (await found(long, added, { offset, limit: 3 })).ids,
      whole.ids.slice(offset, offset + 3),
    );
});

test('searchInterleaved() keeps pins that both orders have at the same position, on every page', async () => {
  const pinned = (order: readonly string[]): Listed[] =>
    order.map((id) => ({ id, isPinned: id === 'pin' || id === 'own' }));
  const control = new Order(pinned(['own', 'a', 'b', 'pin', 'c', 'd', 'e', 'f']));
  const treatment = new Order(pinned(['f', 'e', 'd', 'pin', 'own', 'b', 'a', 'c']));
  for (const seed of names(20)) {
    const { ids, teams } = await found(control, treatment, { limit: 8 }, { seed });
    assert.equal(ids[3], 'pin');
    assert.equal(teams[3], '-');
    // A pin of one order alone is an item of that order.
    assert.equal(teams[ids.indexOf('own')], 'c');
    const short = await found(control, treatment, { limit: 2, offset: 3 }, { seed });
    assert.deepEqual(short.ids, ids.slice(3, 5));
  }
});

test('searchInterleaved() lists a product once where the orders show different variants of it', async () => {
  const control = new Order([{ id: 'red', product: 'p' }, { id: 'a' }, { id: 'b' }]);
  const treatment = new Order([{ id: 'b' }, { id: 'blue', product: 'p' }, { id: 'a' }]);
  const options = { groupBy: 'specs.product' };
  const shown = new Set<string>();
  for (const seed of names(20)) {
    const { ids, teams } = await found(control, treatment, { limit: 3 }, { ...options, seed });
    assert.equal(ids.length, 3);
    const variant = ids.find((id) => id === 'red' || id === 'blue')!;
    shown.add(variant);
    // Each order shows its own variant.
    const team = teams[ids.indexOf(variant)];
    assert.equal(variant, team === 't' ? 'blue' : 'red');
  }
  assert.ok(shown.has('red'));
  const apart = await found(control, treatment, { limit: 4, grouped: false }, options);
  assert.deepEqual(apart.ids.toSorted(), ['a', 'b', 'red']);
});
