import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { refusal, type Problem, type Sent } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';

/** A key with the scope `admin` can grant at most its own rights. */
let service: LocalService;
let session: Record<string, string> = {};

interface CreatedKey {
  readonly key: string;
  readonly id: string;
}

before(async () => {
  service = await LocalService.start();
  session = await service.signIn();
  for (const id of ['own', 'other'])
    await service.ask('POST', '/admin/projects', { body: { id }, headers: session });
});
after(() => service[Symbol.asyncDispose]());

const create = (maker: string | null, wanted: Sent) =>
  service.ask<CreatedKey>('POST', '/admin/keys', {
    body: { scopes: ['search'], ...wanted },
    ...(maker === null ? { headers: session } : { key: maker }),
  });

async function adminKey(wanted: Sent): Promise<CreatedKey> {
  const { status, body } = await create(null, { scopes: ['admin'], kind: 'server', ...wanted });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

const inHours = (hours: number): number => Date.now() + hours * 3_600_000;

test('an expiring key creates only keys that expire no later', async () => {
  const expiresAt = inHours(2);
  const { key } = await adminKey({ projects: ['own'], expiresAt });
  assert.equal((await create(key, { projects: ['own'], expiresAt })).status, 201);
  for (const later of [undefined, null, expiresAt + 1]) {
    const refused = await create(key, { projects: ['own'], expiresAt: later });
    assert.equal(refusal(refused), '403 grant_exceeded expiresAt', String(later));
    const { detail } = refused.body as unknown as Problem;
    assert.ok(detail.includes(new Date(expiresAt).toISOString()), detail);
  }
  assert.equal(
    (await create(null, { projects: ['own'] })).status,
    201,
    'keys may outlive the session that created them',
  );
});

test('a key with a rate limit creates only keys with at most this limit', async () => {
  const { key } = await adminKey({ projects: ['own'], ratePerMinute: 1_000 });
  assert.equal((await create(key, { projects: ['own'], ratePerMinute: 1_000 })).status, 201);
  for (const ratePerMinute of [0, 1_001, undefined])
    assert.equal(
      refusal(await create(key, { projects: ['own'], ratePerMinute })),
      '403 grant_exceeded ratePerMinute',
    );
});

test('a key with origins creates only keys with these origins', async () => {
  const origins = ['https://a.example', 'https://b.example'];
  const { key } = await adminKey({ projects: ['own'], origins });
  assert.equal((await create(key, { projects: ['own'], origins: ['https://b.example'] })).status, 201);
  for (const wanted of [undefined, [], ['https://a.example', 'https://c.example']])
    assert.equal(
      refusal(await create(key, { projects: ['own'], origins: wanted })),
      '403 grant_exceeded origins',
    );
});

test('a key changes another key to a server key only if it could create it', async () => {
  const maker = await adminKey({ projects: ['own'], expiresAt: inHours(2) });
  const { body: lasting } = await create(null, { projects: ['own'] });
  const change = (kind: string) =>
    service.ask('PUT', `/admin/keys/${lasting.id}`, { key: maker.key, body: { kind } });
  assert.equal(refusal(await change('server')), '403 grant_exceeded expiresAt');
  assert.equal((await change('web')).status, 200);
});

test('a key for one project administers no other, and gets the same reply if the other does not exist', async () => {
  const { key } = await adminKey({ projects: ['own'] });
  const { body: foreign } = await create(null, { projects: ['other'] });
  const { body: both } = await create(null, { projects: ['own', 'other'] });
  const { body: all } = await create(null, { projects: null });
  const calls = (project: string): [method: string, path: string, body?: Sent][] => [
    ['POST', '/admin/keys', { scopes: ['search'], projects: [project] }],
    ['POST', '/admin/keys', { scopes: ['search'], projects: ['own', project] }],
    ['GET', `/admin/projects/${project}`],
    ['DELETE', `/admin/projects/${project}`],
    ['POST', `/admin/projects/${project}/pictures/retry`, {}],
    ['GET', `/search/${project}`],
    ['GET', `/api/items?project=${project}`],
    ['GET', `/api/items/export?project=${project}`],
    ['GET', `/api/projects/${project}/settings`],
    ['GET', `/api/projects/${project}/analytics/searches`],
  ];
  const send = (method: string, path: string, body?: Sent) =>
    service.ask(method, path, { key, ...(body === undefined ? {} : { body }) });
  for (const project of ['other', 'no-such-project'])
    for (const [method, path, body] of calls(project))
      assert.equal(refusal(await send(method, path, body)), '403 project_forbidden', `${method} ${path}`);
  for (const [method, path, body] of [
    ['POST', '/admin/keys', { scopes: ['search'], projects: null }],
    ['POST', '/admin/keys', { scopes: ['search'] }],
    ['POST', '/admin/projects', { id: 'third' }],
    ['POST', '/admin/backup', { name: 'mine' }],
    ['PUT', '/admin/password', { current: 'correct horse battery', next: 'another password' }],
    ...[foreign, both, all].flatMap(({ id }): [string, string, Sent?][] => [
      ['PUT', `/admin/keys/${id}`, { kind: 'web' }],
      ['DELETE', `/admin/keys/${id}`],
    ]),
  ] as [string, string, Sent?][])
    assert.equal(refusal(await send(method, path, body)), '403 project_forbidden', `${method} ${path}`);
  const listed = await service.ask<{ projects: { id: string }[] }>('GET', '/admin/projects', { key });
  assert.deepEqual(
    listed.body.projects.map(({ id }) => id),
    ['own'],
  );
  const keys = await service.ask<{ keys: { projects: string[] | null }[] }>('GET', '/admin/keys', { key });
  assert.ok(keys.body.keys.length > 0);
  for (const { projects } of keys.body.keys) assert.deepEqual(projects, ['own']);
});
