import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { draws, type Draw } from '../conformance/random-history.ts';
import { ids, refusal, type Found, type Item, type Listing, type Problem } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { representative } from '../support/matrix.ts';
import { item, type Answer } from '../support/service.ts';

/** Changes of many items in one request. */
let service: LocalService;
const keys = new Map<string, string>();

before(async () => {
  service = await LocalService.start();
  for (const project of ['shop', 'list', 'single', 'limits', 'pictures', 'other', 'import'])
    keys.set(project, await service.project(project));
});
after(() => service[Symbol.asyncDispose]());

interface Updated {
  readonly items: readonly Item[];
  readonly errors: readonly {
    readonly index: number;
    readonly code: string;
    readonly detail: string;
    readonly version?: number;
    readonly errors: Problem['errors'];
  }[];
}

const ask = <T = Record<string, unknown>>(
  project: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  service.ask<T>(method, path, {
    key: keys.get(project) ?? '',
    headers,
    ...(body === undefined ? {} : { body }),
  });
const add = (project: string, data: unknown) =>
  ask<{ items: Item[] }>(project, 'POST', '/api/items', { project, data });
const update = (project: string, data: unknown, more: object = {}) =>
  ask<Updated>(project, 'POST', '/api/items/update', { project, data, ...more });
const stored = async (project: string, id: string): Promise<Item> =>
  (await ask<{ item: Item }>(project, 'GET', `/api/items/${id}?by=id`)).body.item;
const exported = async (project: string): Promise<string> =>
  (
    await fetch(`${service.url}/api/items/export`, { headers: { 'x-api-key': keys.get(project) ?? '' } })
  ).text();
const outcomes = ({ body }: Answer<Updated>) => [
  ids(body),
  body.errors.map(({ index, code, errors }) => [index, code, ...errors.map(({ path }) => path)]),
];

test('POST /api/items/update changes the given fields of many items, in order, and the next search finds them', async () => {
  const { body } = await add(
    'shop',
    ['a', 'b', 'c'].map((id) => item(id, { stock: 1, color: 'red', name: `${id} lamp` })),
  );
  const answer = await update('shop', [
    { id: 'b', price: 12, color: null },
    { _id: body.items[0]!._id, name: 'Walnut chair' },
    { id: 'b', price: '13.50', stock: 7 },
  ]);
  assert.equal(answer.status, 200);
  assert.deepEqual(outcomes(answer), [['b', 'a', 'b'], []]);
  assert.deepEqual(
    answer.body.items.map(({ _version, price }) => [_version, price]),
    [
      [2, 12],
      [2, 10],
      [3, 13.5],
    ],
  );
  const changed = await stored('shop', 'b');
  assert.deepEqual(changed, answer.body.items[2]);
  assert.deepEqual([changed.price, changed['stock'], 'color' in changed], [13.5, 7, false]);
  assert.deepEqual(ids((await ask<Found>('shop', 'GET', '/search/shop?q=walnut')).body), ['a']);
  const filtered = await ask<Found>('shop', 'GET', '/search/shop?filters=stock%3A7');
  assert.deepEqual(ids(filtered.body), ['b']);
});

test('an invalid change does not affect the others, and is reported by index', async () => {
  await add('shop', [item('d'), item('e')]);
  const answer = await update('shop', [
    { id: 'd', price: -1, sku: '' },
    { id: 'none', price: 1 },
    { id: 'e', _version: 1, price: 5 },
    { id: 'e', _version: 1, price: 6 },
    { price: 1 },
    { id: 'd', name: null },
    { id: 'd', _createdAt: 'now' },
    'nothing',
    { _id: (await stored('shop', 'd'))._id, id: 'other' },
    { id: 'd', _version: '1' },
    { id: { no: 1 }, price: 1 },
  ]);
  assert.equal(answer.status, 200);
  assert.deepEqual(outcomes(answer), [
    ['e'],
    [
      [0, 'invalid_item', 'data[0].sku', 'data[0].price'],
      [1, 'item_not_found'],
      [3, 'item_changed'],
      [4, 'invalid_item', 'data[4].id'],
      [5, 'invalid_item', 'data[5].name'],
      [6, 'invalid_item', 'data[6]._createdAt'],
      [7, 'invalid_item', 'data[7]'],
      [8, 'invalid_item', 'data[8].id'],
      [9, 'invalid_item', 'data[9]._version'],
      [10, 'invalid_item', 'data[10].id'],
    ],
  ]);
  assert.equal(answer.body.errors[2]?.version, 2);
  assert.deepEqual([(await stored('shop', 'e')).price, (await stored('shop', 'd'))._version], [5, 1]);
});

test('without a valid change, the reply is an error with all of them', async () => {
  await add('shop', [item('f')]);
  const unknown = await update('shop', [{ id: 'x' }, { id: 'y' }]);
  assert.equal(unknown.status, 404);
  const { code, detail, errors } = unknown.body as unknown as Problem;
  assert.equal(code, 'item_not_found');
  assert.equal(detail, 'None of the 2 items was changed: There is no item "x"');
  assert.equal(errors.length, 2);
  assert.equal((await update('shop', [{ id: 'f', _version: 9 }])).status, 412);
  const mixed = await update('shop', [{ id: 'x' }, { id: 'f', price: -1 }]);
  assert.equal(refusal(mixed).slice(0, 16), '400 invalid_item');
});

test('`data` is a list or its JSON, and `fields` selects the fields of the reply', async () => {
  await add('shop', [item('g', { color: 'red' })]);
  const answer = await update('shop', '[{"id":"g","price":2}]', { fields: ['price'] });
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.keys(answer.body.items[0]!).sort(), [
    '_createdAt',
    '_id',
    '_updatedAt',
    '_version',
    'id',
    'price',
  ]);
  for (const data of [{ id: 'g', price: 3 }, [], null, 'nothing', 7])
    assert.match(refusal(await update('shop', data)), /^400 invalid_(request|json)/, JSON.stringify(data));
  const missing = await ask('shop', 'POST', '/api/items/update', { project: 'shop' });
  assert.equal(refusal(missing), '400 invalid_request data');
  assert.equal((await stored('shop', 'g')).price, 2);
});

