import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError } from '../../src/cluster/common/connection-error.ts';
import type { PostgresAddress } from '../../src/lib/postgres-url.ts';
import { PostgresConnection } from '../../src/cluster/postgres/connection.ts';
import { PostgresLogs } from '../../src/cluster/postgres/shared-logs.ts';
import { LogCompacted, LogRestored } from '../../src/ports/cluster/shared-log.ts';
import { VitrineError } from '../../src/ports/errors.ts';
import { hashAt, hashesAt } from '../support/chain-hashes.ts';
import { freePort } from '../support/free-port.ts';
import { assertAgreement, type LogWriter } from '../support/log-writer.ts';
import { findPostgres, PostgresServer } from '../support/postgres/server.ts';
import { openWriters, type Writers } from '../support/postgres/writers.ts';

const found = findPostgres();
const skip = 'missing' in found ? found.missing : false;
const server = 'folder' in found ? await PostgresServer.start(found.folder) : null;
after(() => server?.[Symbol.asyncDispose]());

const bytes = (entry: string): Uint8Array => Buffer.from(entry);
async function* chunksOf(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield bytes(part);
}

let schemas = 0;
const newSchema = (): string => `vitrine_${++schemas}`;

const openProcesses = (count: number): Promise<Writers> => {
  const options = server!.options(newSchema());
  return openWriters(Array.from({ length: count }, () => options));
};

test(
  'PostgresLogs: several processes create the tables and append in one order without gaps',
  { skip },
  async () => {
    await using all = await openProcesses(4);
    await Promise.all(
      all.writers.map(async (writer) => {
        for (let i = 0; i < 20; i++) await writer.write(`${writer.name}-${i}`);
      }),
    );
    await assertAgreement(all.writers);
  },
);

test(
  'PostgresLogs: a snapshot replaces entries while others append, and a late reader restores it',
  { skip },
  async () => {
    await using all = await openProcesses(3);
    const [first, second, late] = all.writers as [LogWriter, LogWriter, LogWriter];
    const log = await all.logs[0]!.open('shop');
    const appending = (async () => {
      for (let i = 0; i < 60; i++) await second.write(`s-${i}`);
    })();
    for (let round = 0; round < 5; round++) {
      await first.write(`f-${round}`);
      const next = first.read.length;
      const snapshot = { next, chainHash: hashAt(next), chunks: chunksOf(...first.read.slice(0, next)) };
      assert.equal(await log.compact(snapshot), true);
      await log.removeObsolete();
    }
    await appending;
    await assert.rejects(log.read(0, 16, null), LogCompacted);
    await assertAgreement([first, second, late]);
  },
);

test(
  'PostgresLogs: of two processes that compact at once, one publishes its snapshot',
  { skip },
  async () => {
    await using all = await openProcesses(2);
    await all.writers[0]!.write('one');
    const logs = await Promise.all(all.logs.map((one) => one.open('shop')));
    // Both have begun before either can publish.
    const begun = logs.map(() => Promise.withResolvers<void>());
    async function* chunks(no: number): AsyncGenerator<Uint8Array> {
      begun[no]!.resolve();
      await Promise.all(begun.map(({ promise }) => promise));
      yield bytes('one');
    }
    const outcomes = await Promise.all(
      logs.map((log, no) => log.compact({ next: 1, chainHash: hashAt(1), chunks: chunks(no) })),
    );
    assert.equal(outcomes.filter((isPublished) => isPublished).length, 1);
    await assertAgreement(all.writers);
  },
);

