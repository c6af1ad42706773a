import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { algoliasearch } from 'algoliasearch';
import version4 from 'algoliasearch-4';
import { item, RunningService } from '../support/service.ts';

/** Writes of Algolia's own clients, versions 5 and 4, compared with a map of what they sent. */

/** Its types say that the function is in `default`. */
const algoliasearch4 = version4 as unknown as typeof version4.default;

type Values = Record<string, unknown>;
interface SentRecord extends Values {
  readonly objectID: string;
}

let service: RunningService;
let key: string;
let readKey: string;
before(async () => {
  service = await RunningService.start();
  key = await service.project('shop', ['search', 'items:read', 'items:write', 'settings']);
  readKey = await service.project('other', ['search', 'items:read']);
});
after(() => service[Symbol.asyncDispose]());

const host = () => ({ url: `127.0.0.1:${new URL(service.url).port}`, protocol: 'http' as const });
const client = (own = key, application = 'shop') =>
  algoliasearch(application, own, { hosts: [{ ...host(), accept: 'readWrite' }] });
const index4 = (own = key) => algoliasearch4('shop', own, { hosts: [host()] }).initIndex('shop');

/** A record that is a complete item, as a shop sends it without free records. */
const chair = (id: string, more: Values = {}): SentRecord => {
  const { id: _id, ...fields } = item(id, { name: `Oak chair ${id}` });
  return { objectID: id, ...fields, ...more };
};

/** All records, as `browseObjects` of version 5 gives them, without the id of the item. */
async function stored(own = client(), index = 'shop', parameters: Values = {}): Promise<SentRecord[]> {
  const hits: SentRecord[] = [];
  await own.browseObjects<Values>({
    indexName: index,
    browseParams: { hitsPerPage: 7, ...parameters },
    aggregator: (page) => hits.push(...(page.hits as SentRecord[])),
  });
  return hits.map(({ id, ...record }) => {
    assert.equal(id, record.objectID);
    return record as SentRecord;
  });
}
const clear = async (): Promise<void> => {
  const { taskID } = await client().clearObjects({ indexName: 'shop' });
  await client().waitForTask({ indexName: 'shop', taskID });
};
const refusal = async (work: Promise<unknown>): Promise<{ status: number; message: string }> => {
  try {
    await work;
  } catch (error) {
    const { status, message } = error as { status: number; message: string };
    return { status, message };
  }
  return assert.fail('It was not refused');
};
const byId = (records: readonly SentRecord[]): SentRecord[] =>
  records.toSorted((a, b) => (a.objectID < b.objectID ? -1 : 1));

test('saveObjects, browseObjects, getObjects and deleteObjects keep records as they were sent', async () => {
  await clear();
  const records = Array.from({ length: 25 }, (_, i) =>
    chair(`c${String(i).padStart(2, '0')}`, { tags: i % 2 === 0 ? ['new'] : ['old'], nested: { a: [1, { b: null }] } }),
  );
  const [saved, ...others] = await client().saveObjects({ indexName: 'shop', objects: records, waitForTasks: true });
  assert.deepEqual([saved?.objectIDs, others], [records.map(({ objectID }) => objectID), []]);
  assert.equal(typeof saved?.taskID, 'number');
  assert.deepEqual(await stored(), records);
  assert.deepEqual(
    await stored(client(), 'shop', { filters: 'tags:new' }),
    records.filter((_, i) => i % 2 === 0),
  );
  const four: SentRecord[] = [];
  await index4().browseObjects<Values>({ hitsPerPage: 4, filters: 'tags:old', batch: (hits) => four.push(...hits) });
  assert.deepEqual(
    four.map(({ objectID }) => objectID),
    records.filter((_, i) => i % 2 === 1).map(({ objectID }) => objectID),
  );
  const { results } = await client().getObjects({
    requests: [
      { indexName: 'shop', objectID: 'c03' },
      { indexName: 'shop', objectID: 'none' },
    ],
  });
  assert.deepEqual([(results[0] as unknown as SentRecord).objectID, results[1]], ['c03', null]);
  const deleted = await client().deleteObjects({ indexName: 'shop', objectIDs: ['c00', 'none', 'c01'] });
  assert.deepEqual(deleted[0]?.objectIDs, ['c00', 'none', 'c01']);
  await index4().deleteObjects(['c02', 'nothing']).wait();
  assert.deepEqual(await stored(), records.slice(3));
});

