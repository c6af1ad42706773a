import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, test } from 'node:test';
import pg from 'pg';
import { ConnectionError } from '../../src/cluster/common/connection-error.ts';
import { PostgresConnection } from '../../src/cluster/postgres/connection.ts';
import { readCode } from '../../src/cluster/postgres/failures.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import { hashAt, hashesAt } from '../support/chain-hashes.ts';
import { assertAgreement } from '../support/log-writer.ts';
import { findPostgres, PostgresServer, serverUser } from '../support/postgres/server.ts';
import { SmallDisk } from '../support/postgres/small-disk.ts';
import { openWriters } from '../support/postgres/writers.ts';
import { until } from '../support/until.ts';

/** Limits that an operator, or a full disk, sets to the sessions of a process. */

const found = findPostgres();
const skip = 'missing' in found ? found.missing : false;
const server = 'folder' in found ? await PostgresServer.start(found.folder) : null;
after(() => server?.[Symbol.asyncDispose]());

const failed = { code: 'storage_failed' };

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(server!.url);
  await client.connect();
  return client;
}

async function run(...statements: readonly string[]): Promise<void> {
  for (const statement of statements) await server!.query(statement);
}

/** Options of a role that may create schemas. */
async function createRole(name: string) {
  await run(`CREATE ROLE ${name} LOGIN`, `GRANT CREATE ON DATABASE postgres TO ${name}`);
  const options = server!.options(name);
  return { ...options, address: () => ({ ...options.address(), user: name }) };
}

test(
  'PostgresLogs: defaults of a role and of the database neither break nor change what is stored',
  { skip },
  async () => {
    const options = await createRole('limited');
    const defaults = {
      statement_timeout: '20ms',
      lock_timeout: '10ms',
      idle_in_transaction_session_timeout: '1ms',
      idle_session_timeout: '20ms',
      default_transaction_read_only: 'on',
      default_transaction_isolation: 'serializable',
      synchronous_commit: 'off',
      client_min_messages: 'error',
      search_path: 'odd, pg_catalog',
      bytea_output: 'escape',
      standard_conforming_strings: 'off',
    };
    await run(
      'CREATE SCHEMA odd',
      'GRANT USAGE ON SCHEMA odd TO PUBLIC',
      `CREATE FUNCTION odd.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT false'`,
      ...Object.entries(defaults).map(([name, value], i) =>
        i % 2 === 0 || name === 'search_path'
          ? `ALTER ROLE limited SET ${name} = ${name === 'search_path' ? value : `'${value}'`}`
          : `ALTER ROLE limited IN DATABASE postgres SET ${name} = '${value}'`,
      ),
    );
    await using all = await openWriters([options, options]);
    const [log] = all.opened;
    const odd = Buffer.from([0, 0x5c, 0x27, 0x22, 0xff, 0x5c, 0x30, 0x30, 0x30]);
    assert.equal(await log!.append(0, odd, hashesAt(0)), 'written');
    assert.deepEqual(Buffer.from((await log!.read(0, 1, null))[0]!), odd);
    await using locker = new PostgresConnection(server!.options('limited'));
    const appended = await locker.transaction(async (query) => {
      await query('SELECT * FROM limited.logs FOR UPDATE');
      const appending = log!.append(1, odd, hashesAt(1));
      // Longer than the timeouts of the role.
      await query('SELECT pg_sleep(0.1)');
      return { appending };
    });
    assert.equal(await appended.appending, 'written');
    await all.logs[0]!.remove('shop');
    await using again = await openWriters([options, options]);
    await Promise.all(
      again.writers.map(async (writer) => {
        for (let i = 0; i < 10; i++) await writer.write(`${writer.name}-${i}`);
      }),
    );
    await assertAgreement(again.writers);
    assert.deepEqual([again.logs[0]!.findFailure(), again.logs[0]!.findWriteFailure()], [null, null]);
  },
);

test('PostgresLogs: an append that the server cancels has an unknown outcome', { skip }, async () => {
  await using all = await openWriters([server!.options('canceled')]);
  const [log] = all.opened;
  const locker = await connect();
  await locker.query('BEGIN');
  await locker.query('SELECT * FROM canceled.logs FOR UPDATE');
  const appending = assert.rejects(log!.append(0, Buffer.from('0'), hashesAt(0)), failed);
  const killer = await connect();
  await until('The append does not wait', async () => {
    const { rowCount } = await killer.query(
      `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'vitrine' AND wait_event_type = 'Lock'`,
    );
    return rowCount! > 0;
  });
  await appending;
  assert.match(all.logs[0]!.findWriteFailure()!, /does not confirm writes in time/);
  await locker.end();
  await killer.end();
  await all.writers[0]!.write('1');
  await assertAgreement(all.writers);
  assert.equal(all.logs[0]!.findWriteFailure(), null);
});

