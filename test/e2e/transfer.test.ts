import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ids, refusal, type Found, type Item, type Listing } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';

/** Streaming imports and exports. */
let service: LocalService;
const keys = new Map<string, string>();

interface Task {
  readonly id: string;
  readonly project: string;
  readonly status: string;
  readonly finishedAt: number | null;
  readonly progress: {
    readonly lines: number;
    readonly created: number;
    readonly updated: number;
    readonly failed: number;
    readonly bytes: number;
    readonly bytesTotal: number | null;
    readonly defaults: Readonly<Record<string, number>>;
    readonly errors: readonly {
      line: number;
      code: string;
      errors: readonly { path: string; code: string; detail: string }[];
    }[];
    readonly errorsOmitted: number;
  };
}

before(async () => {
  service = await LocalService.start();
  const projects = [
    'lines',
    'table',
    'sheets',
    'csv',
    'ndjson',
    'again',
    'sizes',
    'round',
    'copy',
    'watched',
    'wrong',
  ];
  for (const project of projects) {
    keys.set(project, await service.project(project));
  }
});
after(() => service[Symbol.asyncDispose]());

async function send(
  project: string,
  body: string | Uint8Array | AsyncIterable<Uint8Array>,
  type = 'application/x-ndjson',
  query = '',
): Promise<{ status: number; body: { task: Task } }> {
  const sent = typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : body;
  const response = await fetch(`${service.url}/api/items/import?project=${project}${query}`, {
    method: 'POST',
    headers: { 'x-api-key': keys.get(project) ?? '', 'content-type': type },
    body: sent as never,
    duplex: 'half',
  } as RequestInit);
  return { status: response.status, body: (await response.json()) as { task: Task } };
}
const counts = ({ lines, created, updated, failed }: Task['progress']) => [lines, created, updated, failed];
const ask = <T = Record<string, unknown>>(project: string, method: string, path: string) =>
  service.ask<T>(method, path, { key: keys.get(project) ?? '' });
const exported = async (project: string): Promise<string> =>
  (
    await fetch(`${service.url}/api/items/export`, { headers: { 'x-api-key': keys.get(project) ?? '' } })
  ).text();

const line = (id: string, fields = {}): string => JSON.stringify(item(id, fields));

test('NDJSON: byte order mark, CRLF, blank lines, no final newline; errors by line', async () => {
  const file = [
    `\uFEFF${line('a')}\r`,
    '',
    '   \r',
    '{"id": broken',
    line('b', { price: 'free', name: '' }),
    line('c', { _own: 1 }),
    '[1]',
    line('d', { x: '\0' }),
    line('e'),
  ].join('\n');
  const { status, body } = await send('lines', file);
  assert.equal(status, 200);
  const { task } = body;
  assert.equal(task.status, 'succeeded');
  assert.deepEqual(counts(task.progress), [7, 2, 0, 5]);
  assert.equal(task.progress.bytes, Buffer.byteLength(file));
  assert.equal(task.progress.bytesTotal, Buffer.byteLength(file));
  assert.deepEqual(
    task.progress.errors.map((error) => [error.line, error.code, ...error.errors.map(({ path }) => path)]),
    [
      [4, 'invalid_json'],
      [5, 'invalid_item', 'line 5.name', 'line 5.price'],
      [6, 'invalid_item', 'line 6._own'],
      [7, 'invalid_item', 'line 7'],
      [8, 'invalid_item', 'line 8.x'],
    ],
  );
  assert.deepEqual(ids((await ask<Listing>('lines', 'GET', '/api/items')).body), ['a', 'e']);
  assert.equal((await ask<Found>('lines', 'GET', '/search/lines')).body.total, 2);
});

test('an import replaces existing items and keeps their _id', async () => {
  const before = await ask<{ item: Item }>('lines', 'GET', '/api/items/a?by=id');
  const { body } = await send('lines', `${line('a', { name: 'New name', color: 'red' })}\n${line('z')}\n`);
  assert.deepEqual(counts(body.task.progress), [2, 1, 1, 0]);
  const after = await ask<{ item: Item }>('lines', 'GET', '/api/items/a?by=id');
  assert.deepEqual([after.body.item._id, after.body.item.name], [before.body.item._id, 'New name']);
  const twice = await send('lines', `${line('q', { name: 'first' })}\n${line('q', { name: 'second' })}`);
  assert.deepEqual(counts(twice.body.task.progress), [2, 1, 1, 0]);
  assert.equal((await ask<{ item: Item }>('lines', 'GET', '/api/items/q?by=id')).body.item.name, 'second');
});

