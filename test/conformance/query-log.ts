import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { SettledSearch } from '../../src/ports/search/query-log.ts';
import { event, Shop, type OpenEngine } from './shop.ts';
import { until } from '../support/until.ts';

const dayMs = 86_400_000;
const by = (...users: string[]) => users.map((user): SettledSearch['by'] => ({ user }));
const people = by('ann', 'bob', 'cid');

export function testSearches(engine: string, open: OpenEngine): void {
  const the = (criterion: string, run: (shop: Shop) => Promise<void>): void => {
    test(`${engine}: ${criterion}`, async () => {
      await using shop = await Shop.open(open);
      await run(shop);
    });
  };
  const finish = (shop: Shop, query: string, whose: readonly SettledSearch['by'][]): void =>
    shop.project.queryLog.record(whose.map((one) => ({ query, by: one, at: shop.now })));
  const completions = (shop: Shop, text: string): string[] => shop.project.queryLog.completions(text, 10);
  /** Waits until settled queries are stored. */
  const untilSuggested = async (shop: Shop, text: string, expected: readonly string[]): Promise<void> => {
    await until(`${text} is not completed to ${expected.join(', ')}`, () =>
      isDeepStrictEqual(completions(shop, text), expected),
    );
  };

  the(
    'QueryLog.completions() returns queries settled by at least three visitors, most frequent first, also after a restart',
    async (shop) => {
      finish(shop, 'oak chair', people);
      finish(shop, 'oak table', [...people, ...by('dan')]);
      finish(shop, 'oak shelf', by('ann', 'ann', 'bob'));
      finish(shop, 'crème', [...by('ann', 'bob'), { session: 'v1' }]);
      const expected = ['oak table', 'oak chair'];
      await untilSuggested(shop, 'oak', expected);
      await untilSuggested(shop, 'creme', ['crème']);
      assert.deepEqual(completions(shop, 'CHAI'), ['oak chair'], 'from any of its words on');
      assert.deepEqual(completions(shop, 'ak'), []);
      await shop.reopen();
      assert.deepEqual(completions(shop, 'oak'), expected);
      finish(shop, 'oak shelf', by('eve', 'fay'));
      await shop.reopen();
      assert.ok(completions(shop, 'oak').includes('oak shelf'), 'a stop writes pending searches');
    },
  );

  the('QueryLog counts the last search of each visitor, and deletes it when it expires', async (shop) => {
    finish(shop, 'old', [...people, ...by('dan')]);
    await untilSuggested(shop, 'o', ['old']);
    shop.now += 30 * dayMs;
    finish(shop, 'only new', people);
    await untilSuggested(shop, 'o', ['only new', 'old']);
    finish(shop, 'old', people);
    await untilSuggested(shop, 'o', ['old', 'only new']);
    shop.now += 61 * dayMs;
    await untilSuggested(shop, 'o', []);
    await shop.reopen();
    shop.now -= 61 * dayMs;
    assert.deepEqual(completions(shop, 'o'), [], 'no completion is left');
  });

  the("EventLog.eraseUser() removes the user's searches, also those of their sessions", async (shop) => {
    const { events } = shop.project;
    finish(shop, 'oak', [...by('ann', 'bob'), { session: 'v1' }]);
    await untilSuggested(shop, 'oak', ['oak']);
    await events.append([event('view', { user: 'cid', session: 'v1' }, ['a'])]);
    finish(shop, 'elm', [...people, ...by('dan')]);
    await untilSuggested(shop, 'elm', ['elm']);
    await events.eraseUser('cid');
    assert.deepEqual([completions(shop, 'oak'), completions(shop, 'elm')], [[], ['elm']]);
    // Pending searches at the time of the erasure are not stored either.
    finish(shop, 'elm', by('bob'));
    await events.eraseUser('bob');
    await shop.reopen();
    assert.deepEqual(completions(shop, 'elm'), []);
  });

  the('QueryLog counts a session and the user it is merged into once', async (shop) => {
    finish(shop, 'oak', [...by('ann', 'bob'), { session: 'v1' }]);
    await untilSuggested(shop, 'oak', ['oak']);
    await shop.project.events.merge({ session: 'v1' }, 'bob');
    await untilSuggested(shop, 'oak', []);
    finish(shop, 'oak', [{ session: 'v1' }, ...by('cid')]);
    await untilSuggested(shop, 'oak', ['oak']);
    await shop.project.events.eraseUser('cid');
    assert.deepEqual(completions(shop, 'oak'), []);
    finish(shop, 'elm', [...by('ann', 'bob'), { session: 'v2' }]);
    await untilSuggested(shop, 'elm', ['elm']);
    // Where the process stopped before the rows were moved, the next start moves them.
    await shop.project.events.merge({ session: 'v2' }, 'bob');
    await shop.reopen();
    await untilSuggested(shop, 'elm', []);
  });

  the('TextIndex.suggest() offers queries that still find items with all words, each once', async (shop) => {
    await shop.put(
      { id: 'a', name: 'Oak chair', brand: 'Nordwald' },
      { id: 'b', name: 'Oak chairs, two' },
      { id: 'c', name: 'Elm chair' },
    );
    const searches = ['oak chair', 'oak chairs', 'oa', 'oak char', 'oak sofa', 'oak two', 'nordwald'];
    const offered = await shop.project.text.suggest('oa', 8, { searches });
    assert.deepEqual(
      offered.filter(({ kind }) => kind === 'search').map(({ text, count }) => [text, count]),
      [
        ['oak chair', 2],
        ['oak two', 1],
        ['nordwald', 1],
      ],
    );
    assert.equal(offered[0]?.highlighted, '<em>oak</em> chair');
    const hidden = [{ ids: ['b'] }];
    const fewer = await shop.project.text.suggest('oa', 8, { searches, hidden });
    assert.deepEqual(
      fewer.filter(({ kind }) => kind === 'search').map(({ text, count }) => [text, count]),
      [
        ['oak chair', 1],
        ['nordwald', 1],
      ],
    );
    const brands = await shop.project.text.suggest('nord', 8, { searches: ['nordwald'] });
    assert.equal(brands[0]?.kind, 'brand', 'a brand is labelled as one');
  });
}