test(
  'PostgresLogs: without its synchronous standby a server acknowledges nothing, reads go on, and writes return with it',
  { skip },
  async () => {
    await using all = await openWriters([server!.options('waiting'), server!.options('waiting')]);
    await all.writers[0]!.write('0');
    await all.writers[1]!.catchUp();
    await server!.stop();
    await server!.resume(['synchronous_standby_names=*']);
    const [one, other] = all.opened;
    const append = (log: typeof one, number: number) =>
      log!.append(number, Buffer.from(`${number}`), hashesAt(number));
    assert.equal((await one!.read(0, 9, null)).length, 1);
    const appending = assert.rejects(append(one, 1), failed);
    const killer = await connect();
    await until('The append does not wait for a standby', async () => {
      const { rowCount } = await killer.query(
        `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = 'vitrine' AND wait_event = 'SyncRep'`,
      );
      return rowCount! > 0;
    });
    // The server commits it, with a warning and success as its reply.
    await appending;
    await killer.end();
    assert.match(all.logs[0]!.findWriteFailure()!, /a synchronous standby may be away/);
    // More writes than connections wait.
    let acknowledged = 0;
    const waiting = Array.from({ length: 9 }, async () => {
      await append(other, 2).then(() => acknowledged++);
    });
    const ended = Promise.allSettled(waiting);
    for (let i = 0; i < 20; i++) assert.equal((await other!.read(1, 9, hashAt(1))).length, 1);
    assert.equal(acknowledged, 0);
    await server!.stop();
    await server!.resume();
    await ended;
    for (const writer of all.writers) await writer.write(writer.name);
    for (const writer of all.writers) await writer.catchUp();
    // One of the nine is stored, as a restart ends its wait.
    assert.deepEqual([...all.writers[0]!.read].sort(), ['0', '1', '2', 'w0', 'w1']);
    assert.deepEqual(all.writers[1]!.read, all.writers[0]!.read);
    for (const logs of all.logs)
      await until('A process reports writes that fail', () => logs.findWriteFailure() === null);
  },
);

test(
  'PostgresLogs: revoked rights fail with their reason, and come back with the grant',
  { skip },
  async () => {
    const options = await createRole('revoked');
    const owner = server!.options('revoked');
    await using _prepared = await openWriters([owner]);
    const grant = 'ON ALL TABLES IN SCHEMA revoked TO revoked';
    await run('GRANT USAGE ON SCHEMA revoked TO revoked', `GRANT SELECT, INSERT, UPDATE, DELETE ${grant}`);
    await using all = await openWriters([options]);
    const [logs] = all.logs;
    await all.writers[0]!.write('0');
    const append = () => all.opened[0]!.append(1, Buffer.from('1'), hashesAt(1));
    const returns = () => until('It still fails', () => logs!.findWriteFailure() === null);

    await run('REVOKE INSERT ON revoked.entries FROM revoked');
    await assert.rejects(append(), { ...failed, message: /rights of the role/ });
    assert.equal(logs!.findWriteFailure(), 'The database lacks tables, or rights of the role');
    assert.equal((await all.opened[0]!.read(0, 9, null)).length, 1);
    // The leader's lease is written all the time.
    assert.equal((await logs!.leases.acquire('job'))!.held, true);
    assert.notEqual(logs!.findWriteFailure(), null);
    await run('GRANT INSERT ON revoked.entries TO revoked');
    await returns();

    await run('REVOKE SELECT ON revoked.logs FROM revoked');
    await assert.rejects(all.opened[0]!.read(0, 9, null), { ...failed, message: /rights of the role/ });
    await run('GRANT SELECT ON revoked.logs TO revoked');
    assert.equal((await all.opened[0]!.read(0, 9, null)).length, 1);

    await run(
      'REVOKE CONNECT ON DATABASE postgres FROM PUBLIC',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'revoked'`,
    );
    await assert.rejects(all.opened[0]!.read(0, 9, null), { ...failed, message: /rights of the role/ });
    assert.equal(logs!.findFailure(), 'The database lacks tables, or rights of the role');
    await run('GRANT CONNECT ON DATABASE postgres TO PUBLIC');
    await all.writers[0]!.write('1');
    await assertAgreement(all.writers);
    assert.equal(logs!.findFailure(), null);
    await returns();
  },
);

const disk = skip === false ? SmallDisk.mount(1_500_000, serverUser) : skip;
after(() => {
  if (typeof disk !== 'string') disk[Symbol.dispose]();
});

test(
  'PostgresLogs: a full disk stops writes with its reason, loses nothing, and writes return with space',
  { skip: typeof disk === 'string' ? disk : false },
  async () => {
    if (typeof disk === 'string') return;
    await run(
      `CREATE TABLESPACE small LOCATION '${disk.folder}'`,
      'ALTER ROLE shop SET default_tablespace = small',
    );
    await using all = await openWriters([server!.options('full_disk')]);
    await run('ALTER ROLE shop RESET default_tablespace');
    const [logs] = all.logs;
    const [log] = all.opened;
    const written: Buffer[] = [];
    const append = async (): Promise<void> => {
      const entry = randomBytes(100_000);
      assert.equal(await log!.append(written.length, entry, hashesAt(written.length)), 'written');
      written.push(entry);
    };
    const fill = async (): Promise<void> => {
      for (;;) await append();
    };
    await assert.rejects(fill(), (error) => {
      assert.ok(error instanceof VitrineError && error.cause instanceof ConnectionError, String(error));
      assert.equal(readCode(error.cause.cause), '53100');
      return error.code === 'storage_failed';
    });
    assert.ok(written.length > 2);
    const reads = async () => (await log!.read(0, 99, null)).map((entry) => Buffer.from(entry));
    assert.deepEqual(await reads(), written);
    assert.equal(logs!.findFailure(), null);
    assert.equal(logs!.findWriteFailure(), 'The disk of the database is full');
    disk.resize(8_000_000);
    await until('Writes do not return', () => logs!.findWriteFailure() === null);
    await append();
    assert.deepEqual(await reads(), written);
  },
);
