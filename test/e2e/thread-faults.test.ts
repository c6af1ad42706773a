import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BroadcastChannel } from 'node:worker_threads';
import { Connection } from '../support/connection.ts';
import { faults, type Fault } from '../support/faulty-serving-thread.ts';
import { representative } from '../support/matrix.ts';
import { threadedService } from '../support/threaded-service.ts';
import { until } from '../support/until.ts';

/** A service in this process whose serving threads fail on request. */
async function faultyService() {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(
    await threadedService({
      count: 2,
      program: new URL('../support/faulty-serving-thread.ts', import.meta.url),
      heapMegabytes: 128,
      pauseMsMax: 2_000,
    }),
  );
  const channel = new BroadcastChannel(faults);
  stack.defer(() => channel.close());
  const all = stack.move();
  return {
    url: service.url,
    logged: service.logged,
    fail: (fault: Fault) => channel.postMessage(fault),
    /** Its values, one for each thread where it has labels. */
    metric: async (name: string): Promise<number[]> =>
      (await service.metrics.formatMetrics())
        .split('\n')
        .filter((line) => line.startsWith(name))
        .map((line) => Number(line.split(' ').at(-1))),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

for (const kind of representative<readonly Fault['kind'][]>(['pause'], ['throw', 'pause', 'fill-heap'])) {
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
    await until('the new thread does not listen', () =>
      service.logged.some((line) => line.includes('listens again')),
    );
    for (const connection of connections) connection[Symbol.dispose]();
  });
}
