import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** `LocalService.crash()`, by which other tests show that writes are durable; `durability.test.ts` kills processes. */

let service: LocalService;
let key = '';
before(async () => {
  service = await LocalService.start();
  key = await service.project('shop');
});
after(() => service[Symbol.asyncDispose]());

/** More writes in a row than start the checkpoint thread. */
const writes = 40;

const add = async (id: string): Promise<void> => {
  const { status } = await service.ask('POST', '/api/items', {
    key,
    body: { project: 'shop', data: item(id) },
  });
  assert.equal(status, 201);
};

const stored = async (): Promise<string[]> => {
  const path = '/api/items?project=shop&limit=1000';
  const { body } = await service.ask<{ items: { id: string }[] }>('GET', path, { key });
  return body.items.map(({ id }) => id).sort();
};

/** Which files a stop writes, besides the databases: snapshots of the counters and the text index. */
const snapshots = async (): Promise<string[]> =>
  (await readdir(join(service.dataDir, 'projects')))
    .filter((name) => /\.(?:recommender|index)$/.test(name))
    .sort();

test('a crash keeps acknowledged writes, also of a project just created, and writes nothing that a stop writes', async () => {
  const ids: string[] = [];
  for (let round = 0; round < 2; round++) {
    for (let i = 0; i < writes; i++) {
      const id = `i${round}-${String(i).padStart(2, '0')}`;
      await add(id);
      ids.push(id);
    }
    const events = { project: 'shop', data: { type: 'view', user: 'u', item: ids[0]! } };
    assert.equal((await service.ask('POST', '/api/events', { key, body: events })).status, 201);
    await service.project(`project${round}`);
    const { dataDir } = service;
    await service.crash();
    assert.deepEqual([service.running, service.dataDir, await snapshots()], [false, dataDir, []]);
    await service.restart();
    assert.deepEqual(await stored(), ids);
    const headers = await service.signIn();
    const { body } = await service.ask<{ projects: { id: string; items: number }[] }>(
      'GET',
      '/admin/projects',
      { headers },
    );
    assert.deepEqual(
      body.projects.map(({ id, items }) => [id, items]),
      [...Array.from({ length: round + 1 }, (_, i) => [`project${i}`, 0]), ['shop', ids.length]],
    );
  }
  await service.stop();
  assert.deepEqual(await snapshots(), ['shop.index', 'shop.recommender']);
});

test('a crash loses impressions that are not written yet', async () => {
  await service.restart();
  const shown = async (): Promise<number> => {
    const headers = await service.signIn();
    const path = '/api/projects/shop/analytics/revenue';
    const { body } = await service.ask<{ totals: { shown: number } }>('GET', path, { headers });
    return body.totals.shown;
  };
  const search = async (): Promise<void> => {
    const found = await service.ask('GET', '/search/shop?q=item&session=s', { key });
    assert.equal(found.status, 200);
  };
  const first = await shown();
  await search();
  await service.crash();
  await service.restart();
  assert.equal(await shown(), first);
  await search();
  await service.stop();
  await service.restart();
  assert.equal(await shown(), first + 1);
});
