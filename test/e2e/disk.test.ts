import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { appendFile, chmod, lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { refusal } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { RunningService, item, withoutServingThreads } from '../support/service.ts';

/** A full disk, a read-only folder, and file permissions. */

interface Ready {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, { readonly ready: boolean; readonly detail: string }>>;
}

const mountPoint = mkdtempSync(join(tmpdir(), 'vitrine-disk-'));
const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', mountPoint]).status === 0;
const needsMount = canMount ? {} : { skip: 'this user cannot mount a file system' };
const remount = (mode: 'ro' | 'rw'): unknown => execFileSync('mount', ['-o', `remount,${mode}`, mountPoint]);

after(() => {
  if (canMount) execFileSync('umount', [mountPoint]);
  rmSync(mountPoint, { recursive: true });
});

test('a data folder and its files are made private to their owner', async () => {
  await using service = await RunningService.start(withoutServingThreads);
  const { dataDir } = service;
  const key = await service.project('shop');
  await service.ask('POST', '/api/items', { key, body: { project: 'shop', data: item('a') } });
  const headers = await service.signIn();
  await service.ask('POST', '/admin/backup', { body: { name: 'one' }, headers });
  await service.stop();
  const modes = async (): Promise<string[]> => {
    const names = ['.', ...(await readdir(dataDir, { recursive: true }))];
    const all = await Promise.all(
      names.map(async (name) => {
        const stats = await lstat(join(dataDir, name));
        const expected = stats.isDirectory() ? 0o700 : 0o600;
        return (stats.mode & 0o777) === expected ? [] : [`${name} ${(stats.mode & 0o777).toString(8)}`];
      }),
    );
    return all.flat();
  };
  assert.deepEqual(await modes(), []);
  await chmod(dataDir, 0o755);
  await chmod(join(dataDir, 'projects'), 0o755);
  await chmod(join(dataDir, 'projects', 'shop.db'), 0o644);
  await chmod(join(dataDir, 'backups', 'one', 'vitrine.db'), 0o644);
  await service.restart();
  assert.deepEqual(await modes(), []);
});

test(
  'on a full disk a backup fails with storage_failed and leaves no files, and /ready reports failing writes',
  needsMount,
  async () => {
    await using service = await LocalService.start({ VITRINE_DATA: join(mountPoint, 'full') });
    const key = await service.project('shop');
    const headers = await service.signIn();
    const fill = join(mountPoint, 'fill');
    const ready = () => service.ask<Ready>('GET', '/ready');
    assert.equal((await ready()).body.parts['writes']?.ready, true);
    const bytes = Buffer.alloc(64 * 1024);
    await assert.rejects(
      async () => {
        for (;;) await appendFile(fill, bytes);
      },
      { code: 'ENOSPC' },
    );
    const backup = await service.ask('POST', '/admin/backup', { body: { name: 'one' }, headers });
    assert.equal(refusal(backup), '503 storage_failed');
    assert.ok(!JSON.stringify(backup.body).includes(mountPoint), 'errors reveal no path');
    assert.deepEqual(await readdir(join(mountPoint, 'full', 'backups')).catch(() => []), []);
    const data = Array.from({ length: 500 }, (_, i) => item(`i${i}`, { description: 'long '.repeat(500) }));
    const refused = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    assert.equal(refusal(refused), '503 storage_failed');
    const failing = await ready();
    assert.deepEqual([failing.status, failing.body.parts['writes']?.ready], [200, false]);
    assert.match(failing.body.parts['writes']!.detail, /full|no space/);
    await rm(fill);
    assert.equal((await ready()).body.parts['writes']?.ready, true, 'a write is attempted');
    assert.equal(
      (await service.ask('POST', '/admin/backup', { body: { name: 'one' }, headers })).status,
      201,
    );
  },
);

test(
  'a read-only folder is served after a crash, /ready reports failing writes, and a second process is rejected',
  needsMount,
  async () => {
    const data = { ...withoutServingThreads, VITRINE_DATA: join(mountPoint, 'crashed') };
    await using service = await RunningService.start(data);
    const key = await service.project('shop');
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data: item('a') } });
    await service.stop('SIGKILL');
    remount('ro');
    try {
      await service.restart();
      const ready = await service.ask<Ready>('GET', '/ready');
      assert.deepEqual([ready.status, ready.body.parts['writes']?.ready], [200, false]);
      assert.match(ready.body.parts['writes']!.detail, /readonly|read-only/);
      assert.equal((await service.ask<{ total: number }>('GET', '/api/items', { key })).body.total, 1);
      const headers = await service.signIn();
      const backup = await service.ask('POST', '/admin/backup', { body: { name: 'one' }, headers });
      assert.equal(refusal(backup), '503 storage_failed');
      assert.match(String(backup.body['detail']), /read-only/);
      await assert.rejects(RunningService.start(data), /another process has it/);
      assert.equal(
        service.output.match(/modes in it cannot be changed/g)?.length ?? 0,
        0,
        'the modes were already private',
      );
      remount('rw');
      await assert.rejects(RunningService.start(data), /another process has it/);
      assert.equal((await service.ask<Ready>('GET', '/ready')).status, 200);
    } finally {
      remount('rw');
    }
  },
);

test('a folder whose modes cannot be changed is logged once, and served', needsMount, async () => {
  await using service = await LocalService.start({ VITRINE_DATA: join(mountPoint, 'open') });
  await service.project('shop');
  await service.crash();
  await chmod(join(mountPoint, 'open'), 0o755);
  await chmod(join(mountPoint, 'open', 'vitrine.db'), 0o644);
  remount('ro');
  try {
    await service.restart();
    assert.equal(service.output.match(/modes in it cannot be changed/g)?.length, 1, service.output);
  } finally {
    await service.stop();
    remount('rw');
  }
});
