import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Shop, type OpenEngine } from './shop.ts';

export function testResources(engine: string, open: OpenEngine): void {
  test(`${engine}: ResourceStore keeps the kinds apart, each with its own ids and versions`, async () => {
    await using shop = await Shop.open(open);
    const placement = { id: 'a', list: 'user', limit: 3 } as const;
    await shop.project.collections.change('a', () => ({ id: 'a' }));
    await shop.project.collections.change('b', () => ({ id: 'b' }));
    await shop.project.placements.change('a', () => placement);
    await shop.project.collections.change('a', () => null);
    for (const state of ['running', 'reopened']) {
      const { collections, placements } = shop.project;
      assert.deepEqual([...collections.current().keys()], ['b'], state);
      const expected = [['a', { value: placement, version: 1, changedAt: shop.now }]];
      assert.deepEqual([...placements.current()], expected, state);
      await shop.reopen();
    }
  });

  test(`${engine}: ResourceStore changes one resource, decides on the newest state and keeps it after a restart`, async () => {
    await using shop = await Shop.open(open);
    const { collections: store } = shop.project;
    assert.deepEqual([...store.current()], []);
    const seen: string[][] = [];
    const outcomes = await Promise.allSettled(
      ['a', 'no', 'b', 'a', 'c'].map((id) =>
        store.change(id, (current) => {
          seen.push([...current.keys()]);
          if (id === 'no') throw new RangeError('not this one');
          return id === 'c' ? null : { id, items: [String(current.size)] };
        }),
      ),
    );
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    );
    assert.deepEqual(seen, [[], ['a'], ['a'], ['a', 'b'], ['a', 'b']]);
    const expected = [
      ['a', { value: { id: 'a', items: ['2'] }, version: 3, changedAt: shop.now }],
      ['b', { value: { id: 'b', items: ['1'] }, version: 2, changedAt: shop.now }],
    ];
    assert.deepEqual([...store.current()], expected);
    await shop.reopen();
    assert.deepEqual([...shop.project.collections.current()], expected);
  });

  test(`${engine}: ResourceStore gives a resource that is removed and put again a new version`, async () => {
    await using shop = await Shop.open(open);
    const { collections: store } = shop.project;
    await store.change('a', () => ({ id: 'a' }));
    const before = store.current();
    assert.equal(await store.change('a', () => null), null);
    assert.equal(store.current().size, 0);
    assert.equal(before.size, 1, 'an earlier state stays as it was');
    await shop.reopen();
    const { version } = await shop.project.collections.change('a', () => ({ id: 'a' }));
    assert.equal(version, 3);
  });
}