test('a line has at most 16 MiB, and the import continues after a longer one', async () => {
  const long = Buffer.alloc(16 * 1024 * 1024 + 1, 'a');
  const { body } = await send('lines', Buffer.concat([long, Buffer.from(`\n${line('after')}\n`)]));
  assert.deepEqual(counts(body.task.progress), [2, 1, 0, 1]);
  assert.equal(body.task.progress.errors[0]?.errors[0]?.code, 'too_long');
});

test('an import keeps the first 1,000 errors and counts the others', async () => {
  const { body } = await send('lines', 'x\n'.repeat(1_200));
  assert.equal(body.task.progress.errors.length, 1_000);
  assert.deepEqual([body.task.progress.failed, body.task.progress.errorsOmitted], [1_200, 200]);
});

test('CSV: quotes, newlines in cells, typed cells, lists of pictures, errors by line', async () => {
  const file = [
    '\uFEFFid,sku,name,imgs,price,description,stock,organic,sizes,code',
    'c1,1,"A ""quoted"", name",https://a.example/1.jpg|https://a.example/2.jpg,1.50,"two',
    'lines",7,true,"[1,2]",007',
    '',
    'c2,2,Ünï,,2,,,false,,12345678901234567890',
    'c3,3,too few cells',
  ].join('\r\n');
  const { status, body } = await send('table', file, 'text/csv');
  assert.equal(status, 200);
  assert.deepEqual(counts(body.task.progress), [3, 2, 0, 1]);
  const { body: listed } = await ask<Listing>('table', 'GET', '/api/items');
  const [first, second] = listed.items;
  assert.equal(first?.name, 'A "quoted", name');
  assert.deepEqual(first?.['imgs'], ['https://a.example/1.jpg', 'https://a.example/2.jpg']);
  assert.equal(first?.['description'], 'two\r\nlines');
  assert.deepEqual(
    [first?.price, first?.['stock'], first?.['organic'], first?.['sizes']],
    [1.5, 7, true, [1, 2]],
  );
  assert.equal(first?.['code'], '007');
  assert.equal(second?.name, 'Ünï');
  assert.equal(second?.['code'], '12345678901234567890');
  assert.ok(!('stock' in (second as object)));
  assert.deepEqual(second?.['imgs'], []);
});

test('CSV lines with invalid UTF-8 are rejected, not stored with replacement characters', async () => {
  const file = Buffer.concat([
    Buffer.from('id,name,price\nl1,Größe,1\n'),
    Buffer.from('l2,caf\u00e9,1\nl3,cafe,1\n', 'latin1'),
  ]);
  const { body } = await send('table', file, 'text/csv');
  assert.deepEqual(counts(body.task.progress), [3, 2, 0, 1]);
  assert.deepEqual(body.task.progress.errors[0]?.errors[0]?.code, 'invalid_text');
});

test('an unclosed quote invalidates only its own line', async () => {
  const file = 'id,name,price,description\nq1,A,1,d\nq2,"Broken,1,d\nq3,"C, c",1,"d"\nq4,D,1,"d';
  const { status, body } = await send('table', file, 'text/csv');
  assert.equal(status, 200);
  assert.deepEqual(counts(body.task.progress), [4, 2, 0, 2]);
  assert.deepEqual(
    body.task.progress.errors.map(({ line, errors }) => [line, errors[0]?.detail]),
    [3, 5].map((line) => [line, `line ${line} must have a closing quote; double any quote inside the text`]),
  );
});

test('an invalid header fails the import at its line', async () => {
  const refused = await send('table', 'id,"name\nq,x', 'text/csv');
  assert.equal(refusal(refused), '400 invalid_request line 1');
  assert.equal(refused.body.task.status, 'failed');
  assert.equal(
    refusal(await send('table', '\nid,price,price\nq,1,1', 'text/csv')),
    '400 invalid_request line 2',
  );
});

test('spreadsheet files are accepted: semicolons, decimal commas, UTF-16, a sep line', async () => {
  const rows = ['id;name;price;Farbe', 's1;Größe "L";12,50;blau', 's2;"a;b";7;'];
  const files: [string | Uint8Array, string][] = [
    [`\uFEFF${rows.join('\r\n')}\r\n;;;\r\n`, 'text/csv'],
    [`sep=;\r\n${rows.join('\r\n')}`, 'application/vnd.ms-excel'],
    [
      Buffer.from(`\uFEFF${rows.join('\r\n').replaceAll('"a;b"', 'a,b').replaceAll(';', '\t')}`, 'utf16le'),
      'text/tab-separated-values',
    ],
  ];
  for (const [file, type] of files) {
    const { body } = await send('sheets', file, type);
    assert.deepEqual([body.task.progress.lines, body.task.progress.failed], [2, 0], type);
    const { body: listed } = await ask<Listing>('sheets', 'GET', '/api/items');
    const [first, second] = listed.items;
    assert.deepEqual([first?.name, first?.price, first?.['Farbe']], ['Größe "L"', 12.5, 'blau']);
    assert.deepEqual([second?.price, 'Farbe' in second!], [7, false]);
  }
});

