import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { AlgoliaShop, byId, chair, refusal, type SentRecord, type Values } from '../support/algolia-shop.ts';

/** Writes of Algolia's own clients, versions 5 and 4, compared with what they sent. */

let shop: AlgoliaShop;
let readKey: string;
before(async () => {
  shop = await AlgoliaShop.start();
  readKey = await shop.service.project('other', ['search', 'items:read']);
});
after(() => shop[Symbol.asyncDispose]());

test('saveObjects, browseObjects, getObjects and deleteObjects keep records as they were sent', async () => {
  await shop.clear();
  const records = Array.from({ length: 25 }, (_, i) =>
    chair(`c${String(i).padStart(2, '0')}`, {
      tags: i % 2 === 0 ? ['new'] : ['old'],
      nested: { a: [1, { b: null }] },
    }),
  );
  const [saved, ...others] = await shop.client().saveObjects({
    indexName: 'shop',
    objects: records,
    waitForTasks: true,
  });
  assert.deepEqual([saved?.objectIDs, others], [records.map(({ objectID }) => objectID), []]);
  assert.equal(typeof saved?.taskID, 'number');
  assert.deepEqual(await shop.stored(), records);
  assert.deepEqual(
    await shop.stored(shop.client(), 'shop', { filters: 'tags:new' }),
    records.filter((_, i) => i % 2 === 0),
  );
  const four: SentRecord[] = [];
  await shop.index4().browseObjects<Values>({
    hitsPerPage: 4,
    filters: 'tags:old',
    batch: (hits) => four.push(...hits),
  });
  assert.deepEqual(
    four.map(({ objectID }) => objectID),
    records.filter((_, i) => i % 2 === 1).map(({ objectID }) => objectID),
  );
  const { results } = await shop.client().getObjects({
    requests: [
      { indexName: 'shop', objectID: 'c03' },
      { indexName: 'shop', objectID: 'none' },
    ],
  });
  assert.deepEqual([(results[0] as unknown as SentRecord).objectID, results[1]], ['c03', null]);
  const deleted = await shop.client().deleteObjects({ indexName: 'shop', objectIDs: ['c00', 'none', 'c01'] });
  assert.deepEqual(deleted[0]?.objectIDs, ['c00', 'none', 'c01']);
  await shop.index4().deleteObjects(['c02', 'nothing']).wait();
  assert.deepEqual(await shop.stored(), records.slice(3));
});

test('single writes of both versions, with the replies of their types', async () => {
  await shop.clear();
  const added = await shop.client().saveObject({ indexName: 'shop', body: chair('a') });
  assert.deepEqual([added.objectID, typeof added.taskID, typeof added.createdAt], ['a', 'number', 'string']);
  const { objectID: _id, ...unnamed } = chair('x');
  const generated = await shop.client().saveObject({ indexName: 'shop', body: unnamed });
  assert.match(generated.objectID ?? '', /^[0-9a-f]{24}$/);
  const put = await shop.client().addOrUpdateObject({
    indexName: 'shop',
    objectID: 'a',
    body: { ...unnamed, color: 'red' },
  });
  assert.deepEqual([put.objectID, typeof put.updatedAt], ['a', 'string']);
  const changed = await shop.client().partialUpdateObject({
    indexName: 'shop',
    objectID: 'a',
    attributesToUpdate: { stock: { _operation: 'Increment', value: 2 }, size: { width: 1 } },
  });
  assert.equal(changed.objectID, 'a');
  const gone = await shop.client().deleteObject({ indexName: 'shop', objectID: generated.objectID ?? '' });
  assert.equal(typeof gone.deletedAt, 'string');
  const four = await shop
    .index4()
    .saveObject({ ...unnamed, color: 'blue' }, { autoGenerateObjectIDIfNotExist: true })
    .wait();
  assert.deepEqual(
    byId(await shop.stored()),
    byId([
      { objectID: 'a', ...unnamed, color: 'red', stock: 2, size: { width: 1 } },
      { objectID: four.objectID, ...unnamed, color: 'blue' },
    ]),
  );
});

