import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Connection } from '../support/connection.ts';
import { item, RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A service with several serving threads; each connection belongs to one of them. */
let service: RunningService;
let key = '';
const connections: Connection[] = [];

before(async () => {
  service = await RunningService.start({ VITRINE_THREADS: '3' });
  key = await service.project('shop', [
    'search',
    'recommend',
    'items:write',
    'events',
    'settings',
    'analytics',
  ]);
  const data = ['oak', 'elm', 'ash'].map((wood) => item(wood, { name: `${wood} chair` }));
  await write('POST', '/api/items', { data });
  for (let i = 0; i < 24; i++) connections.push(new Connection(service.url));
  await served();
});
after(async () => {
  for (const connection of connections) connection[Symbol.dispose]();
  await service[Symbol.asyncDispose]();
});

async function write(method: string, path: string, body: Record<string, unknown>): Promise<void> {
  const { status } = await service.ask(method, path, { key, body: { project: 'shop', ...body } });
  assert.ok(status < 300, `${method} ${path}: ${status}`);
}

async function search(
  connection: Connection,
  query: string,
): Promise<{ searchId: string; total: number; items: { id: string; price: number }[] }> {
  const { status, body } = await connection.send(`/search/shop?${query}`, { 'x-api-key': key });
  assert.equal(status, 200, body);
  return JSON.parse(body) as Awaited<ReturnType<typeof search>>;
}

async function counter(line: string): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const found = text.split('\n').find((one) => one.startsWith(line));
  return Number(found?.split(' ').at(-1) ?? 0);
}

/** Resolves when all threads answer searches: the first ones are forwarded while replicas are loaded. */
async function served(): Promise<void> {
  await until('not all threads have the project', async () => {
    const before = await counter('vitrine_requests_forwarded_total{operation="search"}');
    await Promise.all(connections.map((connection) => search(connection, 'q=chair')));
    return (await counter('vitrine_requests_forwarded_total{operation="search"}')) === before;
  });
}

test('an acknowledged write is in the next reply of every thread', async () => {
  for (let price = 1; price <= 40; price++) {
    await write('PUT', '/api/items/oak?by=id', { data: { price } });
    const replies = await Promise.all(connections.map((connection) => search(connection, 'q=oak')));
    for (const { items } of replies)
      assert.deepEqual(
        items.map((one) => one.price),
        [price],
      );
  }
  await write('POST', '/api/items/update', {
    data: ['oak', 'elm'].map((id) => ({ id, name: `${id} stool` })),
  });
  for (const connection of connections) assert.equal((await search(connection, 'q=stool')).total, 2);
  await write('POST', '/api/items/update', {
    data: ['oak', 'elm'].map((id) => ({ id, name: `${id} chair` })),
  });
  await write('POST', '/api/items', { data: [item('new', { name: 'walnut chair' })] });
  for (const connection of connections) assert.equal((await search(connection, 'q=walnut')).total, 1);
  await write('DELETE', '/api/items/new?by=id', {});
  for (const connection of connections) assert.equal((await search(connection, 'q=walnut')).total, 0);
});

test('rules and settings apply on every thread at once', async () => {
  for (const pinned of ['oak', 'elm', 'ash', 'elm']) {
    const rule = { id: 'first', pin: [{ id: pinned, position: 1 }], when: { query: 'chair' } };
    const path = '/api/projects/shop/rules';
    const { status } = await service.ask('PUT', path, { key, body: { rules: [rule] } });
    assert.equal(status, 200);
    const replies = await Promise.all(connections.map((connection) => search(connection, 'q=chair')));
    for (const { items } of replies) assert.equal(items[0]?.id, pinned);
  }
});

test('a revoked key is refused by every thread', async () => {
  const headers = await service.signIn();
  const created = await service.ask<{ id: string; key: string }>('POST', '/admin/keys', {
    headers,
    body: { scopes: ['search'], projects: ['shop'] },
  });
  const own = { 'x-api-key': created.body.key };
  const statuses = async (): Promise<number[]> =>
    Promise.all(connections.map(async (one) => (await one.send('/search/shop', own)).status));
  assert.deepEqual([...new Set(await statuses())], [200]);
  const { status } = await service.ask('DELETE', `/admin/keys/${created.body.id}`, { headers });
  assert.equal(status, 200);
  assert.deepEqual([...new Set(await statuses())], [401]);
});

