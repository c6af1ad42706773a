import type { ProjectEngine } from '../../src/ports/engine.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unrestricted } from '../../src/domain/access/restrictions.ts';
import { QueryEmbeddings } from '../../src/domain/search/execution/query-embeddings.ts';
import { SearchTracker } from '../../src/domain/feedback/search-tracker.ts';
import { createSearchOperations } from '../../src/http/routes/search.ts';
import { embeddedShop } from './embedded-shop.ts';

test('POST /search yields to other requests before each of its searches but the first', async () => {
  await using shop = await embeddedShop();
  await shop.put({ id: 'a', name: 'thing' });
  const clock = { now: () => shop.now };
  using searchTracker = new SearchTracker(clock, []);
  const operations = createSearchOperations<ProjectEngine>({
    clock,
    ids: { next: () => 'id' },
    queryEmbeddings: new QueryEmbeddings([]),
    searchTracker,
  });
  const multiSearch = operations.find(({ id }) => id === 'multiSearch')!;
  let turns = 0;
  const call = {
    project: shop.project,
    projectId: 'shop',
    restrictions: unrestricted,
    key: null,
    request: { headers: {}, ip: '127.0.0.1', raw: { socket: {} } },
    body: { searches: Array.from({ length: 20 }, () => ({ q: 'thing' })) },
    warnings: [],
    pause: async () => void turns++,
  };
  const reply = await multiSearch.handle(call as never);
  assert.ok(typeof reply === 'object');
  const { results } = JSON.parse(String(reply.body)) as { results: { total: number }[] };
  assert.deepEqual(
    results.map(({ total }) => total),
    Array.from({ length: 20 }, () => 1),
  );
  assert.equal(turns, 19);
});