test('ids of all lengths and characters are written, read, changed and deleted', async () => {
  await shop.clear();
  const ids = ['a/b', 'ä 漢 😀', '%2F', ' ', 'A', 'a', 'x'.repeat(256), '漢'.repeat(256)];
  for (const [price, objectID] of ids.entries())
    await shop.client().addOrUpdateObject({ indexName: 'shop', objectID, body: { name: 'Oak', price } });
  const requests = ids.map((objectID) => ({ indexName: 'shop', objectID, attributesToRetrieve: ['price'] }));
  const { results } = await shop.client().getObjects<Values>({ requests });
  assert.deepEqual(
    results.map((record) => record?.['price']),
    [...ids.keys()],
  );
  for (const objectID of ids) {
    const attributesToUpdate = { price: { _operation: 'Increment' as const, value: 10 } };
    await shop.client().partialUpdateObject({ indexName: 'shop', objectID, attributesToUpdate });
    const record = (await shop.client().getObject({ indexName: 'shop', objectID })) as Values;
    assert.deepEqual([record['objectID'], record['price']], [objectID, ids.indexOf(objectID) + 10]);
    await shop.client().deleteObject({ indexName: 'shop', objectID });
  }
  assert.deepEqual(await shop.stored(), []);
  const long = refusal(shop.client().saveObjects({ indexName: 'shop', objects: [chair('x'.repeat(257))] }));
  assert.equal((await long).status, 400);
});

test('partial updates replace attributes as a whole, in the order of their batch, and ignore unmet operations', async () => {
  await shop.clear();
  const update = (objects: SentRecord[], createIfNotExists = false) =>
    shop.client().partialUpdateObjects({ indexName: 'shop', objects, createIfNotExists });
  await shop.client().saveObjects({
    indexName: 'shop',
    objects: [chair('a', { specs: { weight: 2, width: 3 }, count: 1 })],
  });
  await update([
    { objectID: 'a', specs: { weight: 5 }, count: { _operation: 'Increment', value: 4 } },
    {
      objectID: 'a',
      count: { _operation: 'Decrement', value: 2 },
      labels: { _operation: 'AddUnique', value: 'new' },
    },
    { objectID: 'a', count: { _operation: 'IncrementFrom', value: 99 }, ignored: true },
    { objectID: 'a', labels: { _operation: 'Add', value: 'new' }, 'specs.weight': 7 },
    { objectID: 'missing', name: 'Not created' },
  ]);
  const expected = chair('a', { specs: { weight: 5 }, count: 3, labels: ['new', 'new'], 'specs.weight': 7 });
  assert.deepEqual(await shop.stored(), [expected]);
  await update(
    [
      chair('b'),
      { objectID: 'b', price: 7 },
      { objectID: 'a', labels: { _operation: 'Remove', value: 'new' } },
    ],
    true,
  );
  assert.deepEqual(await shop.stored(), [{ ...expected, labels: [] }, chair('b', { price: 7 })]);
  const results = await shop.client().batch({
    indexName: 'shop',
    batchWriteParams: {
      requests: [
        { action: 'deleteObject', body: { objectID: 'a' } },
        { action: 'addObject', body: chair('a', { price: 1 }) },
        {
          action: 'partialUpdateObjectNoCreate',
          body: { objectID: 'a', price: { _operation: 'Increment', value: 0.2 } },
        },
        { action: 'updateObject', body: chair('c') },
        { action: 'deleteObject', body: { objectID: 'c' } },
      ],
    },
  });
  assert.deepEqual(results.objectIDs, ['a', 'a', 'a', 'c', 'c']);
  assert.deepEqual(byId(await shop.stored()), [chair('a', { price: 1.2 }), chair('b', { price: 7 })]);
});