test('single writes of both versions, with the replies of their types', async () => {
  await clear();
  const added = await client().saveObject({ indexName: 'shop', body: chair('a') });
  assert.deepEqual([added.objectID, typeof added.taskID, typeof added.createdAt], ['a', 'number', 'string']);
  const { objectID: _id, ...unnamed } = chair('x');
  const generated = await client().saveObject({ indexName: 'shop', body: unnamed });
  assert.match(generated.objectID ?? '', /^[0-9a-f]{24}$/);
  const put = await client().addOrUpdateObject({ indexName: 'shop', objectID: 'a', body: { ...unnamed, color: 'red' } });
  assert.deepEqual([put.objectID, typeof put.updatedAt], ['a', 'string']);
  const changed = await client().partialUpdateObject({
    indexName: 'shop',
    objectID: 'a',
    attributesToUpdate: { stock: { _operation: 'Increment', value: 2 }, size: { width: 1 } },
  });
  assert.equal(changed.objectID, 'a');
  const gone = await client().deleteObject({ indexName: 'shop', objectID: generated.objectID ?? '' });
  assert.equal(typeof gone.deletedAt, 'string');
  const four = await index4().saveObject({ ...unnamed, color: 'blue' }, { autoGenerateObjectIDIfNotExist: true }).wait();
  assert.deepEqual(byId(await stored()), byId([
    { objectID: 'a', ...unnamed, color: 'red', stock: 2, size: { width: 1 } },
    { objectID: four.objectID, ...unnamed, color: 'blue' },
  ]));
});

test('partial updates replace attributes as a whole, in the order of their batch, and ignore unmet operations', async () => {
  await clear();
  const update = (objects: SentRecord[], createIfNotExists = false) =>
    client().partialUpdateObjects({ indexName: 'shop', objects, createIfNotExists });
  await client().saveObjects({ indexName: 'shop', objects: [chair('a', { specs: { weight: 2, width: 3 }, count: 1 })] });
  await update([
    { objectID: 'a', specs: { weight: 5 }, count: { _operation: 'Increment', value: 4 } },
    { objectID: 'a', count: { _operation: 'Decrement', value: 2 }, labels: { _operation: 'AddUnique', value: 'new' } },
    { objectID: 'a', count: { _operation: 'IncrementFrom', value: 99 }, ignored: true },
    { objectID: 'a', labels: { _operation: 'Add', value: 'new' }, 'specs.weight': 7 },
    { objectID: 'missing', name: 'Not created' },
  ]);
  const expected = chair('a', { specs: { weight: 5 }, count: 3, labels: ['new', 'new'], 'specs.weight': 7 });
  assert.deepEqual(await stored(), [expected]);
  await update([chair('b'), { objectID: 'b', price: 7 }, { objectID: 'a', labels: { _operation: 'Remove', value: 'new' } }], true);
  assert.deepEqual(await stored(), [{ ...expected, labels: [] }, chair('b', { price: 7 })]);
  const results = await client().batch({
    indexName: 'shop',
    batchWriteParams: {
      requests: [
        { action: 'deleteObject', body: { objectID: 'a' } },
        { action: 'addObject', body: chair('a', { price: 1 }) },
        { action: 'partialUpdateObjectNoCreate', body: { objectID: 'a', price: { _operation: 'Increment', value: 0.2 } } },
        { action: 'updateObject', body: chair('c') },
        { action: 'deleteObject', body: { objectID: 'c' } },
      ],
    },
  });
  assert.deepEqual(results.objectIDs, ['a', 'a', 'a', 'c', 'c']);
  assert.deepEqual(byId(await stored()), [chair('a', { price: 1.2 }), chair('b', { price: 7 })]);
});

