import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draws, users, type Draw } from '../conformance/random-history.ts';
import { Connection } from '../support/connection.ts';
import { newDrivenClock } from '../support/driven-clock.ts';
import { representative } from '../support/matrix.ts';
import { item } from '../support/service.ts';
import { threadedService } from '../support/threaded-service.ts';
import { until } from '../support/until.ts';

const readsMin = representative(500, 10_000);
const readsPerStep = 8;
const threads = representative(2, 3);

interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}
interface Answer {
  readonly status: number;
  readonly body: string;
}

const names = ['lamp', 'chair', 'table', 'shelf', 'rug', 'sofa'];
const kinds = ['oak', 'red', 'blue', 'small', 'garden', 'reading'];
const brands = ['Nordin', 'Atelier', 'Kasa'];
const filters = [
  '',
  '',
  'brand:Kasa',
  'price:40 TO 200',
  'NOT category:"Home > lamp"',
  '_createdAt > now-2h',
  'stock > 0',
];
const sorts = ['', '', '', 'price:asc', '_createdAt:desc'];

/** A random change of the shop. */
function randomWrite({ below, of }: Draw): Sent {
  const id = `i${below(60)}`;
  const who = of([{ user: of(users) }, { session: `s${below(6)}` }]);
  const kind = below(100);
  if (kind < 40) {
    const data = item(id, {
      name: `${of(kinds)} ${of(kinds)} ${of(names)}`,
      brand: of(brands),
      category: `Home > ${of(names)}`,
      price: 5 + below(300),
      stock: below(4),
      groupId: `g${below(25)}`,
      description: `${of(kinds)} ${of(names)} for the ${of(kinds)} room`,
    });
    return { method: 'POST', path: '/api/items', body: { project: 'shop', data } };
  }
  if (kind < 55) {
    const data = of([{ price: 5 + below(300) }, { stock: below(3) }, { name: `${of(kinds)} ${of(names)}` }]);
    return { method: 'PUT', path: `/api/items/${id}?by=id`, body: { project: 'shop', data } };
  }
  if (kind < 58) {
    const data = Array.from({ length: 1 + below(8) }, () => ({
      id: `i${below(60)}`,
      ...of([{ price: 5 + below(300) }, { stock: below(3) }, { brand: of(brands) }]),
    }));
    return { method: 'POST', path: '/api/items/update', body: { project: 'shop', data } };
  }
  if (kind < 62) return { method: 'DELETE', path: `/api/items/${id}?by=id&project=shop` };
  if (kind < 88) {
    const type = of(['view', 'view', 'click', 'cart', 'purchase']);
    const data = { type, ...who, items: [{ id }, { id: `i${below(60)}` }] };
    return { method: 'POST', path: '/api/events', body: { project: 'shop', data } };
  }
  if (kind < 90) return { method: 'DELETE', path: `/api/users/${of(users)}?project=shop` };
  if (kind < 92) {
    const merge = { project: 'shop', from: `s${below(6)}`, into: of(users) };
    return { method: 'POST', path: '/api/users/merge', body: merge };
  }
  if (kind < 96) {
    const rule = of<object>([
      { id: 'pins', pin: [{ id, position: 1 + below(3) }], when: { query: of(names) } },
      { id: 'hides', hide: [id] },
      { id: 'slot', pin: [{ filter: `brand:${of(brands)}`, position: 1 + below(3) }], boost: 'stock > 0' },
      { id: 'words', words: { replace: [{ from: of(names), to: of(names) + ' red' }], remove: [of(kinds)] } },
      {
        id: 'context',
        when: { context: { page: 'sale' } },
        filter: 'price < 150',
        bury: [{ filter: 'stock:0', by: 3 }],
      },
      { id: 'facets', facets: [of(['category', 'price'])] },
    ]);
    return { method: 'PUT', path: '/api/projects/shop/rules', body: { rules: [rule] } };
  }
  const search = of<object>([
    { customRanking: [{ field: 'price', order: of(['asc', 'desc']) }] },
    { synonyms: [{ words: [of(names), of(kinds)] }] },
    { languages: of([[], ['en'], ['de']]) },
    {
      facets: [
        {
          field: of(['brand', 'category']),
          order: of(['value', 'size']),
          first: [of(brands)],
          display: 'pinned',
        },
      ],
    },
  ]);
  return { method: 'PUT', path: '/api/projects/shop/settings', body: { search } };
}

/** A random search or list. */
function randomRead({ below, of }: Draw): Sent {
  const filter = of(filters);
  if (below(3) === 0) {
    const name = of(['user-recommendations', 'fbt', 'similar', 'trendings', 'popular', 'recently-viewed']);
    const about = name === 'fbt' || name === 'similar' ? { item: `i${below(60)}` } : {};
    const who = of([{ user: of(users) }, { session: `s${below(6)}` }]);
    const body = { index: 'shop', ...about, ...who, filters: filter, explain: below(4) === 0, limit: 12 };
    return { method: 'POST', path: `/reco/${name}`, body };
  }
  if (below(10) === 0) {
    const body = { fields: ['brand', 'category'], facetQuery: of(['', 'ka', 'lmap']), filters: filter };
    return { method: 'POST', path: '/search/shop/facets', body };
  }
  const words = Array.from({ length: below(4) }, () => of([...names, ...kinds, ...brands])).join(' ');
  const q = of([
    words,
    words,
    words.slice(0, -2),
    words.replace(/[aeo](?=\w)/, 'x'),
    `show me the best ${words}`,
  ]);
  const parameters = new URLSearchParams({
    q,
    limit: '12',
    offset: of(['0', '0', '5']),
    facets: of(['brand,category', '*']),
  });
  if (filter !== '') parameters.set('filters', filter);
  const sort = of(sorts);
  if (sort !== '') parameters.set('sort', sort);
  if (below(4) === 0) parameters.set('explain', 'true');
  if (below(3) === 0) parameters.set('context', '{"page":"sale"}');
  return { method: 'GET', path: `/search/shop?${parameters.toString()}` };
}

