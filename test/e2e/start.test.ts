import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { adminPassword, root, RunningService } from '../support/service.ts';

const tries = 200;

/** Whether it answers, or goes on to, until it no longer should. */
async function isGone(url: string): Promise<boolean> {
  for (let i = 0; i < tries; i++) {
    try {
      await fetch(`${url}/health`);
    } catch {
      return true;
    }
    await sleep(100);
  }
  return false;
}

test('npm start ends the service when it is ended itself, as npm does: by ending the shell between them', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vitrine-start-'));
  // More than one command, so that the shell stays, as npm's does.
  const shell = spawn('sh', ['-c', `'${process.execPath}' tools/start.mjs; true`], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      VITRINE_DATA: data,
      VITRINE_DEMO: 'off',
      VITRINE_TEXT_MODEL: 'off',
      VITRINE_ADMIN_PASSWORD: adminPassword,
      npm_lifecycle_event: 'start',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    shell.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const ready = /^ready (\S+)$/m.exec(printed)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    shell.once('exit', () => reject(new Error(`It ended before it was ready:\n${printed}`)));
  });
  shell.removeAllListeners('exit');
  assert.equal((await fetch(`${url}/health`)).status, 200);
  shell.kill('SIGTERM');
  assert.equal(await isGone(url), true);
  await rm(data, { recursive: true, force: true });
});

test('a service that drains says that it is not ready, and answers until that time is over', async () => {
  await using service = await RunningService.start({ VITRINE_DRAIN_SECONDS: '2' });
  const ended = service.stop();
  let status = 200;
  for (let i = 0; i < tries && status === 200; i++) {
    await sleep(5);
    ({ status } = await service.ask('GET', '/ready'));
  }
  assert.equal(status, 503);
  assert.equal((await service.ask('GET', '/health')).status, 200);
  assert.equal(await ended, 0);
});
