import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';
import { inSeconds, signedKey } from '../support/signed-key.ts';

/** The rights of web keys, and keys signed by the shop's server. */
interface NewKey {
  readonly id: string;
  readonly key: string;
  readonly kind: string;
  readonly scopes: string[];
}

const webScopes = ['search', 'recommend', 'events'];
const refusal = ({ status, body }: Answer): string => `${status} ${String(body['code'])}`;

suite('web keys and signed keys', () => {
  let service: LocalService;
  let admin: Record<string, string>;
  let server: NewKey;
  const newKey = async (wanted: Record<string, unknown>): Promise<NewKey> => {
    const body = { scopes: webScopes, projects: ['shop'], ...wanted };
    const answer = await service.ask<NewKey>('POST', '/admin/keys', { body, headers: admin });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  };
  const refusedKey = (wanted: Record<string, unknown>): Promise<Answer> =>
    service.ask('POST', '/admin/keys', {
      body: { scopes: webScopes, projects: ['shop'], ...wanted },
      headers: admin,
    });
  const search = (key: string, query = ''): Promise<Answer> =>
    service.ask('GET', `/search/shop?limit=50${query}`, { key });
  const ids = (answer: Answer): string[] => (answer.body['items'] as { id: string }[]).map(({ id }) => id);

  before(async () => {
    service = await LocalService.start();
    admin = await service.signIn();
    await service.ask('POST', '/admin/projects', { body: { id: 'shop' }, headers: admin });
    server = await newKey({
      kind: 'server',
      scopes: [...webScopes, 'items:read', 'items:write', 'users'],
    });
    const data = Array.from({ length: 12 }, (_, i) =>
      item(`p${i}`, {
        name: `Oak chair ${i}`,
        brand: i % 3 === 0 ? 'Acme' : 'Birch',
        tier: i % 2 === 0 ? 'open' : 'dealer',
      }),
    );
    await service.ask('POST', '/api/items', { key: server.key, body: { project: 'shop', data } });
  });
  after(() => service[Symbol.asyncDispose]());

  test('a key without a kind is a web key if it has origins or only web scopes', async () => {
    assert.equal((await newKey({})).kind, 'web');
    assert.equal((await newKey({ scopes: ['search', 'items:read'] })).kind, 'server');
    assert.equal((await newKey({ scopes: ['search'], kind: 'server' })).kind, 'server');
    assert.equal((await newKey({ scopes: ['search'], origins: ['https://shop.example'] })).kind, 'web');
    assert.equal(refusal(await refusedKey({ kind: 'mobile' })), '400 invalid_request');
  });

  test('a web key cannot have server scopes', async () => {
    for (const scope of ['items:read', 'items:write', 'users', 'settings', 'analytics', 'private', 'admin']) {
      const answer = await refusedKey({ kind: 'web', scopes: ['search', scope] });
      assert.equal(refusal(answer), '400 invalid_request', scope);
      assert.match(String(answer.body['detail']), new RegExp(scope));
    }
  });

  test('web keys cannot erase or merge users', async () => {
    const web = await newKey({});
    const event = { type: 'view', user: 'anna', item: 'p1' };
    const sentEvent = await service.ask('POST', '/api/events', {
      key: web.key,
      body: { project: 'shop', data: event },
    });
    assert.equal(sentEvent.status, 201);
    const erase = await service.ask('DELETE', '/api/users/anna', { key: web.key });
    assert.equal(refusal(erase), '403 scope_missing');
    const body = { project: 'shop', session: 's1', into: 'anna' };
    assert.equal(
      refusal(await service.ask('POST', '/api/users/merge', { key: web.key, body })),
      '403 scope_missing',
    );
    const erased = await service.ask('DELETE', '/api/users/anna', { key: server.key });
    assert.deepEqual([erased.status, erased.body['events']], [200, 1]);
  });

  test('PUT /admin/keys/{id} changes the kind of a key if its scopes allow it', async () => {
    const { id } = await newKey({ scopes: ['search'] });
    const change = (key: string, kind: unknown): Promise<Answer> =>
      service.ask('PUT', `/admin/keys/${key}`, { body: { kind }, headers: admin });
    const changed = await change(id, 'server');
    assert.equal((changed.body['key'] as NewKey).kind, 'server');
    assert.equal((await change(id, 'web')).status, 200);
    assert.equal(refusal(await change(server.id, 'web')), '400 invalid_request');
    assert.equal(refusal(await change(id, 'both')), '400 invalid_request');
    assert.equal(refusal(await change('nope', 'web')), '404 key_not_found');
  });

  test('a key with the scope `admin` for one project manages only keys of this project', async () => {
    await service.ask('POST', '/admin/projects', { body: { id: 'other' }, headers: admin });
    const others = await newKey({ projects: ['other'] });
    const both = await newKey({ projects: ['shop', 'other'] });
    const { key } = await newKey({ scopes: ['admin'], kind: 'server' });
    const listed = await service.ask<{ projects: { id: string }[] }>('GET', '/admin/projects', { key });
    assert.deepEqual(
      listed.body.projects.map(({ id }) => id),
      ['shop'],
    );
    const keys = await service.ask<{ keys: { projects: string[] | null }[] }>('GET', '/admin/keys', { key });
    assert.ok(keys.body.keys.every(({ projects }) => projects?.join() === 'shop'));
    const body = { scopes: ['search'], projects: ['shop'] };
    assert.equal((await service.ask('POST', '/admin/keys', { key, body })).status, 201);
    const refused: [string, string, Record<string, unknown>?][] = [
      ['POST', '/admin/keys', { scopes: ['search'], projects: ['shop', 'other'] }],
      ['POST', '/admin/keys', { scopes: ['search'], projects: null }],
      ['POST', '/admin/keys', { scopes: ['search'], projects: ['no-such-project'] }],
      ['PUT', `/admin/keys/${others.id}`, { kind: 'server' }],
      ['DELETE', `/admin/keys/${others.id}`],
      ['DELETE', `/admin/keys/${both.id}`],
      ['GET', '/admin/projects/other'],
      ['GET', '/admin/projects/no-such-project'],
      ['DELETE', '/admin/projects/other'],
      ['POST', '/admin/projects', { id: 'third' }],
      ['POST', '/admin/projects/other/pictures/retry', {}],
      ['POST', '/admin/backup', { name: 'b' }],
    ];
    for (const [method, path, sent] of refused) {
      const answer = await service.ask(method, path, { key, ...(sent === undefined ? {} : { body: sent }) });
      assert.equal(refusal(answer), '403 project_forbidden', `${method} ${path}`);
    }
  });

  test('a key is longer than a SHA-256 block, so that its stored hash verifies signatures', () => {
    assert.ok(server.key.length > 64, `${server.key.length} characters`);
  });

  test('a signed key finds only items that pass its filter', async () => {
    const key = signedKey(server, { exp: inSeconds(60), filter: 'tier:open' });
    const open = ['p0', 'p2', 'p4', 'p6', 'p8', 'p10'].sort();
    assert.deepEqual(ids(await search(key)).sort(), open);
    const found = await search(key, '&q=oak&facets=tier,brand&disjunctive=tier&filters=tier:dealer');
    assert.equal(found.body['total'], 0);
    const facets = found.body['facets'] as Record<string, { values: { value: string; count: number }[] }>;
    assert.deepEqual(
      facets['tier']?.values.map(({ value, count }) => `${value} ${count}`),
      [`open ${open.length}`, 'dealer 0'],
      'a disjunctive facet does not ignore the key’s filter',
    );
  });

  test('an invalid signed key is rejected with the reason', async () => {
    const good = { exp: inSeconds(60) };
    const web = await newKey({});
    const cases: readonly [string, string][] = [
      [signedKey(server, {}), 'exp'],
      [signedKey(server, { exp: inSeconds(-1) }), 'expired'],
      [signedKey(server, { exp: inSeconds(8 * 86_400) }), 'seconds at most'],
      [signedKey(server, { ...good, nbf: inSeconds(30) }), 'nbf'],
      [signedKey({ ...server, key: 'another' }, good), 'signature'],
      [signedKey({ ...server, id: 'nobody' }, good), 'signature'],
      [signedKey(server, good, { alg: 'none' }), 'HS256'],
      [signedKey(server, { ...good, filters: 'tier:open' }), 'filters'],
      [signedKey(server, { ...good, filter: 'tier:open) OR (tier:dealer' }), 'filter'],
      [signedKey(server, { ...good, scopes: ['items:write'] }), 'scopes'],
      [signedKey(server, { ...good, origins: ['shop'] }), 'origins'],
      [signedKey(server, { ...good, sub: '' }), 'sub'],
      [signedKey(web, good), 'web key'],
      [signedKey(server, { ...good, filter: 'x'.repeat(9_000) }), 'characters'],
      [`${signedKey(server, good).split('.')[0]}.e30x.AAAA`, 'signature'],
      [signedKey(server, good, { crit: ['b64'], b64: true }), 'crit'],
      [signedKey(server, good, { crit: [] }), 'crit'],
      ...otherSpellings(signedKey(server, good)).map((key): [string, string] => [key, 'signature']),
    ];
    assert.equal((await search(signedKey(server, good))).status, 200);
    for (const [key, word] of cases) {
      const answer = await search(key);
      assert.equal(refusal(answer), '401 api_key_invalid', word);
      assert.ok(String(answer.body['detail']).includes(word), `${word}: ${String(answer.body['detail'])}`);
    }
  });

  test('a signed key is limited to the web scopes of its parent key', async () => {
    const key = signedKey(server, { exp: inSeconds(60) });
    for (const [method, path] of [
      ['GET', '/api/items'],
      ['DELETE', '/api/users/anna'],
      ['GET', '/admin/projects'],
    ] as const)
      assert.equal((await service.ask(method, path, { key })).status, 403, path);
    const narrow = signedKey(server, { exp: inSeconds(60), scopes: ['search'] });
    assert.equal((await search(narrow)).status, 200);
    const list = await service.ask('POST', '/rec/trendings', { key: narrow, body: { index: 'shop' } });
    assert.equal(refusal(list), '403 scope_missing');
  });

  test('a signed key is limited to its origins, and is revoked with its parent key', async () => {
    const own = await newKey({ kind: 'server', scopes: ['search'] });
    const key = signedKey(own, { exp: inSeconds(60), origins: ['https://b2b.example'] });
    const from = (origin: string): Promise<Answer> =>
      service.ask('GET', '/search/shop', { key, headers: { origin } });
    assert.equal((await from('https://b2b.example')).status, 200);
    assert.equal(refusal(await from('https://evil.example')), '403 origin_forbidden');
    await service.ask('DELETE', `/admin/keys/${own.id}`, { headers: admin });
    assert.equal(refusal(await from('https://b2b.example')), '401 api_key_invalid');
  });

  test('the rate limit of an address is that of the requested project, whatever other projects the request names', async () => {
    await service.ask('POST', '/admin/projects', { body: { id: 'lax' }, headers: admin });
    const limit = (project: string, addressPerMinute: number | null): Promise<Answer> =>
      service.ask('PUT', `/api/projects/${project}/settings`, {
        headers: admin,
        body: { rateLimits: { addressPerMinute } },
      });
    await limit('lax', 0);
    await limit('shop', 2);
    const both = await newKey({ projects: ['shop', 'lax'] });
    const one = await newKey({});
    for (const { key } of [both, one]) {
      const statuses: number[] = [];
      for (let i = 0; i < 4; i++) {
        const body = { index: 'shop' };
        statuses.push((await service.ask('POST', '/rec/trendings?project=lax', { key, body })).status);
      }
      assert.deepEqual(statuses, [200, 200, 429, 429]);
    }
    await limit('shop', null);
  });

  test('a signed key cannot send events of other users, in any format', async () => {
    const key = signedKey(server, { exp: inSeconds(60), sub: 'carl' });
    const event = { type: 'purchase', user: 'anna', session: 'of-carl', item: 'p1' };
    for (const data of [event, [event], JSON.stringify(event), JSON.stringify(JSON.stringify(event))]) {
      const answer = await service.ask('POST', '/api/events', { key, body: { project: 'shop', data } });
      assert.ok(answer.status === 403 || answer.status === 400, JSON.stringify(data));
    }
    const list = await service.ask('POST', '/reco/recently-viewed', {
      key: server.key,
      body: { index: 'shop', user: 'anna' },
    });
    assert.deepEqual(ids(list), []);
  });

  test('a signed key with a user can request lists and send events only for this user', async () => {
    const key = signedKey(server, { exp: inSeconds(60), sub: 'bert' });
    const sentEvent = await service.ask('POST', '/api/events', {
      key,
      body: { project: 'shop', data: [{ type: 'view', session: 'visit', item: 'p3' }] },
    });
    assert.equal(sentEvent.status, 201, JSON.stringify(sentEvent.body));
    const seen = await service.ask('POST', '/reco/recently-viewed', { key, body: { index: 'shop' } });
    assert.deepEqual(ids(seen), ['p3']);
    const others = [
      service.ask('POST', '/reco/user-recommendations', { key, body: { index: 'shop', user: 'anna' } }),
      service.ask('GET', '/search/shop?user=anna', { key }),
      service.ask('POST', '/search', { key, body: { project: 'shop', searches: [{ user: 'anna' }] } }),
      service.ask('POST', '/api/events', {
        key,
        body: { project: 'shop', data: { type: 'view', user: 'anna', item: 'p3' } },
      }),
    ];
    for (const answer of await Promise.all(others)) assert.equal(refusal(answer), '403 user_forbidden');
  });

  test('web keys have rate limits by address and by visitor, so that a bot does not exhaust the key’s limit', async () => {
    const settings = (rateLimits: unknown): Promise<Answer> =>
      service.ask('PUT', '/api/projects/shop/settings', { headers: admin, body: { rateLimits } });
    const { key } = await newKey({ ratePerMinute: 1_000 });
    const defaults = await service.ask('GET', '/api/projects/shop/settings', { headers: admin });
    assert.deepEqual((defaults.body['defaults'] as Record<string, unknown>)['rateLimits'], {
      addressPerMinute: 1_200,
      visitorPerMinute: 300,
    });
    await settings({ addressPerMinute: 6, visitorPerMinute: 3 });
    const visit = (session: string): Promise<Answer> => search(key, `&session=${session}`);
    const first = [await visit('a'), await visit('a'), await visit('a'), await visit('a')];
    assert.deepEqual(
      first.map(({ status }) => status),
      [200, 200, 200, 429],
    );
    assert.match(String(first[3]?.body['detail']), /visitor/);
    assert.equal((await visit('b')).status, 200);
    assert.equal((await visit('c')).status, 200);
    const over = await visit('d');
    assert.equal(refusal(over), '429 rate_limited');
    assert.match(String(over.body['detail']), /address/);
    assert.ok(Number(over.headers.get('retry-after')) >= 1);
    // Requests of a server count only for the visitor address that they contain.
    const named = (address: string): Promise<Answer> => search(server.key, `&address=${address}`);
    for (let i = 0; i < 6; i++) assert.equal((await named('203.0.113.7')).status, 200);
    assert.equal(refusal(await named('203.0.113.7')), '429 rate_limited');
    assert.equal((await named('203.0.113.8')).status, 200);
    for (let i = 0; i < 10; i++) assert.equal((await search(server.key)).status, 200);
    await settings({ addressPerMinute: 0, visitorPerMinute: 0 });
    for (let i = 0; i < 10; i++) assert.equal((await visit('a')).status, 200);
    // The limit applies to a visitor under any id, and a bot does not exhaust the key's limit.
    await settings({ addressPerMinute: 0, visitorPerMinute: 3 });
    const small = await newKey({ ratePerMinute: 8 });
    const bound = signedKey(server, { exp: inSeconds(60), sub: 'rated' });
    const event = { type: 'view', item: 'p1' };
    const ways: [string, (i: number) => Promise<Answer>][] = [
      ['an event in a text', () => sendEvent(small.key, JSON.stringify({ ...event, session: 'text' }))],
      ['a later search', () => many(small.key, [{}, { session: 'later' }])],
      ['events of a signed key', (i) => sendEvent(bound, { ...event, session: `s${i}` })],
      ['searches of a signed key', () => many(bound, [{}])],
    ];
    const sendEvent = (one: string, data: unknown): Promise<Answer> =>
      service.ask('POST', '/api/events', { key: one, body: { project: 'shop', data } });
    const many = (one: string, searches: unknown): Promise<Answer> =>
      service.ask('POST', '/search', { key: one, body: { project: 'shop', searches } });
    for (const [name, send] of ways) {
      const statuses: number[] = [];
      for (let i = 0; i < 5; i++) statuses.push((await send(i)).status);
      const isBound = name.endsWith('signed key');
      assert.ok(statuses.includes(429), `${name}: ${statuses.join()}`);
      assert.equal(
        statuses.filter((status) => status < 300).length,
        name === 'searches of a signed key' ? 0 : 3,
        isBound ? name : '',
      );
    }
    assert.equal(
      (await search(small.key, '&session=honest')).status,
      200,
      'the key’s rate limit is not exhausted',
    );
    await settings(null);
    assert.equal(refusal(await settings({ addressPerMinute: -1 })), '400 invalid_request');
  });
});

/** Texts whose signature has the same bytes for a decoder of base64. */
function otherSpellings(token: string): string[] {
  const [head, payload, signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const last = signature.at(-1)!;
  // 32 bytes leave two bits of the last character unused.
  const unused = Array.from({ length: 64 }, (_, no) => Buffer.from([no << 2]).toString('base64url')[0]!).find(
    (letter) => letter !== last && Buffer.from(signature.slice(0, -1) + letter, 'base64url').equals(bytes),
  )!;
  const spellings = [
    `${signature}=`,
    `${signature.slice(0, 4)} ${signature.slice(4)}`,
    signature.slice(0, -1) + unused,
  ];
  return spellings.map((one) => `${head}.${payload}.${one}`);
}