test('a rate limit counts the requests of all threads', async () => {
  const headers = await service.signIn();
  const created = await service.ask<{ key: string }>('POST', '/admin/keys', {
    headers,
    body: { scopes: ['search'], projects: ['shop'], kind: 'server', ratePerMinute: 60 },
  });
  const own = { 'x-api-key': created.body.key };
  const replies: number[] = [];
  for (let round = 0; round < 4; round++)
    replies.push(
      ...(await Promise.all(connections.map(async (one) => (await one.send('/search/shop', own)).status))),
    );
  const accepted = replies.filter((status) => status === 200).length;
  // A token is refilled each second.
  assert.ok(accepted >= 60 && accepted < 70, `${accepted} accepted`);
  assert.deepEqual(new Set(replies), new Set([200, 429]));
});

test('metrics count every search once, and an event joins the search that it names', async () => {
  const line = 'vitrine_requests_total{operation="search",status="200"}';
  const before = await counter(line);
  for (const [i, connection] of connections.entries()) {
    const { searchId } = await search(connection, `q=elm&session=s${i}`);
    const data = [{ type: 'click', session: `s${i}`, item: 'elm', searchId }];
    await write('POST', '/api/events', { data });
  }
  assert.equal(await counter(line), before + connections.length);
  await until('not all clicks are counted', async () => {
    const path = '/api/projects/shop/analytics/searches';
    const { body } = await service.ask<{ top: { query: string; clicked: number }[] }>('GET', path, { key });
    return body.top.find(({ query }) => query === 'elm')?.clicked === connections.length;
  });
});

test('an acknowledged event is in the next list of every thread', async () => {
  const list = async (connection: Connection, body: object): Promise<{ status: number; body: unknown }> => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const sent = { method: 'POST', body: JSON.stringify(body) };
    const reply = await connection.send('/reco/recently-viewed', headers, sent);
    return { status: reply.status, body: JSON.parse(reply.body) };
  };
  const seen: string[] = [];
  for (const id of ['oak', 'elm', 'ash']) {
    await write('POST', '/api/events', { data: { type: 'view', user: 'ann', item: id } });
    seen.unshift(id);
    for (const connection of connections) {
      const { status, body } = await list(connection, { index: 'shop', user: 'ann' });
      assert.equal(status, 200);
      assert.deepEqual(
        (body as { items: { id: string }[] }).items.map((one) => one.id),
        seen,
      );
    }
  }
  const forwarded = await counter('vitrine_requests_forwarded_total{operation="recommendRecentlyViewed"}');
  assert.equal(forwarded, 0);
  const [connection] = connections as [Connection];
  const wrong = await list(connection, { index: 'shop', user: 'ann', filters: 'price <' });
  assert.equal(wrong.status, 400);
  assert.equal((wrong.body as { errors: { path: string }[] }).errors[0]?.path, 'filters');
  const warned = await list(connection, { index: 'shop', user: 'ann', filters: 'wood:oak', colour: 1 });
  assert.deepEqual(
    (warned.body as { warnings: { path: string }[] }).warnings.map(({ path }) => path),
    ['colour', 'filters'],
  );
  const counted = 'vitrine_requests_total{operation="recommendRecentlyViewed",status="200"}';
  assert.equal(await counter(counted), 3 * connections.length + 1);
});

test('a busy thread sheds connections, and no request fails', async () => {
  const shed = (): Promise<number> => counter('vitrine_connections_shed');
  const before = await shed();
  // Six connections are rarely two for each thread.
  await until('no connection is shed', async () => {
    const some = Array.from({ length: 6 }, () => new Connection(service.url));
    for (let i = 0; i < 400 && (await shed()) === before; i++)
      await Promise.all(
        some.map(async (connection) => {
          for (let i = 0; i < 20; i++) await search(connection, 'q=chair');
        }),
      );
    for (const connection of some) connection[Symbol.dispose]();
    return (await shed()) > before;
  });
});

test('a start fails where another process has the port', async () => {
  const { port } = new URL(service.url);
  for (const threads of ['1', '2'])
    await assert.rejects(
      RunningService.start({ VITRINE_THREADS: threads, PORT: port }),
      /ended with 1 before it was ready[^]*choose another port with PORT/,
    );
});

test('searches of a project that does not exist get 404', async () => {
  const headers = await service.signIn();
  const body = { scopes: ['search'] };
  const { body: created } = await service.ask<{ key: string }>('POST', '/admin/keys', { headers, body });
  for (const connection of connections) {
    const reply = await connection.send('/search/nothing', { 'x-api-key': created.key });
    assert.equal(reply.status, 404);
  }
  assert.equal(service.output.includes('cannot be replicated'), false);
});
