import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { adminPassword, root, RunningService } from '../support/service.ts';
import { until } from '../support/until.ts';

const repliesNoMore = (url: string): Promise<boolean> =>
  fetch(`${url}/health`).then(
    () => false,
    () => true,
  );

const environment = (data: string): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  PORT: '0',
  VITRINE_DATA: data,
  VITRINE_DEMO: 'off',
  VITRINE_TEXT_MODEL: 'off',
  VITRINE_IMAGE_MODEL: 'off',
  VITRINE_ADMIN_PASSWORD: adminPassword,
});

/** Resolves with the address that a service prints once it is ready. */
function waitForReady(child: ChildProcessByStdio<null, Readable, null>): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const ready = /^ready (\S+)$/m.exec(printed)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    child.once('exit', () => reject(new Error(`The service exited before it was ready:\n${printed}`)));
  });
}

/** Arguments of a Node that cannot be replaced by a program, as before version 22.15 and on Windows. */
const withoutExecve = ['--import', 'data:text/javascript,delete process.execve'];
const launchers = [
  ['a Node that is replaced', []],
  ['a Node that waits for it', withoutExecve],
] as const;

for (const [launcher, parameters] of launchers) {
  test(`the service stops when npm start is stopped, also if npm kills only its shell, by ${launcher}`, async () => {
    const data = await mkdtemp(join(tmpdir(), 'vitrine-start-'));
    const node = [process.execPath, ...parameters].map((word) => `'${word}'`).join(' ');
    // Several commands keep the shell alive, as in npm.
    const shell = spawn('sh', ['-c', `${node} tools/start.mjs; true`], {
      cwd: root,
      env: { ...environment(data), npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const url = await waitForReady(shell);
    assert.equal((await fetch(`${url}/health`)).status, 200);
    shell.kill('SIGTERM');
    await until('The service still replies', () => repliesNoMore(url), 100);
    await rm(data, { recursive: true, force: true });
  });

  test(`signals and exit status of a service pass through ${launcher}`, async () => {
    const data = await mkdtemp(join(tmpdir(), 'vitrine-start-'));
    const start = (more: Record<string, string> = {}) =>
      spawn(process.execPath, [...parameters, join('bin', 'vitrine.mjs'), 'serve'], {
        cwd: root,
        env: { ...environment(data), ...more },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const service = start();
      const url = await waitForReady(service);
      if (existsSync('/proc/self/cmdline')) {
        const isReplaced = readFileSync(`/proc/${service.pid}/cmdline`, 'utf8').includes('cli/main.ts');
        assert.equal(isReplaced, parameters.length === 0);
      }
      const ended = once(service, 'exit');
      service.kill(signal);
      assert.deepEqual(await ended, [0, null]);
      assert.ok(await repliesNoMore(url));
    }
    assert.deepEqual(await once(start({ PORT: 'none' }), 'exit'), [1, null]);
    await rm(data, { recursive: true, force: true });
  });
}

test('the launcher asks for huge pages only where the databases of all projects are large', async () => {
  const data = await mkdtemp(join(tmpdir(), 'vitrine-start-'));
  const readTunables = (): string | undefined => {
    const print = "console.log(`tunables=${process.env.GLIBC_TUNABLES??''}.`)";
    const { stdout } = spawnSync(process.execPath, [join('bin', 'vitrine.mjs'), '--help'], {
      cwd: root,
      env: {
        ...environment(data),
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(print)}`,
      },
      encoding: 'utf8',
    });
    // The launcher prints its own first.
    return [...stdout.matchAll(/^tunables=(.*)\.$/gm)].at(-1)?.[1];
  };
  assert.equal(readTunables(), '');
  await mkdir(join(data, 'projects'));
  for (const name of ['a.db', 'b.db', 'a.recommender']) {
    const file = join(data, 'projects', name);
    await writeFile(file, '');
    await truncate(file, 256 * 1024 * 1024 - (name === 'a.db' ? 1 : 0));
  }
  assert.equal(readTunables(), '');
  await truncate(join(data, 'projects', 'a.db'), 256 * 1024 * 1024);
  assert.equal(readTunables(), 'glibc.malloc.hugetlb=1');
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
