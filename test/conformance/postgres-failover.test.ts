import { test } from 'node:test';
import { PostgresLogs } from '../../src/cluster/postgres/shared-logs.ts';
import { representative } from '../support/matrix.ts';
import { assertAgreement, LogWriter } from '../support/log-writer.ts';
import { findPostgres, PostgresServer } from '../support/postgres/server.ts';
import { until } from '../support/until.ts';

const found = findPostgres();
const skip = 'missing' in found ? found.missing : false;

/** A commit of the primary waits for the standby, which has it on its disk. */
const synchronous = ['synchronous_standby_names=*', 'wal_level=replica', 'max_wal_senders=4'];

test(
  'PostgresLogs: a promoted synchronous standby has every acknowledged entry, and writes continue on it',
  { skip },
  async (t) => {
    for (let round = 0; round < representative(1, 10); round++) {
      await using primary = await PostgresServer.start('folder' in found ? found.folder : '', synchronous);
      await using standby = await primary.startStandby();
      const hosts = [primary, standby].map(({ port }) => ({ host: '127.0.0.1', port }));
      const { address, ...rest } = primary.options('vitrine');
      const connect = (): Promise<PostgresLogs> =>
        PostgresLogs.connect({ ...rest, address: () => ({ ...address(), hosts }) });
      await using one = await connect();
      await using other = await connect();
      const writers = [
        new LogWriter('one', await one.open('shop')),
        new LogWriter('other', await other.open('shop')),
      ];
      const over = new AbortController();
      const writing = writers.map(async (writer) => {
        for (let i = 0; !over.signal.aborted; i++) await writer.write(`${writer.name}-${i}`);
      });
      // On failure the writers end with their connections.
      for (const one of writing) one.catch(() => undefined);
      const counts = (): number[] => writers.map(({ written }) => written.length);
      await until(
        () => 'Nothing is written',
        async () => Math.min(...counts()) > round,
      );
      await primary.stop('SIGQUIT');
      await standby.promote();
      const promotedAt = performance.now();
      const before = counts();
      await until(
        () => 'Writes do not continue on the promoted standby',
        // One more may have been on its way.
        async () => counts().every((count, i) => count > before[i]! + 1),
      );
      t.diagnostic(`writes are back ${Math.round(performance.now() - promotedAt)} ms after the promotion`);
      over.abort();
      await Promise.all(writing);
      await assertAgreement(writers);
    }
  },
);
