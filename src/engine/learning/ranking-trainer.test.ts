import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { LeaderElection } from '../log/leader-election.ts';
import { RankingTrainer } from './ranking-trainer.ts';
import type { TrainingQueue } from './training-queue.ts';
import type { ProjectDatabase } from '../log/project-database.ts';

/** Longer than the pause that training waits for. */
const quietMs = 30_000;

interface Trainings {
  readonly trainer: RankingTrainer;
  readonly errors: unknown[];
  /** Sets the number of events, and lets time pass. */
  readonly pass: (events: number, ms: number) => Promise<void>;
}

/** A trainer with mocked timers and this training. */
function trainings(train: () => Promise<unknown>): Trainings {
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const database = {
    path: '',
    onReplicated: () => undefined,
    reads: { prepare: () => ({ get: () => undefined }) },
    write: (decide: () => { write: { apply: () => void } }) => Promise.resolve(decide().write.apply()),
  };
  const errors: unknown[] = [];
  const trainer = new RankingTrainer({
    database: database as unknown as ProjectDatabase,
    trainingQueue: { train } as unknown as TrainingQueue,
    clock: { now: () => now },
    election: new LeaderElection(null),
    eventsMax: 10_000,
    weights: { weights: {}, otherWeight: 1 },
    onError: (error) => errors.push(error),
  });
  const pass = async (events: number, ms: number): Promise<void> => {
    trainer.onEventCount(events);
    now += ms;
    mock.timers.tick(ms);
    for (let turn = 0; turn < 9; turn++) await Promise.resolve();
  };
  return { trainer, errors, pass };
}

afterEach(() => mock.timers.reset());

test('RankingTrainer repeats a failed training after 10 % more events, not after each', async () => {
  let tries = 0;
  const { errors, pass } = trainings(() => {
    tries++;
    return Promise.reject(new Error('no memory'));
  });
  for (let events = 2_000; events < 2_200; events++) await pass(events, quietMs);
  assert.deepEqual([tries, errors.length], [1, 1]);
  await pass(2_200, quietMs);
  assert.equal(tries, 2);
});

/** A training that took this much CPU time. */
const trained = (cpuSeconds: number): unknown => {
  return { ranking: { ranking: null, vectors: null, figures: {} }, events: 0, cpuSeconds };
};

test('RankingTrainer uses at most a twentieth of a core, whatever the growth', async () => {
  let tries = 0;
  const { trainer, errors, pass } = trainings(() => {
    tries++;
    return Promise.resolve(trained(60));
  });
  await pass(30_000, quietMs);
  assert.deepEqual([tries, errors], [1, []]);
  for (let minute = 1; minute < 20; minute++) await pass(30_000 + 10_000 * minute, 60_000);
  assert.equal(tries, 1, '60 s of CPU in 20 minutes');
  for (let minute = 0; minute < 2; minute++) await pass(230_000, 60_000);
  assert.equal(tries, 2);
  trainer.weightsChanged({ weights: { view: 2 }, otherWeight: 1 });
  await pass(230_000, quietMs);
  assert.equal(tries, 3, 'a ranking with other weights is no reason to wait');
});

test('RankingTrainer trains within a minute of 20,000 events, while more arrive', async () => {
  const triedAt: number[] = [];
  const { trainer, pass } = trainings(() => {
    triedAt.push(trainer.state().events);
    return Promise.resolve(trained(8));
  });
  // The shop is never idle, and trainings before left no time to rest.
  for (let second = 1; second <= 90; second++) await pass(19_000 + 17 * second, 1_000);
  const reached = triedAt.find((events) => events >= 20_000);
  assert.ok(reached !== undefined && reached <= 20_000 + 17 * 21, triedAt.join());
  // From then on it waits for a pause, or ten minutes.
  const tries = triedAt.length;
  for (let second = 1; second < 600; second++) await pass(25_000 + second, 1_000);
  assert.equal(triedAt.length, tries, triedAt.join());
  await pass(26_000, 60_000);
  assert.equal(triedAt.length, tries + 1);
});

test('RankingTrainer trains again for events that arrived during a training, without waiting for the next one', async () => {
  const started: (() => void)[] = [];
  const { pass } = trainings(() => new Promise((resolve) => started.push(() => resolve(trained(1)))));
  await pass(5_000, quietMs);
  await pass(20_000, quietMs);
  assert.equal(started.length, 1);
  started[0]!();
  for (let turn = 0; turn < 9; turn++) await Promise.resolve();
  mock.timers.tick(quietMs);
  for (let turn = 0; turn < 9; turn++) await Promise.resolve();
  assert.equal(started.length, 2);
});

test('RankingTrainer waits for the end of an import of many events', async () => {
  let tries = 0;
  const { trainer, pass } = trainings(() => {
    tries++;
    return Promise.resolve(trained(30));
  });
  for (let second = 1; second <= 100; second++) await pass(3_000 * second, 1_000);
  assert.equal(tries, 0);
  await pass(300_000, quietMs);
  await pass(300_000, quietMs);
  assert.deepEqual([tries, trainer.state().last?.events], [1, 300_000]);
});

test('RankingTrainer waits for more events after a requested training failed, too', async () => {
  let tries = 0;
  const { trainer, errors, pass } = trainings(() => {
    tries++;
    return Promise.reject(new Error('no memory'));
  });
  trainer.onEventCount(2_000);
  await assert.rejects(trainer.train(), /no memory/);
  await pass(2_100, quietMs);
  await pass(2_100, quietMs);
  assert.deepEqual([tries, errors], [1, []]);
  await pass(2_200, quietMs);
  assert.equal(tries, 2);
});
