import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Configuration } from '../../src/ports/configuration/configuration.ts';
import { Shop, type OpenEngine } from './shop.ts';

const by = (author: string) => ({ author, message: null });
const asUser = { author: 'user', progress: () => undefined };

export function testConfiguration(engine: string, open: OpenEngine): void {
  const the = (criterion: string, run: (shop: Shop) => Promise<void>): void => {
    test(`${engine}: ${criterion}`, async () => {
      await using shop = await Shop.open(open);
      await run(shop);
    });
  };

  the('VersionStore keeps what each change of a store changed, also after a restart', async (shop) => {
    const { rules, settings, collections } = shop.project;
    await rules.change(() => [{ id: 'r', hide: ['a'] }], by('one'));
    await settings.change(
      () => ({ search: { groupBy: 'series' } }),
      () => undefined,
      by('two'),
    );
    await collections.change('c', () => ({ id: 'c', items: ['a'] }), by('three'));
    await collections.change('c', () => ({ id: 'c', items: ['a'] }), by('nothing'));
    await assert.rejects(
      rules.change(() => {
        throw new RangeError('not this one');
      }, by('nobody')),
    );
    await rules.change(() => []);
    for (const state of ['running', 'reopened']) {
      const { versions } = shop.project;
      const { versions: listed, total } = versions.list({ kind: null, offset: 0, limit: 10 });
      assert.equal(total, 4, state);
      assert.deepEqual(
        listed.map(({ number, author, at, parts }) => [number, author, at, parts]),
        [
          [4, 'service', shop.now, [{ kind: 'rules', id: 'r' }]],
          [3, 'three', shop.now, [{ kind: 'collections', id: 'c' }]],
          [2, 'two', shop.now, [{ kind: 'settings', id: 'search.groupBy' }]],
          [1, 'one', shop.now, [{ kind: 'rules', id: 'r' }]],
        ],
      );
      assert.deepEqual(versions.version(4)?.changes, [
        { kind: 'rules', id: 'r', before: { id: 'r', hide: ['a'] }, after: null, follows: null },
      ]);
      assert.equal(versions.version(5), null);
      await shop.reopen();
    }
  });

  the(
    'ConfigurationStore changes several stores at once, with one version, and removes the draft',
    async (shop) => {
      const { configuration, collections, drafts } = shop.project;
      await collections.change('old', () => ({ id: 'old', items: ['a'] }));
      const draft = { draft: { id: 'd' }, author: 'user', base: [] };
      await drafts.change('d', () => draft);
      const { version, rebuilt } = await configuration.change((current, stored) => {
        assert.deepEqual([...stored.keys()], ['d']);
        assert.deepEqual([...current.collections.keys()], ['old']);
        const after: Configuration = {
          settings: { search: { soldOutLast: 'never' } },
          rules: [{ id: 'r', hide: ['x'] }],
          collections: new Map([['new', { id: 'new', items: ['b'] }]]),
          placements: new Map([['top', { id: 'top', list: 'popular' }]]),
        };
        return { after, published: 'd', message: 'Winter', proof: { searches: 10 } };
      }, asUser);
      assert.equal(rebuilt, null);
      assert.deepEqual(
        version?.parts.map(({ kind, id }) => `${kind} ${id}`),
        ['settings search.soldOutLast', 'rules r', 'collections old', 'collections new', 'placements top'],
      );
      for (const state of ['running', 'reopened']) {
        const { project } = shop;
        assert.equal(project.settings.effective().search.soldOutLast, 'never', state);
        assert.deepEqual(project.rules.current().rules, [{ id: 'r', hide: ['x'] }]);
        assert.deepEqual([...project.collections.current().keys()], ['new']);
        assert.deepEqual([...project.placements.current().keys()], ['top']);
        assert.equal(project.drafts.current().size, 0);
        const stored = project.versions.version(2);
        assert.deepEqual([stored?.message, stored?.proof], ['Winter', { searches: 10 }]);
        assert.deepEqual([...project.configuration.current().collections.keys()], ['new']);
        await shop.reopen();
      }
    },
  );

  the('ConfigurationStore decides on the newest state, and stores nothing that is refused', async (shop) => {
    const { configuration, rules } = shop.project;
    const seen: number[] = [];
    const add = (id: string) =>
      configuration.change((current) => {
        seen.push(current.rules.length);
        if (id === 'no') throw new RangeError('not this one');
        return {
          after: { ...current, rules: [...current.rules, { id, hide: ['x'] }] },
          published: null,
          message: null,
          proof: null,
        };
      }, asUser);
    const outcomes = await Promise.allSettled([add('a'), add('no'), add('b')]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(seen, [0, 1, 1]);
    assert.deepEqual(
      rules.current().rules.map(({ id }) => id),
      ['a', 'b'],
    );
    const unchanged = await configuration.change(
      (current) => ({ after: current, published: null, message: null, proof: null }),
      asUser,
    );
    assert.equal(unchanged.version, null);
    assert.equal(shop.project.versions.list({ kind: null, offset: 0, limit: 1 }).total, 2);
  });
}
