import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { limits } from '../../src/ports/limits.ts';
import { LocalService } from '../support/local-service.ts';

let service: LocalService;
before(async () => {
  service = await LocalService.start();
});
after(() => service[Symbol.asyncDispose]());

test('a project has a limited number of keys, also by requests at the same time, and revoked ones make room', async () => {
  await service.project('shop', ['search']);
  await service.project('other', ['search']);
  const headers = await service.signIn();
  const create = (body: object) =>
    service.ask<{ id: string; code?: string }>('POST', '/admin/keys', {
      headers,
      body: { scopes: ['search'], projects: ['shop'], ...body },
    });
  // One exists; an expired or revoked one does not count.
  const made = [];
  while (made.length < limits.keysPerProjectMax - 10)
    made.push(...(await Promise.all(Array.from({ length: 90 }, () => create({})))));
  assert.ok(made.every(({ status }) => status === 201));
  const last = await Promise.all(Array.from({ length: 30 }, () => create({})));
  assert.equal(
    last.filter(({ status }) => status === 201).length,
    limits.keysPerProjectMax - 1 - made.length,
  );
  const refused = last.find(({ status }) => status !== 201);
  assert.deepEqual([refused?.status, refused?.body.code], [409, 'too_many_keys']);
  assert.equal((await create({ projects: ['shop', 'other'] })).status, 409);
  assert.equal((await create({ projects: ['other'] })).status, 201);
  assert.equal((await service.ask('DELETE', `/admin/keys/${made[0]!.body.id}`, { headers })).status, 200);
  assert.equal((await create({})).status, 201);
  assert.equal((await create({})).status, 409);
});
