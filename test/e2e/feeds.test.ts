import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LocalServer } from '../support/local-server.ts';
import { LocalService } from '../support/local-service.ts';
import { until } from '../support/until.ts';

/** Feeds from a real server on loopback, which `VITRINE_FEED_HOSTS` allows. */
let service: LocalService;
let key = '';
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end();
const requests: IncomingMessage[] = [];
let server: LocalServer;
let host = '';

before(async () => {
  server = await LocalServer.start((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  host = new URL(server.url).host;
  service = await LocalService.start({ VITRINE_FEED_HOSTS: host });
  key = await service.project('shop', ['items:read', 'items:write', 'settings']);
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

interface Run {
  readonly status: string;
  readonly error: { readonly code: string; readonly detail: string } | null;
  readonly progress: Readonly<Record<string, number>>;
}

const ask = <T>(method: string, path: string, body?: unknown) =>
  service.ask<T>(method, path, { key, ...(body === undefined ? {} : { body }) });
const path = (id: string): string => `/api/projects/shop/feeds/${id}`;
const put = (id: string, feed: object) =>
  ask<Record<string, unknown>>('PUT', path(id), { feed: { id, ...feed } });
async function run(id: string): Promise<Run> {
  const { status, body } = await ask<{ task: { id: string } }>('POST', `${path(id)}/run`);
  assert.equal(status, 202);
  let task: Run | undefined;
  await until('The run did not end', async () => {
    task = (await ask<{ task: Run }>('GET', `/api/tasks/${body.task.id}?project=shop`)).body.task;
    return task !== undefined && task.status !== 'running';
  });
  return task!;
}
const counts = ({ progress }: Run): number[] =>
  ['created', 'updated', 'unchanged', 'removed', 'failed'].map((name) => progress[name] ?? 0);
const serve = (
  text: string | Buffer,
  headers: Record<string, string> = { 'content-type': 'text/csv' },
): void => {
  answer = (_, response) => response.writeHead(200, headers).end(text);
};
const csv = (...rows: string[]): string => `id,name,price\n${rows.map((row) => `${row}\n`).join('')}`;
const readVersion = async (id: string): Promise<unknown> =>
  (await ask<{ item?: Record<string, unknown> }>('GET', `/api/items/${id}?by=id&project=shop`)).body.item?.[
    '_version'
  ];

test('a feed writes only differences, and tells the counts', async () => {
  assert.equal((await put('erp', { url: `http://${host}/items.csv` })).status, 200);
  serve(csv('a,Chair,10', 'b,Table,20', 'c,,3'));
  assert.deepEqual(counts(await run('erp')), [2, 0, 0, 0, 1]);
  serve(csv('a,Chair,10', 'b,Table,25', 'd,Lamp,5'));
  assert.deepEqual(counts(await run('erp')), [1, 1, 1, 0, 0]);
  assert.deepEqual([await readVersion('a'), await readVersion('b')], [1, 2]);
});

test('a feed that has not changed is not sent again, and its credentials are sent and never shown', async () => {
  answer = (request, response) => {
    if (request.headers.authorization !== `Basic ${Buffer.from('shop:geheim').toString('base64')}`)
      response.writeHead(401).end();
    else if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else response.writeHead(200, { etag: '"v1"', 'content-type': 'text/csv' }).end(csv('e,Etag,1'));
  };
  const url = `http://${host}/tagged.csv`;
  await put('tagged', { url });
  const refused = await run('tagged');
  assert.deepEqual([refused.status, refused.error?.code], ['failed', 'feed_failed']);
  assert.match(refused.error?.detail ?? '', /answered 401: check the credentials/);
  const stored = await put('tagged', {
    url,
    credentials: { kind: 'basic', user: 'shop', password: 'geheim' },
  });
  assert.deepEqual((stored.body['feed'] as { credentials: unknown }).credentials, {
    kind: 'basic',
    user: 'shop',
  });
  assert.deepEqual(counts(await run('tagged')), [1, 0, 0, 0, 0]);
  await put('tagged', { url, name: 'Renamed' });
  const again = await run('tagged');
  assert.deepEqual([again.status, counts(again)], ['succeeded', [0, 0, 0, 0, 0]]);
  const moved = await put('tagged', { url: `https://other.example/tagged.csv` });
  assert.equal(
    (moved.body['feed'] as { credentials: unknown }).credentials,
    null,
    'another host gets no secret',
  );
  const listed = JSON.stringify((await ask('GET', '/api/projects/shop/feeds')).body);
  assert.doesNotMatch(listed + service.output, /geheim/);
});

test('a feed is read in the charset of its reply, and one that cannot be read fails', async () => {
  await put('korean', { url: `http://${host}/korean.csv` });
  const file = Buffer.concat([
    Buffer.from('id,name,price\nkr1,'),
    Buffer.from('b0a1b9e6', 'hex'),
    Buffer.from(',10\n'),
  ]);
  serve(file, { 'content-type': 'text/csv; charset="EUC-KR"' });
  assert.deepEqual(counts(await run('korean')), [1, 0, 0, 0, 0]);
  const { body } = await ask<{ item: { name: string } }>('GET', '/api/items/kr1?by=id&project=shop');
  assert.equal(body.item.name, '가방');
  serve(file, { 'content-type': 'text/csv; charset=x-unknown' });
  const { status, error } = await run('korean');
  assert.deepEqual([status, error?.code], ['failed', 'invalid_request']);
  assert.match(error?.detail ?? '', /declares the encoding "x-unknown", which cannot be read/);
  // A project has ten feeds at most.
  assert.equal((await ask('DELETE', path('korean'))).status, 200);
  const imported = await fetch(`${service.url}/api/items/import?project=shop`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'text/csv; charset=ks_c_5601-1987' },
    body: file,
  });
  const { task } = (await imported.json()) as { task: { progress: { file: { encoding: string } } } };
  assert.deepEqual([imported.status, task.progress.file.encoding], [200, 'euc-kr']);
});

test('items that a feed has no longer are deleted or made inactive, but not too many at once', async () => {
  const rows = Array.from({ length: 10 }, (_, no) => `r${no},Row ${no},1`);
  const feed = { url: `http://${host}/rows.csv`, absent: 'delete' };
  await put('rows', feed);
  serve(csv(...rows));
  assert.deepEqual(counts(await run('rows')), [10, 0, 0, 0, 0]);
  serve(csv(...rows.slice(0, 7)));
  const shrunk = await run('rows');
  assert.deepEqual([shrunk.status, shrunk.error?.code], ['failed', 'feed_shrunk']);
  assert.match(shrunk.error?.detail ?? '', /lacks 3 of the 10 items of its last run, more than 20 %/);
  assert.equal(await readVersion('r9'), 1);
  serve(csv(...rows.slice(0, 8)));
  assert.deepEqual(counts(await run('rows')), [0, 0, 8, 2, 0]);
  assert.equal(await readVersion('r9'), undefined);
  assert.equal(await readVersion('a'), 1, 'items of others stay');
  serve(`${csv(...rows.slice(0, 7))}"cut`);
  assert.deepEqual(
    counts(await run('rows')),
    [0, 0, 7, 0, 1],
    'a record that cannot be read may be the missing one',
  );
  await put('rows', { ...feed, absent: 'deactivate' });
  serve(csv(...rows.slice(0, 7)));
  assert.deepEqual(counts(await run('rows')), [0, 0, 7, 1, 0]);
  const { body } = await ask<{ item: { active: boolean } }>('GET', '/api/items/r7?by=id&project=shop');
  assert.equal(body.item.active, false);
  serve(csv(...rows.slice(0, 8)));
  assert.deepEqual(counts(await run('rows')), [0, 1, 7, 0, 0], 'it is active again');
});

test('a feed in XML, packed by gzip, with a remembered mapping and a redirect is read', async () => {
  const feed =
    '<rss><channel><item><id>x1</id><title>Boot</title><link>https://a.example/x</link><condition>new</condition><price>7.50 EUR</price></item></channel></rss>';
  answer = (request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/feed.xml.gz' }).end();
    else response.writeHead(200, { 'content-type': 'application/gzip' }).end(gzipSync(feed));
  };
  await put('packed', { url: `http://${host}/moved`, format: 'xml' });
  assert.deepEqual(counts(await run('packed')), [1, 0, 0, 0, 0]);
  serve('Nr;Titel;Preis\nm1;Stuhl;1,50\n');
  await put('mapped', { url: `http://${host}/m.csv`, mapping: { Nr: 'id', Titel: 'name', Preis: 'price' } });
  assert.deepEqual(counts(await run('mapped')), [1, 0, 0, 0, 0]);
});

test('no private address is read, also not after a redirect, and each failure has a message', async () => {
  const refused = async (feed: object): Promise<string> => JSON.stringify((await put('bad', feed)).body);
  for (const url of [
    'http://shop.example/a.csv',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://10.0.0.1/a',
    'ftp://shop.example/a',
    'https://user:pass@shop.example/a',
    'https://shop.example:22/a',
  ])
    assert.match(await refused({ url }), /feed\.url must be an address to read from/, url);
  assert.match(
    await refused({ url: `http://${host}/a`, schedule: 'day', at: '25:00' }),
    /feed\.at must be a time/,
  );
  assert.match(
    await refused({ url: `http://${host}/a`, timeZone: 'Mars/Base' }),
    /feed\.timeZone must be a time zone/,
  );
  assert.match(
    await refused({ url: `http://${host}/a`, credentials: { kind: 'header', name: 'Host', value: 'x' } }),
    /feed\.credentials must/,
  );
  await put('bad', { url: `http://${host}/a` });
  const failure = async (reply: typeof answer): Promise<string> => {
    answer = reply;
    return (await run('bad')).error?.detail ?? '';
  };
  const before = requests.length;
  assert.match(
    await failure((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()),
    /Only https is allowed/,
  );
  assert.match(
    await failure((_, response) =>
      response.writeHead(302, { location: 'https://169.254.169.254/latest' }).end(),
    ),
    /169\.254\.169\.254 is not a public address/,
  );
  assert.equal(requests.length, before + 2);
  assert.match(
    await failure((_, response) => response.writeHead(302, { location: '/again' }).end()),
    /More than 5 redirects/,
  );
  assert.match(
    await failure((_, response) => response.writeHead(404).end()),
    /answered 404: check its address/,
  );
  assert.match(
    await failure((_, response) => response.writeHead(200).end('<!doctype html><html></html>')),
    /The file is a web page/,
  );
  assert.match(await failure((_, response) => response.writeHead(200).end('')), /The file is empty/);
  assert.match(
    await failure((_, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write(csv('z,Z,1'));
      setTimeout(() => response.destroy(), 100);
    }),
    /The host of the feed could not be read/,
  );
  const packed = gzipSync(csv('z,Z,1')).subarray(0, 20);
  assert.match(await failure((_, response) => response.writeHead(200).end(packed)), /could not be read/);
});

test('a feed runs once at a time, and on its schedule', async () => {
  const feed = { url: `http://${host}/slow.csv` };
  await put('slow', feed);
  const waiting: ServerResponse[] = [];
  answer = (_, response) => void waiting.push(response);
  const first = await ask<{ task: { id: string } }>('POST', `${path('slow')}/run`);
  await until('It was not asked', async () => waiting.length === 1);
  assert.deepEqual((await ask<{ code: string }>('POST', `${path('slow')}/run`)).body.code, 'feed_running');
  waiting[0]!.writeHead(200).end(csv('s,Slow,1'));
  await until('It did not end', async () => {
    const { body } = await ask<{ task: Run }>('GET', `/api/tasks/${first.body.task.id}?project=shop`);
    return body.task.status === 'succeeded';
  });
  serve(csv('s,Slow,2'));
  const scheduled = await put('hourly', { ...feed, schedule: 'hour' });
  assert.equal(scheduled.body['nextRunAt'], scheduled.body['changedAt'], 'a new feed is due at once');
  await until('It did not run by itself', async () => {
    const { body } = await ask<{ lastRun: object | null }>('GET', path('hourly'));
    return body.lastRun !== null;
  });
});

test('a run ends after 100,000 rejected lines, and keeps what it has read', async () => {
  await put('wrong', { url: `http://${host}/wrong.csv`, format: 'csv', absent: 'delete' });
  serve(gzipSync(csv('w,Chair,1', 'v,Table,1')));
  assert.deepEqual(counts(await run('wrong')), [2, 0, 0, 0, 0]);
  serve(gzipSync(csv('w,Chair,2\n'.repeat(150_000))));
  const ended = await run('wrong');
  assert.deepEqual([ended.status, ended.error?.code], ['failed', 'invalid_request']);
  assert.match(ended.error?.detail ?? '', /more than 100000 lines were rejected/);
  assert.deepEqual(counts(ended), [0, 1, 0, 0, 100_001]);
  assert.deepEqual([await readVersion('w'), await readVersion('v')], [2, 1], 'nothing was removed');
});

test('a run tells the lines that it has read, and ends when its feed is deleted or its host is silent', async () => {
  const url = `http://${host}/endless.csv`;
  await put('endless', { url, format: 'csv' });
  let sends = true;
  answer = (_, response) => {
    response.writeHead(200).write('id,name,price\n');
    const send = (): void => {
      if (sends) response.write('e,Endless,1\n'.repeat(100));
      if (!response.destroyed) setTimeout(send, 20);
    };
    send();
  };
  for (const isSilent of [false, true]) {
    sends = true;
    await put('endless', { url, format: 'csv' });
    const { body } = await ask<{ task: { id: string } }>('POST', `${path('endless')}/run`);
    const task = async (): Promise<Run> =>
      (await ask<{ task: Run }>('GET', `/api/tasks/${body.task.id}?project=shop`)).body.task;
    await until('It told no progress', async () => ((await task()).progress['failed'] ?? 0) > 100);
    sends = !isSilent;
    assert.equal((await ask('DELETE', path('endless'))).status, 200);
    await until('It did not end', async () => (await task()).status === 'failed');
    assert.equal((await task()).error?.code, 'feed_not_found');
  }
});

test('a run ends when its project is deleted', async () => {
  const own = await service.project('gone', ['items:read', 'items:write', 'settings']);
  const feed = { id: 'endless', url: `http://${host}/endless.csv`, format: 'csv' };
  let [isAsked, isClosed] = [false, false];
  answer = (_, response) => {
    isAsked = true;
    response.on('close', () => (isClosed = true));
    response.writeHead(200).write(csv('e,Endless,1'));
  };
  await service.ask('PUT', '/api/projects/gone/feeds/endless', { key: own, body: { feed } });
  await service.ask('POST', '/api/projects/gone/feeds/endless/run', { key: own });
  await until('It was not read', async () => isAsked);
  const deleted = await service.ask('DELETE', '/admin/projects/gone', { headers: await service.signIn() });
  assert.equal(deleted.status, 200);
  await until('It is still read', async () => isClosed);
});

test('a project has at most 10 feeds, and a deleted one is gone', async () => {
  const { body } = await ask<{ feeds: { feed: { id: string } }[] }>('GET', '/api/projects/shop/feeds');
  for (const { feed } of body.feeds) assert.equal((await ask('DELETE', path(feed.id))).status, 200);
  const url = `http://${host}/n.csv`;
  for (let no = 0; no < 10; no++) assert.equal((await put(`n${no}`, { url })).status, 200);
  assert.equal((await put('n10', { url })).status, 400);
  assert.equal((await ask('DELETE', path('n0'))).status, 200);
  assert.deepEqual((await ask<{ code: string }>('GET', path('n0'))).body.code, 'feed_not_found');
  assert.equal((await put('n10', { url })).status, 200);
});
