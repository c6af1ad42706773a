import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';

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
  assert.equal(`${off.status} ${off.body.code}`, '503 database_damaged');
  assert.match(service.output, /projects\/hurt\.db is damaged: .*vitrine restore/);
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

test('changed bytes in a database are found by the check after the start, or when a request needs them', async () => {
  await using service = await LocalService.start();
  const keys = new Map<string, string>();
  const data = Array.from({ length: 300 }, (_, i) =>
    item(`i${i}`, { name: `Lamp ${i}`, description: 'A lamp of oak and steel for the table. '.repeat(10) }),
  );
  for (const project of ['hurt', 'whole']) {
    keys.set(project, await service.project(project));
    await service.ask('POST', '/api/items', { key: keys.get(project)!, body: { project, data } });
  }
  await service.stop();
  const file = join(service.dataDir, 'projects', 'hurt.db');
  const intact = await readFile(file);
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const random = createRandom(seed);
    const bytes = Buffer.from(intact);
    // Many bytes are free space or letters of a text, whose change cannot be seen.
    for (let change = 0; change < 120; change++) {
      const at = Math.floor(random() * bytes.length);
      bytes[at] = bytes[at]! ^ (1 << Math.floor(random() * 8));
    }
    for (const suffix of ['-wal', '-shm']) await rm(`${file}${suffix}`, { force: true });
    await writeFile(file, bytes);
    service.output = '';
    await service.restart();
    await until('the damage is not reported', () => /projects\/hurt\.db is damaged: /.test(service.output));
    const ready = await service.ask<{ parts: { storage: { detail: string; warning?: string } } }>(
      'GET',
      '/ready',
    );
    assert.equal(ready.status, 200);
    assert.match(JSON.stringify(ready.body.parts.storage), /hurt/, `seed ${seed}`);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    assert.match(metrics, /^vitrine_projects_damaged 1$/m);
    for (let page = 0; page < 20; page++) {
      const path = `/search/hurt?q=lamp&limit=15&offset=${page * 15}`;
      const { status, body } = await service.ask<{ code?: string; detail?: string }>('GET', path, {
        key: keys.get('hurt')!,
      });
      assert.match(
        `${status} ${body.code ?? ''}`,
        /^(200 |503 database_damaged)$/,
        `seed ${seed}, page ${page}`,
      );
      assert.ok(!(body.detail ?? '').includes('.db'), 'errors reveal no file');
    }
    const whole = await service.ask<{ total: number }>('GET', '/search/whole?q=lamp', {
      key: keys.get('whole')!,
    });
    assert.equal(whole.body.total, 300);
    await service.stop();
  }
});

test('a list of projects that is a folder is named', async () => {
  await using service = await LocalService.start();
  await service.stop();
  const file = join(service.dataDir, 'vitrine.db');
  await rm(file);
  await mkdir(file);
  await assert.rejects(service.restart(), /vitrine\.db is a folder: move it away/);
});
