import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Lease } from '../../ports/shared-log.ts';
import { LeaderElection } from './leader-election.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('Duty asks once at a time, calls whoever is there yet, and one that fails keeps nobody from being called', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const answer = Promise.withResolvers<Lease | null>();
  let asked = 0;
  const faults: unknown[] = [];
  const acquire = (): Promise<Lease | null> => (asked++, answer.promise);
  await using election = new LeaderElection({ acquire }, (error) => faults.push(error));
  const called: string[] = [];
  const [gone, faulty, last] = [{}, {}, {}];
  election.onElected(gone, () => called.push('gone'));
  election.onElected(faulty, () => {
    throw new Error('closed');
  });
  election.onElected(last, () => called.push('last'));
  election.unsubscribe(gone);
  for (let i = 0; i < 10; i++) t.mock.timers.tick(5_000);
  answer.resolve({ fence: 1, held: true, release: async () => undefined });
  await turn();
  assert.equal(asked, 1);
  assert.equal(election.isLeader, true);
  assert.deepEqual(called, ['last']);
  assert.equal(faults.length, 1);
});
