import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { createClient, VitrineError, type ItemInput, type VitrineClient } from './index.ts';

interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Reply = (request: RecordedRequest, response: ServerResponse) => void;

/** Starts an HTTP server with one reply; `requests` records the requests. */
async function withService(
  reply: Reply,
  use: (client: VitrineClient, requests: RecordedRequest[], url: string) => Promise<void>,
): Promise<void> {
  const requests: RecordedRequest[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      requests.push(one);
      reply(one, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await use(createClient({ url: `${url}/`, key: 'vtr_test', timeoutMs: 5_000 }), requests, url);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Reply =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const never: Reply = () => undefined;
const item: ItemInput = { id: 'a1', sku: 'A-1', name: 'Oak chair', imgs: [], price: 129, description: '' };

async function failureOf(work: Promise<unknown>): Promise<VitrineError> {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof VitrineError, `a VitrineError, not ${String(error)}`);
    return error;
  }
  return assert.fail('expected a rejection');
}

describe('createClient()', () => {
  it('sends every operation with its method, path, key and body', async () => {
    const calls: [
      call: (client: VitrineClient) => Promise<unknown>,
      method: string,
      url: string,
      body: unknown,
    ][] = [
      [
        (c) => c.search('a b', { q: 'x', highlight: false }),
        'POST',
        '/search/a%20b',
        { q: 'x', highlight: false },
      ],
      [
        (c) => c.search('shop', { q: 'x', highlight: ['name'] }),
        'POST',
        '/search/shop',
        { q: 'x', highlight: ['name'] },
      ],
      [(c) => c.suggest('shop', { q: 'a&b', limit: 3 }), 'GET', '/search/shop/suggest?q=a%26b&limit=3', null],
      [
        (c) => c.searchFacetValues('shop', 'a/b', { facetQuery: 'n' }),
        'POST',
        '/search/shop/facets/a%2Fb',
        { facetQuery: 'n' },
      ],
      [(c) => c.searchFacets('shop', { fields: ['b'] }), 'POST', '/search/shop/facets', { fields: ['b'] }],
      [
        (c) => c.multiSearch('shop', [{ q: 'x' }]),
        'POST',
        '/search',
        { project: 'shop', searches: [{ q: 'x' }] },
      ],
      [
        (c) => c.imageSearch('shop', 'data:image/png;base64,AA=='),
        'POST',
        '/image-search/shop',
        { uploaded_file: 'data:image/png;base64,AA==' },
      ],
      [
        (c) => c.recommend.forUser('shop', { user: 'u' }),
        'POST',
        '/reco/user-recommendations',
        { index: 'shop', user: 'u' },
      ],
      [
        (c) => c.recommend.boughtTogether('shop', { item: ['a', 'b'] }),
        'POST',
        '/reco/fbt',
        { index: 'shop', item: ['a', 'b'] },
      ],
      [(c) => c.recommend.trending('shop'), 'POST', '/rec/trendings', { index: 'shop' }],
      [
        (c) => c.recommend.similar('shop', { item: 'a' }),
        'POST',
        '/reco/similar',
        { index: 'shop', item: 'a' },
      ],
      [(c) => c.recommend.popular('shop'), 'POST', '/reco/popular', { index: 'shop' }],
      [
        (c) => c.recommend.buyAgain('shop', { user: 'u' }),
        'POST',
        '/reco/buy-again',
        { index: 'shop', user: 'u' },
      ],
      [
        (c) => c.recommend.recentlyViewed('shop', { user: 'u', seen: ['a'] }),
        'POST',
        '/reco/recently-viewed',
        { index: 'shop', user: 'u', seen: ['a'] },
      ],
      [
        (c) => c.recommend.becauseViewed('shop', { user: 'u' }),
        'POST',
        '/reco/because-you-viewed',
        { index: 'shop', user: 'u' },
      ],
      [(c) => c.items.add('shop', item), 'POST', '/api/items', { project: 'shop', data: item }],
      [(c) => c.items.addMany('shop', [item]), 'POST', '/api/items', { project: 'shop', data: [item] }],
      [
        (c) => c.items.list('shop', { active: false, id: undefined }),
        'GET',
        '/api/items?project=shop&active=false',
        null,
      ],
      [(c) => c.items.get('shop', 'ä', { by: 'id' }), 'GET', '/api/items/%C3%A4?project=shop&by=id', null],
      [
        (c) => c.items.change('shop', 'i', { price: null }),
        'PUT',
        '/api/items/i',
        { project: 'shop', data: { price: null } },
      ],
      [(c) => c.items.changeMany('shop', []), 'POST', '/api/items/update', { project: 'shop', data: [] }],
      [(c) => c.items.remove('shop', 'i'), 'DELETE', '/api/items/i?project=shop', null],
      [(c) => c.items.task('t'), 'GET', '/api/tasks/t', null],
      [(c) => c.recommender.get('shop'), 'GET', '/api/projects/shop/recommender', null],
      [(c) => c.recommender.learn('shop'), 'POST', '/api/projects/shop/recommender/learn', {}],
      [
        (c) => c.analytics.searches('shop', { from: 'now-30d', limit: 5 }),
        'GET',
        '/api/projects/shop/analytics/searches?from=now-30d&limit=5',
        null,
      ],
      [(c) => c.rules.get('shop'), 'GET', '/api/projects/shop/rules', null],
      [
        (c) => c.rules.change('shop', [{ id: 'r', hide: ['a'] }], { ifVersion: 3 }),
        'PUT',
        '/api/projects/shop/rules',
        { rules: [{ id: 'r', hide: ['a'] }] },
      ],
      [
        (c) => c.rules.preview('shop', { q: 'oak' }),
        'POST',
        '/api/projects/shop/rules/preview',
        { q: 'oak' },
      ],
      [
        (c) => c.events.add('shop', { type: 'view', user: 'u', item: 'a', id: 'e1' }),
        'POST',
        '/api/events',
        { project: 'shop', data: { type: 'view', user: 'u', item: 'a', id: 'e1' } },
      ],
      [(c) => c.users.erase('shop', 'u/1'), 'DELETE', '/api/users/u%2F1?project=shop', null],
      [(c) => c.users.eraseSession('shop', 's/1'), 'DELETE', '/api/sessions/s%2F1?project=shop', null],
      [
        (c) => c.users.merge('shop', { session: 's', into: 'u' }),
        'POST',
        '/api/users/merge',
        { project: 'shop', session: 's', into: 'u' },
      ],
      [(c) => c.admin.signIn('secret'), 'POST', '/admin/session', { password: 'secret' }],
      [(c) => c.admin.session(), 'GET', '/admin/session', null],
      [(c) => c.admin.signOut(), 'DELETE', '/admin/session', null],
      [(c) => c.admin.changePassword('a', 'b'), 'PUT', '/admin/password', { current: 'a', next: 'b' }],
      [(c) => c.admin.listProjects(), 'GET', '/admin/projects', null],
      [(c) => c.admin.createProject({ id: 'p' }), 'POST', '/admin/projects', { id: 'p' }],
      [(c) => c.admin.getProject('p'), 'GET', '/admin/projects/p', null],
      [(c) => c.admin.deleteProject('p'), 'DELETE', '/admin/projects/p', null],
      [(c) => c.admin.retryPictures('p', 'i'), 'POST', '/admin/projects/p/pictures/retry', { item: 'i' }],
      [(c) => c.admin.listKeys('p'), 'GET', '/admin/keys?project=p', null],
      [(c) => c.admin.createKey({ scopes: ['search'] }), 'POST', '/admin/keys', { scopes: ['search'] }],
      [(c) => c.admin.changeKey('k', { kind: 'web' }), 'PUT', '/admin/keys/k', { kind: 'web' }],
      [(c) => c.admin.revokeKey('k'), 'DELETE', '/admin/keys/k', null],
      [(c) => c.admin.backup('b'), 'POST', '/admin/backup', { name: 'b' }],
      [(c) => c.health(), 'GET', '/health', null],
      [(c) => c.openapi(), 'GET', '/openapi.json', null],
    ];
    await withService(json(200, { ok: true, task: {} }), async (client, requests) => {
      for (const [call, method, url, body] of calls) {
        await call(client);
        const last = requests.at(-1);
        assert.deepEqual(
          [last?.method, last?.url, last?.body === '' ? null : JSON.parse(last?.body ?? '')],
          [method, url, body],
        );
        assert.equal(last?.headers['x-api-key'], 'vtr_test');
      }
    });
  });

  it('sends the expected version and additional headers', async () => {
    await withService(json(200, { item }), async (client, requests) => {
      await client.items.change(
        'shop',
        'i',
        { price: 1 },
        { ifVersion: 3, headers: { 'x-request-id': 'r1' } },
      );
      assert.equal(requests[0]?.headers['if-match'], '"3"');
      assert.equal(requests[0]?.headers['x-request-id'], 'r1');
    });
  });

  it('sends a photo unchanged with the crop in the query', async () => {
    await withService(json(200, {}), async (client, requests) => {
      const photo = new Blob(['bytes'], { type: 'image/png' });
      await client.imageSearch('shop', photo, { limit: 2, crop: { x: 0, y: 0.25, width: 0.5, height: 0.5 } });
      assert.equal(requests[0]?.headers['content-type'], 'image/png');
      assert.equal(requests[0]?.body, 'bytes');
      assert.equal(requests[0]?.url, '/image-search/shop?limit=2&crop=0%2C0.25%2C0.5%2C0.5');
    });
  });
});

describe('VitrineError', () => {
  it('has all members of an error reply', async () => {
    const errors = [{ path: 'data.price', code: 'required', detail: 'data.price is required' }];
    const body = {
      title: 'Item is not valid',
      status: 400,
      detail: 'no price',
      code: 'invalid_item',
      errors,
      _id: 'x',
    };
    await withService(json(400, body, { 'x-request-id': 'r7', 'retry-after': '3' }), async (client) => {
      const {
        status,
        code,
        title,
        detail,
        errors: places,
        requestId,
        retryAfter,
        body: all,
      } = await failureOf(client.items.add('shop', item));
      assert.deepEqual(
        [status, code, title, detail, requestId, retryAfter],
        [400, 'invalid_item', 'Item is not valid', 'no price', 'r7', 3],
      );
      assert.deepEqual(places, errors);
      assert.equal(all['_id'], 'x');
    });
  });

  it('reports replies of other servers as unexpected_reply', async () => {
    const page: Reply = (request, response) => {
      response
        .writeHead(request.url === '/health' ? 200 : 502, { 'content-type': 'text/html' })
        .end('<h1>proxy</h1>');
    };
    await withService(page, async (client) => {
      assert.deepEqual((({ code, status }) => [code, status])(await failureOf(client.search('shop'))), [
        'unexpected_reply',
        502,
      ]);
      assert.deepEqual((({ code, status }) => [code, status])(await failureOf(client.health())), [
        'unexpected_reply',
        200,
      ]);
    });
  });

  it('reports a failed connection as unreachable', async () => {
    let address = '';
    await withService(never, async (_client, _request, url) => {
      address = url;
    });
    const failure = await failureOf(createClient({ url: address }).health());
    assert.deepEqual([failure.code, failure.status], ['unreachable', 0]);
  });

  it('reports an incomplete reply as timeout', async () => {
    await withService(never, async (client) => {
      assert.equal((await failureOf(client.health({ timeoutMs: 40 }))).code, 'timeout');
    });
    const half: Reply = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"status":');
    };
    await withService(half, async (client) => {
      assert.equal((await failureOf(client.health({ timeoutMs: 40 }))).code, 'timeout');
    });
  });

  it('rejects with the reason of the caller’s signal', async () => {
    await withService(never, async (client) => {
      const abort = new AbortController();
      const reason = new Error('typed on');
      setTimeout(() => abort.abort(reason), 20);
      await assert.rejects(client.health({ signal: abort.signal }), reason);
    });
  });
});

