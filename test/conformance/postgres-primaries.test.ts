import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PostgresOptions } from '../../src/cluster/postgres/connection.ts';
import { PostgresLogs } from '../../src/cluster/postgres/shared-logs.ts';
import { LogRestored } from '../../src/ports/cluster/shared-log.ts';
import { hashAt, hashesAt } from '../support/chain-hashes.ts';
import { findPostgres, PostgresServer } from '../support/postgres/server.ts';
import { openWriters } from '../support/postgres/writers.ts';
import { until } from '../support/until.ts';

/** Two servers that accept writes, as after a failover that did not stop the old primary. */

const found = findPostgres();
const skip = 'missing' in found ? found.missing : false;
// The machine does not fail here, so nothing waits for its disk.
const replicated = ['wal_level=replica', 'max_wal_senders=4', 'fsync=off'];
const synchronous = [...replicated, 'synchronous_standby_names=*'];
const failed = { code: 'storage_failed' };

const start = (settings: readonly string[]): Promise<PostgresServer> =>
  PostgresServer.start('folder' in found ? found.folder : '', settings);

/** Options with all servers as hosts of the URL. */
function reaching(servers: readonly PostgresServer[], more: Partial<PostgresOptions> = {}): PostgresOptions {
  const options = servers[0]!.options('vitrine', { allowsFsyncOff: true, ...more });
  const hosts = servers.map(({ port }) => ({ host: '127.0.0.1', port }));
  return { ...options, address: () => ({ ...options.address(), hosts }) };
}

const bytes = (text: string): Uint8Array => Buffer.from(text);

/** Waits until queries of a standby see one entry: a commit waits only until the standby has its log. */
async function untilReplayed(standby: PostgresServer): Promise<void> {
  await until('The standby lags', async () => {
    const [table] = await standby.query(`SELECT to_regclass('vitrine.entries') IS NOT NULL AS exists`);
    if (table!['exists'] === false) return false;
    const [entries] = await standby.query('SELECT count(*) AS count FROM vitrine.entries');
    return entries!['count'] === '1';
  });
}

test(
  'PostgresLogs: an old primary without its synchronous standby acknowledges nothing to a process that knows only it',
  { skip },
  async () => {
    await using old = await start(synchronous);
    await using standby = await old.startStandby();
    await using all = await openWriters([reaching([old]), reaching([old, standby])]);
    const [isolated, informed] = all.opened;
    assert.equal(await informed!.append(0, bytes('0'), hashesAt(0)), 'written');
    await standby.promote();
    let isAcknowledged = false;
    const appending = isolated!.append(1, bytes('old'), hashesAt(1)).then(() => (isAcknowledged = true));
    const ended = Promise.allSettled([appending]);
    // It finds the new primary although the old one still answers.
    await until('The new primary takes no writes', async () => {
      try {
        return (await informed!.append(1, bytes('new'), hashesAt(1))) === 'written';
      } catch {
        // Its first attempt may have been at the old primary: what is stored at the new one decides.
        const entries = await informed!.read(1, 1, hashAt(1)).catch(() => []);
        return entries.some((entry) => Buffer.from(entry).toString() === 'new');
      }
    });
    assert.equal(isAcknowledged, false);
    await old.stop('SIGQUIT');
    await ended;
    assert.equal(isAcknowledged, false);
    const [entry] = await informed!.read(1, 9, hashAt(1));
    assert.equal(Buffer.from(entry!).toString(), 'new');
  },
);

