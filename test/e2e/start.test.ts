import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { adminPassword, root, RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

const repliesNoMore = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    () => false,
    () => true,
  );

test('the service stops when npm start is stopped, also if npm kills only its shell', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vitrine-start-'));
  // Several commands keep the shell alive, as in npm.
  const shell = spawn('sh', ['-c', `'${process.execPath}' tools/start.mjs; true`], {
    cwd: root,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      VITRINE_DATA: data,
      VITRINE_DEMO: 'off',
      VITRINE_TEXT_MODEL: 'off',
      VITRINE_IMAGE_MODEL: 'off',
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
    shell.once('exit', () => reject(new Error(`The service exited before it was ready:\n${printed}`)));
  });
  shell.removeAllListeners('exit');
  assert.equal((await fetch(`${url}/health`)).status, 200);
  shell.kill('SIGTERM');
  await until('The service still replies', () => repliesNoMore(url), 100);
  await rm(data, { recursive: true, force: true });
});

test('a draining service is not ready, but replies until the drain time is over, also after a second signal', async () => {
  await using service = await RunningService.start({ VITRINE_DRAIN_SECONDS: '10' });
  const ended = service.stop('SIGINT');
  await until(
    'The service is still ready',
    async () => (await service.ask('GET', '/ready')).status === 503,
    5,
  );
  // Ctrl+C comes from the terminal and from npm.
  process.kill(service.pid, 'SIGINT');
  assert.equal((await service.ask('GET', '/health')).status, 200);
  assert.equal(await ended, 0);
});
