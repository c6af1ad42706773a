import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AuditLine } from '../../src/ports/operation/audit.ts';
import { LocalService } from '../support/local-service.ts';
import { addMember, sessionOf, signInAs } from '../support/team.ts';

/** What users of the console may do by operations of Algolia's clients, and the lines of these in the audit log. */

let service: LocalService;
let owner: Record<string, string>;
let admin: string;
const users: Record<string, Record<string, string>> = {};
before(async () => {
  service = await LocalService.start();
  await service.project('other', ['search']);
  admin = await service.project('shop', ['admin']);
  owner = await service.signIn();
  for (const role of ['viewer', 'editor'])
    users[role] = sessionOf(
      await signInAs(service, await addMember(service, owner, { name: role, role, projects: ['shop'] })),
    );
});
after(() => service[Symbol.asyncDispose]());

async function statusOf(
  method: string,
  path: string,
  { body, headers }: { body?: object; headers: Record<string, string> },
): Promise<number> {
  const reply = await fetch(`${service.url}${path}`, {
    method,
    headers: { ...headers, 'x-algolia-application-id': 'shop' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return reply.status;
}

async function newLines(act: () => Promise<unknown>): Promise<AuditLine[]> {
  const page = async (limit: number) =>
    (
      await service.ask<{ lines: AuditLine[] }>('GET', `/api/audit-log?limit=${limit}`, {
        headers: owner,
      })
    ).body.lines;
  const last = (await page(1))[0]?.number ?? 0;
  await act();
  return (await page(100)).filter(({ number }) => number > last).reverse();
}

test('only owners manage API keys', async () => {
  for (const headers of Object.values(users)) {
    assert.equal(await statusOf('GET', '/1/keys', { headers }), 403);
    const body = { acl: ['addObject'], indexes: ['other'] };
    assert.equal(await statusOf('POST', '/1/keys', { headers, body }), 403);
    assert.equal(await statusOf('DELETE', `/1/keys/${admin}`, { headers }), 403);
  }
  assert.equal(await statusOf('GET', '/1/keys', { headers: owner }), 200);
  assert.equal(await statusOf('GET', '/1/keys', { headers: {} }), 403);
  assert.equal(await statusOf('GET', '/1/keys', { headers: { 'x-algolia-api-key': admin } }), 200);
});

test('viewers read settings, synonyms and rules, and change none', async () => {
  const headers = users['viewer']!;
  for (const path of ['synonyms', 'rules'])
    assert.equal(await statusOf('POST', `/1/indexes/shop/${path}/search`, { headers, body: {} }), 200);
  assert.equal(await statusOf('GET', '/1/indexes/shop/settings', { headers }), 200);
  assert.equal(await statusOf('PUT', '/1/indexes/shop/settings', { headers, body: {} }), 403);
  assert.equal(await statusOf('POST', '/1/indexes/shop/synonyms/clear', { headers, body: {} }), 403);
});

test('the audit log names the project and what was changed or browsed, without values of keys and other reads', async () => {
  const headers = { 'x-algolia-api-key': admin };
  const made = await fetch(`${service.url}/1/keys`, {
    method: 'POST',
    headers: { ...headers, 'x-algolia-application-id': 'shop' },
    body: JSON.stringify({ acl: ['search'], description: 'pages' }),
  });
  const { key, id } = (await made.json()) as { key: string; id: string };
  const lines = await newLines(async () => {
    await statusOf('POST', '/1/indexes/shop/synonyms/search', { headers, body: {} });
    await statusOf('POST', '/1/indexes/shop/browse', { headers, body: {} });
    const synonym = { type: 'synonym', synonyms: ['sofa', 'couch'] };
    await statusOf('PUT', '/1/indexes/shop/synonyms/s1', { headers, body: synonym });
    await statusOf('DELETE', `/1/keys/${key}`, { headers: users['editor']! });
    await statusOf('DELETE', `/1/keys/${key}`, { headers });
    await statusOf('DELETE', `/1/keys/${key}`, { headers });
  });
  assert.deepEqual(
    lines.map(({ operation, project, target, outcome }) => [operation, project, target, outcome]),
    [
      ['algoliaBrowse', 'shop', 'shop', 'done'],
      ['algoliaSaveSynonym', 'shop', 'shop s1', 'done'],
      ['algoliaDeleteKey', null, null, 'role_missing'],
      ['algoliaDeleteKey', null, id, 'done'],
      ['algoliaDeleteKey', null, null, 'key_not_found'],
    ],
  );
  assert.ok(!JSON.stringify(lines).includes(key));
});