test('a key changes items of its projects only, and with the scope `items:write`', async () => {
  await add('other', [item('theirs')]);
  const { _id } = await stored('other', 'theirs');
  const [byId, byOurs] = [
    await update('shop', [{ id: 'theirs', price: 3 }]),
    await update('shop', [{ _id, price: 3 }]),
  ];
  assert.deepEqual([byId.status, byOurs.status], [404, 404]);
  const asked = (key: string) =>
    service.ask('POST', '/api/items/update', { key, body: { project: 'other', data: [{ _id, price: 3 }] } });
  assert.equal(refusal(await asked(keys.get('shop')!)), '403 project_forbidden');
  const reader = await service.ask<{ key: string }>('POST', '/admin/keys', {
    body: { scopes: ['items:read', 'search'], projects: ['other'] },
    headers: await service.signIn(),
  });
  assert.equal(refusal(await asked(reader.body.key)), '403 scope_missing');
  assert.equal((await stored('other', 'theirs')).price, 10);
});

test('a list has at most 1,000 changes', async () => {
  const list = Array.from({ length: 1_001 }, (_, index) => item(`n${index}`));
  await add('limits', list.slice(0, 1_000));
  const changes = list.map(({ id }, stock) => ({ id, stock }));
  const answer = await update('limits', changes.slice(0, 1_000));
  assert.deepEqual([answer.body.items.length, answer.body.errors], [1_000, []]);
  assert.equal((await ask<Found>('limits', 'GET', '/search/limits?filters=stock%3E498')).body.total, 501);
  assert.equal(refusal(await update('limits', changes)), '400 invalid_request data');
});

test('many changes of one large item apply in order', async () => {
  await add('limits', [item('large', { text: 'x'.repeat(99_000) })]);
  const changes = Array.from({ length: 400 }, (_, index) => ({ id: 'large', [`n${index % 3}`]: index }));
  const answer = await update('limits', changes, { fields: [] });
  assert.equal(answer.body.items.length, 400);
  const { _version, n0, n1, n2 } = await stored('limits', 'large');
  assert.deepEqual([_version, n0, n1, n2], [401, 399, 397, 398]);
});

test('an inactive item is in no search, from the reply on', async () => {
  await add('shop', [item('h', { name: 'Copper kettle' }), item('i', { name: 'Copper pan' })]);
  const found = async () => (await ask<Found>('shop', 'GET', '/search/shop?q=copper')).body.total;
  assert.equal(await found(), 2);
  await update('shop', [
    { id: 'h', active: false },
    { id: 'i', active: false },
  ]);
  assert.equal(await found(), 0);
});