test('a batch with an invalid write names its place and stores nothing', async () => {
  await clear();
  await client().saveObjects({ indexName: 'shop', objects: [chair('a', { count: 'many' })] });
  const cases: [{ action: string; body?: Values }[], RegExp][] = [
    [[{ action: 'addObject', body: chair('b') }, { action: 'addObject', body: chair('c', { price: -1 }) }], /requests\[1\]\.body\.price.*objectID "c"/],
    [[{ action: 'addObject', body: chair('b') }, { action: 'addObject', body: { objectID: 'c' } }], /requests\[1\]\.body\.name is required/],
    [[{ action: 'addObject', body: chair('b', { _private: 1 }) }], /requests\[0\]\.body\._private/],
    [[{ action: 'addObject', body: chair('b', { _geoloc: 'here' }) }], /requests\[0\]\.body\._geoloc/],
    [[{ action: 'addObject', body: chair('b', { id: 'other' }) }], /requests\[0\]\.body\.id/],
    [[{ action: 'updateObject', body: { name: 'No id' } }], /requests\[0\]\.body\.objectID/],
    [[{ action: 'addObject', body: chair('b') }, { action: 'explode', body: {} }], /requests\[1\]\.action/],
    [[{ action: 'addObject', body: chair('b') }, { action: 'deleteObject' }], /requests\[1\]\.body/],
    [
      [
        { action: 'addObject', body: chair('b') },
        { action: 'partialUpdateObject', body: { objectID: 'a', count: { _operation: 'Increment', value: 1 } } },
      ],
      /requests\[1\]\.body\.count.*objectID "a"/,
    ],
    [[{ action: 'partialUpdateObject', body: { objectID: 'a', price: { _operation: 'Decrement', value: 1e6 } } }], /price/],
  ];
  for (const [requests, message] of cases) {
    const { status, message: text } = await refusal(
      client().batch({ indexName: 'shop', batchWriteParams: { requests: requests as never } }),
    );
    assert.deepEqual([status, message.test(text)], [400, true], text);
  }
  assert.deepEqual(await stored(), [chair('a', { count: 'many' })]);
  const many = Array.from({ length: 1_001 }, (_, i) => chair(`m${i}`));
  const tooMany = await refusal(client().saveObjects({ indexName: 'shop', objects: many, batchSize: 2_000 }));
  assert.deepEqual([tooMany.status, tooMany.message], [400, 'requests must be a list of at most 1000 operations']);
});

test('deleteBy and clearObjects delete what matches, with a task that is published', async () => {
  await clear();
  const records = Array.from({ length: 30 }, (_, i) => chair(`d${i}`, { price: i, active: i % 3 !== 0 }));
  await client().saveObjects({ indexName: 'shop', objects: records });
  const { taskID } = await client().deleteBy({ indexName: 'shop', deleteByParams: { numericFilters: ['price>=20'] } });
  assert.deepEqual(await client().getTask({ indexName: 'shop', taskID }), { status: 'published', pendingTask: false });
  assert.deepEqual(await client().getAppTask({ taskID }), { status: 'published', pendingTask: false });
  assert.deepEqual(byId(await stored()), byId(records.slice(0, 20)));
  await index4().deleteBy({ filters: 'price < 5' }).wait();
  assert.deepEqual(byId(await stored()), byId(records.slice(5, 20)));
  assert.equal((await refusal(client().deleteBy({ indexName: 'shop', deleteByParams: {} }))).status, 400);
  const insidePolygon = [[0, 0, 1, 1, 2, 2]];
  const refused = await refusal(client().deleteBy({ indexName: 'shop', deleteByParams: { filters: 'price:7', insidePolygon } }));
  assert.deepEqual([refused.status, /insidePolygon/.test(refused.message)], [400, true]);
  assert.equal((await refusal(client().getTask({ indexName: 'shop', taskID: 77 }))).status, 404);
  await index4().clearObjects().wait();
  assert.deepEqual(await stored(), []);
});

