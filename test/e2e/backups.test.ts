import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { formatBackupName } from '../../src/domain/backups/backup-schedule.ts';
import { asJson, vitrine, withFolder } from '../support/command-line.ts';
import { LocalService } from '../support/local-service.ts';
import { S3Server } from '../support/s3-server.ts';
import { until } from '../support/until.ts';

/** Scheduled backups of a running service, and the commands that read them, in order. */

let folder: string;
/** A service with a shop of three items and an event, which the tests restart with the store of their backups. */
let service: LocalService;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-backups-'));
  service = await LocalService.start();
  await fillShop();
});
after(async () => {
  await service?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

interface Drill {
  readonly ok: boolean;
  readonly from: string;
  readonly projects: readonly {
    readonly project: string;
    readonly items: { readonly expected: number; readonly found: number };
    readonly events: { readonly expected: number; readonly found: number };
    readonly search: { readonly query: string; readonly results: number } | null;
  }[];
  readonly problems: readonly string[];
}

async function fillShop(): Promise<void> {
  const key = await service.project('shop', ['items:write', 'events']);
  const data = ['Lamp', 'Chair', 'Table'].map((name, i) => ({
    id: `p${i}`,
    name,
    price: 10,
    sku: `s${i}`,
    imgs: [],
    description: name,
    currency: 'EUR',
    availability: 'in_stock',
  }));
  const sent = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  assert.ok(sent.status < 300, JSON.stringify(sent.body));
  const event = { type: 'view', user: 'u1', item: 'p1' };
  const sentEvent = await service.ask('POST', '/api/events', { key, body: { project: 'shop', data: event } });
  assert.ok(sentEvent.status < 300, JSON.stringify(sentEvent.body));
}

/** A folder as an interrupted backup leaves it, last changed a while ago. */
async function leavePartial(path: string, agoMs: number): Promise<void> {
  await mkdir(join(path, 'projects'), { recursive: true });
  const at = new Date(Date.now() - agoMs);
  for (const name of ['projects/shop.db', 'vitrine.db', 'projects', '.']) {
    if (name.endsWith('.db')) await writeFile(join(path, name), 'half');
    await utimes(join(path, name), at, at);
  }
}

test('what interrupted backups left is deleted at the start and before the next backup, and nothing else', async () => {
  const own = join(service.dataDir, 'backups');
  const store = join(folder, 'left');
  const minute = 60_000;
  await service.stop();
  await leavePartial(join(own, 'killed.partial'), 0);
  await leavePartial(join(own, '.staging', 'sent.partial'), 0);
  await leavePartial(join(store, 'vitrine-20260101T000000Z.partial'), 120 * minute);
  // Another process may write it. The first backup of this one may end before it is looked at: it deletes what failed a day ago.
  const written = `${formatBackupName(Date.now() - 5 * minute)}.partial`;
  await leavePartial(join(store, written), 5 * minute);
  await mkdir(join(own, 'notes.partial'), { recursive: true });
  await writeFile(join(own, 'notes.partial', 'notes.txt'), 'mine');
  await service.restart({ VITRINE_BACKUP_TO: store });
  assert.deepEqual((await readdir(own)).sort(), ['.staging', 'notes.partial']);
  assert.deepEqual(await readdir(join(own, '.staging')), []);
  assert.ok(!(await readdir(store)).includes('vitrine-20260101T000000Z.partial'));
  assert.ok((await readdir(store)).includes(written));
  await leavePartial(join(own, 'other.partial'), 0);
  const headers = await service.signIn();
  const { status } = await service.ask('POST', '/admin/backup', { body: { name: 'whole' }, headers });
  assert.equal(status, 201);
  assert.deepEqual((await readdir(own)).sort(), ['.staging', 'notes.partial', 'whole']);
  await service.stop();
  await rm(own, { recursive: true });
  await rm(store, { recursive: true });
  await service.restart({});
});

/** Restarts the service with another store of backups. */
async function restart(environment: Readonly<Record<string, string>>): Promise<void> {
  await service.stop();
  await service.restart({ VITRINE_LOG_LEVEL: 'info', ...environment });
}

const firstBackup = (): Promise<void> =>
  until(
    () => `There is no backup: ${service.output}`,
    async () => (await gauges())['vitrine_backups_stored'] === 1,
  );

/** The gauges of backups. */
async function gauges(): Promise<Record<string, number>> {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const found = text.matchAll(/^(vitrine_backups?_\w+) (\S+)$/gm);
  return Object.fromEntries([...found].map(([, name, value]) => [name, Number(value)]));
}

const ready = async (): Promise<{ ready: boolean; detail: string } | undefined> =>
  (await service.ask<{ parts: Record<string, { ready: boolean; detail: string }> }>('GET', '/ready')).body
    .parts['backups'];

test('a service backs up to a folder, and the restore drill compares the backup with its manifest', async () => {
  const to = join(folder, 'nas');
  await restart({ VITRINE_BACKUP_TO: to });
  await firstBackup();
  const {
    vitrine_backup_last_success_timestamp_seconds: at = 0,
    vitrine_backup_last_size_bytes: bytes = 0,
    vitrine_backup_last_duration_seconds: seconds = 0,
    vitrine_backup_failures: failures,
  } = await gauges();
  assert.deepEqual([at > 1.7e9, bytes > 4_096, seconds > 0, failures], [true, true, true, 0]);
  const { ready: isReady, detail } = (await ready()) ?? {};
  assert.ok(isReady);
  assert.match(detail ?? '', /^The newest backup is of \d{4}-\d\d-\d\dT\d\d:\d\dZ \(1 stored\)$/);
  assert.match(service.output, /"msg":"backup stored and verified"/);
  const { backups } = await asJson<{ backups: { name: string; complete: boolean }[] }>([
    'backup',
    'list',
    to,
  ]);
  assert.deepEqual([backups.length, backups[0]!.complete], [1, true]);

  const { ok, from, projects, problems } = await asJson<Drill>(['backup', 'verify', to, '--temp', folder]);
  assert.deepEqual([ok, problems, from], [true, [], join(to, backups[0]!.name)]);
  const [shop] = projects;
  assert.deepEqual(
    [projects.length, shop?.project, shop?.items, shop?.events],
    [1, 'shop', { expected: 3, found: 3 }, { expected: 1, found: 1 }],
  );
  assert.ok(['Lamp', 'Chair', 'Table'].includes(shop?.search?.query ?? ''));
  assert.equal(shop?.search?.results, 1);
  assert.deepEqual(await readdir(folder), ['nas'], 'the drill leaves no folder');
  const text = await vitrine(['backup', 'verify', to]);
  assert.deepEqual([text.status, /^shop +3 +1 +"\w+": 1$/m.test(text.stdout)], [0, true]);
});

test('backup list names the backups by `vitrine backup`, too', async () => {
  const headers = await service.signIn();
  const sent = await service.ask('POST', '/admin/backup', { body: { name: 'before-the-move' }, headers });
  assert.equal(sent.status, 201);
  interface Listed {
    readonly backups: readonly {
      readonly name: string;
      readonly complete: boolean;
      readonly bytes: number;
    }[];
  }
  const environment = { VITRINE_DATA: service.dataDir };
  const { stdout } = await vitrine(['backup', 'list', '--json'], { environment });
  const { backups } = JSON.parse(stdout) as Listed;
  assert.deepEqual(
    backups.map(({ name, complete, bytes }) => [name, complete, bytes > 10_000]),
    [['before-the-move', true, true]],
  );
  const own = join(folder, 'mixed');
  await cp(join(folder, 'nas'), own, { recursive: true });
  await cp(join(service.dataDir, 'backups', 'before-the-move'), join(own, 'before-the-move'), {
    recursive: true,
  });
  const mixed = await asJson<Listed>(['backup', 'list', own]);
  assert.ok(mixed.backups.some(({ name }) => name === 'before-the-move'));
  assert.ok(mixed.backups.some(({ name }) => name.startsWith('vitrine-')));
});

test('a damaged backup fails the drill with exit status 1', async () => {
  const to = join(folder, 'damaged');
  await cp(join(folder, 'nas'), to, { recursive: true });
  const [name = ''] = await readdir(to);
  await truncate(join(to, name, 'projects', 'shop.db'), 4_096);
  const { error } = await asJson<{ error: string }>(['backup', 'verify', to], 1);
  assert.match(error, /it is damaged: projects\/shop\.db: it is not what the manifest says/);
});

test('a mistyped folder is an error of the commands on backups, and is not created', async () => {
  const missing = join(folder, 'mistyped');
  for (const command of [
    ['backup', 'list', missing],
    ['backup', 'verify', missing],
    ['restore', missing, '--data', join(folder, 'restored')],
  ]) {
    const { status, stderr } = await vitrine(command);
    assert.deepEqual([status, stderr], [1, `There is no folder ${missing}\n`], command.join(' '));
  }
  assert.deepEqual(
    (await readdir(folder)).filter((name) => ['mistyped', 'restored'].includes(name)),
    [],
  );
});

test('a service backs up to an S3-compatible store, from which it is restored', async () => {
  await using server = await S3Server.open();
  const environment = server.environment('nightly/shop');
  await restart(environment);
  await firstBackup();
  const sent = server.requests.filter((request) => request.startsWith('PUT'));
  assert.match(sent.at(-1)!, /nightly\/shop\/vitrine-\w+\/manifest\.json$/, 'the manifest is the last file');
  const drill = await vitrine(['backup', 'verify', '--json'], { environment });
  assert.equal(drill.status, 0, drill.stdout);
  assert.equal((JSON.parse(drill.stdout) as Drill).projects[0]?.items.found, 3);
  await withFolder(async (into) => {
    const data = join(into, 'data');
    const restored = await vitrine(['restore', 's3://backups/nightly/shop', '--data', data], { environment });
    assert.deepEqual([restored.status, restored.stderr], [0, '']);
    assert.deepEqual(await readdir(into), ['data'], 'the download is deleted');
    const { projects } = await asJson<{ projects: { items: number }[] }>([
      'projects',
      'list',
      '--data',
      data,
    ]);
    assert.equal(projects[0]?.items, 3);
  });
  const secret = environment['AWS_SECRET_ACCESS_KEY']!;
  assert.ok(!service.output.includes(secret) && !drill.stdout.includes(secret));
});

test('a store that refuses fails backups, but not the service', async () => {
  await using server = await S3Server.open();
  server.refuses = () => 403;
  await restart(server.environment('shop'));
  await until('No backup failed', async () => (await gauges())['vitrine_backup_failures'] === 1);
  assert.deepEqual(await ready(), {
    ready: false,
    detail: 'There is no backup yet; the last attempt failed, see the log',
  });
  assert.equal((await service.ask('GET', '/ready')).status, 200);
  assert.match(service.output, /403 Refused: By the test/);
});

for (const [args, message] of [
  [['backup', 'list'], /Name the location of the backups, or set VITRINE_BACKUP_TO/],
  [['restore', 's3://backups/x'], /AWS_ACCESS_KEY_ID must be set/],
] as const)
  test(`vitrine ${args.join(' ')} fails with a reason`, async () => {
    const { status, stderr } = await vitrine(args);
    assert.equal(status, 1);
    assert.match(stderr, message);
  });
