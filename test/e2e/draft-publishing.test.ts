import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { draftShop, pinned, synonyms, type Problem, type Found } from '../support/draft-shop.ts';

let service: LocalService;
before(async () => {
  service = await LocalService.start({ VITRINE_THREADS: '2' });
});
after(() => service[Symbol.asyncDispose]());
const shop = (id: string) => draftShop(service, id);

test('publishing makes all of a draft live as one version, which is taken back as one', async () => {
  const the = await shop('published');
  await the.ok('PUT', `${the.path}/rules`, {
    rules: [
      { id: 'a', hide: ['x'] },
      { id: 'b', hide: ['x'] },
    ],
  });
  await the.put({
    id: 'd',
    name: 'Winter',
    settings: { search: { synonyms } },
    rules: { put: [pinned], remove: ['a'], order: ['first', 'b'] },
    placements: { put: [{ id: 'top', list: 'popular' }] },
  });
  const before = await the.get('d');
  const { version, task } = await the.publish('d');
  assert.equal(task, null);
  assert.equal(version?.message, 'Winter');
  assert.deepEqual(
    version.parts.map(({ kind, id }) => `${kind} ${id}`),
    ['settings search.synonyms', 'rules a', 'rules first', 'ruleOrder all', 'placements top'],
  );
  assert.deepEqual(
    version.parts.map(({ id }) => id),
    before.changes.map(({ id }) => id),
  );
  const rules = async () =>
    (await the.ok<{ rules: { id: string }[] }>('GET', `${the.path}/rules`)).rules.map(({ id }) => id);
  assert.deepEqual(await rules(), ['first', 'b']);
  assert.deepEqual(await the.found({ q: 'lamp' }), ['steel', 'brass', 'ceiling']);
  assert.equal((await the.ask('GET', `${the.path}/drafts/d`)).status, 404);
  await service.stop();
  await service.restart();
  assert.deepEqual(await the.found({ q: 'lamp' }), ['steel', 'brass', 'ceiling']);
  await the.ok('POST', `${the.path}/versions/${version.number}/rollback`, {});
  assert.deepEqual(await rules(), ['a', 'b']);
  assert.equal((await the.search({ q: 'lamp' })).total, 2);
  assert.equal((await the.ask('GET', `${the.path}/placements/top`)).status, 404);
});

test('a draft whose parts changed since has conflicts, and is published only by force or after a rebase', async () => {
  const the = await shop('conflicts');
  const rule = (price: number) => ({ id: 'r', boost: `price < ${price}` });
  await the.ok('PUT', `${the.path}/rules`, { rules: [rule(1)] });
  const draft = { id: 'd', rules: { put: [rule(2)] } };
  await the.put(draft);
  await the.ok('PUT', `${the.path}/rules`, { rules: [rule(3), { id: 'other', hide: ['x'] }] });
  // A later change of the draft keeps the state that it began with.
  const { conflicts } = await the.put({ ...draft, settings: { search: { synonyms } } } as typeof draft);
  assert.deepEqual(
    conflicts.map(({ kind, id, before, after }) => [kind, id, before, after]),
    [['rules', 'r', rule(1), rule(3)]],
  );
  const refused = await the.ask<Problem>('POST', `${the.path}/drafts/d/publish`, {});
  assert.deepEqual([refused.status, refused.body.code], [409, 'draft_outdated']);
  assert.deepEqual(refused.body.parts, [{ kind: 'rules', id: 'r' }]);
  assert.equal((await the.search({ q: 'lamp' })).total, 2, 'nothing of it is live');
  assert.deepEqual((await the.put(draft, { rebase: true })).conflicts, []);
  await the.ok('PUT', `${the.path}/rules`, { rules: [rule(4)] });
  await the.publish('d', { force: true, message: 'Again' });
  const { rules } = await the.ok<{ rules: object[] }>('GET', `${the.path}/rules`);
  assert.deepEqual(rules, [rule(2)]);
});

test('no reply mixes states while drafts are published, on any thread', async () => {
  const the = await shop('atomic');
  // The rule depends on the visitor, which takes the searches of serving threads a step in between.
  const rule = (state: string) => ({
    id: 'state',
    when: [{ query: 'lamp' }, { visitor: { bought: 'material:brass' } }],
    userData: state,
  });
  const collection = (state: string) => ({ id: 'all', filter: 'price > 0', userData: state });
  const settings = (state: string) => ({
    search: { synonyms: state === 'even' ? synonyms : [], facets: [{ field: 'material', name: state }] },
  });
  const draftOf = (state: string) => ({
    id: state,
    rules: { put: [rule(state)] },
    collections: { put: [collection(state)] },
    settings: settings(state),
  });
  const states = ['even', 'odd'];
  await the.put(draftOf('odd'));
  await the.publish('odd');
  /** The state that is live, and how often one was published; null while one is being published. */
  let live: { readonly state: string; readonly round: number } | null = { state: 'odd', round: -1 };
  const over = new AbortController();
  const seen = { even: 0, odd: 0 };
  const search = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const before = live;
      const found = await the.search({ q: 'lamp', collection: 'all', facets: ['material'], user: 'u' });
      const own = found as Found & {
        collection: { userData: string };
        facets: Record<string, { name?: string }>;
      };
      const parts = [
        own.userData?.[0],
        own.collection.userData,
        own.facets['material']?.name,
        own.total === 3 ? 'even' : 'odd',
      ];
      assert.equal(new Set(parts).size, 1, JSON.stringify(parts));
      const state = parts[0] as 'even' | 'odd';
      if (before !== null && before === live)
        assert.equal(state, before.state, 'an acknowledged draft is live');
      seen[state]++;
    }
  };
  const searching = Array.from({ length: 12 }, search);
  for (let round = 0; round < 30; round++) {
    const next = states[round % 2]!;
    await the.put(draftOf(next));
    live = null;
    await the.publish(next);
    live = { state: next, round };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  over.abort();
  await Promise.all(searching);
  assert.ok(seen.even > 20 && seen.odd > 20, JSON.stringify(seen));
});
