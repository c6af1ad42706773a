import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item, type Answer } from '../support/service.ts';

interface Connection {
  readonly project: string | null;
  readonly key: string | null;
}

suite('the key of the demo storefront', () => {
  let service: LocalService;
  let connection: Connection;
  const refusal = ({ status, body }: Answer): string => `${status} ${String(body['code'])}`;
  const key = (): string => connection.key ?? '';
  const search = (headers: Record<string, string> = {}): Promise<Answer> =>
    service.ask('POST', '/search/demo', { key: key(), body: { q: 'oak' }, headers });

  before(async () => {
    // A project exists, so that the demo shop is not loaded.
    service = await LocalService.start({ VITRINE_THREADS: '2' });
    await service.project('other');
    const admin = await service.signIn();
    await service.ask('POST', '/admin/projects', { body: { id: 'demo' }, headers: admin });
    assert.equal((await service.ask('GET', '/demo/connection.json')).status, 404, 'VITRINE_DEMO=off');
    await service.stop();
    await service.restart({ VITRINE_DEMO: 'on' });
    const none = await service.ask<Connection>('GET', '/demo/connection.json');
    assert.deepEqual(none.body, { project: null, key: null }, 'it is not the demo shop');
    await service.ask('DELETE', '/admin/projects/demo', { headers: admin });
    await service.ask('POST', '/admin/projects', { body: { id: 'demo', demo: true }, headers: admin });
    const data = item('a', { name: 'Oak chair' });
    const wide = await service.ask<{ key: string }>('POST', '/admin/keys', {
      body: { scopes: ['items:write'] },
      headers: admin,
    });
    await service.ask('POST', '/api/items', { key: wide.body.key, body: { project: 'demo', data } });
    const answer = await service.ask<Connection>('GET', '/demo/connection.json');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    connection = answer.body;
  });
  after(() => service[Symbol.asyncDispose]());

  test('searches, recommends and sends events, on all threads', async () => {
    assert.equal(connection.project, 'demo');
    for (let i = 0; i < 8; i++) assert.equal((await search({ connection: 'close' })).status, 200);
    const list = { key: key(), body: { index: 'demo' } };
    assert.equal((await service.ask('POST', '/rec/trendings', list)).status, 200);
    const data = { type: 'view', session: 's', item: 'a' };
    const sent = await service.ask('POST', '/api/events', {
      key: key(),
      body: { project: 'demo', data },
    });
    assert.equal(sent.status, 201);
  });

  test('works in pages of the service alone', async () => {
    assert.equal((await search({ origin: service.url })).status, 200);
    assert.equal(refusal(await search({ origin: 'https://shop.example' })), '403 origin_forbidden');
    assert.equal(refusal(await search({ origin: 'null' })), '403 origin_forbidden');
  });

  test('reaches no other project, no catalog and no settings', async () => {
    const ask = (method: string, path: string): Promise<Answer> => service.ask(method, path, { key: key() });
    assert.equal(refusal(await ask('GET', '/search/other?q=oak')), '403 project_forbidden');
    assert.equal(refusal(await ask('GET', '/api/items?project=demo')), '403 scope_missing');
    assert.equal(refusal(await ask('GET', '/api/projects/demo/settings')), '403 scope_missing');
    assert.equal(refusal(await ask('GET', '/admin/projects')), '403 scope_missing');
  });

  test('is refused once the demo shop is gone, also by a project of the same name', async () => {
    const headers = await service.signIn();
    await service.ask('DELETE', '/admin/projects/demo', { headers });
    await service.ask('POST', '/admin/projects', { body: { id: 'demo' }, headers });
    assert.equal(refusal(await search()), '401 api_key_invalid');
    await service.ask('DELETE', '/admin/projects/demo', { headers });
    await service.ask('POST', '/admin/projects', { body: { id: 'demo', demo: true }, headers });
    assert.equal((await search()).status, 200);
  });

  test('is in memory only: not listed, and another one after a restart', async () => {
    const headers = await service.signIn();
    const { body } = await service.ask<{ keys: { name: string }[] }>('GET', '/admin/keys', { headers });
    assert.deepEqual(
      body.keys.filter(({ name }) => name.includes('storefront')),
      [],
    );
    await service.stop();
    await service.restart({ VITRINE_DEMO: 'on' });
    assert.equal(refusal(await search()), '401 api_key_invalid');
    const { body: next } = await service.ask<Connection>('GET', '/demo/connection.json');
    assert.notEqual(next.key, connection.key);
  });
});
