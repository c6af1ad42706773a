import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { hashAt } from '../support/chain-hashes.ts';
import { assertAgreement } from '../support/log-writer.ts';
import { representative } from '../support/matrix.ts';
import { findPostgres, PostgresServer } from '../support/postgres/server.ts';
import { openWriters, type Writers } from '../support/postgres/writers.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { until } from '../support/until.ts';

/** The network between a process and the database. */

const found = findPostgres();
const skip = 'missing' in found ? found.missing : false;
const server = 'folder' in found ? await PostgresServer.start(found.folder) : null;
after(() => server?.[Symbol.asyncDispose]());

/** Two processes, the second with a link of its own, unless it is behind the proxy too. */
function openBoth(proxy: TcpProxy, schema: string, areBehind = false): Promise<Writers> {
  const { address, ...rest } = server!.options(schema);
  const hosts = [{ host: '127.0.0.1', port: proxy.port }];
  const behind = { ...rest, address: () => ({ ...address(), hosts }) };
  return openWriters([behind, areBehind ? behind : { ...rest, address }]);
}

const writeAll = (all: Writers, over: AbortSignal): Promise<unknown> =>
  Promise.all(
    all.writers.map(async (writer) => {
      for (let i = 0; !over.aborted; i++) await writer.write(`${writer.name}-${i}`);
    }),
  );

const progress = async (all: Writers, which: readonly number[]): Promise<void> => {
  const before = which.map((i) => all.writers[i]!.written.length);
  await until('Nothing is written', () =>
    which.every((i, at) => all.writers[i]!.written.length > before[at]! + 1),
  );
};

test('PostgresLogs: a slow link delays writes, and changes nothing else', { skip }, async () => {
  await using proxy = await TcpProxy.start(server!.port);
  await using all = await openBoth(proxy, 'slow', true);
  proxy.delayMs = 60;
  const over = new AbortController();
  const writing = writeAll(all, over.signal);
  for (let round = 0; round < representative(2, 10); round++) await progress(all, [0, 1]);
  over.abort();
  await writing;
  await assertAgreement(all.writers);
  assert.equal(all.logs[0]!.findFailure(), null);
});

test(
  'PostgresLogs: a silent network is given up within seconds, and nothing is lost or stored twice',
  { skip },
  async (t) => {
    await using proxy = await TcpProxy.start(server!.port);
    await using all = await openBoth(proxy, 'silent');
    const over = new AbortController();
    const writing = writeAll(all, over.signal);
    for (let round = 0; round < representative(1, 5); round++) {
      await progress(all, [0, 1]);
      proxy.silence();
      const silentAt = performance.now();
      const { read: entries } = all.writers[0]!;
      const failed = assert.rejects(all.opened[0]!.read(entries.length, 1, hashAt(entries.length)), {
        code: 'storage_failed',
      });
      await progress(all, [1]);
      await failed;
      const ms = performance.now() - silentAt;
      t.diagnostic(`a read fails after ${Math.round(ms)} ms of silence`);
      assert.ok(ms < 30_000, `${ms} ms`);
      assert.equal(all.logs[0]!.findFailure(), 'The database cannot be reached');
      proxy.restore();
    }
    await progress(all, [0, 1]);
    over.abort();
    await writing;
    await assertAgreement(all.writers);
    assert.equal(all.logs[0]!.findFailure(), null);
  },
);
