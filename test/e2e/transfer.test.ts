import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ids, refusal, type Found, type Item, type Listing } from '../support/http.ts';
import { RunningService, item } from '../support/service.ts';
import { until } from '../support/until.ts';

/** Catalogs in and out as streams. */
let service: RunningService;
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
    readonly errors: readonly {
      line: number;
      code: string;
      errors: readonly { path: string; code: string }[];
    }[];
    readonly errorsOmitted: number;
  };
}

before(async () => {
  service = await RunningService.start();
  for (const project of ['lines', 'table', 'round', 'copy', 'watched']) {
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

test('NDJSON: byte order mark, CRLF, blank lines, no newline at the end; errors by line', async () => {
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

test('an import replaces the items whose id exists and keeps their _id', async () => {
  const before = await ask<{ item: Item }>('lines', 'GET', '/api/items/a?by=id');
  const { body } = await send('lines', `${line('a', { name: 'New name', color: 'red' })}\n${line('z')}\n`);
  assert.deepEqual(counts(body.task.progress), [2, 1, 1, 0]);
  const after = await ask<{ item: Item }>('lines', 'GET', '/api/items/a?by=id');
  assert.deepEqual([after.body.item._id, after.body.item.name], [before.body.item._id, 'New name']);
  const twice = await send('lines', `${line('q', { name: 'first' })}\n${line('q', { name: 'second' })}`);
  assert.deepEqual(counts(twice.body.task.progress), [2, 1, 1, 0]);
  assert.equal((await ask<{ item: Item }>('lines', 'GET', '/api/items/q?by=id')).body.item.name, 'second');
});

test('a line has at most 16 MiB, and the import goes on after one that has more', async () => {
  const long = Buffer.alloc(16 * 1024 * 1024 + 1, 'a');
  const { body } = await send('lines', Buffer.concat([long, Buffer.from(`\n${line('after')}\n`)]));
  assert.deepEqual(counts(body.task.progress), [2, 1, 0, 1]);
  assert.equal(body.task.progress.errors[0]?.errors[0]?.code, 'too_long');
});

test('of the errors of an import the first 1,000 are kept and the rest counted', async () => {
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

test('CSV that is not UTF-8 is refused line by line, not stored with other letters', async () => {
  const file = Buffer.from(
    'id,sku,name,imgs,price,description\nl1,s,caf\u00e9,,1,d\nl2,s,cafe,,1,d\n',
    'latin1',
  );
  const { body } = await send('table', file, 'text/csv');
  assert.deepEqual(counts(body.task.progress), [2, 1, 0, 1]);
  assert.deepEqual(body.task.progress.errors[0]?.errors[0]?.code, 'invalid_text');
});

test('a quote that is never closed fails the import with its line, and says how far it came', async () => {
  const file = 'id,sku,name,price,imgs,description\nq1,s,A,1,,d\nq2,s,"Broken,1,,d\nq3,s,C,1,,d\n';
  const answer = await send('table', file, 'text/csv');
  assert.equal(refusal(answer), '400 invalid_request line 3');
  assert.equal(answer.body.task.status, 'failed');
  assert.equal(answer.body.task.progress.created, 1);
  assert.equal(refusal(await send('table', 'id,sku\nq,"x', 'text/csv')), '400 invalid_request line 2');
  assert.equal(refusal(await send('table', 'id,"sku\nq,x', 'text/csv')), '400 invalid_request line 1');
});

test('an import says what it does not take', async () => {
  assert.equal(refusal(await send('table', 'x', 'application/pdf')), '415 unsupported_media_type');
  assert.equal(refusal(await send('table', 'x', 'text/csv', '&format=xml')), '400 invalid_request format');
  assert.equal(refusal(await send('table', 'x', 'text/csv', '&task=a/b')), '400 invalid_request task');
  assert.equal((await send('table', '', 'text/csv')).status, 200);
  assert.equal(
    (await send('table', 'id,sku\n', 'application/x-ndjson', '&format=csv')).body.task.progress.lines,
    0,
  );
});

test('a task can be watched while its file is sent, by its own project only', async () => {
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
  await until('Nothing of it is stored', async () => {
    const answer = await ask<{ task: Task }>('watched', 'GET', '/api/tasks/my-task');
    if (answer.status === 200) tasks.push(answer.body.task);
    return (tasks.at(-1)?.progress.created ?? 0) > 0;
  });
  const seen = tasks.at(-1)!;
  assert.equal(seen.status, 'running');
  // A batch is as large as the shoppers of the last second let it be; what has not filled one waits.
  assert.ok([250, 500, 750, 1_000].includes(seen.progress.created), String(seen.progress.created));
  assert.equal(seen.progress.bytesTotal, null);
  assert.equal(refusal(await ask('table', 'GET', '/api/tasks/my-task')), '404 task_not_found');
  release();
  const { body } = await sending;
  assert.deepEqual(counts(body.task.progress), [1_101, 1_101, 0, 0]);
  const later = await ask<{ task: Task }>('watched', 'GET', '/api/tasks/my-task');
  assert.deepEqual(later.body.task, body.task);
  assert.equal(refusal(await send('watched', '', 'text/csv', '&task=my-task')), '400 invalid_request task');
});

test('what an export gives, an import takes, to the byte', async () => {
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