test('changed pictures are stored, fetched and returned as with PUT', async () => {
  await add('pictures', [item('p'), item('q'), item('r')]);
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  const imgs = [{ url: `data:image/png;base64,${png.toString('base64')}`, alt: 'A dot' }];
  const answer = await update('pictures', [
    { id: 'p', imgs },
    { id: 'q', imgs: 'ftp://x' },
    { id: 'r', imgs: 'https://shop.example/r.jpg' },
  ]);
  const [wrong] = answer.body.errors;
  assert.deepEqual([wrong?.index, wrong?.errors[0]?.path], [1, 'data[1].imgs']);
  await ask('pictures', 'PUT', '/api/items/q?by=id', { data: { imgs } });
  assert.deepEqual((await stored('pictures', 'p'))['imgs'], (await stored('pictures', 'q'))['imgs']);
  const [{ url }] = (await stored('pictures', 'p'))['imgs'] as [{ url: string }];
  const file = await fetch(`${service.url}${url}`);
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), png);
  const states = async (id: string) =>
    (await ask<{ pictures: { source: string }[] }>('pictures', 'GET', `/api/items/${id}?by=id`)).body
      .pictures;
  assert.equal((await states('p')).length, 1);
  assert.equal((await states('r'))[0]?.source, 'https://shop.example/r.jpg');
});

test('a price may be null with the setting `items.priceOptional` only', async () => {
  await add('other', [item('free'), item('free2')]);
  const change = [{ id: 'free', price: null }];
  assert.equal((await update('other', change)).status, 400);
  const headers = await service.signIn();
  const settings = await service.ask('PUT', '/api/projects/other/settings', {
    headers,
    body: { items: { priceOptional: true } },
  });
  assert.equal(settings.status, 200);
  assert.equal((await update('other', change)).body.items[0]?.price, null);
});

const texts: Readonly<Record<string, readonly string[]>> = {
  price: ['1.0', '"7.50"', '3e1', '-1', 'null', '"007"'],
  stock: ['0', '12345678901234567890', '1.50', 'null', '"many"'],
  name: ['"Red lamp"', '"Bl\\u00e5 stol"', 'null', '""', '7'],
  sku: ['"s1"', '17', '""'],
  tags: ['[ "a" , "b" ]', '[]', 'null'],
  active: ['true', 'false', 'null', '"yes"'],
  imgs: ['[]', '"https://shop.example/1.jpg"', '"nowhere"'],
  extra: ['{"b":1.0,"a":[ null ]}', 'null', '"\\u0000"'],
  _own: ['1'],
};

interface Step {
  readonly id: string;
  readonly fields: string;
  readonly version: number | null;
}

/** Random changes of a list; a few invalid. */
function randomSteps({ below, of }: Draw, count: number): Step[] {
  return Array.from({ length: count }, () => {
    const names = [...new Set(Array.from({ length: below(4) }, () => of(Object.keys(texts))))];
    const usual = names.filter((name) => name !== '_own' || below(5) === 0);
    const fields = usual.map((name) => `"${name}":${of(texts[name]!)}`).join(',');
    return { id: `i${below(24)}`, fields, version: below(4) === 0 ? 1 + below(9) : null };
  });
}

test('a list of changes has the outcome of the same changes sent one by one', async () => {
  const seed = Number(process.env['SEED'] ?? 20_270_301);
  const draw = draws(seed);
  const catalog = Array.from({ length: 20 }, (_, no) => item(`i${no}`, { stock: no, tags: ['a'] }));
  for (const project of ['list', 'single']) await add(project, catalog);
  const { items } = (await ask<Listing>('list', 'GET', '/api/items?limit=100')).body;
  const ours = new Map(items.map(({ id, _id }) => [id, _id]));
  for (let round = 0; round < representative(12, 60); round++) {
    const steps = randomSteps(draw, 1 + draw.below(40));
    const list = steps.map(({ id, fields, version }) => {
      const named = draw.below(3) === 0 && ours.has(id) ? `"_id":"${ours.get(id)}"` : `"id":"${id}"`;
      return `{${[named, ...(version === null ? [] : [`"_version":${version}`]), ...(fields === '' ? [] : [fields])].join(',')}}`;
    });
    const body = `{"project":"list","data":[${list.join(',')}]}`;
    const { body: reply } = await ask<Updated>('list', 'POST', '/api/items/update', body);
    const failed = new Map(reply.errors.map((error) => [error.index, error]));
    let changed = 0;
    for (const [index, { id, fields, version }] of steps.entries()) {
      const path = `/api/items/${id}?by=id`;
      const headers: Record<string, string> = version === null ? {} : { 'if-match': `"${version}"` };
      const one = await ask<{ item: Item }>('single', 'PUT', path, `{"data":{${fields}}}`, headers);
      const shown = `seed ${seed}, round ${round}: ${list[index]}`;
      if (one.status === 200) {
        assert.deepEqual(plain(reply.items[changed++]!), plain(one.body.item), shown);
        continue;
      }
      const { code, errors } = one.body as unknown as Problem;
      const error = failed.get(index);
      const paths = errors.map((each) => each.path.replace('data', `data[${index}]`));
      assert.deepEqual([error?.code, error?.errors.map((each) => each.path)], [code, paths], shown);
    }
    assert.equal(changed, reply.items.length);
    assert.equal(await exported('list'), await exported('single'), `seed ${seed}, round ${round}`);
  }
});

