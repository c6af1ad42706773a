import assert from 'node:assert/strict';
import { test } from 'node:test';
import { representative } from '../support/matrix.ts';
import { assertAgreement } from '../support/log-writer.ts';
import { findPostgres, PostgresServer } from '../support/postgres/server.ts';
import { openWriters } from '../support/postgres/writers.ts';
import { until } from '../support/until.ts';

const found = findPostgres();
const skip = 'missing' in found ? found.missing : false;

const rounds = representative(1, 100);

/** Makes commits wait for a standby, once there is one, as failover managers do. */
async function awaitStandby(primary: PostgresServer): Promise<void> {
  primary.configure('synchronous_standby_names', '*');
  await until('The standby is not synchronous', async () => {
    const rows = await primary.query(
      `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`,
    );
    return rows.length === 1;
  });
}

test(
  `PostgresLogs: each of ${rounds} promoted synchronous standbys has every acknowledged entry, and takes writes`,
  { skip },
  async (t) => {
    await using first = await PostgresServer.start('folder' in found ? found.folder : '');
    await using second = await first.startStandby();
    const hosts = [first, second].map(({ port }) => ({ host: '127.0.0.1', port }));
    const { address, ...rest } = first.options('vitrine');
    const options = { ...rest, address: () => ({ ...address(), hosts }) };
    await using all = await openWriters([options, options]);
    let [primary, standby] = [first, second];
    await awaitStandby(primary);
    const over = new AbortController();
    const writing = Promise.all(
      all.writers.map(async (writer) => {
        for (let i = 0; !over.signal.aborted; i++) await writer.write(`${writer.name}-${i}`);
      }),
    );
    // On failure the writers end with their connections.
    writing.catch(() => undefined);
    const counts = (): number[] => all.writers.map(({ written }) => written.length);
    /** Waits until each process has begun and completed a write. */
    const progress = async (): Promise<void> => {
      const before = counts();
      await until(
        'Nothing is written',
        // One more may have been on its way.
        () => counts().every((count, i) => count > before[i]! + 1),
      );
    };
    const interruptions: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await progress();
      await primary.stop('SIGQUIT');
      standby.configure('synchronous_standby_names', '');
      await standby.promote();
      const promotedAt = performance.now();
      await progress();
      interruptions.push(performance.now() - promotedAt);
      if (round + 1 === rounds) break;
      [primary, standby] = [standby, primary];
      await standby.follow(primary);
      await awaitStandby(primary);
    }
    over.abort();
    await writing;
    await assertAgreement(all.writers);
    const sorted = interruptions.map(Math.round).sort((a, b) => a - b);
    const [least, middle, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
    t.diagnostic(
      `writes are back ${least} ms (minimum), ${middle} ms (median) and ${most} ms (maximum) after the promotion; ${counts().join(' and ')} entries`,
    );
    assert.equal(interruptions.length, rounds);
  },
);