test('NDJSON in UTF-16, as written by Windows shells, is accepted', async () => {
  const lines = [line('u1', { name: 'Größe' }), line('u2')].join('\r\n');
  const { body } = await send('sheets', Buffer.from(`\uFEFF${lines}`, 'utf16le'));
  assert.deepEqual(counts(body.task.progress), [2, 2, 0, 0]);
  const { body: found } = await ask<{ item: Item }>('sheets', 'GET', '/api/items/u1?by=id');
  assert.equal(found.item.name, 'Größe');
});

test('CSV and NDJSON of the same catalog give the same items and the same exports', async () => {
  const next = createRandom(20_261_123);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)]!;
  const columns = [
    'id',
    'name',
    'price',
    'sku',
    'imgs',
    'description',
    'size',
    'tags',
    'stock',
    'onSale',
    'specs',
  ];
  const catalog = Array.from({ length: 169 }, (_, no): Record<string, unknown> => {
    const whole: Record<string, unknown> = {
      id: `${no}`,
      name: pick(['Boots', 'A "quoted", name', 'Größe; L', 'two\nlines']),
      price: pick([10, 129.5, 0]),
      sku: pick(['1000', '007', 'A;1']),
      imgs: pick([['https://a.example/1.jpg'], ['https://a.example/1.jpg', 'https://a.example/2.jpg']]),
      description: pick(['plain', ' spaced ', '"']),
      size: pick(['46', 'XL', '007']),
      tags: pick(['2024', 'new', ['new', '2024']]),
      stock: pick([0, -3, 12]),
      onSale: next() < 0.5,
      specs: pick([{ weight: 1.5, parts: [1, 'two', null] }, ['a', 1]]),
    };
    // Optional fields are absent in some items.
    const presentColumns = columns.filter((_, at) => at < 3 || next() < 0.7);
    return Object.fromEntries(presentColumns.map((name) => [name, whole[name]]));
  });
  const cellOf = (value: unknown): string =>
    value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const csv = [columns, ...catalog.map((one) => columns.map((name) => cellOf(one[name])))]
    .map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join())
    .join('\n');
  const ndjson = catalog.map((one) => JSON.stringify(one)).join('\n');
  const fromCsv = await send('csv', csv, 'text/csv');
  const fromNdjson = await send('ndjson', ndjson);
  assert.deepEqual(counts(fromCsv.body.task.progress), [169, 169, 0, 0]);
  assert.deepEqual(counts(fromNdjson.body.task.progress), [169, 169, 0, 0]);
  const { defaults } = fromNdjson.body.task.progress;
  assert.deepEqual(fromCsv.body.task.progress.defaults, defaults);
  const absent = (name: string): number => catalog.filter((one) => !(name in one)).length;
  assert.deepEqual(defaults, {
    sku: absent('sku'),
    imgs: absent('imgs'),
    price: 0,
    description: absent('description'),
  });
  const exports = await exported('csv');
  assert.equal(exports, await exported('ndjson'));
  await send('again', exports);
  assert.equal(await exported('again'), exports);
});

test('a numeric size is found whether a file has it as number or text', async () => {
  const shoes = [45, 46].map((size) => ({ id: `w${size}`, name: 'Winter boots', price: 1, size }));
  const rows = ['id,name,price,size,ean', 't45,Winter boots,1,45,1', 't46,Winter boots,1,46,0123'];
  await send('sizes', shoes.map((shoe) => JSON.stringify(shoe)).join('\n'));
  await send('sizes', rows.join('\n'), 'text/csv');
  const found = async (parameters: string): Promise<string[]> =>
    ids((await ask<Found>('sizes', 'GET', `/search/sizes?${parameters}`)).body).sort();
  assert.deepEqual(await found('q=boots%2046&limit=2'), ['t46', 'w46']);
  const { body: marked } = await ask<Found>(
    'sizes',
    'GET',
    '/search/sizes?q=boots%2046&limit=2&highlight=size',
  );
  for (const one of marked.items) assert.deepEqual(one['_highlights'], { size: '<em>46</em>' });
  assert.deepEqual(await found('filters=size:46'), ['t46', 'w46']);
  assert.deepEqual(await found('filters=size%20%3E%2045'), ['t46', 'w46']);
  assert.deepEqual(await found('q=0123'), ['t46']);
  const { body } = await ask<Found>('sizes', 'GET', '/search/sizes?facets=size');
  assert.deepEqual(body.facets['size']?.values, [
    { value: '45', count: 2 },
    { value: '46', count: 2 },
  ]);
});

