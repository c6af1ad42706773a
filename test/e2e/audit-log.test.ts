import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import type { AuditLine } from '../../src/ports/operation/audit.ts';
import { refusal } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { addMember, sessionOf, signInAs, type TeamMember } from '../support/team.ts';

let service: LocalService;
let owner: Record<string, string>;
let editor: TeamMember;
let key = '';
before(async () => {
  service = await LocalService.start({ VITRINE_TRUST_PROXY: 'on' });
  owner = await service.signIn();
  key = await service.project('shop', ['search', 'items:read', 'items:write', 'events', 'users', 'settings']);
  editor = await addMember(service, owner, { name: 'Grace', role: 'editor' });
});
after(() => service[Symbol.asyncDispose]());

interface Page {
  readonly lines: readonly AuditLine[];
  readonly next: string | null;
  readonly operations: readonly string[];
}

const ask = (method: string, path: string, body?: object, headers = owner) =>
  service.ask(method, path, { headers, ...(body === undefined ? {} : { body }) });
const page = async (query = ''): Promise<Page> =>
  (await service.ask<Page>('GET', `/api/audit-log${query}`, { headers: owner })).body;

/** The lines that some requests add, oldest first, without number, time and address. */
async function linesOf(act: () => Promise<unknown>) {
  const last = (await page('?limit=1')).lines[0]?.number ?? 0;
  await act();
  const { lines } = await page('?limit=1000');
  return lines
    .filter(({ number }) => number > last)
    .map(({ actor, operation, project, target, outcome }) => ({
      by: `${actor.kind} ${actor.name}`,
      what: [operation, project, target].filter((one) => one !== null).join(' '),
      outcome,
    }))
    .reverse();
}

const done = (by: string, what: string) => ({ by, what, outcome: 'done' });
const grace = 'user Grace';
const first = 'user console';

test('sign-ins, failed sign-ins and sign-outs have a line, with the user as far as it is known', async () => {
  const lines = await linesOf(async () => {
    const session = sessionOf(await signInAs(service, editor));
    await signInAs(service, { ...editor, password: 'wrong password' });
    await signInAs(service, { email: 'typed.by.mistake@shop.example', password: 'wrong password' });
    await ask('DELETE', '/admin/session', undefined, session);
  });
  assert.deepEqual(lines, [
    done(grace, 'signIn'),
    { by: grace, what: 'signIn', outcome: 'sign_in_failed' },
    { by: 'unknown ', what: 'signIn', outcome: 'sign_in_failed' },
    done(grace, 'signOut'),
  ]);
  const whole = JSON.stringify((await page('?limit=1000')).lines);
  for (const secret of ['typed.by.mistake', 'wrong password', editor.password])
    assert.ok(!whole.includes(secret));
});

test('changes of administration have a line with project and target; reading has none', async () => {
  const lines = await linesOf(async () => {
    await ask('POST', '/admin/projects', { id: 'second' });
    const created = await ask('POST', '/admin/keys', {
      name: 'Till',
      scopes: ['settings'],
      projects: ['second'],
    });
    const till = String(created.body['key']);
    await service.ask('PUT', '/api/projects/second/rules', {
      key: till,
      body: { rules: [{ id: 'a', hide: ['x'] }] },
    });
    await ask('DELETE', `/admin/keys/${String(created.body['id'])}`);
    await ask('POST', '/admin/invitations', { email: 'Alan@shop.example', role: 'viewer' });
    await ask(
      'PUT',
      '/api/projects/shop/settings',
      { search: { zeroResultsFallback: 'none' } },
      editor.headers,
    );
    await ask(
      'PUT',
      '/api/projects/shop/placements/home',
      { placement: { id: 'home', list: 'popular' } },
      editor.headers,
    );
    await ask('POST', '/admin/backup', { name: 'one' });
    await ask('GET', '/admin/keys');
    await ask('GET', '/api/projects/shop/settings', undefined, editor.headers);
    await ask('POST', '/api/projects/shop/placements/home/preview', {}, editor.headers);
    await ask('POST', '/search/shop', { q: 'x' }, editor.headers);
    await ask('DELETE', '/admin/projects/second');
  });
  const keyId = lines[3]!.what.split(' ')[1]!;
  assert.match(lines[2]!.by, /^key Till \(vtr_.{4}\)$/);
  assert.deepEqual(lines, [
    done(first, 'createProject second'),
    done(first, 'createKey Till'),
    done(lines[2]!.by, 'changeRules second'),
    done(first, `revokeKey ${keyId}`),
    done(first, 'inviteUser Alan@shop.example'),
    done(grace, 'changeSettings shop'),
    done(grace, 'putPlacement shop home'),
    done(first, 'backup one'),
    done(first, 'deleteProject second'),
  ]);
});

