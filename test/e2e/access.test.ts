import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { refusal, speak, type Problem, type Sent, type Warned } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { until } from '../support/until.ts';
import { item } from '../support/service.ts';

/** Keys, projects, and properties of all replies. */
let service: LocalService;
let key = '';
let admin: Record<string, string> = {};

before(async () => {
  service = await LocalService.start();
  key = await service.project('shop');
  admin = await service.signIn();
  await service.ask('POST', '/admin/projects', { body: { id: 'other' }, headers: admin });
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data: item('a') } });
});
after(() => service[Symbol.asyncDispose]());

async function newKey(wanted: Sent): Promise<{ key: string; id: string }> {
  const body = { scopes: ['search'], projects: ['shop'], ...wanted };
  const answer = await service.ask<{ key: string; id: string }>('POST', '/admin/keys', {
    body,
    headers: admin,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

test('a key is shown once and works until it is revoked', async () => {
  const { key: one, id } = await newKey({ name: 'to be revoked' });
  assert.equal((await service.ask('GET', '/search/shop', { key: one })).status, 200);
  const listed = await service.ask('GET', '/admin/keys?project=shop', { headers: admin });
  assert.ok(!JSON.stringify(listed.body).includes(one));
  assert.equal((await service.ask('DELETE', `/admin/keys/${id}`, { headers: admin })).status, 200);
  assert.equal(refusal(await service.ask('GET', '/search/shop', { key: one })), '401 api_key_invalid');
  assert.equal(
    refusal(await service.ask('DELETE', '/admin/keys/nope', { headers: admin })),
    '404 key_not_found',
  );
});

test('a key of a deleted project does not grant access to a later project with the same id', async () => {
  await service.ask('POST', '/admin/projects', { body: { id: 'passing' }, headers: admin });
  const { key: lone } = await newKey({ projects: ['passing'] });
  const { key: shared } = await newKey({ projects: ['passing', 'shop'] });
  assert.equal((await service.ask('GET', '/search/passing', { key: lone })).status, 200);
  await service.ask('DELETE', '/admin/projects/passing', { headers: admin });
  await service.ask('POST', '/admin/projects', { body: { id: 'passing' }, headers: admin });
  assert.equal(refusal(await service.ask('GET', '/search/passing', { key: lone })), '401 api_key_invalid');
  assert.equal(
    refusal(await service.ask('GET', '/search/passing', { key: shared })),
    '403 project_forbidden',
  );
  assert.equal((await service.ask('GET', '/search/shop', { key: shared })).status, 200);
});

test('a key works until it expires', async () => {
  const { key: lasting } = await newKey({ expiresAt: Date.now() + 3_600_000 });
  const { key: one } = await newKey({ expiresAt: Date.now() + 700 });
  await until('The key has not expired', async () => {
    const answer = await service.ask('GET', '/search/shop', { key: one });
    return answer.status !== 200 && refusal(answer) === '401 api_key_invalid';
  });
  assert.equal((await service.ask('GET', '/search/shop', { key: lasting })).status, 200);
  const past = { body: { scopes: ['search'], expiresAt: 1 }, headers: admin };
  assert.equal(refusal(await service.ask('POST', '/admin/keys', past)), '400 invalid_request expiresAt');
});

test('a key is limited to its scopes', async () => {
  const calls: [scope: string, method: string, path: string, body?: Sent][] = [
    ['search', 'GET', '/search/shop'],
    ['recommend', 'POST', '/rec/trendings', { index: 'shop' }],
    ['items:read', 'GET', '/api/items?project=shop'],
    ['items:write', 'POST', '/api/items', { project: 'shop', data: item('scoped') }],
    ['events', 'POST', '/api/events', { project: 'shop', data: { type: 'view', user: 'u', item: 'a' } }],
    ['users', 'DELETE', '/api/users/u?project=shop'],
    ['settings', 'GET', '/api/projects/shop/settings'],
    ['analytics', 'GET', '/api/projects/shop/analytics/searches'],
    ['admin', 'GET', '/admin/projects'],
  ];
  for (const [scope] of calls) {
    const { key: one } = await newKey({ scopes: [scope], ...(scope === 'admin' ? { projects: null } : {}) });
    for (const [needed, method, path, body] of calls) {
      const answer = await service.ask(method, path, { key: one, ...(body === undefined ? {} : { body }) });
      if (needed === scope || scope === 'admin')
        assert.ok(answer.status < 300 || answer.status === 409, path);
      else assert.equal(refusal(answer), '403 scope_missing', `${scope} at ${path}`);
    }
  }
});

test('a key gets the same reply for a forbidden project and for one that does not exist', async () => {
  const bodies = [];
  for (const project of ['other', 'no-such-project']) {
    const { body } = await service.ask('GET', `/search/${project}`, { key });
    const { requestId: _different, ...rest } = body as unknown as Problem;
    bodies.push(rest);
  }
  assert.equal(bodies[0]?.code, 'project_forbidden');
  assert.equal(bodies[0]?.status, 403);
  assert.deepEqual(bodies[0], bodies[1]);
});

test('`project` is required unless the key is for exactly one project', async () => {
  const { key: all } = await newKey({ scopes: ['items:read'], projects: null });
  const { key: two } = await newKey({ scopes: ['items:read'], projects: ['shop', 'other'] });
  for (const one of [all, two]) {
    assert.equal(refusal(await service.ask('GET', '/api/items', { key: one })), '400 project_required');
    assert.equal((await service.ask('GET', '/api/items?project=other', { key: one })).status, 200);
  }
  assert.equal(
    refusal(await service.ask('GET', '/api/items?project=nope', { key: all })),
    '404 project_not_found',
  );
  assert.equal((await service.ask('GET', '/api/items', { key })).status, 200);
});

test('a key over its rate limit gets 429 with retry-after and ratelimit headers', async () => {
  const { key: one } = await newKey({ ratePerMinute: 2 });
  const first = await service.ask('GET', '/search/shop', { key: one });
  assert.equal(first.headers.get('ratelimit-limit'), '2');
  assert.equal(first.headers.get('ratelimit-remaining'), '1');
  await service.ask('GET', '/search/shop', { key: one });
  const third = await service.ask('GET', '/search/shop', { key: one });
  assert.equal(refusal(third), '429 rate_limited');
  assert.equal(third.headers.get('ratelimit-remaining'), '0');
  assert.ok(Number(third.headers.get('ratelimit-reset')) > 0);
  const wait = Number(third.headers.get('retry-after'));
  assert.ok(wait >= 1 && wait <= 30, String(wait));
});

test('a key with origins accepts pages of these origins, and requests without an origin', async () => {
  const { key: one } = await newKey({ origins: ['https://shop.example'] });
  const from = (origin: string) => service.ask('GET', '/search/shop', { key: one, headers: { origin } });
  const good = await from('https://shop.example');
  assert.equal(good.status, 200);
  assert.equal(good.headers.get('access-control-allow-origin'), 'https://shop.example');
  assert.equal(good.headers.get('access-control-allow-credentials'), null);
  assert.equal(refusal(await from('https://evil.example')), '403 origin_forbidden');
  assert.equal((await service.ask('GET', '/search/shop', { key: one })).status, 200);
});

test('every operation answers preflight requests without a key', async () => {
  for (const path of ['/search/shop', '/api/items', '/rec/trendings', '/image-search/shop']) {
    const headers = {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-api-key,content-type',
    };
    const answer = await service.ask('OPTIONS', path, { headers });
    assert.equal(answer.status, 204);
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://shop.example');
    assert.match(answer.headers.get('access-control-allow-headers') ?? '', /x-api-key/);
    assert.match(answer.headers.get('access-control-allow-methods') ?? '', /PUT/);
  }
});

test('requests of other sites with the console’s cookie are rejected', async () => {
  const { cookie = '' } = admin;
  const forged = await service.ask('GET', '/admin/projects', { headers: { cookie } });
  assert.equal(refusal(forged), '403 cross_site_request');
  const signIn = await service.ask('POST', '/admin/session', { body: { password: 'correct horse battery' } });
  assert.equal(refusal(signIn), '403 cross_site_request');
  assert.equal(refusal(await service.ask('GET', '/admin/projects')), '401 signed_out');
});

test('sign-in fails with a wrong password and is rate-limited', async () => {
  const headers = { 'x-vitrine-console': '1' };
  const wrong = () =>
    service.ask('POST', '/admin/session', { body: { password: 'wrong password' }, headers });
  assert.equal(refusal(await wrong()), '401 sign_in_failed');
  const answers = await Promise.all(Array.from({ length: 12 }, wrong));
  const limited = answers.find(({ status }) => status === 429);
  assert.ok(limited !== undefined);
  assert.ok(Number(limited.headers.get('retry-after')) > 0);
});

test('every reply has x-request-id, from the request if it is valid', async () => {
  const send = (id: string) => service.ask('GET', '/health', { headers: { 'x-request-id': id } });
  assert.equal((await send('order-17:a.b/c=+')).headers.get('x-request-id'), 'order-17:a.b/c=+');
  assert.equal((await send('a'.repeat(128))).headers.get('x-request-id'), 'a'.repeat(128));
  for (const odd of ['a'.repeat(129), 'a b', '<script>', 'a\tb']) {
    const given = (await send(odd)).headers.get('x-request-id');
    assert.match(given ?? '', /^[0-9a-f]{24}$/);
  }
  const twice = 'GET /health HTTP/1.1\r\nhost: x\r\nx-request-id: a\r\nx-request-id: b\r\n\r\n';
  assert.match(await speak(service.url, twice), /x-request-id: [0-9a-f]{24}\r\n/);
});

test('errors have the members of RFC 9457 and Vitrine’s extensions', async () => {
  const answer = await service.ask('GET', '/search/shop?limit=none&offset=-1', {
    key,
    headers: { 'x-request-id': 'mine' },
  });
  const { type, title, status, detail, code, requestId, errors } = answer.body as unknown as Problem;
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
  assert.equal(type, '/docs/errors#invalid_request');
  assert.equal(title, 'Request is not valid');
  assert.equal(status, 400);
  assert.match(detail, /limit/);
  assert.equal(code, 'invalid_request');
  assert.equal(requestId, 'mine');
  assert.deepEqual(
    errors.map((error) => [error.path, error.code]),
    [
      ['limit', 'type'],
      ['offset', 'out_of_range'],
    ],
  );
});

test('every operation reports unknown parameters and fields in `warnings`, with the nearest name', async () => {
  const { key: scoped } = await newKey({
    scopes: ['search', 'recommend', 'items:read', 'items:write', 'events', 'users'],
  });
  const calls: [method: string, path: string, body?: Sent][] = [
    ['GET', '/search/shop?filtres=a:1'],
    ['GET', '/search/shop/suggest?filtres=a:1'],
    ['POST', '/search/shop', { filtres: 'a:1' }],
    ['POST', '/search/shop/facets/brand', { filtres: 'a:1' }],
    ['GET', '/api/items?filtres=a:1'],
    ['POST', '/rec/trendings', { index: 'shop', filtres: 'a:1' }],
    ['POST', '/api/users/merge', { project: 'shop', from: 'x', into: 'y', filtres: 'a:1' }],
    [
      'POST',
      '/api/events',
      { project: 'shop', data: { type: 'view', user: 'u', item: 'a' }, filtres: 'a:1' },
    ],
    ['DELETE', '/api/users/nobody?filtres=a:1'],
  ];
  for (const [method, path, body] of calls) {
    const answer = await service.ask<Warned>(method, path, {
      key: scoped,
      ...(body === undefined ? {} : { body }),
    });
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`);
    const [warning] = answer.body.warnings ?? [];
    assert.equal(warning?.code, 'unknown_parameter', path);
    assert.equal(warning?.path, 'filtres');
  }
  const { body } = await service.ask<Warned>('GET', '/search/shop?filtres=a:1', { key });
  assert.match(body.warnings?.[0]?.detail ?? '', /did you mean `filters`\?/);
});

test('HEAD replies as GET without a body, and other methods get 405 with `allow`', async () => {
  const head = await fetch(`${service.url}/search/shop`, { method: 'HEAD', headers: { 'x-api-key': key } });
  assert.equal(head.status, 200);
  assert.equal(await head.text(), '');
  for (const [path, method, allow] of [
    ['/search/shop', 'DELETE', ['GET', 'HEAD', 'POST']],
    ['/rec/trendings', 'GET', ['POST']],
    ['/api/items', 'PATCH', ['GET', 'HEAD', 'POST', 'PUT']],
    ['/health', 'POST', ['GET', 'HEAD']],
    ['/media/x', 'POST', ['GET', 'HEAD']],
    ['/docs', 'PUT', ['GET', 'HEAD']],
  ] as const) {
    const answer = await service.ask(method, path, { key });
    assert.equal(refusal(answer), '405 method_not_allowed', path);
    assert.deepEqual((answer.headers.get('allow') ?? '').split(', ').sort(), [...allow], path);
  }
  assert.equal(refusal(await service.ask('GET', '/nothing/here', { key })), '404 not_found');
});

test('/health, /ready, /metrics and /openapi.json need no key', async () => {
  assert.equal((await service.ask('GET', '/health')).body['status'], 'ok');
  assert.equal((await service.ask('GET', '/ready')).body['ready'], true);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  assert.match(metrics, /^vitrine_requests_total\{operation="search",status="200"\} \d+$/m);
  const document = await service.ask('GET', '/openapi.json');
  assert.equal(document.body['openapi'], '3.1.0');
});

test('paths cannot escape the served folders', async () => {
  for (const path of [
    '/media/..%2f..%2fvitrine.db',
    '/console/assets/..%2f..%2f..%2fpackage.json',
    '/console/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/media/%00',
    '//etc/passwd',
  ]) {
    const answer = await speak(service.url, `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    assert.match(answer, /^HTTP\/1\.1 40[034] /, path);
    assert.doesNotMatch(answer, /workspaces|SQLite|root:/, path);
  }
});

test('HTTP/1.0, pipelined requests and trailing slashes work', async () => {
  assert.match(await speak(service.url, 'GET /health HTTP/1.0\r\n\r\n'), /^HTTP\/1\.1 200 /);
  const both =
    'GET /health HTTP/1.1\r\nhost: x\r\n\r\nGET /ready HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
  assert.match(await speak(service.url, both), /"status":"ok"/);
  assert.equal((await service.ask('GET', '/search/shop/?q=item', { key })).status, 200);
});

test('POST /admin/backup creates a folder once, and validates its name', async () => {
  const backup = (name: unknown) => service.ask('POST', '/admin/backup', { body: { name }, headers: admin });
  const first = await backup('nightly');
  assert.equal(first.status, 201);
  assert.ok(Number(first.body['files']) >= 2);
  for (const name of ['nightly', '../up', 'a/b', '.', '', 'a'.repeat(101)]) {
    assert.equal(refusal(await backup(name)), '400 invalid_request name', JSON.stringify(name));
  }
  const both = await Promise.all([backup('twice'), backup('twice'), backup('other')]);
  assert.deepEqual(
    both.map(({ status }) => status).sort((a, b) => a - b),
    [201, 201, 400],
  );
});
