import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import {
  assertFailed,
  needsUser,
  otherUser,
  runToEnd,
  type Options,
  type Result,
} from '../support/failed-start.ts';
import { LocalService } from '../support/local-service.ts';
import { isWhole, representative } from '../support/matrix.ts';
import { root } from '../support/service.ts';

/** A service that cannot start exits with 1 and one sentence, which names the cause and a solution. */

const folder = mkdtempSync(join(tmpdir(), 'vitrine-failures-'));
chmodSync(folder, 0o755);
after(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the service, which is expected to fail. */
function serve(environment: Readonly<Record<string, string>>, options: Options = {}): Promise<Result> {
  const settings = { PORT: '0', VITRINE_DEMO: 'off', VITRINE_TEXT_MODEL: 'off', VITRINE_IMAGE_MODEL: 'off' };
  return runToEnd(process.execPath, [join(root, 'src', 'cli', 'main.ts'), 'serve'], {
    environment: { ...settings, VITRINE_DATA: join(folder, 'data'), ...environment },
    ...options,
  });
}

test('a port that is in use is named before the data folder is opened', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const data = join(folder, 'unopened');
  for (const threads of representative(['2'], ['0', '2']))
    assertFailed(
      `Cannot start: another process listens on port ${port} of 127.0.0.1: stop that one, or choose another port with PORT`,
      await serve({ PORT: String(port), VITRINE_THREADS: threads, VITRINE_DATA: data }),
    );
  assert.equal(existsSync(data), false);
  server.close();
});

test('a second start on a folder names the folder, not the port', async () => {
  await using service = await LocalService.start();
  const { port } = new URL(service.url);
  assertFailed(
    /^Cannot start: Cannot open the data folder .* as another process has it: /,
    await serve({ PORT: port, VITRINE_DATA: service.dataDir }),
  );
});

test('addresses and ports that cannot be used are named with their variable', async () => {
  const hosts = ['203.0.113.9', 'http://127.0.0.1', '127.0.0.1:80'];
  for (const host of representative(hosts.slice(0, 1), hosts))
    assertFailed(
      `Cannot start: HOST must be an address of this machine, as 127.0.0.1, or 0.0.0.0 for all; current value is "${host}"`,
      await serve({ HOST: host }),
    );
  assertFailed(
    'Cannot start: PORT must be a number from 0 to 65535; current value is "abc"',
    await serve({ PORT: 'abc' }),
  );
});

test(
  'a data folder that this user may not use, and a port that needs root, are named',
  needsUser,
  async () => {
    const options = { ...otherUser, cwd: '/' };
    const data = join(folder, 'of-another-user');
    mkdirSync(join(data, 'projects'), { recursive: true });
    chmodSync(data, 0o555);
    assertFailed(
      / as this user may not read and write .*of-another-user: .*or choose another folder with VITRINE_DATA$/,
      await serve({ VITRINE_DATA: data }, options),
    );
    if (isWhole)
      assertFailed(
        / as this user may not create it in .*of-another-user: choose/,
        await serve({ VITRINE_DATA: join(data, 'new') }, options),
      );
    const limit = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
    if (existsSync(limit) && Number(readFileSync(limit, 'utf8')) > 81)
      assertFailed(
        'Cannot start: this user may not listen on port 81: choose one from 1024 with PORT',
        await serve({ PORT: '81' }, options),
      );
  },
);

test('data that cannot be read are named with a solution', async () => {
  const newer = join(folder, 'newer');
  mkdirSync(newer);
  const database = new DatabaseSync(join(newer, 'vitrine.db'));
  database.exec('PRAGMA user_version = 99');
  database.close();
  assertFailed(
    /newer.vitrine\.db as a newer version of Vitrine wrote it \(format 99, .*\): start the newer version, or/,
    await serve({ VITRINE_DATA: newer }),
  );
  const damaged = join(folder, 'damaged');
  mkdirSync(damaged);
  writeFileSync(join(damaged, 'vitrine.db'), 'no database '.repeat(500));
  assertFailed(
    /damaged.vitrine\.db as file is not a database: restore the folder from a backup/,
    await serve({ VITRINE_DATA: damaged }),
  );
  writeFileSync(join(damaged, 'lock.db'), 'no database '.repeat(500));
  assertFailed(
    /the lock .* cannot be used \(file is not a database\): delete that file/,
    await serve({ VITRINE_DATA: damaged }),
  );
});

const disk = join(folder, 'disk');
mkdirSync(disk);
const mount = (...options: string[]): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', disk]).status === 0;
const canMount = mount('size=1m') && spawnSync('umount', [disk]).status === 0;

test(
  'a disk without space or inodes, or a read-only one, is named, and the next start succeeds',
  canMount ? {} : { skip: 'this user cannot mount a file system' },
  async () => {
    const data = { VITRINE_DATA: join(disk, 'data') };
    const disks: readonly (readonly [string[], RegExp])[] = [
      [['size=64k'], / as the disk is full: free some space, or choose another folder with VITRINE_DATA$/],
      [['nr_inodes=4'], / as the disk has no room for more files \(inodes\): delete some, or choose /],
      [['ro'], / as it is on a read-only file system: mount that for writing, or choose /],
    ];
    for (const [options, expected] of representative(disks.slice(0, 1), disks)) {
      assert.ok(mount(...options));
      try {
        assertFailed(expected, await serve(data));
        spawnSync('mount', ['-o', 'remount,rw,size=64m,nr_inodes=10000', disk]);
        await using service = await LocalService.start(data);
        assert.equal(service.running, true);
      } finally {
        spawnSync('umount', [disk]);
      }
    }
  },
);

test('a low limit of open files is named', { skip: process.platform !== 'linux' }, async () => {
  const program = `ulimit -n 40 && exec '${process.execPath}' src/cli/main.ts serve`;
  const result = await runToEnd('/bin/sh', ['-c', program], {
    environment: { VITRINE_DATA: join(folder, 'low') },
  });
  assertFailed(
    /^Cannot start: this process may open 40 files only: raise the limit, as with `ulimit -n 4096`/,
    result,
  );
});

test('an unknown option is named, with the variable that it may mean', async () => {
  const vitrine = (option: string) => runToEnd(process.execPath, ['src/cli/main.ts', 'serve', option]);
  assert.deepEqual(await vitrine('--port'), {
    status: 2,
    lines: ['There is no option --port: set PORT in the environment', 'See vitrine --help'],
  });
  assert.deepEqual(
    (await vitrine('--log-level=debug')).lines[0],
    'There is no option --log-level: set VITRINE_LOG_LEVEL in the environment',
  );
  assert.deepEqual((await vitrine('--dat')).lines[0], 'There is no option --dat');
});