test('replaceAllObjects of both versions replaces the catalog in one step', async () => {
  await clear();
  const generation = (version: number, count: number): SentRecord[] =>
    Array.from({ length: count }, (_, i) => chair(`r${i}`, { version }));
  await client().saveObjects({ indexName: 'shop', objects: generation(1, 30) });
  const reading = { isDone: false };
  const seen = new Set<string>();
  const readers = (async () => {
    while (!reading.isDone) {
      const { results } = await client().search({ requests: [{ indexName: 'shop', facets: ['version'], hitsPerPage: 0 }] });
      const { facets } = results[0] as unknown as { facets: Values };
      seen.add(JSON.stringify(facets['version']));
    }
  })();
  const next = generation(2, 20);
  await client().replaceAllObjects({ indexName: 'shop', objects: next, batchSize: 6 });
  assert.deepEqual(await stored(), next);
  await index4().replaceAllObjects(generation(3, 40), { batchSize: 15, safe: true });
  assert.deepEqual(await stored(), generation(3, 40));
  reading.isDone = true;
  await readers;
  const allowed = ['{"1":30}', '{"2":20}', '{"3":40}'];
  assert.deepEqual([...seen].filter((one) => !allowed.includes(one)), []);
  const { items } = await client().listIndices();
  assert.deepEqual(items.map(({ name, entries }) => [name, entries]), [['shop', 40]]);
});

test('a staging index takes whole records, is found by no one, and a repeated move is done once', async () => {
  await clear();
  const save = (objects: SentRecord[]) => client().saveObjects({ indexName: 'shop_tmp', objects });
  await client().saveObjects({ indexName: 'shop', objects: [chair('old')] });
  const copied = await client().operationIndex({
    indexName: 'shop',
    operationIndexParams: { operation: 'copy', destination: 'shop_tmp', scope: ['settings', 'rules', 'synonyms'] },
  });
  assert.equal((await client().getTask({ indexName: 'shop_tmp', taskID: copied.taskID })).status, 'published');
  const move = () =>
    client().operationIndex({ indexName: 'shop_tmp', operationIndexParams: { operation: 'move', destination: 'shop' } });
  assert.equal((await refusal(move())).status, 400);
  await save([chair('a'), chair('b', { price: 1 })]);
  await save([chair('b', { price: 2, description: 'A "line"\nbreak' }), chair('c')]);
  await client().deleteObject({ indexName: 'shop_tmp', objectID: 'c' });
  assert.equal((await refusal(save([chair('d', { price: 'free' })]))).status, 400);
  assert.equal(
    (await refusal(client().partialUpdateObject({ indexName: 'shop_tmp', objectID: 'a', attributesToUpdate: { price: 3 } }))).status,
    400,
  );
  for (const read of [
    client().search({ requests: [{ indexName: 'shop_tmp' }] }),
    client().browse({ indexName: 'shop_tmp' }),
  ])
    assert.equal((await refusal(read)).status, 403);
  assert.deepEqual(await stored(), [chair('old')]);
  const [first, repeated] = await Promise.all([move(), move()]);
  assert.equal(first.taskID, repeated.taskID);
  assert.equal((await move()).taskID, first.taskID);
  assert.deepEqual(await stored(), [chair('a'), chair('b', { price: 2, description: 'A "line"\nbreak' })]);
  await save([chair('e')]);
  const second = await move();
  assert.notEqual(second.taskID, first.taskID);
  assert.deepEqual(await stored(), [chair('e')]);
  await save([chair('f')]);
  await client().deleteIndex({ indexName: 'shop_tmp' });
  assert.equal((await move()).taskID, second.taskID);
  assert.deepEqual(await stored(), [chair('e')]);
  assert.equal((await refusal(client().deleteIndex({ indexName: 'shop' }))).status, 400);
});

