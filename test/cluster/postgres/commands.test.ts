import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { vitrine, withFolder } from '../../support/command-line.ts';
import { LocalService } from '../../support/local-service.ts';
import { SchemaDump } from '../../support/postgres/dump.ts';
import { findPostgres, PostgresServer } from '../../support/postgres/server.ts';
import { until } from '../../support/until.ts';
import { wholeOnly } from '../../support/matrix.ts';

/** Processes of a service on PostgreSQL, and the commands for it. */

const found = findPostgres();
const skip = 'missing' in found ? found.missing : false;
const server = 'folder' in found ? await PostgresServer.start(found.folder) : null;
after(() => server?.[Symbol.asyncDispose]());

const environment = (schema: string): Record<string, string> => ({
  VITRINE_ENGINE: 'postgres',
  VITRINE_POSTGRES_URL: server!.url,
  VITRINE_POSTGRES_SCHEMA: schema,
});

const item = (no: number): object => ({
  id: `p${no}`,
  sku: `s${no}`,
  name: `Lamp ${no}`,
  description: '',
  price: 10,
  imgs: [],
});

const put = async (service: LocalService, key: string, no: number): Promise<number> => {
  const body = { project: 'shop', data: item(no) };
  return (await service.ask('POST', '/api/items', { key, body })).status;
};

const count = async (service: LocalService, key: string): Promise<number | undefined> =>
  (await service.ask<{ total?: number }>('GET', '/search/shop?q=lamp', { key })).body.total;

test(
  'two processes on PostgreSQL see each other’s writes at once, and survive a restart of the server',
  { skip },
  async () => {
    await using one = await LocalService.start(environment('pair'));
    await using other = await LocalService.start(environment('pair'));
    const key = await one.project('shop');
    for (let no = 0; no < 6; no++) {
      assert.equal(await put(no % 2 === 0 ? one : other, key, no), 201);
      assert.equal(await count(no % 2 === 0 ? other : one, key), no + 1);
    }
    await server!.stop();
    assert.equal(await put(one, key, 6), 503);
    const ready = await other.ask<{ ready: boolean }>('GET', '/ready');
    assert.deepEqual([ready.status, ready.body.ready], [503, false]);
    await server!.resume();
    await until(
      () => 'Writes do not continue',
      async () => (await put(one, key, 7)) === 201,
    );
    assert.equal(await count(other, key), 7);
  },
);

test(
  'revoked rights show at /ready and in vitrine doctor, and writes return with the grant, without a restart',
  { skip: skip === false ? wholeOnly.skip : skip },
  async () => {
    await server!.query('CREATE ROLE clerk LOGIN');
    await using owner = await LocalService.start(environment('granted'));
    const key = await owner.project('shop');
    await server!.query('GRANT USAGE ON SCHEMA granted TO clerk');
    await server!.query('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA granted TO clerk');
    const env = {
      ...environment('granted'),
      VITRINE_POSTGRES_URL: server!.url.replace('shop@', 'clerk@'),
    };
    await using service = await LocalService.start(env);
    assert.equal(await put(service, key, 0), 201);
    const writes = async (): Promise<{ ready: boolean; detail: string }> => {
      const { body } = await service.ask<{ parts: Record<string, { ready: boolean; detail: string }> }>(
        'GET',
        '/ready',
      );
      return body.parts['writes']!;
    };
    /** What `vitrine doctor` says of the database. */
    const database = async (): Promise<string> => {
      let said = '';
      await withFolder(async (folder) => {
        const { stdout } = await vitrine(['doctor', '--json'], {
          environment: { ...env, VITRINE_DATA: folder },
        });
        const { checks } = JSON.parse(stdout) as {
          checks: { name: string; state: string; detail: string }[];
        };
        const { state, detail } = checks.find(({ name }) => name === 'database')!;
        said = `${state}: ${detail}`;
      });
      return said;
    };
    await server!.query('REVOKE INSERT ON granted.entries FROM clerk');
    assert.equal(await put(service, key, 1), 503);
    assert.deepEqual(await writes(), {
      ready: false,
      detail: 'The database lacks tables, or rights of the role',
    });
    assert.equal(await count(service, key), 1);
    assert.match(await database(), /^fail: .*permission denied for table entries/);
    await server!.query('GRANT INSERT ON granted.entries TO clerk');
    await until('Writes are not ready', async () => (await writes()).ready);
    assert.equal(await put(service, key, 1), 201);
    assert.equal(await count(service, key), 2);
    assert.match(await database(), /^ok: PostgreSQL/);
  },
);