test('a batch with an invalid write names its place and stores nothing', async () => {
  await shop.clear();
  await shop.client().saveObjects({ indexName: 'shop', objects: [chair('a', { count: 'many' })] });
  const cases: [{ action: string; body?: Values }[], RegExp][] = [
    [
      [
        { action: 'addObject', body: chair('b') },
        { action: 'addObject', body: chair('c', { price: -1 }) },
      ],
      /requests\[1\]\.body\.price.*objectID "c"/,
    ],
    [
      [
        { action: 'addObject', body: chair('b') },
        { action: 'addObject', body: { objectID: 'c' } },
      ],
      /requests\[1\]\.body\.name is required/,
    ],
    [[{ action: 'addObject', body: chair('b', { _private: 1 }) }], /requests\[0\]\.body\._private/],
    [[{ action: 'addObject', body: chair('b', { _geoloc: 'here' }) }], /requests\[0\]\.body\._geoloc/],
    [[{ action: 'addObject', body: chair('b', { id: 'other' }) }], /requests\[0\]\.body\.id/],
    [[{ action: 'updateObject', body: { name: 'No id' } }], /requests\[0\]\.body\.objectID/],
    [
      [
        { action: 'addObject', body: chair('b') },
        { action: 'explode', body: {} },
      ],
      /requests\[1\]\.action/,
    ],
    [[{ action: 'addObject', body: chair('b') }, { action: 'deleteObject' }], /requests\[1\]\.body/],
    [
      [
        { action: 'addObject', body: chair('b') },
        {
          action: 'partialUpdateObject',
          body: { objectID: 'a', count: { _operation: 'Increment', value: 1 } },
        },
      ],
      /requests\[1\]\.body\.count.*objectID "a"/,
    ],
    [
      [
        {
          action: 'partialUpdateObject',
          body: { objectID: 'a', price: { _operation: 'Decrement', value: 1e6 } },
        },
      ],
      /price must be a finite number >= 0 \(objectID "a"\)$/,
    ],
  ];
  for (const [requests, message] of cases) {
    const { status, message: text } = await refusal(
      shop.client().batch({ indexName: 'shop', batchWriteParams: { requests: requests as never } }),
    );
    assert.deepEqual([status, message.test(text)], [400, true], text);
  }
  assert.deepEqual(await shop.stored(), [chair('a', { count: 'many' })]);
  const many = Array.from({ length: 1_001 }, (_, i) => chair(`m${i}`));
  const tooMany = await refusal(
    shop.client().saveObjects({ indexName: 'shop', objects: many, batchSize: 2_000 }),
  );
  assert.deepEqual(
    [tooMany.status, tooMany.message],
    [400, 'requests must be a list of at most 1000 operations'],
  );
});

test('deleteBy and clearObjects delete what matches, with a task that is published', async () => {
  await shop.clear();
  const records = Array.from({ length: 30 }, (_, i) => chair(`d${i}`, { price: i, active: i % 3 !== 0 }));
  await shop.client().saveObjects({ indexName: 'shop', objects: records });
  const { taskID } = await shop.client().deleteBy({
    indexName: 'shop',
    deleteByParams: { numericFilters: ['price>=20'] },
  });
  await shop.client().waitForTask({ indexName: 'shop', taskID });
  assert.deepEqual(await shop.client().getTask({ indexName: 'shop', taskID }), {
    status: 'published',
    pendingTask: false,
  });
  assert.deepEqual(await shop.client().getAppTask({ taskID }), { status: 'published', pendingTask: false });
  assert.deepEqual(byId(await shop.stored()), byId(records.slice(0, 20)));
  await shop.index4().deleteBy({ filters: 'price < 5' }).wait();
  assert.deepEqual(byId(await shop.stored()), byId(records.slice(5, 20)));
  assert.equal(
    (await refusal(shop.client().deleteBy({ indexName: 'shop', deleteByParams: {} }))).status,
    400,
  );
  const insidePolygon = [[0, 0, 1, 1, 2, 2]];
  const refused = await refusal(
    shop.client().deleteBy({ indexName: 'shop', deleteByParams: { filters: 'price:7', insidePolygon } }),
  );
  assert.deepEqual([refused.status, /insidePolygon/.test(refused.message)], [400, true]);
  assert.equal((await refusal(shop.client().getTask({ indexName: 'shop', taskID: 77 }))).status, 404);
  await shop.index4().clearObjects().wait();
  assert.deepEqual(await shop.stored(), []);
});

