import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '../support/connection.ts';
import { ids, type Found, type Item, type Listing, type Problem } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { representative, wholeOnly } from '../support/matrix.ts';
import { item, RunningService, type TestService } from '../support/service.ts';

/** Imports that replace the whole catalog at once. */
let service: LocalService;
/** The service and the key of each project. */
const shops = new Map<string, { readonly service: TestService; readonly key: string }>();
const kills = 24;
/** While others read. */
const replacements = representative(2, 4);

before(async () => {
  service = await LocalService.start({ VITRINE_THREADS: '3' });
  for (const project of ['shop', 'rejected', 'readers'])
    shops.set(project, { service, key: await service.project(project) });
});
after(() => service[Symbol.asyncDispose]());

interface Imported extends Problem {
  readonly task: {
    readonly id: string;
    readonly status: string;
    readonly progress: Record<string, unknown> & { readonly errors: readonly { readonly line: number }[] };
  };
}

const ask = <T>(project: string, method: string, path: string, body?: object) =>
  shops.get(project)!.service.ask<T & Problem>(method, path, {
    key: shops.get(project)!.key,
    ...(body === undefined ? {} : { body }),
  });

const lines = (items: readonly object[]): string => items.map((one) => JSON.stringify(one)).join('\n');

async function replace(project: string, file: string, more = '', type = 'application/x-ndjson') {
  const path = `/api/items/import?project=${project}&mode=replaceAll${more}`;
  const headers = { 'content-type': type };
  const shop = shops.get(project)!;
  return shop.service.ask<Imported>('POST', path, { key: shop.key, headers, body: file });
}

const listed = async (project: string, query = 'limit=1000'): Promise<Listing> =>
  (await ask<Listing>(project, 'GET', `/api/items?${query}`)).body;

function figures({ body: { task } }: { body: Imported }) {
  const { created, updated, unchanged, removed, failed } = task.progress;
  return { created, updated, unchanged, removed, failed };
}

test('mode=replaceAll makes the file the catalog: _ids stay, and versions move where content changes', async () => {
  const data = ['a', 'b', 'c'].map((id) => item(id, { stock: 1, ...(id === 'b' ? { active: false } : {}) }));
  await ask('shop', 'POST', '/api/items', { project: 'shop', data });
  const before = (await listed('shop')).items;
  const file = lines([item('c', { stock: 2 }), item('b', { stock: 1, active: false }), item('d')]);
  const answer = await replace('shop', file);
  assert.equal(answer.status, 200);
  assert.deepEqual(figures(answer), { created: 1, updated: 1, unchanged: 1, removed: 1, failed: 0 });
  const { items, total } = await listed('shop');
  assert.equal(total, 3);
  assert.deepEqual(
    items.map(({ id, _id, _version, stock }) => [id, _id, _version, stock]),
    [
      ['b', before[1]!._id, 1, 1],
      ['c', before[2]!._id, 2, 2],
      ['d', items[2]!._id, 1, undefined],
    ],
  );
  const found = await ask<Found>('shop', 'GET', '/search/shop');
  assert.deepEqual(ids(found.body).sort(), ['c', 'd']);
  const csv = 'id,name,price\nd,Desk,5\ne,Easel,6\n';
  const table = await replace('shop', csv, '', 'text/csv');
  assert.deepEqual(figures(table), { created: 1, updated: 1, unchanged: 0, removed: 2, failed: 0 });
  assert.deepEqual(table.body.task.progress['defaults'], {
    sku: 2,
    imgs: 2,
    price: 0,
    description: 2,
  });
  assert.deepEqual(ids(await listed('shop')), ['d', 'e']);
  // Of two lines with the same id the last one counts.
  const twice = await replace('shop', lines([item('d', { stock: 9 }), item('d'), item('d', { stock: 7 })]));
  assert.deepEqual(figures(twice), { created: 0, updated: 1, unchanged: 0, removed: 1, failed: 0 });
  assert.deepEqual(
    (await listed('shop')).items.map(({ stock }) => stock),
    [7],
  );
});

test('mode=replaceAll changes nothing if a line is rejected, unless that is allowed', async () => {
  const project = 'rejected';
  await ask(project, 'POST', '/api/items', { project, data: ['a', 'b', 'c'].map((id) => item(id)) });
  const before = await listed(project);
  const file = lines([item('a', { stock: 5 }), { id: 'b', name: 'No price' }, item('d')]);
  const refused = await replace(project, file, '&task=refused');
  assert.deepEqual([refused.status, refused.body.code], [400, 'catalog_not_replaced']);
  assert.deepEqual(
    refused.body.task.progress.errors.map(({ line }) => line),
    [2],
  );
  assert.deepEqual(figures(refused), { created: 0, updated: 0, unchanged: 0, removed: 0, failed: 1 });
  assert.deepEqual(await listed(project), before);
  const task = await ask<Imported>(project, 'GET', '/api/tasks/refused');
  assert.equal(task.body.task.status, 'failed');
  const saved = await fetch(`${service.url}/api/tasks/refused/rejected`, {
    headers: { 'x-api-key': shops.get(project)!.key },
  });
  assert.match(await saved.text(), /No price/);

  const allowed = await replace(project, file, '&allowRejected=true');
  assert.equal(allowed.status, 200);
  assert.deepEqual(figures(allowed), { created: 1, updated: 1, unchanged: 0, removed: 1, failed: 1 });
  const { items } = await listed(project);
  // The item of the rejected line stays as it was.
  assert.deepEqual(
    items.map(({ id, _version }) => [id, _version]),
    [
      ['a', 2],
      ['b', 1],
      ['d', 1],
    ],
  );
  for (const [broken, more] of [
    [`${lines([item('x')])}\n{"id":`, '&allowRejected=true'],
    ['', ''],
    ['', '&allowRejected=true'],
  ] as const) {
    const { status, body } = await replace(project, broken, more);
    assert.deepEqual([status, body.code], [400, 'catalog_not_replaced']);
  }
  assert.deepEqual(await listed(project), { ...(await listed(project)), items });
});

