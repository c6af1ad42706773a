import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

suite('the popularity that orders browsing and breaks ties', () => {
  let service: LocalService;
  let key: string;
  const hourMs = 3_600_000;

  before(async () => {
    service = await LocalService.start({ VITRINE_THREADS: '2' });
    key = await service.project('shop');
    const data = ['a', 'b', 'c', 'd'].map((id) => item(id, { name: 'Oak chair' }));
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  });
  after(() => service[Symbol.asyncDispose]());

  const send = async (data: readonly object[]): Promise<void> => {
    const { status, body } = await service.ask('POST', '/api/events', {
      key,
      body: { project: 'shop', data },
    });
    assert.equal(status, 201, JSON.stringify(body));
  };
  const listed = async (query: string): Promise<string[]> => {
    const { body } = await service.ask<{ items: { id: string }[] }>('GET', `/search/shop?${query}`, { key });
    return body.items.map(({ id }) => id);
  };
  const agree = async (expected: readonly string[]): Promise<void> => {
    for (const query of ['', 'q=chair', 'sort=-popularity'])
      assert.deepEqual(await listed(query), expected, query);
  };

  test('counts visitors, each once per hour: a thousand clicks of one are less than one of each of two', async () => {
    const at = Math.floor(Date.now() / hourMs - 2) * hourMs;
    await send(
      Array.from({ length: 1_000 }, (_, i) => ({ type: 'click', session: 'one', item: 'd', at: at + i })),
    );
    await send(['ann', 'bob'].map((user) => ({ type: 'view', user, item: 'b', at })));
    await agree(['b', 'd', 'a', 'c']);
    const { body } = await service.ask<{ items: { _ranking: { reasons: { text: string }[] } }[] }>(
      'GET',
      '/search/shop?q=chair&explain=true',
      { key },
    );
    assert.match(JSON.stringify(body.items[0]!._ranking), /Popularity 2/);
  });

  test('follows merges, retractions, erasures and restarts', async () => {
    const at = Math.floor(Date.now() / hourMs - 4) * hourMs;
    await send(['s1', 's2', 's3'].map((session) => ({ type: 'view', session, item: 'c', at })));
    await agree(['c', 'b', 'd', 'a']);
    const user = await service.ask('POST', '/api/users/merge', {
      key,
      body: { project: 'shop', session: 's1', into: 'cleo' },
    });
    assert.equal(user.status, 200);
    // Two sessions of one user in one hour are one visitor; of two equals, the older item is first.
    await service.ask('POST', '/api/users/merge', {
      key,
      body: { project: 'shop', session: 's2', into: 'cleo' },
    });
    await agree(['b', 'c', 'd', 'a']);
    await service.ask('DELETE', '/api/users/bob?project=shop', { key });
    await agree(['c', 'b', 'd', 'a']);
    await send([{ type: 'dislike', user: 'cleo', item: 'c' }]);
    await send([{ type: 'view', user: 'dan', item: 'b', at }]);
    const last = await listed('');
    assert.equal(last[0], 'b');
    await service.stop();
    await service.restart();
    await agree(last);
  });
});
