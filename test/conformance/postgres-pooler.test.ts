import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import type { PostgresOptions } from '../../src/cluster/postgres/connection.ts';
import { hashesAt } from '../support/chain-hashes.ts';
import { assertAgreement } from '../support/log-writer.ts';
import { findPgBouncer, Pooler } from '../support/postgres/pooler.ts';
import { findPostgres, PostgresServer } from '../support/postgres/server.ts';
import { openWriters } from '../support/postgres/writers.ts';
import { until } from '../support/until.ts';

/** Processes behind PgBouncer, which in transaction mode gives each transaction any session. */

const found = findPostgres();
const bouncer = findPgBouncer();
const skip = 'missing' in found ? found.missing : 'missing' in bouncer ? bouncer.missing : false;
// An asynchronous commit stays in memory for ten seconds.
const server =
  'folder' in found && skip === false
    ? await PostgresServer.start(found.folder, ['wal_writer_delay=10s'])
    : null;
after(() => server?.[Symbol.asyncDispose]());

const startPooler = (mode: 'session' | 'transaction'): Promise<Pooler> =>
  Pooler.start('program' in bouncer ? bouncer.program : '', server!, mode);

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

if (server !== null)
  await run(
    server.url,
    'CREATE ROLE pooled LOGIN SUPERUSER',
    'ALTER ROLE pooled SET synchronous_commit = off',
  );

for (const mode of ['transaction', 'session'] as const) {
  const connectThrough = (pooler: Pooler, schema: string, user = 'shop'): PostgresOptions =>
    server!.options(schema, { address: () => pooler.address(user) });

  test(
    `PostgresLogs: processes behind a pooler in ${mode} mode append in one order, and survive a crash of the server`,
    { skip },
    async () => {
      await using pooler = await startPooler(mode);
      const options = connectThrough(pooler, `many_${mode}`);
      await using all = await openWriters([options, options, options]);
      const writing = Promise.all(
        all.writers.map(async (writer) => {
          for (let i = 0; i < 30; i++) await writer.write(`${writer.name}-${i}`);
        }),
      );
      await until('Nothing is written', () => all.writers.every(({ written }) => written.length > 3));
      await server!.stop('SIGQUIT');
      await server!.resume();
      await writing;
      await assertAgreement(all.writers);
      const lease = await all.logs[0]!.leases.acquire('job');
      assert.equal(await all.logs[1]!.leases.acquire('job'), null);
      await lease!.release();
      await all.logs[0]!.remove('shop');
    },
  );

  test(
    `PostgresLogs: commits behind a pooler in ${mode} mode are durable, although those of the role are not`,
    { skip },
    async () => {
      await run(server!.url, `CREATE TABLE ${mode}_control (no int)`);
      await using pooler = await startPooler(mode);
      await using all = await openWriters([connectThrough(pooler, `durable_${mode}`, 'pooled')]);
      const [log] = all.opened;
      const others = Array.from({ length: mode === 'transaction' ? 3 : 1 }, async () => {
        // Each of the pooler's sessions is held once, so that none has what this process has set.
        await run(pooler.url('pooled'), 'SET synchronous_commit = off', 'SELECT pg_sleep(0.05)');
      });
      await Promise.all(others);
      for (let number = 0; number < 5; number++)
        assert.equal(await log!.append(number, Buffer.from(`${number}`), hashesAt(number)), 'written');
      // A commit of another client that the crash loses, which shows that it would lose such ones of this process.
      await run(pooler.url('pooled'), `INSERT INTO ${mode}_control VALUES (1)`);
      await server!.stop('SIGQUIT');
      await server!.resume();
      const entries = await log!.read(0, 9, null);
      assert.deepEqual(
        entries.map((entry) => Buffer.from(entry).toString()),
        ['0', '1', '2', '3', '4'],
      );
      const client = new pg.Client(server!.url);
      await client.connect();
      assert.equal((await client.query(`SELECT * FROM ${mode}_control`)).rowCount, 0);
      await client.end();
    },
  );

  test(
    `PostgresLogs.hints: behind a pooler in ${mode} mode ${mode === 'session' ? 'they arrive' : 'processes poll, and say why once'}`,
    { skip },
    async () => {
      await using pooler = await startPooler(mode);
      const warnings: string[] = [];
      const options = {
        ...connectThrough(pooler, `hinted_${mode}`),
        warn: (message: string) => warnings.push(message),
      };
      await using all = await openWriters([options, options]);
      const names: (string | null)[] = [];
      for (const logs of all.logs) logs.hints!.subscribe((hint) => names.push(hint?.log ?? null));
      const active = (): boolean[] => all.logs.map(({ hints }) => hints!.isActive);
      if (mode === 'session') {
        await until('No hints arrive', () => active().every(Boolean));
        await all.writers[0]!.write('0');
        await until('No hint of the entry arrives', () => names.includes('shop'));
        assert.deepEqual(warnings, []);
      } else {
        await until('The pooler is not noticed', () => warnings.length === 2);
        for (const warning of warnings) assert.match(warning, /pooler in transaction mode/);
        assert.deepEqual(active(), [false, false]);
        await all.writers[0]!.write('0');
        await assertAgreement(all.writers);
      }
    },
  );
}