test('items and events of a key have no line, those of a signed-in user do; exports have one', async () => {
  const lines = await linesOf(async () => {
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data: [item('a'), item('b')] } });
    await service.ask('POST', '/api/events', {
      key,
      body: { project: 'shop', data: { type: 'view', user: 'u', item: 'a' } },
    });
    await ask('PUT', '/api/items/a?by=id&project=shop', { data: { price: 3 } }, editor.headers);
    await ask(
      'POST',
      '/api/items/update',
      { project: 'shop', data: [{ id: 'a', price: 4 }] },
      editor.headers,
    );
    for (const headers of [{ 'x-api-key': key }, editor.headers])
      await (await fetch(`${service.url}/api/items/export?project=shop`, { headers })).text();
  });
  const prefix = key.slice(0, 8);
  assert.deepEqual(lines, [
    done(grace, 'changeItem shop a'),
    done(grace, 'changeItems shop'),
    done(`key ${prefix}`, 'exportItems shop'),
    done(grace, 'exportItems shop'),
  ]);
});

test('an erasure has a line without the shopper', async () => {
  const lines = await linesOf(async () => {
    await service.ask('DELETE', '/api/users/shopper-42?project=shop', { key });
    await ask('DELETE', '/api/sessions/visit-42?project=shop');
  });
  assert.deepEqual(lines, [
    done(`key ${key.slice(0, 8)}`, 'eraseUser shop'),
    done(first, 'eraseSession shop'),
  ]);
});

test('what a role or the state refuses has a line with the code; malformed requests have none', async () => {
  const lines = await linesOf(async () => {
    await ask('POST', '/admin/projects', { id: 'forbidden' }, editor.headers);
    await ask('DELETE', '/admin/users/owner');
    await ask('POST', '/admin/projects', { id: 'shop' });
    await ask('POST', '/admin/projects', { id: '' });
    await ask('PUT', '/admin/users/owner', { role: 'king' });
    // Without a session.
    await ask('POST', '/admin/projects', { id: 'x' }, {});
  });
  assert.deepEqual(lines, [
    { by: grace, what: 'createProject', outcome: 'role_missing' },
    { by: first, what: 'removeUser owner', outcome: 'last_owner' },
    { by: first, what: 'createProject shop', outcome: 'project_exists' },
  ]);
});

test('an accepted invitation and a removed user have lines; the name stays', async () => {
  const lines = await linesOf(async () => {
    const guest = await addMember(service, owner, { name: 'Guest', role: 'editor' });
    await ask('PUT', '/admin/profile', { name: 'Renamed' }, guest.headers);
    await ask('PUT', '/api/projects/shop/rules', { rules: [] }, guest.headers);
    await ask('DELETE', `/admin/users/${guest.id}`);
  });
  const [, , , , removed] = lines;
  assert.deepEqual(lines, [
    done(first, 'inviteUser guest@shop.example'),
    done('user Guest', 'acceptInvitation'),
    done('user Guest', 'changeProfile'),
    done('user Renamed', 'changeRules shop'),
    done(first, removed!.what),
  ]);
});