describe('items.import() and items.export()', () => {
  it('streams items as NDJSON and sends files with their type', async () => {
    async function* items(): AsyncGenerator<ItemInput> {
      yield item;
      yield { ...item, id: 'ä2' };
    }
    const task = { id: 't', progress: { created: 2 } };
    await withService(json(200, { task }), async (client, requests) => {
      assert.deepEqual(await client.items.import('shop', items(), { task: 't' }), task);
      assert.equal(requests[0]?.url, '/api/items/import?project=shop&task=t');
      assert.equal(requests[0]?.headers['content-type'], 'application/x-ndjson');
      assert.deepEqual(
        requests[0]?.body
          .trimEnd()
          .split('\n')
          .map((line) => (JSON.parse(line) as ItemInput).id),
        ['a1', 'ä2'],
      );
      await client.items.import('shop', new Blob(['id\n1'], { type: 'text/csv' }));
      assert.equal(requests[1]?.headers['content-type'], 'text/csv');
      await client.items.import('shop', 'id\n1', { format: 'csv' });
      assert.deepEqual([requests[2]?.headers['content-type'], requests[2]?.body], ['text/csv', 'id\n1']);
    });
  });

  it('yields complete items from arbitrary chunks', async () => {
    const text = Buffer.from(['a', 'äöü', 'c'].map((id) => `${JSON.stringify({ ...item, id })}\n`).join(''));
    const cut: Reply = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/x-ndjson' });
      // Single bytes, which split multi-byte characters.
      for (const byte of text) response.write(Buffer.from([byte]));
      response.end();
    };
    await withService(cut, async (client) => {
      const ids: unknown[] = [];
      for await (const one of client.items.export('shop')) ids.push(one.id);
      assert.deepEqual(ids, ['a', 'äöü', 'c']);
    });
  });

  it('reports an interrupted export as unreachable', async () => {
    const broken: Reply = (_request, response) => {
      response.writeHead(200).write(`${JSON.stringify(item)}\n`);
      setTimeout(() => response.destroy(), 20);
    };
    await withService(broken, async (client) => {
      const all = async (): Promise<void> => {
        for await (const one of client.items.export('shop')) assert.equal(one.id, 'a1');
      };
      assert.equal((await failureOf(all())).code, 'unreachable');
    });
  });

  it('cancels the transfer when the reader stops', async () => {
    const { promise: ended, resolve: closed } = Promise.withResolvers<void>();
    const endless: Reply = (_request, response) => {
      response.writeHead(200);
      response.on('close', closed);
      const timer = setInterval(() => response.write(`${JSON.stringify(item)}\n`), 1);
      response.on('close', () => clearInterval(timer));
    };
    await withService(endless, async (client) => {
      for await (const one of client.items.export('shop')) {
        assert.equal(one.id, 'a1');
        break;
      }
      await ended;
    });
  });
});