test(
  'PostgresLogs: processes leave an old primary that still accepts writes for the promoted one, and never return',
  { skip },
  async () => {
    await using old = await start(replicated);
    await using standby = await old.startStandby();
    const warnings: string[] = [];
    const warn = (message: string): number => warnings.push(message);
    await using all = await openWriters([reaching([old, standby], { warn })]);
    const [log] = all.opened;
    const [logs] = all.logs;
    assert.equal(await log!.append(0, bytes('0'), hashesAt(0)), 'written');
    await using others = await PostgresLogs.connect(reaching([old]));
    const stale = await others.open('shop');
    await untilReplayed(standby);
    await standby.promote();
    await until('The new primary is not used', async () => {
      await log!.read(1, 1, hashAt(1));
      return warnings.length > 0;
    });
    assert.match(warnings[0]!, /^An older primary/);
    assert.equal(await log!.append(1, bytes('new'), hashesAt(1)), 'written');
    // A process that knows only the old one still writes there, to a standby that is asynchronous.
    assert.equal(await stale.append(1, bytes('old'), hashesAt(1)), 'written');
    const entries = (await log!.read(0, 9, null)).map((entry) => Buffer.from(entry).toString());
    assert.deepEqual(entries, ['0', 'new']);
    await standby.stop();
    await assert.rejects(log!.read(0, 9, null), { ...failed, message: /older primary/ });
    assert.match(logs!.findFailure()!, /older primary/);
    await standby.resume();
    assert.equal((await log!.read(0, 9, null)).length, 2);
    assert.equal(logs!.findFailure(), null);
  },
);

test(
  'PostgresLogs: two servers of which neither is newer are refused until one stops',
  { skip },
  async () => {
    await using first = await start(replicated);
    await using second = await first.startStandby();
    await using third = await first.startStandby();
    await (await PostgresLogs.connect(reaching([first])))[Symbol.asyncDispose]();
    await until('The standbys lag', async () => {
      const counts = await Promise.all(
        [second, third].map((server) => server.query(`SELECT to_regclass('vitrine.version') AS found`)),
      );
      return counts.every(([row]) => row!['found'] !== null);
    });
    await first.stop();
    // Both take the same timeline.
    await second.promote();
    await third.promote();
    await assert.rejects(PostgresLogs.connect(reaching([second, third])), {
      ...failed,
      message: 'Several servers of the database accept writes',
    });
    await third.stop();
    await using logs = await PostgresLogs.connect(reaching([second, third]));
    assert.deepEqual(await (await logs.open('shop')).read(0, 1, null), []);
    await third.resume();
    await until('The other server is not noticed', async () => {
      await logs.members.list().catch(() => undefined);
      return logs.findFailure() === 'Several servers of the database accept writes';
    });
  },
);

test('PostgresLogs: two names of one server are one server', { skip }, async () => {
  await using server = await start([]);
  const options = server.options('vitrine');
  const hosts = ['127.0.0.1', 'localhost'].map((host) => ({ host, port: server.port }));
  await using logs = await PostgresLogs.connect({
    ...options,
    address: () => ({ ...options.address(), hosts }),
  });
  assert.deepEqual(await (await logs.open('shop')).read(0, 1, null), []);
});

test(
  'PostgresLogs: entries that a restarted primary showed without its standby, and a promotion lost, are noticed',
  { skip },
  async () => {
    await using old = await start(replicated);
    await using standby = await old.startStandby();
    await using all = await openWriters([reaching([old, standby]), reaching([old, standby])]);
    const [one, other] = all.opened;
    assert.equal(await one!.append(0, bytes('0'), hashesAt(0)), 'written');
    await untilReplayed(standby);
    await standby.stop();
    await old.stop();
    await old.resume(['synchronous_standby_names=*']);
    const ended = Promise.allSettled([one!.append(1, bytes('waits'), hashesAt(1))]);
    await until('The append does not wait', async () => {
      const rows = await old.query(`SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
      return rows.length > 0;
    });
    assert.deepEqual(await other!.read(1, 9, hashAt(1)), []);
    // The restart ends the wait: all see an entry that no standby has.
    await old.stop('SIGQUIT');
    await old.resume(['synchronous_standby_names=*']);
    const outcome = await ended;
    assert.equal(outcome[0]!.status, 'rejected');
    assert.equal((await other!.read(1, 9, hashAt(1))).length, 1);
    await old.stop('SIGQUIT');
    await standby.resume();
    await standby.promote();
    await assert.rejects(other!.read(2, 9, hashAt(2)), LogRestored);
    await assert.rejects(other!.append(2, bytes('2'), hashesAt(2)), LogRestored);
    assert.equal(await one!.append(1, bytes('again'), hashesAt(1)), 'written');
  },
);
