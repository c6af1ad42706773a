import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../src/ports/limits.ts';
import { AlgoliaShop, chair, refusal, type SentRecord, type Values } from '../support/algolia-shop.ts';
import { LocalService } from '../support/local-service.ts';
import { representative, wholeOnly } from '../support/matrix.ts';
import { RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Staging indexes of Algolia's own clients, which replace a catalog in one step. */

let shop: AlgoliaShop<LocalService>;
before(async () => {
  shop = await AlgoliaShop.of(await LocalService.start());
});
after(() => shop[Symbol.asyncDispose]());

test('replaceAllObjects of both versions replaces the catalog in one step', async () => {
  await shop.clear();
  const generation = (version: number, count: number): SentRecord[] =>
    Array.from({ length: count }, (_, i) => chair(`r${i}`, { version }));
  await shop.client().saveObjects({ indexName: 'shop', objects: generation(1, 30) });
  const reading = { isDone: false };
  const seen = new Set<string>();
  const readers = (async () => {
    while (!reading.isDone) {
      const { results } = await shop.client().search({
        requests: [{ indexName: 'shop', facets: ['version'], hitsPerPage: 0 }],
      });
      const { facets } = results[0] as unknown as { facets: Values };
      seen.add(JSON.stringify(facets['version']));
    }
  })();
  const next = generation(2, 20);
  await shop.client().replaceAllObjects({ indexName: 'shop', objects: next, batchSize: 6 });
  assert.deepEqual(await shop.stored(), next);
  await shop.index4().replaceAllObjects(generation(3, 40), { batchSize: 15, safe: true });
  assert.deepEqual(await shop.stored(), generation(3, 40));
  reading.isDone = true;
  await readers;
  const allowed = ['{"1":30}', '{"2":20}', '{"3":40}'];
  assert.deepEqual(
    [...seen].filter((one) => !allowed.includes(one)),
    [],
  );
  const { items } = await shop.client().listIndices();
  assert.deepEqual(
    items.map(({ name, entries }) => [name, entries]),
    [['shop', 40]],
  );
});

test('a write to an unknown index is told that it is a staging index, also in batches of several', async () => {
  await shop.clear();
  const told = (reply: object): string => ('message' in reply ? String(reply.message) : '');
  const isStaging = /"shpo" is no project, so it is a staging index of "shop"/;
  const record = chair('a');
  assert.match(
    told((await shop.client().saveObjects({ indexName: 'shpo', objects: [record] }))[0]!),
    isStaging,
  );
  assert.match(told(await shop.client().saveObject({ indexName: 'shpo', body: record })), isStaging);
  assert.match(told(await shop.client().deleteObject({ indexName: 'shpo', objectID: 'a' })), isStaging);
  const requests = ['shop', 'shpo'].map((indexName) => ({
    action: 'addObject' as const,
    indexName,
    body: record,
  }));
  assert.match(told(await shop.client().multipleBatch({ requests })), isStaging);
  assert.equal(told((await shop.client().saveObjects({ indexName: 'shop', objects: [record] }))[0]!), '');
});

test('a staging index takes whole records, is found by no one, and a repeated move is done once', async () => {
  await shop.clear();
  const save = (objects: SentRecord[]) => shop.client().saveObjects({ indexName: 'shop_tmp', objects });
  await shop.client().saveObjects({ indexName: 'shop', objects: [chair('old')] });
  const copied = await shop.client().operationIndex({
    indexName: 'shop',
    operationIndexParams: {
      operation: 'copy',
      destination: 'shop_tmp',
      scope: ['settings', 'rules', 'synonyms'],
    },
  });
  assert.equal(
    (await shop.client().getTask({ indexName: 'shop_tmp', taskID: copied.taskID })).status,
    'published',
  );
  assert.equal((await refusal(shop.move())).status, 400);
  await save([chair('a'), chair('b', { price: 1 })]);
  await save([chair('b', { price: 2, description: 'A "line"\nbreak' }), chair('c')]);
  await shop.client().deleteObject({ indexName: 'shop_tmp', objectID: 'c' });
  assert.equal((await refusal(save([chair('d', { price: 'free' })]))).status, 400);
  assert.equal(
    (
      await refusal(
        shop.client().partialUpdateObject({
          indexName: 'shop_tmp',
          objectID: 'a',
          attributesToUpdate: { price: 3 },
        }),
      )
    ).status,
    400,
  );
  for (const read of [
    () => shop.client().search({ requests: [{ indexName: 'shop_tmp' }] }),
    () => shop.client().browse({ indexName: 'shop_tmp' }),
  ])
    assert.equal((await refusal(read())).status, 403);
  assert.deepEqual(await shop.stored(), [chair('old')]);
  const [first, repeated] = await Promise.all([shop.move(), shop.move()]);
  assert.equal(first, repeated);
  assert.equal(await shop.move(), first);
  assert.deepEqual(await shop.stored(), [
    chair('a'),
    chair('b', { price: 2, description: 'A "line"\nbreak' }),
  ]);
  await save([chair('e')]);
  const second = await shop.move();
  assert.notEqual(second, first);
  assert.deepEqual(await shop.stored(), [chair('e')]);
  await save([chair('f')]);
  await shop.client().deleteIndex({ indexName: 'shop_tmp' });
  assert.equal(await shop.move(), second);
  assert.deepEqual(await shop.stored(), [chair('e')]);
  assert.equal((await refusal(shop.client().deleteIndex({ indexName: 'shop' }))).status, 400);
});

test('a move while as many replacements run as can is refused, and succeeds after them', async () => {
  await shop.clear();
  await shop.client().saveObjects({ indexName: 'shop_tmp', objects: [chair('a')] });
  const { host } = new URL(shop.service.url);
  const imports = Array.from({ length: limits.replacementsMax }, (_, i) => {
    const task = `slow-${i}`;
    const path = `/api/items/import?project=shop&mode=replaceAll&task=${task}`;
    const headers = { 'x-api-key': shop.key, 'content-type': 'application/x-ndjson' };
    const sent = request(`http://${host}${path}`, { method: 'POST', headers });
    sent.write('\n');
    return { task, sent, ended: once(sent, 'error') };
  });
  for (const { task } of imports)
    await until(
      'The import does not run',
      async () => (await shop.service.ask('GET', `/api/tasks/${task}`, { key: shop.key })).status === 200,
    );
  // Not by a client: it waits as long as `retry-after` says before it repeats the request.
  const body = { operation: 'move', destination: 'shop' };
  const move = () => shop.service.ask('POST', '/1/indexes/shop_tmp/operation', { key: shop.key, body });
  const refused = await move();
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '30']);
  assert.match(JSON.stringify(refused.body), /2 imports/);
  for (const { sent, ended } of imports) {
    sent.destroy();
    await ended;
  }
  await until('The move is refused', async () => (await move()).status === 200);
  await shop.move();
  assert.deepEqual(await shop.stored(), [chair('a')]);
});

