import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKey } from '../../src/domain/projects/keys.ts';
import { createProject } from '../../src/domain/projects/projects.ts';
import type { Member, ProjectAllocation } from '../../src/ports/cluster/project-allocation.ts';
import { openAllocatedApp } from '../support/allocated-app.ts';
import { item } from '../support/service.ts';

const own: Member = { id: 'own', address: 'http://127.0.0.1:1', secret: 'secret', state: 'ready' };
const allocation: ProjectAllocation = {
  thisMember: own,
  members: [own],
  listHolders: () => [own],
  keepsOpen: () => true,
  isLeader: () => true,
  onChange: () => undefined,
};

test('a write is not handled once the process that forwarded it has given up on it', async () => {
  await using stack = new AsyncDisposableStack();
  const { app, engine, clock, ids } = await openAllocatedApp(stack, allocation);
  await createProject(engine.store, clock, { id: 'shop' });
  const parts = { store: engine.store, clock, ids, maker: null };
  const { secret: key } = await createKey(parts, { scopes: ['items:write'], projects: ['shop'] });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const added = await fetch(`${url}/api/items`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({
      project: 'shop',
      data: [item('a', { name: 'lamp' }), item('b', { name: 'desk' })],
    }),
  });
  assert.equal(added.status, 201);

  const catchUp = engine.catchUp.bind(engine);
  let suspended = Promise.withResolvers<void>();
  let resumed = Promise.resolve();
  engine.catchUp = async (...asked) => {
    suspended.resolve();
    await resumed;
    return catchUp(...asked);
  };
  const passOn = (id: string) => {
    suspended = Promise.withResolvers<void>();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const head = [`x-vitrine-peer: secret 127.0.0.1 1 c`, 'host: a', `x-api-key: ${key}`].join('\r\n');
    socket.write(`DELETE /api/items/${id}?by=id HTTP/1.1\r\n${head}\r\n\r\n`);
    return socket;
  };
  const project = await engine.project('shop');
  const handled = passOn('b');
  await new Promise((resolve) => handled.once('data', resolve));
  handled.destroy();
  assert.equal(project.catalog.count().total, 1);

  const gate = Promise.withResolvers<void>();
  resumed = gate.promise;
  const lost = passOn('a');
  await suspended.promise;
  lost.destroy();
  await sleep(50);
  gate.resolve();
  await sleep(200);
  assert.equal(project.catalog.count().total, 1, 'the deletion was given up');
});