test('batches of several indexes, and keys that may not write', async () => {
  await clear();
  const multiple = await client().multipleBatch({
    requests: [
      { action: 'addObject', indexName: 'shop', body: chair('a') },
      { action: 'addObject', indexName: 'shop_next', body: chair('b') },
    ],
  });
  assert.deepEqual([Object.keys(multiple.taskID), multiple.objectIDs], [['shop', 'shop_next'], ['a', 'b']]);
  assert.deepEqual(await stored(), [chair('a')]);
  await client().deleteIndex({ indexName: 'shop_next' });
  const other = client(readKey, 'other');
  assert.equal((await refusal(other.saveObject({ indexName: 'other', body: chair('a') }))).status, 403);
  assert.equal((await refusal(other.saveObject({ indexName: 'shop', body: chair('z') }))).status, 403);
  assert.deepEqual((await other.listIndices()).items.map(({ name }) => name), ['other']);
  // A key of one project writes to a staging index of it: the other project does not change.
  await client().saveObject({ indexName: 'other', body: chair('stray') });
  assert.deepEqual(await stored(other, 'other'), []);
  await client().deleteIndex({ indexName: 'other' });
});

test('free records get the defaults of an import, and are given back as they were sent', async () => {
  await clear();
  const settings = (algolia: Values) =>
    service.ask('PUT', '/api/projects/shop/settings', { key, body: { algolia } });
  const free: SentRecord[] = [
    { objectID: '1', title: 'Walnut table', _geoloc: { lat: 50, lng: 8 }, _tags: ['new', 'wood'], category: 'Tables' },
    { objectID: '2' },
    { objectID: '3', name: 'Lamp', price: 5, description: null, sku: '', geo: { lat: 1, lng: 2 }, tags: ['x'] },
    { objectID: '4', id: 77, title: 5, constructor: 'yes', nothing: null },
  ];
  assert.equal((await refusal(client().saveObjects({ indexName: 'shop', objects: free }))).status, 400);
  assert.equal((await settings({ freeRecords: true })).status, 200);
  await client().saveObjects({ indexName: 'shop', objects: free });
  const all = async (): Promise<SentRecord[]> => {
    const { hits } = await client().browse<Values>({ indexName: 'shop' });
    return hits as SentRecord[];
  };
  assert.deepEqual(await all(), free);
  const found = async (parameters: Values): Promise<Values[]> => {
    const { results } = await client().search({ requests: [{ indexName: 'shop', ...parameters }] });
    return (results[0] as unknown as { hits: Values[] }).hits;
  };
  const [hit] = await found({ query: 'walnut' });
  const { _highlightResult: highlights, ...record } = hit!;
  assert.deepEqual(record, free[0]);
  assert.deepEqual(Object.keys(highlights as Values).toSorted(), ['_tags', 'category', 'title'].filter((name) => name !== '_tags'));
  assert.deepEqual((await found({ aroundLatLng: '50,8', aroundRadius: 1_000 })).map(({ objectID }) => objectID), ['1']);
  assert.deepEqual((await found({ tagFilters: ['wood'] })).map(({ objectID }) => objectID), ['1']);
  const [some] = await found({ query: 'walnut', attributesToRetrieve: ['_geoloc', '_tags', 'name'], attributesToHighlight: [] });
  assert.deepEqual(some, { objectID: '1', _geoloc: free[0]!['_geoloc'], _tags: free[0]!['_tags'] });
  const { results } = await client().getObjects({ requests: free.map(({ objectID }) => ({ indexName: 'shop', objectID })) });
  assert.deepEqual(results as unknown, free);
  const own = await service.ask<{ items: Values[] }>('GET', '/api/items?id=1', { key });
  const { name, sku, price, imgs, description, geo, tags } = own.body.items[0]!;
  assert.deepEqual(
    [name, sku, price, imgs, description, geo, tags],
    ['Walnut table', '1', null, [], '', { lat: 50, lng: 8 }, ['new', 'wood']],
  );
  await client().partialUpdateObjects({
    indexName: 'shop',
    objects: [
      { objectID: '1', title: 'Pine table', _tags: ['old'] },
      { objectID: '2', price: 3, _geoloc: [{ lat: 1, lng: 1 }] },
      { objectID: '3', _geoloc: { lat: 3, lng: 4 } },
    ],
  });
  const { geo: _geo, ...third } = free[2]!;
  const changed = [
    { ...free[0], title: 'Pine table', _tags: ['old'] },
    { objectID: '2', price: 3, _geoloc: [{ lat: 1, lng: 1 }] },
    { ...third, _geoloc: { lat: 3, lng: 4 } },
    free[3],
  ];
  assert.deepEqual(await all(), changed);
  assert.deepEqual((await found({ query: 'pine' })).map(({ objectID }) => objectID), ['1']);
  // A change through the service's own API: the name is the shop's own from then on.
  const put = await service.ask('PUT', '/api/items/1?by=id', { key, body: { project: 'shop', data: { name: 'Own', color: 'red' } } });
  assert.equal(put.status, 200);
  assert.deepEqual((await all())[0], { ...changed[0], name: 'Own', color: 'red' });
  await client().replaceAllObjects({ indexName: 'shop', objects: free });
  assert.deepEqual(byId(await all()), free);
  assert.equal((await settings({ freeRecords: false })).status, 200);
});

