import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lease } from '../../ports/cluster/shared-log.ts';
import { LeaderElection } from './leader-election.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('LeaderElection sends one request at a time, calls the remaining subscribers, and calls all of them where one throws', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const reply = Promise.withResolvers<Lease | null>();
  let requests = 0;
  const faults: unknown[] = [];
  const acquire = (): Promise<Lease | null> => (requests++, reply.promise);
  await using election = new LeaderElection({ acquire }, (error) => faults.push(error));
  const called: string[] = [];
  const [unsubscribed, faulty, last] = [{}, {}, {}];
  election.onElected(unsubscribed, () => called.push('unsubscribed'));
  election.onElected(faulty, () => {
    throw new Error('closed');
  });
  election.onElected(last, () => called.push('last'));
  election.unsubscribe(unsubscribed);
  for (let i = 0; i < 10; i++) t.mock.timers.tick(5_000);
  reply.resolve({ fence: 1, held: true, release: async () => undefined });
  await turn();
  assert.equal(requests, 1);
  assert.equal(election.isLeader, true);
  assert.deepEqual(called, ['last']);
  assert.equal(faults.length, 1);
});
