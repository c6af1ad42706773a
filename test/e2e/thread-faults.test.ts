import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { createApp } from '../../src/http/app.ts';
import { newRateLimits } from '../../src/http/rate-limiter.ts';
import { openService } from '../../src/service.ts';
import { listenWithThreads } from '../../src/threads/threaded-listener.ts';
import { Connection } from '../support/connection.ts';
import { faults, type Fault } from '../support/faulty-serving-thread.ts';
import { root } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A service in this process whose serving threads fail on request. */
async function faultyService() {
  const stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({ VITRINE_DATA: dataDir, VITRINE_TEXT_MODEL: 'off', VITRINE_IMAGE_MODEL: 'off' });
  const logged: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });
  const service = stack.use(await openService(config, { logger }));
  const rates = newRateLimits();
  const { app, ...parts } = await createApp({
    ...service,
    root,
    rates,
    trustProxy: false,
    secure: false,
    stopping: new AbortController().signal,
  });
  stack.defer(() => app.close());
  const listener = await listenWithThreads({
    app,
    ...parts,
    count: 2,
    supervision: {
      program: new URL('../support/faulty-serving-thread.ts', import.meta.url),
      heapMegabytes: 128,
      pauseMsMax: 2_000,
    },
    replication: service.replicate(),
    searchTracker: service.searchTracker,
    queryEmbeddings: service.queryEmbeddings,
    logger,
    thread: {
      host: '127.0.0.1',
      port: 0,
      trustProxy: false,
      secure: false,
      logLevel: 'fatal',
      modelsDir: join(root, 'models'),
      rates,
      replicaIdleMs: 60_000,
    },
  });
  stack.defer(() => listener.close(1_000));
  const channel = new BroadcastChannel(faults);
  stack.defer(() => channel.close());
  return {
    url: listener.url,
    logged,
    fail: (fault: Fault) => channel.postMessage(fault),
    /** Its values, one for each thread where it has labels. */
    metric: async (name: string): Promise<number[]> =>
      (await parts.metrics.text())
        .split('\n')
        .filter((line) => line.startsWith(name))
        .map((line) => Number(line.split(' ').at(-1))),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

for (const kind of ['throw', 'pause', 'fill-heap'] as const) {
  test(`a serving thread that fails (${kind}) is replaced, and requests to the other one are answered`, async () => {
    await using service = await faultyService();
    const connections = Array.from({ length: 12 }, () => new Connection(service.url));
    const closed = new Set<Connection>();
    /** Whether a reply came; the connection of a thread that ended is closed. */
    const ask = async (connection: Connection): Promise<void> => {
      try {
        assert.equal((await connection.send('/health', {})).status, 200);
      } catch (error) {
        assert.match(String(error), /ECONNRESET|socket hang up/);
        closed.add(connection);
      }
    };
    for (const connection of connections) await ask(connection);
    assert.equal(closed.size, 0);
    const isReplaced = (): boolean => service.logged.some((line) => line.includes('is replaced'));
    const busy = connections.map(async (connection) => {
      while (!isReplaced() && !closed.has(connection)) await ask(connection);
    });
    await until('not all connections are active', async () => {
      const counts = await service.metric('vitrine_serving_thread_active_connections');
      return counts.reduce((sum, count) => sum + count, 0) === connections.length;
    });
    service.fail({ thread: 1, kind });
    await until('the thread was not replaced', isReplaced);
    await Promise.all(busy);
    const [reset] = await service.metric('vitrine_connections_reset_total');
    assert.ok(reset! > 0 && reset! < connections.length, `${reset} connections were reset`);
    for (const connection of connections) await ask(connection);
    const lost = closed.size;
    assert.ok(lost < connections.length, 'connections of both threads were closed');
    for (const connection of connections) if (!closed.has(connection)) await ask(connection);
    assert.equal(closed.size, lost);
    // They share new connections as soon as the new one listens.
    await Promise.all(Array.from({ length: 12 }, () => ask(new Connection(service.url))));
    assert.equal(closed.size, lost);
    for (const connection of connections) connection[Symbol.dispose]();
  });
}
