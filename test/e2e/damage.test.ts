import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

test('a project with a damaged database is unavailable, and other projects are served', async () => {
  await using service = await LocalService.start();
  const whole = await service.project('whole');
  const hurt = await service.project('hurt');
  for (const [project, key] of [
    ['whole', whole],
    ['hurt', hurt],
  ] as const) {
    await service.ask('POST', '/api/items', { key, body: { project, data: item('a', { name: 'Lamp' }) } });
  }
  await service.stop();
  const file = join(service.dataDir, 'projects', 'hurt.db');
  for (const suffix of ['-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
  const bytes = await readFile(file);
  await writeFile(file, Buffer.concat([Buffer.alloc(100, 7), bytes.subarray(100)]));
  await service.restart();

  const found = await service.ask<{ total: number }>('GET', '/search/whole?q=lamp', { key: whole });
  assert.equal(found.body.total, 1);
  const off = await service.ask<{ code: string; detail: string }>('GET', '/search/hurt?q=lamp', {
    key: hurt,
  });
  assert.equal(`${off.status} ${off.body.code}`, '503 storage_failed');
  assert.ok(!off.body.detail.includes(service.dataDir), 'errors reveal no path');
  const ready = await service.ask<{ parts: { storage: { detail: string } } }>('GET', '/ready');
  assert.equal(ready.status, 200);
  assert.equal(ready.body.parts.storage.detail, 'open, except hurt');
  const headers = await service.signIn();
  const listed = await service.ask<{ projects: { id: string; items: number }[] }>('GET', '/admin/projects', {
    headers,
  });
  assert.deepEqual(
    listed.body.projects.map(({ id, items }) => [id, items]),
    [
      ['hurt', 0],
      ['whole', 1],
    ],
  );
  assert.equal((await service.ask('DELETE', '/admin/projects/whole', { headers })).status, 200);
  const none = await service.ask<{ parts: { storage: { detail: string } } }>('GET', '/ready');
  assert.equal(none.status, 503, 'all requests with a key fail');
  assert.equal(none.body.parts.storage.detail, 'No project can be opened: hurt');
  assert.equal((await service.ask('DELETE', '/admin/projects/hurt', { headers })).status, 200);
  assert.equal((await service.ask('GET', '/ready')).status, 200);
});