test('lines have time and address, and are filtered by time, user, project and operation, and paged', async () => {
  await ask(
    'PUT',
    '/api/projects/shop/rules',
    { rules: [{ id: 'r', hide: ['x'] }] },
    { ...editor.headers, 'x-forwarded-for': '192.0.2.77' },
  );
  const { lines, operations } = await page('?limit=1');
  assert.deepEqual([lines[0]!.address, lines[0]!.operation], ['192.0.2.77', 'changeRules']);
  assert.ok(Math.abs(lines[0]!.at - Date.now()) < 60_000);
  for (const id of [
    'signIn',
    'createKey',
    'changeRules',
    'importItems',
    'exportItems',
    'backup',
    'eraseUser',
    'changeItems',
    'publishDraft',
  ])
    assert.ok(operations.includes(id), id);
  for (const id of ['search', 'listKeys', 'previewRules', 'getAuditLog'])
    assert.ok(!operations.includes(id), id);
  const all = (await page('?limit=1000')).lines;
  const own = all.filter(({ actor, operation }) => actor.id === editor.id && operation === 'changeRules');
  assert.deepEqual((await page(`?actor=${editor.id}&operation=changeRules&limit=1000`)).lines, own);
  const ofProject = await page('?project=shop&limit=1000');
  assert.ok(ofProject.lines.length > 3 && ofProject.lines.every(({ project }) => project === 'shop'));
  assert.deepEqual((await page('?to=2020-01-01')).lines, []);
  assert.equal((await page('?from=now-1h&limit=1000')).lines.length, all.length);
  const paged: AuditLine[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const one: Page = await page(`?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`);
    paged.push(...one.lines);
    cursor = one.next;
  }
  assert.deepEqual(paged, all);
  for (const query of ['?from=yesterday', '?cursor=x', '?limit=1001'])
    assert.match(refusal(await ask('GET', `/api/audit-log${query}`)), /^400 invalid_request/);
});

test('the export has the same lines as NDJSON, and is audited itself', async () => {
  const { lines } = await page('?limit=1000');
  const response = await fetch(`${service.url}/api/audit-log/export`, { headers: owner });
  assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
  const exported = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditLine);
  assert.equal(exported[0]!.operation, 'exportAuditLog');
  assert.deepEqual(exported.slice(1), lines);
});

test('an editor may not read the log, nor a key for some projects; a key for all projects with the scope admin may', async () => {
  assert.equal(refusal(await ask('GET', '/api/audit-log', undefined, editor.headers)), '403 role_missing');
  const create = async (projects: string[] | null) =>
    String((await ask('POST', '/admin/keys', { scopes: ['admin'], projects })).body['key']);
  const some = await service.ask('GET', '/api/audit-log', { key: await create(['shop']) });
  assert.equal(refusal(some), '403 project_forbidden');
  assert.equal((await service.ask('GET', '/api/audit-log', { key: await create(null) })).status, 200);
});

test('the log survives a restart, and vitrine password reset adds a line', async () => {
  const { lines } = await page('?limit=1000');
  await service.stop();
  const { asJson } = await import('../support/command-line.ts');
  const { password } = await asJson<{ password: string }>(['password', 'reset', '--data', service.dataDir]);
  await service.restart();
  owner = await service.signIn(password);
  const after = (await page('?limit=1000')).lines;
  assert.deepEqual(after.slice(2), lines);
  assert.deepEqual(
    after.slice(0, 2).map(({ operation, actor }) => [operation, actor.kind]),
    [
      ['signIn', 'user'],
      ['resetPassword', 'command'],
    ],
  );
});

test('a line that the storage refuses does not undo the change: the log of the service has it, and a metric counts it', async () => {
  await service.stop();
  const refusing = (statement: string): void => {
    using database = new DatabaseSync(join(service.dataDir, 'vitrine.db'));
    database.exec(statement);
  };
  refusing("CREATE TRIGGER refuse BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no more lines'); END");
  const outputBefore = service.output.length;
  await service.restart();
  const before = (await page('?limit=1')).lines[0]?.number;
  const renamed = await ask('PUT', '/admin/profile', { name: 'Renamed' });
  assert.equal(renamed.status, 200);
  const { body } = await service.ask<{ user: { name: string } }>('GET', '/admin/session', { headers: owner });
  assert.equal(body.user.name, 'Renamed');
  assert.equal((await page('?limit=1')).lines[0]?.number, before);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  assert.match(metrics, /^vitrine_audit_failures_total 1$/m);
  const logged = service.output
    .slice(outputBefore)
    .split('\n')
    .filter((line) => line.includes('the audit log lacks a line'))
    .map((line) => (JSON.parse(line) as { audit: AuditLine }).audit)
    .map(({ actor, operation, outcome, address }) => ({ actor: actor.kind, operation, outcome, address }));
  assert.deepEqual(logged, [
    { actor: 'user', operation: 'changeProfile', outcome: 'done', address: '127.0.0.1' },
  ]);
  refusing('DROP TRIGGER refuse');
  await ask('PUT', '/admin/profile', { name: 'Ada' });
  assert.equal((await page('?limit=1')).lines[0]?.operation, 'changeProfile');
});