function plain({ _id, _createdAt, _updatedAt, ...rest }: Item): object {
  return rest;
}

interface Imported {
  readonly status: string;
  readonly progress: {
    readonly lines: number;
    readonly created: number;
    readonly updated: number;
    readonly failed: number;
    readonly errors: readonly { line: number; code: string }[];
  };
}
async function importUpdate(body: string, type = 'application/x-ndjson'): Promise<Imported> {
  const reply = await fetch(`${service.url}/api/items/import?project=import&mode=update`, {
    method: 'POST',
    headers: { 'x-api-key': keys.get('import') ?? '', 'content-type': type },
    body,
  });
  assert.equal(reply.status, 200);
  return ((await reply.json()) as { task: Imported }).task;
}
const counts = ({ progress: { lines, created, updated, failed } }: Imported) => [
  lines,
  created,
  updated,
  failed,
];

test('an import with `mode=update` changes the given fields of existing items', async () => {
  await add(
    'import',
    Array.from({ length: 1_000 }, (_, no) => item(`i${no}`, { color: 'red', stock: 1 })),
  );
  const lines = [
    '{"id":"i0","price":1.50,"color":null}',
    '{"id":"unknown","price":1}',
    '',
    '{"price":1}',
    '{"id":"i1","price":"free"}',
    '{"id":"i2","_version":2,"price":3}',
    '{"id":"i0","stock":"9","active":"false"}',
    '{"id":"i3","name":null}',
  ];
  const task = await importUpdate(lines.join('\n'));
  assert.equal(task.status, 'succeeded');
  assert.deepEqual(counts(task), [7, 0, 2, 5]);
  assert.deepEqual(
    task.progress.errors.map(({ line, code }) => [line, code]),
    [
      [2, 'item_not_found'],
      [4, 'invalid_item'],
      [5, 'invalid_item'],
      [6, 'item_changed'],
      [8, 'invalid_item'],
    ],
  );
  const { _version, price, stock, active, name, color } = await stored('import', 'i0');
  assert.deepEqual([_version, price, stock, active, name, color], [3, 1.5, '9', false, 'Item i0', undefined]);
  assert.equal((await stored('import', 'i1'))._version, 1);
});

test('an import of a CSV with `mode=update` changes the columns of the file, and keeps empty cells', async () => {
  const rows = Array.from({ length: 1_000 }, (_, no) => `i${no},${no}.5,${no % 2 === 0 ? '' : no}`);
  const task = await importUpdate(`id,price,stock\n${rows.join('\n')}\n`, 'text/csv');
  assert.deepEqual(counts(task), [1_000, 0, 1_000, 0]);
  const [even, odd] = [await stored('import', 'i8'), await stored('import', 'i9')];
  assert.deepEqual([even.price, even['stock'], even['color']], [8.5, 1, 'red']);
  assert.deepEqual([odd.price, odd['stock'], odd['color']], [9.5, 9, 'red']);
});

test('acknowledged changes survive a crash', async () => {
  await add('shop', [item('k1'), item('k2')]);
  const answer = await update('shop', [
    { id: 'k1', price: 71 },
    { id: 'k2', price: 72 },
  ]);
  assert.equal(answer.status, 200);
  await service.crash();
  await service.restart();
  assert.deepEqual([(await stored('shop', 'k1')).price, (await stored('shop', 'k2')).price], [71, 72]);
});
