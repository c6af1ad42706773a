import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { openAgentShop } from '../support/agent-shop.ts';
import { mcpClient } from '../support/mcp-client.ts';
import { LocalService } from '../support/local-service.ts';
import { until } from '../support/until.ts';

/** The server of the Model Context Protocol for assistants of the shop's team: what they write are drafts. */

let service: LocalService;
let key: string;
let client: Client;
before(async () => {
  service = await LocalService.start();
  key = await openAgentShop(service, 'shop', { access: 'off' });
  client = await mcpClient(`${service.url}/mcp/shop/team`, { authorization: `Bearer ${key}` });
});
after(async () => {
  await client?.close();
  await service?.[Symbol.asyncDispose]();
});

async function run<T = Record<string, unknown>>(
  name: string,
  args: Record<string, unknown> = {},
): Promise<T> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
  assert.notEqual(isError, true, JSON.stringify(content));
  return structuredContent as unknown as T;
}
const found = async (args: Record<string, unknown>): Promise<string[]> => {
  const { items } = await run<{ items: { id: string }[] }>('preview_search', { q: 'oak', ...args });
  return items.map(({ id }) => id);
};
const draft = {
  id: 'hide-stool',
  name: 'Hide the stool',
  rules: { put: [{ id: 'no-stool', hide: ['stool'] }] },
};

test('an assistant proposes a draft, previews and replays it, and a person publishes it', async () => {
  const { tools } = await client.listTools();
  assert.ok(!tools.some(({ name }) => /publish|delete|change/.test(name)), 'no tool publishes');
  assert.deepEqual((await run<{ rules: object[] }>('list_rules')).rules, []);
  await service.ask('GET', '/search/shop?q=oak&session=s1', { key });
  const proposed = await run<{ author: string; changes: object[] }>('propose_draft', { draft });
  assert.equal(proposed.changes.length, 1);
  assert.deepEqual(new Set(await found({})), new Set(['chair', 'stool']));
  assert.deepEqual(await found({ draft: draft.id }), ['chair']);
  await run('replay_draft', { draft: draft.id });
  interface Replay {
    readonly replay: { readonly summary: object; readonly isCurrent: boolean } | null;
  }
  await until(
    'the draft is replayed',
    async () => (await run<Replay>('get_replay', { draft: draft.id })).replay !== null,
  );
  assert.equal((await run<Replay>('get_replay', { draft: draft.id })).replay?.isCurrent, true);
  assert.equal((await run<{ drafts: object[] }>('list_drafts')).drafts.length, 1);
  const headers = await service.signIn();
  const body = { draftVersion: 1 };
  const published = await service.ask('POST', `/api/projects/shop/drafts/${draft.id}/publish`, {
    headers,
    body,
  });
  assert.equal(published.status, 200, JSON.stringify(published.body));
  assert.deepEqual(await found({}), ['chair']);
});

test('an assistant does not replace the draft of a person', async () => {
  const own = { id: 'by-hand', rules: { put: [{ id: 'no-chair', hide: ['chair'] }] } };
  const put = await service.ask('PUT', '/api/projects/shop/drafts/by-hand', {
    headers: await service.signIn(),
    body: { draft: own },
  });
  assert.equal(put.status, 200, JSON.stringify(put.body));
  const reply = await client.callTool({
    name: 'propose_draft',
    arguments: { draft: { ...draft, id: 'by-hand' } },
  });
  assert.equal(reply.isError, true);
  assert.match(JSON.stringify(reply.content), /propose another one/);
});

test('only keys with the scope settings come in, and wrong arguments are results', async () => {
  const web = await service.project('shop', ['search']);
  await assert.rejects(mcpClient(`${service.url}/mcp/shop/team`, { 'x-api-key': web }), /scope/);
  await assert.rejects(mcpClient(`${service.url}/mcp/shop/team`));
  for (const [name, args] of [
    ['get_draft', {}],
    ['get_draft', { draft: 'nosuch' }],
    ['propose_draft', { draft: { id: 'a', rules: { put: [{ id: 'x', nosuch: 1 }] } } }],
    ['propose_draft', {}],
    ['preview_search', { filters: 'brand:' }],
  ] as const) {
    const { isError } = await client.callTool({ name, arguments: args });
    assert.equal(isError, true, name);
  }
});

test('a preview is in the language that is asked for', async () => {
  const { items } = await run<{ items: { name: string }[] }>('preview_search', {
    q: 'chair',
    language: 'de',
  });
  assert.equal(items[0]?.name, 'Eichenstuhl');
});

test('the audit log has what an assistant proposes, not what it reads', async () => {
  const headers = await service.signIn();
  const wrong = { id: 'wrong', collections: { put: [{ id: 'a', name: 'A', filter: 'nosuch:' }] } };
  for (const [name, args] of [
    ['propose_draft', { draft: wrong }],
    ['replay_draft', { draft: 'gone' }],
  ] as const)
    assert.equal((await client.callTool({ name, arguments: args })).isError, true, name);
  interface Audit {
    readonly lines: { operation: string; target: string | null; outcome: string; actor: { kind: string } }[];
    readonly operations: string[];
  }
  const { body } = await service.ask<Audit>('GET', '/api/audit-log?limit=100', { headers });
  const lines = body.lines.filter(({ actor, target }) => actor.kind === 'key' && target !== 'shop');
  assert.deepEqual(
    lines.flatMap(({ operation, target, outcome }) =>
      target === null ? [] : [[operation, target, outcome]],
    ),
    [
      ['replayDraft', 'gone', 'draft_not_found'],
      ['putDraft', 'by-hand', 'draft_changed'],
      ['replayDraft', draft.id, 'done'],
      ['putDraft', draft.id, 'done'],
    ],
  );
  assert.ok(!lines.some(({ operation }) => operation === 'teamMcp'), JSON.stringify(lines));
  // The log can be filtered by whatever it may have.
  for (const id of ['putDraft', 'teamMcp']) assert.ok(body.operations.includes(id), id);
});

test('another key of the same name does not replace the draft of an assistant', async () => {
  const headers = await service.signIn();
  const named = async () => {
    const body = { scopes: ['settings', 'search'], projects: ['shop'], name: 'Assistant' };
    const made = await service.ask<{ key: string }>('POST', '/admin/keys', { headers, body });
    return await mcpClient(`${service.url}/mcp/shop/team`, { 'x-api-key': made.body.key });
  };
  const [first, second] = [await named(), await named()];
  const propose = (by: typeof first, name: string) =>
    by.callTool({ name: 'propose_draft', arguments: { draft: { ...draft, id: 'named', name } } });
  assert.notEqual((await propose(first, 'One')).isError, true);
  const refused = await propose(second, 'Two');
  assert.equal(refused.isError, true);
  assert.match(JSON.stringify(refused.content), /another key of this name/);
  assert.notEqual((await propose(first, 'Three')).isError, true);
  await Promise.all([first.close(), second.close()]);
});