test('PostgresLogs: a process notices a log that is shorter, other or gone', { skip }, async () => {
  const schema = newSchema();
  await using logs = await PostgresLogs.connect(server!.options(schema));
  await using connection = new PostgresConnection(server!.options(schema));
  const log = await logs.open('shop');
  for (let i = 0; i < 4; i++) assert.equal(await log.append(i, bytes(`${i}`), hashesAt(i)), 'written');
  assert.equal(await log.append(3, bytes('late'), hashesAt(3)), 'taken');
  await assert.rejects(log.read(4, 9, 'other'), LogRestored);
  await assert.rejects(log.append(4, bytes('4'), { before: 'other', after: 'x' }), LogRestored);
  await connection.write(`DELETE FROM ${schema}.entries WHERE number >= 2`);
  await connection.write(`UPDATE ${schema}.logs SET head = 2, hash = $1`, [hashAt(2)]);
  await assert.rejects(log.read(4, 9, hashAt(4)), LogRestored);
  await assert.rejects(log.append(4, bytes('4'), hashesAt(4)), LogRestored);
  await logs.remove('shop');
  await assert.rejects(log.read(2, 9, null), VitrineError);
  const again = await logs.open('shop');
  assert.notEqual(again.id, log.id);
  await assert.rejects(log.read(2, 9, null), LogRestored);
  assert.deepEqual(await again.read(0, 9, null), []);
});