/** Editions of a catalog, of which each item has its name; each edition has another number of items. */
const sizeOf = (edition: number): number => 1_200 + 100 * edition;
const fileOf = (edition: number): string =>
  lines(
    Array.from({ length: sizeOf(edition) }, (_, no) =>
      item(`i${no + 400 * (edition % 2)}`, { name: `lamp ${no}`, edition: `e${edition}` }),
    ),
  );

/** The edition of a list of items. */
function editionIn(items: readonly Item[]): number {
  const editions = new Set(items.map(({ edition }) => edition));
  assert.equal(editions.size, 1, `items of ${[...editions].join()}`);
  return Number(String([...editions][0]).slice(1));
}

test('mode=replaceAll shows each reader the old or the new catalog, on all threads', async () => {
  const project = 'readers';
  const key = { 'x-api-key': shops.get(project)!.key };
  await replace(project, fileOf(0));
  const data = Array.from({ length: 60 }, (_, no) => ({
    type: 'view',
    user: `u${no}`,
    item: `i${400 + no}`,
  }));
  await ask(project, 'POST', '/api/events', { project, data });
  const writing = { isDone: false };
  const seen: Record<string, Set<number>> = {
    search: new Set(),
    list: new Set(),
    trending: new Set(),
    item: new Set(),
  };
  const until = async (name: string, read: () => Promise<number>): Promise<void> => {
    let newest = 0;
    while (!writing.isDone) {
      const edition = await read();
      assert.ok(edition >= newest, `${name}: edition ${edition} after ${newest}`);
      newest = edition;
      seen[name]!.add(edition);
    }
  };
  const connections = Array.from({ length: 6 }, () => new Connection(service.url));
  const searching = connections.map((connection) =>
    until('search', async () => {
      const { body } = await connection.send(`/search/${project}?limit=20&facets=edition`, key);
      const { total, facets, items } = JSON.parse(body) as Found;
      const edition = editionIn(items);
      assert.deepEqual(
        [total, facets['edition']?.values],
        [sizeOf(edition), [{ value: `e${edition}`, count: total }]],
      );
      return edition;
    }),
  );
  const {
    items: [first],
  } = await listed(project, 'id=i500&limit=1');
  const others = [
    until('list', async () => {
      const { items, total } = await listed(project, 'limit=1000&offset=300');
      const edition = editionIn(items);
      assert.deepEqual([total, items.length], [sizeOf(edition), Math.min(1_000, total - 300)]);
      return edition;
    }),
    until('trending', async () => {
      const { body } = await ask<{ items: Item[] }>(project, 'POST', '/rec/trendings', {
        index: project,
        limit: 50,
      });
      return editionIn(body.items);
    }),
    until('item', async () => {
      const { body } = await ask<{ item: Item }>(project, 'GET', `/api/items/${first!._id}`);
      return editionIn([body.item]);
    }),
  ];
  for (let edition = 1; edition <= replacements; edition++)
    assert.equal((await replace(project, fileOf(edition))).status, 200);
  writing.isDone = true;
  await Promise.all([...searching, ...others]);
  for (const connection of connections) connection[Symbol.dispose]();
  for (const [name, editions] of Object.entries(seen))
    assert.ok(editions.size >= 2, `${name}: ${[...editions].join()}`);
  assert.equal((await listed(project, 'limit=1')).total, sizeOf(replacements));
});

test(
  `a kill during mode=replaceAll leaves the old or the new catalog, ${kills} times`,
  wholeOnly,
  async () => {
    const project = 'killed';
    await using killed = await RunningService.start({ VITRINE_THREADS: '3' });
    shops.set(project, { service: killed, key: await killed.project(project) });
    await replace(project, fileOf(0));
    let stored = 0;
    const startedAt = performance.now();
    assert.equal((await replace(project, fileOf(1))).status, 200);
    const takesMs = performance.now() - startedAt;
    stored = 1;
    for (let kill = 0; kill < kills; kill++) {
      const next = stored + 1;
      const answer = replace(project, fileOf(next)).catch(() => null);
      await sleep(takesMs * ((kill + 0.5) / kills));
      await killed.stop('SIGKILL');
      const isAcknowledged = (await answer)?.status === 200;
      await killed.restart();
      const { items, total } = await listed(project);
      const edition = editionIn(items);
      assert.ok(
        edition === next || (edition === stored && !isAcknowledged),
        `edition ${edition} after ${stored}`,
      );
      assert.equal(total, sizeOf(edition));
      const { body } = await ask<Found>(project, 'GET', `/search/${project}?limit=20&facets=edition`);
      assert.deepEqual([body.total, editionIn(body.items)], [total, edition]);
      stored = edition;
    }
    const again = await replace(project, fileOf(stored));
    assert.deepEqual(figures(again), {
      created: 0,
      updated: 0,
      unchanged: sizeOf(stored),
      removed: 0,
      failed: 0,
    });
  },
);