test('an import rejects unsupported types and parameters', async () => {
  assert.equal(refusal(await send('table', 'x', 'application/pdf')), '415 unsupported_media_type');
  assert.equal(refusal(await send('table', 'x', 'text/csv', '&format=pdf')), '400 invalid_request format');
  assert.equal(refusal(await send('table', 'x', 'text/csv', '&task=a/b')), '400 invalid_request task');
  assert.equal(
    refusal(await send('table', 'x', 'text/csv', '&encoding=ebcdic')),
    '400 invalid_request encoding',
  );
  assert.equal(refusal(await send('table', 'x', 'text/csv', '&decimal=dot')), '400 invalid_request decimal');
  assert.equal(refusal(await send('table', '', 'text/csv')), '400 invalid_request body');
  assert.equal((await send('table', '', 'application/x-ndjson')).status, 200);
  assert.equal(
    (await send('table', 'id,sku\n', 'application/x-ndjson', '&format=csv')).body.task.progress.lines,
    0,
  );
});

test('a task can be read during its upload, only by its own project', async () => {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  async function* slowly(): AsyncIterable<Uint8Array> {
    yield Buffer.from(Array.from({ length: 1_100 }, (_, index) => `${line(`w${index}`)}\n`).join(''));
    await gate;
    yield Buffer.from(line('last'));
  }
  const sending = send('watched', slowly(), 'application/x-ndjson', '&task=my-task');
  const tasks: Task[] = [];
  await until('No line was stored', async () => {
    const answer = await ask<{ task: Task }>('watched', 'GET', '/api/tasks/my-task');
    if (answer.status === 200) tasks.push(answer.body.task);
    return (tasks.at(-1)?.progress.created ?? 0) > 0;
  });
  const seen = tasks.at(-1)!;
  assert.equal(seen.status, 'running');
  // The batch size adapts to the recent search load; lines of an incomplete batch wait.
  assert.ok([250, 500, 750, 1_000].includes(seen.progress.created), String(seen.progress.created));
  assert.equal(seen.progress.bytesTotal, null);
  assert.equal(refusal(await ask('table', 'GET', '/api/tasks/my-task')), '404 task_not_found');
  release();
  const { body } = await sending;
  assert.deepEqual(counts(body.task.progress), [1_101, 1_101, 0, 0]);
  const later = await ask<{ task: Task }>('watched', 'GET', '/api/tasks/my-task');
  assert.deepEqual(later.body.task, body.task);
  assert.equal(refusal(await send('watched', '', 'text/csv', '&task=my-task')), '400 invalid_request task');
  const other = await send('table', '', 'application/x-ndjson', '&task=my-task');
  assert.equal(other.status, 200, 'the id of another project’s task is not reserved');
  const own = await ask<{ task: Task }>('table', 'GET', '/api/tasks/my-task?project=table');
  assert.deepEqual([own.body.task.project, own.body.task.progress.lines], ['table', 0]);
  assert.equal(
    refusal(await ask('table', 'GET', '/api/tasks/my-task?project=watched')),
    '404 task_not_found',
  );
});

test('an import of an export restores the items unchanged to the byte', async () => {
  const file = [
    line('r1', { imgs: ['https://a.example/1.jpg'], nested: { a: [1, { b: null }] }, active: false }),
    '{"id":"r2","sku":"s","name":"\\u00e9","imgs":[],"price":1.0,"description":"","7":1e5,"big":12345678901234567890}',
    line('r3', { imgs: 'data:image/png;base64,iVBORw0KGgo=' }),
  ];
  await send('round', file.join('\n'));
  const first = await exported('round');
  assert.equal(first.split('\n')[1], file[1]);
  assert.doesNotMatch(first, /"_/);
  const { body } = await send('copy', first);
  assert.deepEqual(counts(body.task.progress), [3, 3, 0, 0]);
  assert.equal(await exported('copy'), first);
});

test('an import ends after 100,000 rejected lines, with the task, and what was read before is stored', async () => {
  const valid = JSON.stringify({ id: 'valid', name: 'Chair', price: 1 });
  const { status, body } = await send('wrong', `${valid}\n${'{}\n'.repeat(100_100)}`);
  assert.deepEqual([status, body.task.status], [400, 'failed']);
  const { created, failed, errors, errorsOmitted } = body.task.progress;
  assert.deepEqual([created, failed, errors.length, errorsOmitted], [1, 100_001, 1_000, 99_001]);
});