test(
  'PostgresLogs: no acknowledged entry is lost or twice where backends and the server end under writes',
  { skip },
  async () => {
    await using all = await openProcesses(3);
    await using killer = new PostgresConnection(server!.options('public'));
    const writing = all.writers.map(async (writer) => {
      for (let i = 0; i < 40; i++) await writer.write(`${writer.name}-${i}`);
    });
    const over = new AbortController();
    const ending = Promise.all(writing).finally(() => over.abort());
    for (let round = 0; !over.signal.aborted && round < 12; round++) {
      await sleep(30);
      if (round % 6 === 5) {
        await server!.stop(round === 5 ? 'SIGQUIT' : 'SIGINT');
        await server!.resume();
      } else {
        await killer
          .read(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'vitrine' AND pid <> pg_backend_pid()`,
          )
          .catch(() => undefined);
      }
    }
    await ending;
    await assertAgreement(all.writers);
  },
);

test('PostgresLogs: leases have one holder, and members are stored', { skip }, async () => {
  await using all = await openProcesses(2);
  const [one, other] = all.logs as [PostgresLogs, PostgresLogs];
  const lease = (await one.leases.acquire('job'))!;
  assert.equal(lease.held, true);
  assert.equal(await other.leases.acquire('job'), null);
  await lease.release();
  const next = (await other.leases.acquire('job'))!;
  assert.ok(next.fence > lease.fence);
  await next.release();
  const member = { id: 'm', address: '', secret: 's', state: 'joining', renewals: 1 } as const;
  await one.members.put(member);
  await other.members.put({ ...member, renewals: 2 });
  assert.deepEqual(await one.members.list(), [{ ...member, renewals: 2 }]);
  await one.members.remove('m');
  assert.deepEqual(await other.members.list(), []);
});

test(
  'PostgresLogs: a server that is away answers storage_failed, and its return is noticed',
  { skip },
  async () => {
    await using all = await openProcesses(1);
    const [logs] = all.logs as [PostgresLogs];
    const log = await logs.open('shop');
    await server!.stop();
    await assert.rejects(log.append(0, bytes('0'), hashesAt(0)), { code: 'storage_failed' });
    assert.notEqual(logs.findFailure(), null);
    await server!.resume();
    assert.equal(await log.append(0, bytes('0'), hashesAt(0)), 'written');
    assert.equal(logs.findFailure(), null);
    assert.equal(logs.findWriteFailure(), null);
  },
);

test('PostgresLogs: several hosts lead to the primary', { skip }, async () => {
  const schema = newSchema();
  const { address, ...rest } = server!.options(schema);
  const [host] = address().hosts;
  const hosts = [{ host: '127.0.0.1', port: await freePort() }, host!];
  await using logs = await PostgresLogs.connect({ ...rest, address: () => ({ ...address(), hosts }) });
  assert.deepEqual(await (await logs.open('shop')).read(0, 1, null), []);
});

test(
  'PostgresLogs: a server that would lose acknowledged writes, or accepts none, is refused',
  { skip },
  async () => {
    const refused = async (setting: string, failure: string): Promise<void> => {
      await server!.stop();
      await server!.resume([setting]);
      await assert.rejects(PostgresLogs.connect(server!.options('vitrine')), (error) => {
        assert.ok(error instanceof VitrineError && error.cause instanceof ConnectionError, String(error));
        assert.equal(error.cause.failure, failure);
        return true;
      });
    };
    await refused('fsync=off', 'unsafe');
    await using allowed = await PostgresLogs.connect(server!.options('vitrine', { allowsFsyncOff: true }));
    assert.deepEqual(await allowed.members.list(), []);
    await refused('default_transaction_read_only=on', 'read-only');
    await server!.stop();
    await server!.resume();
  },
);

test('PostgresLogs: commits are durable whatever the role has set', { skip }, async () => {
  await using connection = new PostgresConnection(server!.options('public'));
  for (const [level, expected] of [
    ['off', 'on'],
    ['local', 'on'],
    ['remote_write', 'on'],
    ['remote_apply', 'remote_apply'],
  ]) {
    await connection.write(`ALTER ROLE shop SET synchronous_commit = ${level}`);
    await using other = new PostgresConnection(server!.options('public'));
    assert.deepEqual(await other.read('SHOW synchronous_commit'), [{ synchronous_commit: expected }]);
  }
  await connection.write('ALTER ROLE shop RESET synchronous_commit');
});

test(
  'PostgresConnection: a session parses a named statement once; one that lacks it, or has it already, runs it without the name',
  { skip },
  async () => {
    const schema = newSchema();
    const oneSession = server!.options(schema, { poolMax: 1 });
    await using logs = await PostgresLogs.connect(oneSession);
    await logs.open('shop');
    const sql = `INSERT INTO ${schema}.members VALUES ($1, '{}')`;
    const prepared = 'SELECT count(*)::int AS count FROM pg_prepared_statements WHERE name = $1';
    let added = 0;
    for (const disturb of ['DEALLOCATE ALL', null] as const) {
      await using connection = new PostgresConnection(oneSession);
      const statement = connection.nameStatement(sql);
      if (disturb === null) await connection.write(`PREPARE ${statement.name} (text) AS ${sql}`);
      for (let i = 0; i < 4; i++) {
        if (disturb !== null && i === 2) {
          assert.deepEqual(await connection.read(prepared, [statement.name]), [{ count: 1 }]);
          // As a pooler in transaction mode, which sends the next statement to another session.
          await connection.write(disturb);
        }
        assert.equal((await connection.write(statement, [`${added++}`])).count, 1);
      }
      assert.equal(connection.writeFailure, null);
    }
    assert.equal((await logs.members.list()).length, added, 'each statement ran once');
  },
);

test('PostgresLogs: a role without rights to create tables uses those of another one', { skip }, async () => {
  const schema = newSchema();
  await using owner = new PostgresConnection(server!.options(schema));
  await owner.write('CREATE ROLE clerk LOGIN');
  const asClerk = (): PostgresAddress => ({ ...server!.options(schema).address(), user: 'clerk' });
  await assert.rejects(PostgresLogs.connect(server!.options(schema, { address: asClerk })), (error) => {
    assert.ok(error instanceof VitrineError && error.cause instanceof ConnectionError);
    return error.cause.failure === 'forbidden';
  });
  await (await PostgresLogs.connect(server!.options(schema)))[Symbol.asyncDispose]();
  await owner.write(`GRANT USAGE ON SCHEMA ${schema} TO clerk`);
  await owner.write(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO clerk`);
  await using logs = await PostgresLogs.connect(server!.options(schema, { address: asClerk }));
  assert.equal(await (await logs.open('shop')).append(0, bytes('0'), hashesAt(0)), 'written');
});