test('commands prepare, check and need no repair of a database', { skip }, async () => {
  const env = environment('prepared');
  const prepared = await vitrine(['cluster', 'prepare', '--json'], { environment: env });
  assert.deepEqual([prepared.status, JSON.parse(prepared.stdout)], [0, { ok: true }]);
  const repaired = await vitrine(['cluster', 'repair'], { environment: env });
  assert.deepEqual(
    [repaired.status, repaired.stdout],
    [0, 'There is nothing to repair in a PostgreSQL database\n'],
  );
  await withFolder(async (folder) => {
    const { stdout } = await vitrine(['doctor', '--json'], { environment: { ...env, VITRINE_DATA: folder } });
    const { checks } = JSON.parse(stdout) as { checks: { name: string; state: string; detail: string }[] };
    const byName = new Map(checks.map((check) => [check.name, check]));
    assert.match(byName.get('database')!.detail, /^PostgreSQL \d+/);
    assert.equal(byName.get('standby')!.detail, 'a commit is on one machine alone');
    assert.ok(byName.has('clock'));
  });
  const wrong = await vitrine(['cluster', 'prepare'], {
    environment: { ...env, VITRINE_POSTGRES_URL: server!.url.replace('shop@', 'stranger@') },
  });
  assert.equal(wrong.status, 1);
  assert.match(wrong.stderr, /VITRINE_POSTGRES_URL must have the user and the password of a role/);
});

test('vitrine migrate moves all data into a database and back', { skip }, async () => {
  await using alone = await LocalService.start();
  const key = await alone.project('shop');
  for (let no = 0; no < 5; no++) assert.equal(await put(alone, key, no), 201);
  await alone.stop();
  const env = environment('moved');
  const migrate = (from: string, to: string, folder: string) =>
    vitrine(['migrate', '--from', from, '--to', to, '--data', folder, '--json'], { environment: env });
  const moved = await migrate('embedded', 'postgres', alone.dataDir);
  assert.equal(moved.status, 0, moved.stderr);
  await using shared = await LocalService.start(env);
  assert.equal(await count(shared, key), 5);
  assert.equal(await put(shared, key, 5), 201);
  await shared.stop();
  await withFolder(async (folder) => {
    const back = await migrate('postgres', 'embedded', folder);
    assert.equal(back.status, 0, back.stderr);
    await using again = await LocalService.start({ VITRINE_DATA: folder });
    assert.equal(await count(again, key), 6);
  });
});

test('processes follow a database that was restored by pg_restore while they run', { skip }, async () => {
  const schema = 'restored';
  await using one = await LocalService.start(environment(schema));
  await using other = await LocalService.start(environment(schema));
  const key = await one.project('shop');
  assert.equal(await put(one, key, 0), 201);
  await using dump = await SchemaDump.write(server!, schema);
  assert.equal(await put(other, key, 1), 201);
  assert.deepEqual([await count(one, key), await count(other, key)], [2, 2]);
  await dump.remove();
  assert.equal((await one.ask('GET', '/search/shop?q=lamp', { key })).status, 503);
  await dump.restore();
  for (const service of [one, other])
    await until('A process does not follow', async () => (await count(service, key)) === 1);
  assert.equal(await put(one, key, 2), 201);
  assert.equal(await count(other, key), 2);
  assert.equal((await other.ask('GET', '/ready')).status, 200);
});
