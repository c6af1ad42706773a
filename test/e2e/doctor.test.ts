import assert from 'node:assert/strict';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { vitrine } from '../support/command-line.ts';
import { LocalServer } from '../support/local-server.ts';
import { LocalService } from '../support/local-service.ts';
import { pngFile } from '../support/png-file.ts';
import { item } from '../support/service.ts';
import { until } from '../support/until.ts';

/** `vitrine doctor` with the environment of a stopped service, and on a running one. */

interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warn' | 'fail';
  readonly detail: string;
}
interface Report {
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

/** Each row begins with the number of its filter. */
const pixels = Buffer.from(Array.from({ length: 64 * 65 }, (_, i) => (i % 65 === 0 ? 0 : (i * 7) % 256)));
const picture = pngFile({ width: 64, height: 64, channels: 1, pixels });

let service: LocalService;
let key = '';
let folder: string;
/** A host that takes two seconds for each picture. */
let pictures: LocalServer;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-doctor-'));
  pictures = await LocalServer.start((_request, response) => {
    setTimeout(() => response.end(picture), 2_000);
  });
  service = await LocalService.start({
    VITRINE_IMAGE_MODEL: 'vendored',
    VITRINE_BACKUP_TO: join(folder, 'backups'),
    VITRINE_PICTURE_HOSTS: new URL(pictures.url).host,
  });
  const { key: own } = (
    await service.ask<{ key: string }>('POST', '/admin/keys', {
      headers: await service.signIn(),
      body: { name: 'doctor', scopes: ['admin', 'items:write'] },
    })
  ).body;
  key = own;
  await service.project('shop');
  // A host that refuses connections: the picture fails for good after its attempts, or at once as its address is private.
  const failing = { ...item('a'), imgs: ['http://127.0.0.1:1/a.jpg'] };
  const slow = Array.from({ length: 5 }, (_, i) => ({
    ...item(`s${i}`),
    imgs: [`${pictures.url}/${i}.png`],
  }));
  const data = [failing, ...slow];
  const sent = await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
  assert.ok(sent.status < 300, JSON.stringify(sent.body));
  await until('no failed picture', async () => {
    const { body } = await service.ask<{ projects: { pictures: { failed: number; pending: number } }[] }>(
      'GET',
      '/admin/projects',
      { key },
    );
    const { failed, pending } = body.projects[0]!.pictures;
    return failed === 1 && pending === 0;
  });
  await until('no backup', async () =>
    (await (await fetch(`${service.url}/metrics`)).text()).includes('vitrine_backups_stored 1'),
  );
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await pictures[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Loading them takes most of the time of the command. */
const noModels = { VITRINE_IMAGE_MODEL: 'off', VITRINE_TEXT_MODEL: 'off' };

async function doctor(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<{ status: number | null; ok: boolean; checks: ReadonlyMap<string, Check> }> {
  const { status, stdout, stderr } = await vitrine(['doctor', ...args, '--json'], { environment });
  const report = JSON.parse(stdout) as Report;
  assert.ok('checks' in report, stdout + stderr);
  return { status, ok: report.ok, checks: new Map(report.checks.map((check) => [check.name, check])) };
}

test('doctor --url checks the parts, the version, the clock, backups and pictures of a running service', async () => {
  const { status, ok, checks } = await doctor(['--url', service.url, '--key', key]);
  assert.deepEqual([status, ok], [0, true]);
  for (const name of ['version', 'clock', 'storage', 'console', 'writes', 'imageModel', 'backups'])
    assert.equal(checks.get(name)?.state, 'ok', name);
  assert.equal(checks.get('textModel')?.state, 'warn', 'the test has none');
  const failed = checks.get('pictures');
  assert.equal(failed?.state, 'warn');
  assert.match(failed.detail, /^failed: 1 of 127\.0\.0\.1:1 \(shop, \w+\)$/);
  const slow = checks.get('picture hosts');
  assert.equal(slow?.state, 'warn');
  const host = new URL(pictures.url).host.replaceAll('.', '\\.');
  assert.match(slow.detail, new RegExp(`^slow, per picture: ${host} \\(shop\\): [2-9]\\.\\d s to fetch, `));
});

test('doctor checks the environment of a stopped service, and changes nothing', async () => {
  await service.stop();
  const backups = { VITRINE_BACKUP_TO: join(folder, 'backups') };
  const first = await doctor([service.dataDir], backups);
  assert.deepEqual([first.status, first.ok], [0, true]);
  for (const name of ['node', 'version', 'clock', 'disk', 'image model', 'text model', 'backup'])
    assert.equal(first.checks.get(name)?.state, 'ok', name);
  assert.match(first.checks.get('pictures')!.detail, /1 of 127\.0\.0\.1:1 \(shop, \w+\)/);

  const without = await doctor([service.dataDir], noModels);
  assert.deepEqual([without.status, without.checks.get('backup')?.state], [0, 'warn']);
  const none = await doctor([service.dataDir], { VITRINE_BACKUP_TO: join(folder, 'none'), ...noModels });
  assert.deepEqual([none.status, none.checks.get('backup')?.state], [1, 'fail']);
  assert.equal(none.checks.get('text model')?.detail, 'off: keyword search only');

  const wrong = await doctor([service.dataDir], { VITRINE_THREADS: 'many' });
  assert.deepEqual([wrong.status, wrong.ok], [1, false]);
  assert.match(wrong.checks.get('configuration')!.detail, /VITRINE_THREADS must be/);
});

test('doctor notices a clock that was set back, and data of a newer version', async () => {
  await service.stop();
  const file = join(service.dataDir, 'vitrine.db');
  const later = new Date(Date.now() + 3_600_000);
  await utimes(file, later, later);
  const { status, checks } = await doctor([service.dataDir], noModels);
  assert.equal(status, 1);
  assert.match(checks.get('clock')!.detail, /^3\d\d\d s behind the last write/);
  await utimes(file, new Date(), new Date());

  const database = new DatabaseSync(join(service.dataDir, 'projects', 'shop.db'));
  const { user_version: format } = database.prepare('PRAGMA user_version').get() as { user_version: number };
  database.exec(`PRAGMA user_version = ${format + 1}`);
  const newer = await doctor([service.dataDir], noModels);
  assert.equal(newer.status, 1);
  assert.match(newer.checks.get('version')!.detail, /^projects\/shop\.db has the format of a newer version/);
  database.exec(`PRAGMA user_version = ${format}`);
  database.close();
});