/** Without what is new in each reply. */
const plain = ({ status, body }: Answer): string =>
  `${status} ${body.replaceAll(/"(searchId|recommendationId|requestId|took\w*)":("[^"]*"|[\d.]+)/g, '')}`;

async function shopOnThreads() {
  const clock = newDrivenClock();
  const program = new URL('../support/driven-serving-thread.ts', import.meta.url);
  const service = await threadedService({ count: threads, program, clock });
  const { app } = service;
  const key = await service.project('shop', [
    'search',
    'recommend',
    'items:read',
    'items:write',
    'events',
    'users',
    'settings',
  ]);
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  /** The answer of the state thread. */
  const ask = async ({ method, path, body }: Sent): Promise<Answer> => {
    const sent = {
      method,
      url: path,
      headers,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    };
    const reply = await app.inject(sent);
    return { status: reply.statusCode, body: reply.body };
  };
  const connections = Array.from({ length: 3 * threads }, () => new Connection(service.url));
  return {
    clock,
    ask,
    /** The answer of the thread that has this connection. */
    askThread: ({ method, path, body }: Sent, connection: number): Promise<Answer> =>
      connections[connection]!.send(path, headers, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    connections: connections.length,
    metrics: service.metrics,
    [Symbol.asyncDispose]: async () => {
      for (const connection of connections) connection[Symbol.dispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

type Shop = Awaited<ReturnType<typeof shopOnThreads>>;

/** Searches that threads forwarded so far. */
async function forwarded({ metrics }: Shop): Promise<number> {
  const lines = (await metrics.formatMetrics()).split('\n');
  const counts = lines.filter((line) => line.startsWith('vitrine_requests_forwarded_total{'));
  return counts.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

/** Resolves when the task that a reply names, if any, has ended. */
async function finished({ ask }: Pick<Shop, 'ask'>, reply: string): Promise<void> {
  const { task } = JSON.parse(reply || '{}') as { task?: { id: string } | null };
  if (task == null) return;
  await until('the task has not ended', async () => {
    const { status, body } = await ask({ method: 'GET', path: `/api/tasks/${task.id}` });
    assert.equal(status, 200, body);
    return (JSON.parse(body) as { task: { status: string } }).task.status !== 'running';
  });
}

for (const seed of representative([1], [1, 2, 3])) {
  test(`threads answer as the state thread does before or after each concurrent change (seed ${seed})`, async () => {
    await using shop = await shopOnThreads();
    const draw = draws(seed);
    for (let i = 0; i < 40; i++) await shop.ask(randomWrite(draw));
    await until('the threads have no replicas', async () => {
      const before = await forwarded(shop);
      const search: Sent = { method: 'GET', path: '/search/shop?limit=0' };
      for (let i = 0; i < shop.connections; i++) await shop.askThread(search, i);
      return (await forwarded(shop)) === before;
    });
    const isForwarded = await forwarded(shop);
    let changed = 0;
    for (let reads = 0; reads < readsMin; reads += readsPerStep) {
      shop.clock.advance(1_000 * draw.below(600));
      const write = randomWrite(draw);
      const asked = Array.from({ length: readsPerStep }, () => randomRead(draw));
      const before = await Promise.all(asked.map((read) => shop.ask(read)));
      const writes = async (): Promise<void> => {
        const { body } = await shop.askThread(write, draw.below(shop.connections));
        await finished(shop, body);
      };
      // Between a change of settings and the end of its task, which rebuilds the index, there are further states.
      if (write.path.endsWith('/settings')) await writes();
      const [, ...replies] = await Promise.all([
        write.path.endsWith('/settings') ? null : writes(),
        ...asked.map((read) => shop.askThread(read, draw.below(shop.connections))),
      ]);
      const after = await Promise.all(asked.map((read) => shop.ask(read)));
      for (const [i, reply] of replies.entries()) {
        const [one, other] = [plain(before[i]!), plain(after[i]!)];
        if (one !== other) changed++;
        const told = `${JSON.stringify(write)}\n${JSON.stringify(asked[i])}`;
        if (plain(reply) !== one) assert.equal(plain(reply), other, told);
        const latest = await shop.askThread(asked[i]!, draw.below(shop.connections));
        assert.equal(plain(latest), other, told);
      }
    }
    assert.ok(changed > readsMin / 20, `${changed} answers changed by a write`);
    // A thread that had no connection before loads the project with the first request.
    assert.ok((await forwarded(shop)) <= isForwarded + threads);
  });
}
