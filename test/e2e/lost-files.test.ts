import assert from 'node:assert/strict';
import { copyFile, cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { checkFolder } from '../../src/engine/data-folder/integrity-check.ts';
import { restoreBackup } from '../../src/engine/data-folder/restore.ts';
import { wholeOnly } from '../support/matrix.ts';
import { vitrine } from '../support/command-line.ts';
import { refusal } from '../support/http.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';

/** Missing and misplaced databases are detected: none is recreated, and none is served in place of another. */

interface Shops {
  readonly service: LocalService;
  readonly keys: Readonly<Record<string, string>>;
}

async function shops(ids: readonly string[]): Promise<Shops> {
  const service = await LocalService.start();
  const keys: Record<string, string> = {};
  for (const id of ids) {
    const key = await service.project(id);
    await service.ask('POST', '/api/items', { key, body: { project: id, data: item(`of-${id}`) } });
    keys[id] = key;
  }
  await service.stop();
  return { service, keys };
}

const locateDatabase = ({ dataDir }: LocalService, id: string): string =>
  join(dataDir, 'projects', `${id}.db`);

async function served({ service, keys }: Shops, id: string): Promise<string> {
  const answer = await service.ask<{ items: { id: string }[] }>('GET', `/api/items?project=${id}`, {
    key: keys[id] ?? '',
  });
  return answer.status === 200 ? answer.body.items.map((one) => one.id).join() : refusal(answer);
}

async function doctor(folder: string) {
  // Loading the models takes most of the time of the command.
  const environment = { VITRINE_IMAGE_MODEL: 'off', VITRINE_TEXT_MODEL: 'off' };
  const ran = await vitrine(['doctor', folder, '--json'], { environment });
  const { problems = [] } = JSON.parse(ran.stdout) as { problems?: string[] };
  return { status: ran.status, problems };
}

/** What `doctor` reports of the databases, without its program. */
const problemsIn = (folder: string): string => checkFolder(folder).problems.join('\n');

test('requests to a project without its database fail with the file name, until it is restored or the project deleted', async () => {
  const both = await shops(['shop', 'rest']);
  await using service = both.service;
  const file = locateDatabase(service, 'shop');
  assert.deepEqual(await doctor(service.dataDir), { status: 0, problems: [] });
  await rename(file, `${file}.away`);
  const { status, problems } = await doctor(service.dataDir);
  assert.equal(status, 1);
  assert.match(problems.join('\n'), /^projects\/shop\.db: its database projects\/shop\.db is missing/);
  await service.restart();
  assert.equal(await served(both, 'shop'), '503 storage_failed');
  assert.equal(await served(both, 'rest'), 'of-rest');
  assert.match(service.output, /projects\/shop\.db is missing\. Restore it from a backup/);
  assert.deepEqual(
    (await readdir(join(service.dataDir, 'projects'))).filter((name) => name === 'shop.db'),
    [],
    'it is not recreated',
  );
  await service.stop();
  await rename(`${file}.away`, file);
  await service.restart();
  assert.equal(await served(both, 'shop'), 'of-shop');
  await service.stop();
  await rm(file);
  await service.restart();
  const headers = await service.signIn();
  assert.equal((await service.ask('DELETE', '/admin/projects/shop', { headers })).status, 200);
  assert.equal((await service.ask('POST', '/admin/projects', { body: { id: 'shop' }, headers })).status, 201);
});

test(
  'another project’s database is not served under a project’s name, and survives its deletion',
  wholeOnly,
  async () => {
    const both = await shops(['shop', 'rest']);
    await using service = both.service;
    await copyFile(locateDatabase(service, 'rest'), locateDatabase(service, 'shop'));
    assert.match((await doctor(service.dataDir)).problems.join('\n'), /it is the one of project "rest"/);
    await service.restart();
    assert.equal(await served(both, 'shop'), '503 storage_failed');
    assert.equal(await served(both, 'rest'), 'of-rest');
    const headers = await service.signIn();
    assert.equal((await service.ask('DELETE', '/admin/projects/shop', { headers })).status, 200);
    assert.ok((await readdir(join(service.dataDir, 'projects'))).includes('shop.db.foreign'));
  },
);

test(
  'a database of another data folder, or of an earlier project with the same id, is not served',
  wholeOnly,
  async () => {
    const one = await shops(['shop']);
    await using service = one.service;
    const other = await shops(['shop']);
    await using elsewhere = other.service;
    const file = locateDatabase(service, 'shop');
    await copyFile(file, `${file}.own`);
    await copyFile(locateDatabase(elsewhere, 'shop'), file);
    assert.match(problemsIn(service.dataDir), /it is of another data folder/);
    await service.restart();
    assert.equal(await served(one, 'shop'), '503 storage_failed');
    const headers = await service.signIn();
    await service.ask('DELETE', '/admin/projects/shop', { headers });
    await service.ask('POST', '/admin/projects', { body: { id: 'shop' }, headers });
    await service.stop();
    await copyFile(`${file}.own`, file);
    assert.match(problemsIn(service.dataDir), /it is of an earlier project of this id/);
  },
);

test('a start fails with a missing or empty control database, and that of another folder does not adopt the projects', async () => {
  const one = await shops(['shop']);
  await using service = one.service;
  const control = join(service.dataDir, 'vitrine.db');
  await rename(control, `${control}.away`);
  await assert.rejects(service.restart(), /vitrine\.db \(the list of projects and keys\) is missing/);
  assert.equal((await doctor(service.dataDir)).status, 1);
  await assert.rejects(readFile(control), 'it is not recreated');
  await writeFile(control, '');
  await assert.rejects(service.restart(), /vitrine\.db is not the list of the projects that are there/);
  assert.equal((await readFile(control)).length, 0, 'the file stays empty');
  await using empty = (await shops([])).service;
  await copyFile(join(empty.dataDir, 'vitrine.db'), control);
  assert.match(problemsIn(service.dataDir), /projects\/shop\.db: it belongs to no project/);
  await service.restart();
  const headers = await service.signIn();
  const taken = await service.ask('POST', '/admin/projects', { body: { id: 'shop' }, headers });
  assert.equal(refusal(taken), '503 storage_failed');
  await service.stop();
  await rename(`${control}.away`, control);
  await service.restart();
  assert.equal(await served(one, 'shop'), 'of-shop');
});

test(
  'an interrupted assignment of folder identities to databases is completed at the next start',
  wholeOnly,
  async () => {
    const both = await shops(['rest', 'shop']);
    await using service = both.service;
    const control = join(service.dataDir, 'vitrine.db');
    const withoutIdentity = (path: string): void => {
      using database = new DatabaseSync(path);
      database.exec("DELETE FROM state WHERE name = 'identity'");
    };
    const interrupt = (): void => {
      withoutIdentity(control);
      using database = new DatabaseSync(control);
      database.exec('DELETE FROM project_files');
    };
    interrupt();
    withoutIdentity(locateDatabase(service, 'shop'));
    assert.deepEqual(await doctor(service.dataDir), { status: 0, problems: [] });
    {
      // As on a full disk, a database without write access aborts the start before the control database has the identity.
      using held = new DatabaseSync(locateDatabase(service, 'shop'));
      held.exec('BEGIN IMMEDIATE');
      await assert.rejects(service.restart(), /projects\/shop\.db could not be given the identity/);
    }
    await service.restart();
    assert.equal(await served(both, 'shop'), 'of-shop');
    assert.equal(await served(both, 'rest'), 'of-rest');
    await service.stop();
    // A database with an identity, but unknown to the control database, belongs to another folder.
    interrupt();
    await rename(locateDatabase(service, 'shop'), locateDatabase(service, 'moved'));
    await assert.rejects(service.restart(), /vitrine\.db is not the list of the projects that are there/);
  },
);

test(
  'restore rejects an incomplete backup before any write, and doctor reports the reason',
  wholeOnly,
  async () => {
    const both = await shops(['shop', 'rest']);
    await using service = both.service;
    await service.restart();
    const headers = await service.signIn();
    const { body } = await service.ask<{ folder: string }>('POST', '/admin/backup', {
      body: { name: 'one' },
      headers,
    });
    await service.stop();
    const work = await mkdtemp(join(tmpdir(), 'vitrine-'));
    try {
      assert.equal(problemsIn(body.folder), '');
      const damages: [what: RegExp, damage: (folder: string) => Promise<unknown>][] = [
        [/projects\/shop\.db: it is missing/, (folder) => rm(join(folder, 'projects', 'shop.db'))],
        [/vitrine\.db: it is missing/, (folder) => rm(join(folder, 'vitrine.db'))],
        [/manifest\.json: /, (folder) => writeFile(join(folder, 'manifest.json'), '{}')],
        [
          /projects\/shop\.db: it is not what the manifest says/,
          (folder) => copyFile(join(folder, 'projects', 'rest.db'), join(folder, 'projects', 'shop.db')),
        ],
        [
          /projects\/more\.db: it belongs to no project/,
          (folder) => copyFile(join(folder, 'projects', 'rest.db'), join(folder, 'projects', 'more.db')),
        ],
        [
          /projects\/shop\.db: it is missing/,
          async (folder) => {
            await rm(join(folder, 'projects', 'shop.db'));
            const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as {
              databases: { project: string | null }[];
            };
            manifest.databases = manifest.databases.filter(({ project }) => project !== 'shop');
            await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
          },
        ],
      ];
      for (const [index, [what, damage]] of damages.entries()) {
        const folder = join(work, `backup${index}`);
        await cp(body.folder, folder, { recursive: true });
        await damage(folder);
        const into = join(work, `data${index}`);
        await assert.rejects(restoreBackup(folder, into), what);
        await assert.rejects(readdir(into), { code: 'ENOENT' }, 'restore writes nothing');
        assert.notEqual(problemsIn(folder), '', String(what));
      }
      const [folder, into] = [join(work, 'backup0'), join(work, 'data0')];
      const ran = await vitrine(['restore', folder, '--data', into, '--json']);
      assert.equal(ran.status, 1);
      assert.match((JSON.parse(ran.stdout) as { error: string }).error, damages[0]![0]);
      await assert.rejects(readdir(into), { code: 'ENOENT' }, 'restore writes nothing');
      assert.equal((await doctor(folder)).status, 1);
      const bare = join(work, 'bare');
      await cp(body.folder, bare, { recursive: true });
      await rm(join(bare, 'manifest.json'));
      assert.match(
        (await vitrine(['restore', bare, '--data', join(work, 'x')])).stderr,
        /has no manifest\.json.* copy vitrine\.db and the folder projects from it into an empty folder, and check that with `vitrine doctor`/,
      );
      assert.equal(problemsIn(bare), '', 'without the manifest, the databases are consistent');
      const restored = join(work, 'restored');
      assert.equal((await vitrine(['restore', body.folder, '--data', restored])).status, 0);
      assert.equal(problemsIn(restored), '');
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  },
);

test('doctor is read-only, and rejects a folder in use and an invalid folder', wholeOnly, async () => {
  const one = await shops(['shop']);
  await using service = one.service;
  const names = async (): Promise<string[]> => (await readdir(service.dataDir, { recursive: true })).sort();
  const before = await names();
  assert.equal((await doctor(service.dataDir)).status, 0);
  assert.deepEqual(await names(), before);
  await service.restart();
  await service.crash();
  assert.deepEqual(await doctor(service.dataDir), { status: 0, problems: [] }, 'after a crash');
  await service.restart();
  const running = await vitrine(['doctor', service.dataDir]);
  assert.equal(running.status, 1);
  assert.match(running.stderr, /a process uses it/);
  const none = await vitrine(['doctor', tmpdir()]);
  assert.match(none.stderr, /neither a data folder nor a backup/);
});
