import assert from 'node:assert/strict';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { seededRandom } from '../lib/seeded-random.ts';
import { ConnectionBalancer, ConnectionCounts } from './connection-balancer.ts';

/** Answers a request of the connection. */
function isShed(balancer: ConnectionBalancer, socket: Socket): boolean {
  balancer.requested(socket);
  return balancer.sheds(socket);
}

/** Clients with a request each period, whose connections get a random thread, as by the hash of the system. */
function simulation({ clients, threads, seed }: { clients: number; threads: number; seed: number }) {
  const random = seededRandom(seed);
  const counts = ConnectionCounts.create(threads);
  const balancers = Array.from({ length: threads }, (_, thread) => new ConnectionBalancer(counts, thread));
  const connect = () => ({ thread: Math.floor(random() * threads), socket: new Socket() });
  const connections = Array.from({ length: clients }, connect);
  return {
    counts,
    /** Each period, threads begin theirs at another moment. */
    period: (): void => {
      for (let thread = 0; thread < threads; thread++) {
        for (const [i, { thread: at, socket }] of connections.entries())
          if (i % threads === thread && isShed(balancers[at]!, socket)) connections[i] = connect();
        balancers[thread]!.nextPeriod();
      }
    },
    perThread: (): number[] =>
      Array.from(
        { length: threads },
        (_, thread) => connections.filter((connection) => connection.thread === thread).length,
      ),
  };
}

for (const { clients, threads, largest } of [
  { clients: 4, threads: 4, largest: 1 },
  { clients: 64, threads: 4, largest: 20 },
  { clients: 64, threads: 15, largest: 6 },
]) {
  test(`${clients} connections become even on ${threads} threads, and then stay`, () => {
    for (let seed = 1; seed <= 50; seed++) {
      const { counts, period, perThread } = simulation({ clients, threads, seed });
      for (let i = 0; i < 100; i++) period();
      assert.ok(Math.max(...perThread()) <= largest, `seed ${seed}: ${perThread().join(' ')}`);
      const before = counts.shed;
      for (let i = 0; i < 10; i++) period();
      assert.equal(counts.shed, before, `seed ${seed}`);
      assert.deepEqual(counts.active, perThread(), `seed ${seed}`);
    }
  });
}

test('idle connections do not count', () => {
  const counts = ConnectionCounts.create(2);
  const [one, other] = [0, 1].map((thread) => new ConnectionBalancer(counts, thread)) as [
    ConnectionBalancer,
    ConnectionBalancer,
  ];
  for (let i = 0; i < 9; i++) isShed(one, new Socket());
  other.nextPeriod();
  one.nextPeriod();
  assert.deepEqual(counts.active, [9, 0]);
  one.nextPeriod();
  assert.deepEqual(counts.active, [0, 0]);
  assert.equal(isShed(one, new Socket()), false);
});

test('a thread that has ended takes no connections', () => {
  const counts = ConnectionCounts.create(2);
  const one = new ConnectionBalancer(counts, 0);
  for (let i = 0; i < 9; i++) isShed(one, new Socket());
  one.nextPeriod();
  assert.deepEqual(counts.active, [9]);
  assert.equal(isShed(one, new Socket()), false);
});