test('wrong inputs are answered with 4xx in the form of the protocol', async () => {
  await clear();
  const ask = async (method: string, path: string, body?: string): Promise<{ status: number; message: unknown }> => {
    const reply = await fetch(`${service.url}${path}`, {
      method,
      headers: { 'x-algolia-api-key': key, 'x-algolia-application-id': 'shop' },
      ...(body === undefined ? {} : { body }),
    });
    const { message, status } = (await reply.json()) as { message: unknown; status: number };
    assert.deepEqual([status, typeof message], [reply.status, 'string'], `${method} ${path} ${body}`);
    return { status: reply.status, message };
  };
  const bodies = [undefined, '', '{', '[]', 'null', '1', '"x"', '{"requests":7}', '{"requests":[null]}', '{"requests":[{"action":7}]}',
    '{"requests":[{"action":"addObject","body":[]}]}', '{"objectID":{}}', '{"objectID":"\\ud800"}', '{"operation":"move"}',
    '{"operation":"copy","destination":"shop"}', '{"operation":"move","destination":"\\ud800"}', '{"cursor":"x"}', '{"filters":"(("}',
    '{"requests":[{"action":"addObject","indexName":"\\ud800","body":{"objectID":"1"}}]}', `{"x":${'['.repeat(100)}${']'.repeat(100)}}`];
  const paths = ['', '/batch', '/deleteByQuery', '/operation', '/a/partial', '/browse'];
  for (const index of ['shop', '*', 'x'.repeat(300), 'none'])
    for (const path of paths)
      for (const body of bodies) {
        // Nothing is wrong with these.
        if (path === '/browse' && (index !== 'shop' || !/cursor|filters|^\{$|^\[|^1|^"x|^null/.test(body ?? ''))) continue;
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
  ] as const) {
    const { status } = await ask(method, path);
    assert.ok(status >= 400 && status < 500, `${method} ${path}: ${status}`);
  }
  assert.deepEqual(await stored(), []);
});

test('records of a staging index and a replaced catalog survive a crash', async () => {
  await clear();
  await client().saveObjects({ indexName: 'shop', objects: [chair('old')] });
  const records = Array.from({ length: 50 }, (_, i) => chair(`k${i}`));
  await client().saveObjects({ indexName: 'shop_tmp', objects: records });
  await service.stop('SIGKILL');
  await service.restart();
  assert.deepEqual(await stored(), [chair('old')]);
  const move = () =>
    client().operationIndex({ indexName: 'shop_tmp', operationIndexParams: { operation: 'move', destination: 'shop' } });
  const { taskID } = await move();
  await service.stop('SIGKILL');
  await service.restart();
  assert.deepEqual(await stored(), records);
  assert.equal((await client().getTask({ indexName: 'shop_tmp', taskID })).status, 'published');
  assert.equal((await move()).taskID, taskID);
});
