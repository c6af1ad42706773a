import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { after, before, mock, suite, test } from 'node:test';
import { createKey } from '../../src/domain/projects/keys.ts';
import { createProject } from '../../src/domain/projects/projects.ts';
import type { Member, ProjectAllocation } from '../../src/ports/cluster/project-allocation.ts';
import { openAllocatedApp } from '../support/allocated-app.ts';
import { inSeconds, signedKey } from '../support/signed-key.ts';

/** In each event, so that the texts that are parsed can be told from others. */
const marker = 'counted-event';

/** How often signatures are verified, and the texts with the marker that are parsed, during a request. */
async function measureCost(
  run: () => Promise<number>,
  status: number,
): Promise<{ hmacs: number; parsed: number }> {
  const [hmac, parse] = [mock.method(crypto, 'createHmac'), mock.method(JSON, 'parse')];
  syncBuiltinESMExports();
  try {
    assert.equal(await run(), status);
    const parsed = parse.mock.calls.filter(({ arguments: [text] }) => text.includes(marker));
    return { hmacs: hmac.mock.callCount(), parsed: parsed.length };
  } finally {
    hmac.mock.restore();
    parse.mock.restore();
    syncBuiltinESMExports();
  }
}

suite('a request verifies its key once and parses its body once', () => {
  const stack = new AsyncDisposableStack();
  /** The further processes of the cluster, which hold the project `far`. */
  const members: Member[] = [];
  let url: string;
  /** Keys for one project or both, signed for all scopes of pages and for events alone. */
  let keys: Record<'near' | 'far' | 'both', { readonly all: string; readonly events: string }>;

  const addMember = async (handle: RequestListener): Promise<void> => {
    const server = createServer(handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    stack.defer(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const id = `m${members.length}`;
    members.push({ id, address: `http://127.0.0.1:${port}`, secret: id, state: 'ready' });
  };
  const answers: RequestListener = (request, response) => {
    request.resume().once('end', () => response.writeHead(299, { 'x-request-id': 'there' }).end());
  };
  /** Ends without a reply to a request that it may have handled. */
  const ends: RequestListener = (request) => {
    request.resume().once('end', () => request.socket.destroy());
  };
  const ask = async (path: string, headers: Record<string, string>, body?: unknown): Promise<number> => {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const type = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { ...sent, headers: { ...type, ...headers } });
    await answer.arrayBuffer();
    return answer.status;
  };
  let eventCount = 0;
  const event = (): Record<string, string> => ({ type: 'view', item: 'a', id: `${marker}-${++eventCount}` });
  const sendEvent = (project: 'near' | 'far'): Promise<number> =>
    ask('/api/events', { 'x-api-key': keys[project].all }, { project, data: event() });

  before(async () => {
    const own: Member = { id: 'own', address: 'http://127.0.0.1:1', secret: 'own', state: 'ready' };
    const allocation: ProjectAllocation = {
      thisMember: own,
      members,
      listHolders: (id) => (id === 'far' ? members : [own]),
      keepsOpen: () => true,
      isLeader: () => true,
      onChange: () => undefined,
    };
    const { app, engine, clock, ids } = await openAllocatedApp(stack, allocation);
    const parts = { store: engine.store, clock, ids, maker: null };
    const signedKeys = async (projects: string[]) => {
      const made = await createKey(parts, {
        scopes: ['search', 'events'],
        projects,
        kind: 'server',
      });
      const signer = { id: made.key.id, key: made.secret };
      const claims = { exp: inSeconds(600), sub: 'eva' };
      return { all: signedKey(signer, claims), events: signedKey(signer, { ...claims, scopes: ['events'] }) };
    };
    for (const id of ['near', 'far']) await createProject(engine.store, clock, { id });
    keys = {
      near: await signedKeys(['near']),
      far: await signedKeys(['far']),
      both: await signedKeys(['near', 'far']),
    };
    url = await app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => stack.disposeAsync());

  test('answered here', async () => {
    const { all, events } = keys.near;
    assert.deepEqual(await measureCost(() => ask('/search/near?q=chair', { 'x-api-key': all }), 200), {
      hmacs: 1,
      parsed: 0,
    });
    assert.deepEqual(await measureCost(() => sendEvent('near'), 201), { hmacs: 1, parsed: 1 });
    const beacon = { 'content-type': 'text/plain', origin: 'https://shop.example' };
    const sent = { project: 'near', key: events, data: event() };
    assert.deepEqual(await measureCost(() => ask('/api/events', beacon, sent), 201), { hmacs: 1, parsed: 1 });
  });

  test('refused', async () => {
    const forged = `${keys.near.all.slice(0, -2)}xx`;
    const search = (): Promise<number> => ask('/search/near?q=chair', { 'x-api-key': forged });
    assert.deepEqual(await measureCost(search, 401), { hmacs: 1, parsed: 0 });
  });

  test('answered by another process, which nothing is parsed for', async () => {
    members.length = 0;
    await addMember(answers);
    assert.deepEqual(await measureCost(() => sendEvent('far'), 299), { hmacs: 1, parsed: 0 });
    const many = Array.from({ length: 1_000 }, () => ({ ...event(), session: 'a visitor of the shop' }));
    const send = (): Promise<number> =>
      ask('/api/events', { 'x-api-key': keys.far.all }, { project: 'far', data: many });
    assert.ok(JSON.stringify(many).length > 65_536, 'too large to be read before the client is authorised');
    assert.deepEqual(await measureCost(send, 299), { hmacs: 1, parsed: 0 });
  });

  test('answered by another process, whose project only the body names', async () => {
    members.length = 0;
    await addMember(answers);
    const send = (): Promise<number> =>
      ask('/api/events', { 'x-api-key': keys.both.all }, { project: 'far', data: event() });
    assert.deepEqual(await measureCost(send, 299), { hmacs: 1, parsed: 1 });
  });

  test('sent again after processes ended, which only the values of the body allow', async () => {
    members.length = 0;
    for (const handle of [ends, ends, answers]) await addMember(handle);
    assert.deepEqual(await measureCost(() => sendEvent('far'), 299), { hmacs: 1, parsed: 1 });
  });

  test('answered here after processes ended and no other can be reached', async () => {
    members.length = 0;
    await addMember(ends);
    members.push({ id: 'gone', address: 'http://127.0.0.1:1', secret: 'gone', state: 'ready' });
    assert.deepEqual(await measureCost(() => sendEvent('far'), 201), { hmacs: 1, parsed: 1 });
  });
});