test('batches of several indexes, and keys that may not write', async () => {
  await shop.clear();
  const multiple = await shop.client().multipleBatch({
    requests: [
      { action: 'addObject', indexName: 'shop', body: chair('a') },
      { action: 'addObject', indexName: 'shop_next', body: chair('b') },
    ],
  });
  assert.deepEqual(
    [Object.keys(multiple.taskID), multiple.objectIDs],
    [
      ['shop', 'shop_next'],
      ['a', 'b'],
    ],
  );
  assert.deepEqual(await shop.stored(), [chair('a')]);
  await shop.client().deleteIndex({ indexName: 'shop_next' });
  const names = Array.from({ length: limits.algoliaStagingIndexesMax }, (_, i) => `shop_${i}`);
  for (const indexName of names) await shop.client().saveObject({ indexName, body: chair('x') });
  const full = await refusal(
    shop.client().multipleBatch({
      requests: [
        { action: 'addObject', indexName: 'shop', body: chair('unstored') },
        { action: 'addObject', indexName: 'shop_more', body: chair('x') },
      ],
    }),
  );
  assert.deepEqual([full.status, /at most 10/.test(full.message)], [400, true]);
  assert.deepEqual(await shop.stored(), [chair('a')]);
  for (const indexName of names) await shop.client().deleteIndex({ indexName });
  const other = shop.client(readKey, 'other');
  assert.equal((await refusal(other.saveObject({ indexName: 'other', body: chair('a') }))).status, 403);
  assert.equal((await refusal(other.saveObject({ indexName: 'shop', body: chair('z') }))).status, 403);
  assert.deepEqual(
    (await other.listIndices()).items.map(({ name }) => name),
    ['other'],
  );
  // A key of one project writes to a staging index of it: the other project does not change.
  await shop.client().saveObject({ indexName: 'other', body: chair('stray') });
  assert.deepEqual(await shop.stored(other, 'other'), []);
  await shop.client().deleteIndex({ indexName: 'other' });
});

test('wrong inputs are answered with 4xx in the form of the protocol', async () => {
  await shop.clear();
  const ask = async (
    method: string,
    path: string,
    body?: string,
  ): Promise<{ status: number; message: unknown }> => {
    const reply = await fetch(`${shop.service.url}${path}`, {
      method,
      headers: { 'x-algolia-api-key': shop.key, 'x-algolia-application-id': 'shop' },
      ...(body === undefined ? {} : { body }),
    });
    const { message, status } = (await reply.json()) as { message: unknown; status: number };
    assert.deepEqual([status, typeof message], [reply.status, 'string'], `${method} ${path} ${body}`);
    return { status: reply.status, message };
  };
  const bodies = [
    undefined,
    '',
    '{',
    '[]',
    'null',
    '1',
    '"x"',
    '{"requests":7}',
    '{"requests":[null]}',
    '{"requests":[{"action":7}]}',
    '{"requests":[{"action":"addObject","body":[]}]}',
    '{"objectID":{}}',
    '{"objectID":"\\ud800"}',
    '{"operation":"move"}',
    '{"operation":"copy","destination":"shop"}',
    '{"operation":"move","destination":"\\ud800"}',
    '{"cursor":"x"}',
    '{"filters":"(("}',
    '{"requests":[{"action":"addObject","indexName":"\\ud800","body":{"objectID":"1"}}]}',
    `{"x":${'['.repeat(100)}${']'.repeat(100)}}`,
  ];
  const paths = ['', '/batch', '/deleteByQuery', '/operation', '/a/partial', '/browse'];
  for (const index of ['shop', '*', 'x'.repeat(300), 'none'])
    for (const path of paths)
      for (const body of bodies) {
        // Nothing is wrong with these.
        if (
          path === '/browse' &&
          (index !== 'shop' || !/cursor|filters|^\{$|^\[|^1|^"x|^null/.test(body ?? ''))
        )
          continue;
        const { status } = await ask('POST', `/1/indexes/${index}${path}`, body);
        assert.ok(status >= 400 && status < 500, `${path} ${body}: ${status}`);
      }
  for (const [method, path] of [
    ['PUT', '/1/indexes/shop/a'],
    ['DELETE', '/1/indexes/shop'],
    ['GET', '/1/indexes/shop/task/x'],
    ['GET', '/1/task/99999999999999999999'],
    ['GET', '/1/indexes/shop/browse?cursor=%20'],
    ['GET', '/1/indexes?page=x'],
    ['PUT', '/1/indexes/shop/a%zz'],
    ['GET', '/1/indexes/shop/a%ff'],
  ] as const) {
    const { status } = await ask(method, path);
    assert.ok(status >= 400 && status < 500, `${method} ${path}: ${status}`);
  }
  assert.deepEqual(await shop.stored(), []);
});
