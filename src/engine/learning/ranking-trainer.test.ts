import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { LeaderElection } from '../storage/leader-election.ts';
import { RankingTrainer } from './ranking-trainer.ts';
import type { TrainingQueue } from './training-queue.ts';
import type { ProjectDatabase } from '../storage/project-database.ts';

/** Longer than a shop must be quiet. */
const quietMs = 30_000;

test('LearnedOrder tries a learning that failed again with a tenth more events, not with each', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let tries = 0;
    const learner = {
      learn: () => {
        tries++;
        return Promise.reject(new Error('no memory'));
      },
    };
    const database = {
      path: '',
      follow: () => undefined,
      reads: { prepare: () => ({ get: () => undefined }) },
    };
    const faults: unknown[] = [];
    const order = new RankingTrainer({
      database: database as unknown as ProjectDatabase,
      learner: learner as unknown as TrainingQueue,
      clock: { now: () => 0 },
      election: new LeaderElection(null),
      eventsMax: 10_000,
      weights: { weights: {}, otherWeight: 1 },
      onError: (error) => faults.push(error),
    });
    const settle = async (): Promise<void> => {
      for (let turn = 0; turn < 9; turn++) await Promise.resolve();
    };
    for (let events = 2_000; events < 2_200; events++) {
      order.onEventCount(events);
      mock.timers.tick(quietMs);
      await settle();
    }
    assert.deepEqual([tries, faults.length], [1, 1]);
    order.onEventCount(2_200);
    mock.timers.tick(quietMs);
    await settle();
    assert.equal(tries, 2);
  } finally {
    mock.timers.reset();
  }
});
