import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalService } from '../support/local-service.ts';
import { adminPassword, root } from '../support/service.ts';

interface Ready {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, { readonly ready: boolean; readonly detail: string }>>;
}

const consoleHeader = { 'x-vitrine-console': '1' };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

test('sign-in works as soon as /ready returns 200', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vitrine-ready-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(process.execPath, [join(root, 'src', 'main.ts')], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      PORT: new URL(url).port,
      VITRINE_DATA: data,
      VITRINE_DEMO: 'off',
      VITRINE_TEXT_MODEL: 'off',
      VITRINE_IMAGE_MODEL: 'off',
      VITRINE_ADMIN_PASSWORD: adminPassword,
    },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  try {
    let status = 0;
    while (status !== 200 && child.exitCode === null) {
      status = await fetch(`${url}/ready`).then(
        (reply) => reply.status,
        // Not before it listens.
        () => sleep(5, 0),
      );
    }
    const signedIn = await fetch(`${url}/admin/session`, {
      method: 'POST',
      headers: { ...consoleHeader, 'content-type': 'application/json' },
      body: JSON.stringify({ password: adminPassword }),
    });
    assert.deepEqual([status, signedIn.status], [200, 201]);
  } finally {
    child.kill('SIGTERM');
    await ended;
    await rm(data, { recursive: true, force: true });
  }
});

test('sign-in works while writes fail, and /ready stays 200', async () => {
  await using service = await LocalService.start();
  const key = await service.project('shop');
  using disk = new DatabaseSync(join(service.dataDir, 'vitrine.db'));
  // As on a full disk, writes fail and reads work.
  disk.exec('BEGIN IMMEDIATE');
  assert.equal((await service.ask('GET', '/ready')).status, 200);
  const headers = await service.signIn();
  const refused = await service.ask('POST', '/admin/projects', { headers, body: { id: 'other' } });
  assert.equal(refused.body['code'], 'storage_failed');
  assert.equal((await service.ask('GET', '/admin/projects', { headers })).status, 200);
  assert.equal((await service.ask('GET', '/search/shop', { key })).status, 200);
  disk.exec('ROLLBACK');
  assert.equal((await service.ask('GET', '/admin/projects', { headers })).status, 200);
  assert.equal((await service.ask('DELETE', '/admin/session', { headers })).status, 200);
  assert.equal((await service.ask('GET', '/admin/projects', { headers })).status, 401);
});

test('/ready returns 503 with the reason if the control database cannot be read', async () => {
  await using service = await LocalService.start();
  await service.project('shop');
  await service.stop();
  await service.restart();
  assert.equal((await service.ask('GET', '/ready')).status, 200);
  const file = join(service.dataDir, 'vitrine.db');
  // Overwritten in place, because a memory-mapped file must not shrink.
  await using handle = await open(file, 'r+');
  await handle.write(Buffer.alloc((await stat(file)).size, 7), 0, undefined, 0);
  await writeFile(`${file}-wal`, '');
  const { status, body } = await service.ask<Ready>('GET', '/ready');
  assert.deepEqual([status, body.ready, body.parts['storage']?.ready], [503, false, false]);
  assert.match(body.parts['storage']!.detail, /^The database of projects and keys cannot be read: /);
  assert.ok(!body.parts['storage']!.detail.includes(service.dataDir), 'the reply reveals no path');
});
