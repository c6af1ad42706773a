import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { LeaderElection } from '../log/leader-election.ts';
import { RankingTrainer } from './ranking-trainer.ts';
import type { TrainingQueue } from './training-queue.ts';
import type { ProjectDatabase } from '../log/project-database.ts';

/** Longer than the pause that training waits for. */
const quietMs = 30_000;

test('RankingTrainer repeats a failed training after 10 % more events, not after each', async () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    let tries = 0;
    const trainingQueue = {
      train: () => {
        tries++;
        return Promise.reject(new Error('no memory'));
      },
    };
    const database = {
      path: '',
      onReplicated: () => undefined,
      reads: { prepare: () => ({ get: () => undefined }) },
    };
    const errors: unknown[] = [];
    const trainer = new RankingTrainer({
      database: database as unknown as ProjectDatabase,
      trainingQueue: trainingQueue as unknown as TrainingQueue,
      clock: { now: () => 0 },
      election: new LeaderElection(null),
      eventsMax: 10_000,
      weights: { weights: {}, otherWeight: 1 },
      onError: (error) => errors.push(error),
    });
    const settle = async (): Promise<void> => {
      for (let turn = 0; turn < 9; turn++) await Promise.resolve();
    };
    for (let events = 2_000; events < 2_200; events++) {
      trainer.onEventCount(events);
      mock.timers.tick(quietMs);
      await settle();
    }
    assert.deepEqual([tries, errors.length], [1, 1]);
    trainer.onEventCount(2_200);
    mock.timers.tick(quietMs);
    await settle();
    assert.equal(tries, 2);
  } finally {
    mock.timers.reset();
  }
});
