import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test, type TestContext } from 'node:test';
import { createClient, createShopClient, VitrineError, type ShopEvent } from './index.ts';
import { retryDelayMs } from './retries.ts';

type Answer = (response: ServerResponse) => void;

interface Host {
  readonly url: string;
  readonly bodies: string[];
}

/** A server that gives the answers one after the other, the last one from then on; it stops with the test. */
async function host(t: TestContext, ...answers: readonly Answer[]): Promise<Host> {
  const bodies: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString());
      answers[Math.min(bodies.length, answers.length) - 1]!(response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies };
}

/** An address without a server. */
async function closedHost(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

const reply =
  (status: number, body: unknown = {}, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const problem = (status: number, code: string, headers?: Record<string, string>): Answer =>
  reply(status, { status, code, title: code, detail: code }, headers);
const cut: Answer = (response) => response.destroy();
const never: Answer = () => undefined;
const found = { items: [], total: 0 };

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => assert.fail('expected a rejection'),
    (one: unknown) => one,
  );
  assert.ok(error instanceof VitrineError, String(error));
  return error.code;
}

suite('retries', () => {
  test('repeats searches, lists, reads and events; never another write', async (t) => {
    const cases: [
      name: string,
      call: (client: ReturnType<typeof createClient>) => Promise<unknown>,
      times: number,
    ][] = [
      ['search', (c) => c.search('shop', { q: 'x' }), 3],
      ['suggest', (c) => c.suggest('shop', { q: 'x' }), 3],
      ['multiSearch', (c) => c.multiSearch('shop', [{ q: 'x' }]), 3],
      ['searchFacets', (c) => c.searchFacets('shop', { fields: ['a'] }), 3],
      ['searchFacetValues', (c) => c.searchFacetValues('shop', 'a'), 3],
      ['imageSearch', (c) => c.imageSearch('shop', new Blob(['x'])), 3],
      ['imageSearch by URL', (c) => c.imageSearch('shop', 'https://shop.example/a.png'), 3],
      ['recommend', (c) => c.recommend.popular('shop'), 3],
      ['placement', (c) => c.recommend.placement('shop', 'home'), 3],
      ['get', (c) => c.items.get('shop', 'a'), 3],
      ['events', (c) => c.events.add('shop', { type: 'view', session: 's', item: 'a' }), 3],
      ['items.add', (c) => c.items.addMany('shop', []), 1],
      ['items.change', (c) => c.items.change('shop', 'a', { price: 1 }), 1],
      ['items.remove', (c) => c.items.remove('shop', 'a'), 1],
      ['users.merge', (c) => c.users.merge('shop', { session: 's', into: 'u' }), 1],
    ];
    for (const [name, call, times] of cases) {
      const { url, bodies } = await host(t, problem(503, 'overloaded'));
      assert.equal(await codeOf(call(createClient({ url }))), 'overloaded', name);
      assert.equal(bodies.length, times, name);
    }
  });

  test('repeats an event with the same id, so that it counts once', async (t) => {
    const { url, bodies } = await host(t, cut, problem(502, 'x'), reply(201, { accepted: 2 }));
    const events: ShopEvent[] = [
      { type: 'view', session: 's', item: 'a' },
      { type: 'view', session: 's', item: 'b', id: 'own' },
    ];
    await createShopClient({ url }).events.add('shop', events);
    const ids = bodies.map((body) => (JSON.parse(body) as { data: ShopEvent[] }).data.map(({ id }) => id));
    assert.equal(ids.length, 3);
    assert.match(ids[0]![0]!, /^[0-9a-f]{32}$/);
    assert.equal(ids[0]![1], 'own');
    assert.deepEqual([ids[1], ids[2]], [ids[0], ids[0]]);
    assert.equal(events[0]!.id, undefined);
    await createShopClient({ url }).events.add('shop', events[0]!);
    assert.notEqual((JSON.parse(bodies[3]!) as { data: ShopEvent }).data.id, ids[0]![0]);
  });

  test('does not repeat what a repetition cannot change', async (t) => {
    for (const [status, code] of [
      [400, 'invalid_filter'],
      [401, 'unauthorized'],
      [404, 'project_not_found'],
      [500, 'internal_error'],
      [503, 'vision_unavailable'],
    ] as const) {
      const { url, bodies } = await host(t, problem(status, code));
      assert.equal(await codeOf(createClient({ url }).search('shop')), code);
      assert.equal(bodies.length, 1, code);
    }
  });

  test('`retries` of the client or the request', async (t) => {
    const { url, bodies } = await host(t, problem(503, 'stopping'));
    await codeOf(createClient({ url, retries: 0 }).search('shop'));
    assert.equal(bodies.length, 1);
    await codeOf(createClient({ url }).search('shop', {}, { retries: 1 }));
    assert.equal(bodies.length, 3);
  });

  test('waits as long as retry-after asks, and not where that is too long', async (t) => {
    const limited = await host(t, problem(429, 'rate_limited', { 'retry-after': '1' }), reply(200, found));
    const startedAt = performance.now();
    await createClient({ url: limited.url }).search('shop');
    // Timers may be early by a millisecond.
    assert.ok(performance.now() - startedAt >= 999);
    const busy = await host(t, problem(429, 'rate_limited', { 'retry-after': '60' }));
    assert.equal(await codeOf(createClient({ url: busy.url }).search('shop')), 'rate_limited');
    assert.equal(busy.bodies.length, 1);
    const late = await host(t, problem(503, 'overloaded', { 'retry-after': '5' }));
    assert.equal(await codeOf(createClient({ url: late.url, timeoutMs: 500 }).search('shop')), 'overloaded');
    assert.equal(late.bodies.length, 1);
  });

  test('retryDelayMs() is exponential with full jitter', (t) => {
    const failure = (retryAfter: number | null): VitrineError =>
      new VitrineError({ status: 503, code: 'overloaded', detail: '', retryAfter });
    const { mock } = t.mock.method(Math, 'random', () => 1);
    const longest = [1, 2, 3, 4, 5, 6, 7].map((round) => retryDelayMs(failure(null), round));
    assert.deepEqual(longest, [200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
    assert.deepEqual([retryDelayMs(failure(10), 1), retryDelayMs(failure(11), 1)], [10_200, null]);
    mock.mockImplementation(() => 0);
    assert.deepEqual([retryDelayMs(failure(null), 7), retryDelayMs(failure(3), 1)], [0, 3_000]);
  });

  test('an abort ends the wait with the reason of the signal', async (t) => {
    const { url, bodies } = await host(t, problem(503, 'overloaded', { 'retry-after': '9' }));
    const abort = new AbortController();
    const reason = new Error('typed on');
    const work = createClient({ url }).search('shop', {}, { signal: abort.signal });
    setTimeout(() => abort.abort(reason), 100);
    await assert.rejects(work, reason);
    assert.equal(bodies.length, 1);
  });
});

suite('several hosts', () => {
  test('the next host answers where one cannot be reached, replies 502 to 504, or not in time', async (t) => {
    for (const answer of [cut, problem(502, 'x'), problem(503, 'stopping'), problem(504, 'x'), never]) {
      const first = await host(t, answer);
      const second = await host(t, reply(200, found));
      const client = createClient({ url: [first.url, `${second.url}/`], attemptTimeoutMs: 1_000 });
      await client.search('shop');
      await client.search('shop');
      // The second search goes to the host that worked.
      assert.deepEqual([first.bodies.length, second.bodies.length], [1, 2]);
    }
    const second = await host(t, reply(200, found));
    await createClient({ url: [await closedHost(), second.url] }).search('shop');
    assert.equal(second.bodies.length, 1);
  });

  test('tries every host once before it waits', async (t) => {
    const hosts = await Promise.all(Array.from({ length: 5 }, () => host(t, problem(503, 'stopping'))));
    const last = await host(t, reply(200, found));
    const random = t.mock.method(Math, 'random');
    await createClient({ url: [...hosts.map(({ url }) => url), last.url] }).search('shop');
    assert.deepEqual([hosts.map(({ bodies }) => bodies.length), last.bodies.length], [[1, 1, 1, 1, 1], 1]);
    assert.equal(random.mock.callCount(), 0);
  });

  test('a rate limit is no reason for another host', async (t) => {
    const first = await host(t, problem(429, 'rate_limited'), reply(200, found));
    const second = await host(t, reply(200, found));
    await createClient({ url: [first.url, second.url] }).search('shop');
    assert.deepEqual([first.bodies.length, second.bodies.length], [2, 0]);
  });

  test('a failed write is reported, and the next request goes to the next host', async (t) => {
    const first = await host(t, cut);
    const second = await host(t, reply(200, found));
    const client = createClient({ url: [first.url, second.url] });
    assert.equal(await codeOf(client.items.remove('shop', 'a')), 'unreachable');
    assert.equal(second.bodies.length, 0);
    await client.items.remove('shop', 'a');
    assert.deepEqual([first.bodies.length, second.bodies.length], [1, 1]);
  });

  test('`timeoutMs` limits all attempts together', async (t) => {
    const first = await host(t, never);
    const second = await host(t, never);
    const client = createClient({ url: [first.url, second.url], attemptTimeoutMs: 300, timeoutMs: 500 });
    const error: unknown = await client.search('shop').catch((one: unknown) => one);
    assert.ok(error instanceof VitrineError);
    // On a slow machine, no time is left for a second attempt.
    assert.equal(error.code, 'timeout');
    assert.match(error.message, /within (300|500) ms/);
    assert.equal(first.bodies.length, 1);
    assert.ok(second.bodies.length <= 1);
  });

  test('a host that does not reply in time is left, even by a request without another attempt', async (t) => {
    const first = await host(t, never);
    const second = await host(t, reply(200, found));
    const client = createClient({ url: [first.url, second.url] });
    assert.equal(await codeOf(client.search('shop', {}, { timeoutMs: 500 })), 'timeout');
    await client.search('shop');
    assert.deepEqual([first.bodies.length, second.bodies.length], [1, 1]);
  });

  test('createClient() needs a host', () => {
    assert.throws(() => createClient({ url: [] }), /empty list/);
  });
});
