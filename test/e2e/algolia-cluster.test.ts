import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { algoliasearch, type SearchClient } from 'algoliasearch';
import { chair } from '../support/algolia-shop.ts';
import { openSearchEnvironment } from '../support/opensearch/database.ts';
import { FakeOpenSearch } from '../support/opensearch/fake.ts';
import { PlacedFleet } from '../support/placed-fleet.ts';
import type { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Writes of Algolia's own client through processes that do not hold the project. */

let nodes: FakeOpenSearch;
let fleet: PlacedFleet;
let key = '';
before(async () => {
  nodes = await FakeOpenSearch.start();
  fleet = new PlacedFleet({ copies: 1, environment: openSearchEnvironment([nodes.url]) });
  const first = await fleet.start();
  await fleet.start();
  const session = await first.signIn();
  // Two at least are held by one process each.
  for (let i = 0; new Set(fleet.ids.map(holderOf)).size < 2; i++) {
    const created = await first.ask('POST', '/admin/projects', {
      headers: session,
      body: { id: `shop-${i}` },
    });
    assert.equal(created.status, 201);
    fleet.ids.push(`shop-${i}`);
  }
  const made = await first.ask<{ key: string }>('POST', '/admin/keys', {
    headers: session,
    body: { scopes: ['search', 'items:read', 'items:write'], projects: null },
  });
  key = made.body.key;
  await fleet.settled();
});
after(async () => {
  await fleet[Symbol.asyncDispose]();
  await nodes[Symbol.asyncDispose]();
});

const holderOf = (id: string): RunningService => fleet.holdersOf(id)[0]!;

function client(service: RunningService, application: string): SearchClient {
  return algoliasearch(application, key, {
    hosts: [{ url: `127.0.0.1:${new URL(service.url).port}`, protocol: 'http', accept: 'readWrite' }],
    timeouts: { connect: 60_000, read: 60_000, write: 60_000 },
  });
}

const idsIn = async (from: SearchClient, indexName: string): Promise<string[]> =>
  (await from.browse({ indexName })).hits.map(({ objectID }) => objectID);

test('writes, moves and tasks reach the process that holds the project', async () => {
  const [shop = ''] = fleet.ids;
  const away = client(fleet.otherThanHolders(shop), shop);
  const there = client(holderOf(shop), shop);
  await away.saveObjects({ indexName: shop, objects: [chair('a'), chair('b')], waitForTasks: true });
  assert.deepEqual(await idsIn(there, shop), ['a', 'b']);
  await away.replaceAllObjects({
    indexName: shop,
    objects: ['x', 'y', 'z'].map((id) => chair(id)),
    batchSize: 2,
  });
  for (const one of [there, away]) assert.deepEqual(await idsIn(one, shop), ['x', 'y', 'z']);
  const { taskID } = await there.deleteBy({ indexName: shop, deleteByParams: { filters: 'price > 1' } });
  await away.waitForAppTask({ taskID });
  assert.deepEqual(await idsIn(away, shop), []);
});

test('a batch of several projects, which different processes hold, is stored in each', async () => {
  const [shop = ''] = fleet.ids;
  const other = fleet.ids.find((id) => holderOf(id) !== holderOf(shop))!;
  for (const service of fleet.running) {
    const id = `by-${service.pid}`;
    const requests = [shop, other].map((indexName) => ({
      action: 'addObject' as const,
      indexName,
      body: chair(id),
    }));
    await client(service, shop).multipleBatch({ requests });
    for (const project of [shop, other])
      assert.ok((await idsIn(client(service, project), project)).includes(id), project);
  }
});

test('a staging index survives the process that holds the project, and is moved by the next one', async () => {
  const [shop = ''] = fleet.ids;
  const holder = holderOf(shop);
  const away = client(fleet.otherThanHolders(shop), shop);
  const objects = ['k', 'l'].map((id) => chair(id));
  await away.saveObjects({ indexName: 'next', objects });
  await holder.stop('SIGKILL');
  const isMoved = async (): Promise<boolean> => {
    const operationIndexParams = { operation: 'move' as const, destination: shop };
    const moved = await away.operationIndex({ indexName: 'next', operationIndexParams }).catch(() => null);
    if (moved !== null) await away.waitForTask({ indexName: 'next', taskID: moved.taskID });
    return moved !== null;
  };
  await until('The other process does not take over the project', isMoved);
  assert.deepEqual(await idsIn(away, shop), ['k', 'l']);
});