test('records of a staging index and a replaced catalog survive a crash', async () => {
  await shop.clear();
  await shop.client().saveObjects({ indexName: 'shop', objects: [chair('old')] });
  const records = Array.from({ length: 50 }, (_, i) => chair(`k${i}`));
  await shop.client().saveObjects({ indexName: 'shop_tmp', objects: records });
  await shop.service.crash();
  await shop.service.restart();
  assert.deepEqual(await shop.stored(), [chair('old')]);
  const taskID = await shop.move();
  await shop.service.crash();
  await shop.service.restart();
  assert.deepEqual(await shop.stored(), records);
  assert.equal((await shop.client().getTask({ indexName: 'shop_tmp', taskID })).status, 'published');
  assert.equal(await shop.move(), taskID);
});

test('a task that failed as the service stopped is not reported as an unreachable service', async () => {
  const { host } = new URL(shop.service.url);
  const taskID = 1_001;
  const sent = request(`http://${host}/api/items/import?project=shop&task=algolia-${taskID}`, {
    method: 'POST',
    headers: { 'x-api-key': shop.key, 'content-type': 'application/x-ndjson' },
  });
  const replied = once(sent, 'response');
  const { objectID: id, ...fields } = chair('line');
  const line = `${JSON.stringify({ id, ...fields })}\n`;
  sent.write(line);
  await until('The import does not run', async () => {
    const { status } = await shop.service.ask('GET', `/api/tasks/algolia-${taskID}`, { key: shop.key });
    return status === 200;
  });
  const stopped = shop.service.stop();
  const lines = setInterval(() => sent.write(line), 20);
  try {
    const [reply] = (await replied) as [IncomingMessage];
    assert.equal(reply.statusCode, 503);
    reply.resume();
  } finally {
    clearInterval(lines);
    sent.destroy();
  }
  await stopped;
  await shop.service.restart();
  const { status, message } = await refusal(shop.client().getTask({ indexName: 'shop', taskID }));
  assert.deepEqual([status, /^The task failed: .*stopping/.test(message)], [400, true], message);
});

test(
  'a catalog is the old or the new one after a kill during a move, and the move can be repeated',
  wholeOnly,
  async () => {
    await using killed = await AlgoliaShop.of(await RunningService.start());
    const generation = (version: number): SentRecord[] =>
      Array.from({ length: 3_000 }, (_, i) => chair(`k${i}`, { version }));
    await killed.client().saveObjects({ indexName: 'shop', objects: generation(0) });
    let version = 0;
    for (const delayMs of [0, 40, 80, 120, 160, 200, 300]) {
      const next = generation(version + 1);
      await killed.client().saveObjects({ indexName: 'shop_tmp', objects: next });
      const moving = killed.move().catch(() => null);
      await sleep(delayMs);
      await killed.service.stop('SIGKILL');
      await moving;
      await killed.service.restart();
      const found = await killed.stored(killed.client(), 'shop', { hitsPerPage: 1_000 });
      assert.equal(found.length, next.length);
      const versions = new Set(found.map((record) => record['version']));
      assert.ok(
        versions.size === 1 && [version, version + 1].includes(Number([...versions][0])),
        [...versions].join(),
      );
      await killed.move();
      version++;
      assert.deepEqual(await killed.stored(killed.client(), 'shop', { hitsPerPage: 1_000 }), next);
    }
  },
);

test('a task is published when its move is done, and all of 11,000 records are browsed', async () => {
  // More than a search can reach.
  const count = 11_000;
  const generation = (version: number): SentRecord[] =>
    Array.from({ length: count }, (_, i) => chair(`m${i}`, { version }));
  for (const version of representative([1], [1, 2])) {
    await shop.client().saveObjects({ indexName: 'shop_tmp', objects: generation(version) });
    const taskID = await shop.move();
    assert.equal(await shop.move(), taskID);
    const found = await shop.stored(shop.client(), 'shop', { hitsPerPage: 1_000 });
    assert.deepEqual(found, generation(version));
  }
  const { taskID } = await shop.client().clearObjects({ indexName: 'shop' });
  await shop.client().waitForAppTask({ taskID });
  assert.deepEqual(await shop.stored(), []);
});
