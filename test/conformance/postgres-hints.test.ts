import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { PostgresLogs } from '../../src/cluster/postgres/shared-logs.ts';
import { EmbeddedEngine } from '../../src/engine/projects/engine.ts';
import type { SharedLogs } from '../../src/ports/cluster/shared-log.ts';
import { hashesAt } from '../support/chain-hashes.ts';
import { findPostgres, PostgresServer } from '../support/postgres/server.ts';
import { openWriters } from '../support/postgres/writers.ts';
import { until } from '../support/until.ts';
import { Shop, type OpenEngine } from './shop.ts';

/** Hints of new entries, which replace most polls. */

const found = findPostgres();
const skip = 'missing' in found ? found.missing : false;
const server = 'folder' in found ? await PostgresServer.start(found.folder) : null;
after(() => server?.[Symbol.asyncDispose]());

const bytes = (text: string): Uint8Array => Buffer.from(text);

test(
  'PostgresLogs.hints name the logs with new entries to other processes, and return after a restart of the server',
  { skip },
  async () => {
    const options = server!.options('named');
    await using all = await openWriters([options, options]);
    const names: (string | null)[][] = [[], []];
    all.logs.forEach((logs, i) => logs.hints!.subscribe((hint) => names[i]!.push(hint?.log ?? null)));
    const areActive = (): boolean => all.logs.every(({ hints }) => hints!.isActive);
    await until('Hints do not arrive', areActive);
    await until('The start is not announced', () => names.every((one) => one.includes(null)));
    const many = await Promise.all(Array.from({ length: 20 }, (_, i) => all.logs[0]!.open(`log-${i}`)));
    await Promise.all(many.map((log) => log.append(0, bytes('0'), hashesAt(0))));
    await until('Not all logs are named', () => many.every((_, i) => names[1]!.includes(`log-${i}`)));
    assert.deepEqual(
      names[0]!.filter((name) => name !== null),
      [],
      'a process needs no hints of its own entries',
    );
    names[1] = [];
    await server!.stop('SIGQUIT');
    await until('The loss is not announced', () => names[1]!.includes(null));
    assert.equal(areActive(), false);
    await server!.resume();
    await until('Hints do not return', areActive);
    await all.writers[0]!.write('1');
    await until('The entry is not announced', () => names[1]!.includes('shop'));
  },
);

test(
  'PostgresLogs.hints ignore what other clients send, and name no log where names do not fit',
  { skip },
  async () => {
    const options = server!.options('foreign');
    await using all = await openWriters([options, options]);
    const names: (string | null)[] = [];
    all.logs[1]!.hints!.subscribe((hint) => names.push(hint?.log ?? null));
    const own = all.logs[0]!.hints!.subscribe(() => undefined);
    await until('Hints do not arrive', () => all.logs.every(({ hints }) => hints!.isActive));
    const client = new pg.Client(server!.url);
    await client.connect();
    for (const payload of ['', 'null', '{}', '[1]', '"text"', '{"from":1}', '{"from":"x","logs":["name"]}'])
      await client.query('SELECT pg_notify($1, $2)', ['vitrine_foreign', payload]);
    await client.query('SELECT pg_notify($1, $2)', [
      'vitrine_foreign',
      '{"from":"another","logs":[{"log":"the-last","next":1}]}',
    ]);
    await until('The notification does not arrive', () => names.includes('the-last'));
    await client.end();
    assert.deepEqual(
      names.filter((name) => name !== null),
      ['the-last'],
    );
    const before = names.length;
    const long = await all.logs[0]!.open('x'.repeat(7_100));
    assert.equal(await long.append(0, bytes('0'), hashesAt(0)), 'written');
    await until('A long name is not announced', () => names.slice(before).includes(null));
    own[Symbol.dispose]();
  },
);

test('PostgresLogs.hints are absent where they are off', { skip }, async () => {
  await using logs = await PostgresLogs.connect(server!.options('silent', { notifies: false }));
  assert.equal(logs.hints, null);
});

const opening =
  (shared: SharedLogs): OpenEngine =>
  ({ folder, clock, ids, image }) =>
    EmbeddedEngine.open({ dataDir: folder, clock, ids, image, shared, onError: () => undefined });

for (const notifies of [true, false])
  test(
    `EmbeddedEngines on PostgreSQL apply each other’s writes without a request, ${notifies ? 'with hints' : 'by polls'}`,
    { skip },
    async () => {
      const options = server!.options(`engines_${notifies}`, { notifies });
      await using first = await PostgresLogs.connect(options);
      await using second = await PostgresLogs.connect(options);
      await using one = await Shop.open(opening(first));
      await using other = await Shop.anotherProcess(one, opening(second), 'a');
      await other.engine.project('shop');
      if (notifies)
        await until('Hints do not arrive', () => [first, second].every(({ hints }) => hints!.isActive));
      await one.put({ id: 'i', name: 'lamp' });
      // It reads the state as it is, and polls nothing.
      await until('The write does not arrive', () => other.project.catalog.count().total === 1);
      await one.engine.store.deleteProject('shop');
      await until('The deletion does not arrive', () => other.engine.store.project('shop') === null);
    },
  );
