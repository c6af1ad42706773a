import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { createRandom } from '../lib/seeded-random.ts';
import { ConnectionBalancer, ConnectionCounts } from './connection-balancer.ts';

interface Connection {
  thread: number;
  socket: Socket;
  /** Requests in a period. */
  readonly requests: number;
}

/** Clients with the same requests in each period, whose connections get a random thread, as by the hash of the system. */
function simulation(options: { requests: readonly number[]; threads: number; seed: number; load: number }) {
  const { requests, threads, seed, load } = options;
  const random = createRandom(seed);
  const counts = ConnectionCounts.create(threads);
  const total = requests.reduce((sum, each) => sum + each, 0);
  const connect = () => ({ thread: Math.floor(random() * threads), socket: new Socket() });
  const connections: Connection[] = requests.map((each) => ({ ...connect(), requests: each }));
  const loadOf = (thread: number): number =>
    connections.reduce((sum, one) => sum + (one.thread === thread ? (load * one.requests) / total : 0), 0);
  const balancers = Array.from(
    { length: threads },
    (_, thread) => new ConnectionBalancer(counts, thread, () => loadOf(thread)),
  );
  return {
    counts,
    period: (): void => {
      for (const connection of connections) {
        const balancer = balancers[connection.thread]!;
        for (let i = 0; i < connection.requests; i++) {
          balancer.recordRequest(connection.socket);
          if (!balancer.sheds(connection.socket)) continue;
          Object.assign(connection, connect());
          break;
        }
      }
      for (const balancer of balancers) balancer.nextPeriod();
    },
    loads: (): number[] => Array.from({ length: threads }, (_, thread) => loadOf(thread)),
  };
}

const equal = (count: number): number[] => Array<number>(count).fill(3);

for (const { name, requests, threads, load, largest } of [
  { name: '4 equal connections', requests: equal(4), threads: 4, load: 2, largest: 0.5 },
  { name: '64 equal connections', requests: equal(64), threads: 4, load: 2, largest: 0.66 },
  { name: '64 equal connections', requests: equal(64), threads: 15, load: 7.5, largest: 0.75 },
  // As of a pool that takes the connection that was used last.
  { name: '6 of 64 connections', requests: [400, 200, 100, 50, 25, 25], threads: 2, load: 0.8, largest: 0.5 },
]) {
  test(`${name} become even on ${threads} threads, and then stay`, () => {
    for (let seed = 1; seed <= 50; seed++) {
      const { counts, period, loads } = simulation({ requests, threads, load, seed });
      for (let i = 0; i < 200; i++) period();
      const before = counts.shed;
      for (let i = 0; i < 10; i++) period();
      assert.equal(counts.shed, before, `seed ${seed}: ${loads().join(' ')}`);
      assert.ok(Math.max(...loads()) <= largest + 1e-9, `seed ${seed}: ${loads().join(' ')}`);
    }
  });
}

test('a thread that is not busy keeps its connections, and so does one whose only busy connection would move', () => {
  for (const { requests, load } of [
    { requests: equal(9), load: 0.15 },
    { requests: [500, 1, 1], load: 0.9 },
  ]) {
    const counts = ConnectionCounts.create(2);
    const balancer = new ConnectionBalancer(counts, 0, () => load);
    const other = new ConnectionBalancer(counts, 1, () => 0);
    const sockets = requests.map(() => new Socket());
    for (let period = 0; period < 5; period++) {
      other.nextPeriod();
      sockets.forEach((socket, i) => {
        for (let request = 0; request < requests[i]!; request++) {
          balancer.recordRequest(socket);
          if (requests[i]! > 1) assert.equal(balancer.sheds(socket), false);
        }
      });
      balancer.nextPeriod();
    }
  }
});

test('idle connections do not count', () => {
  const counts = ConnectionCounts.create(1);
  const balancer = new ConnectionBalancer(counts, 0, () => 0);
  for (let i = 0; i < 9; i++) balancer.recordRequest(new Socket());
  balancer.nextPeriod();
  assert.deepEqual(counts.byThread, [9]);
  balancer.nextPeriod();
  assert.deepEqual(counts.byThread, [0]);
});

test('a thread that has ended takes no connections', () => {
  const counts = ConnectionCounts.create(2);
  const balancer = new ConnectionBalancer(counts, 0, () => 0.9);
  const socket = new Socket();
  for (let period = 0; period < 3; period++) {
    balancer.recordRequest(socket);
    balancer.recordRequest(new Socket());
    assert.equal(balancer.sheds(socket), false);
    balancer.nextPeriod();
  }
  assert.deepEqual(counts.byThread, [2, null]);
});
