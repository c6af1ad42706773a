import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { LeaderElection } from '../../log/leader-election.ts';
import { RankingTrainer } from './ranking-trainer.ts';
import { TrainingError, type FinishedTraining, type TrainingQueue } from './training-queue.ts';
import type { Decision, ProjectDatabase } from '../../log/project-database.ts';
import { logKind, migrate } from '../../storage/schema.ts';

/** Longer than the pause that training waits for. */
const quietMs = 30_000;

interface Trainings {
  readonly trainer: RankingTrainer;
  readonly errors: unknown[];
  /** Sets the number of events, and lets time pass. */
  readonly pass: (events: number, ms: number) => Promise<void>;
  /** Erases a visitor with one event. */
  readonly erase: () => Promise<void>;
  /** A trainer on the same database, as after a restart. */
  readonly restarted: () => Trainings;
}

type Train = () => Promise<FinishedTraining>;

/** A trainer with mocked timers and this training; `abort` is called where it is aborted. */
function trainings(
  train: Train,
  abort: () => void = () => undefined,
  rows = new DatabaseSync(':memory:'),
): Trainings {
  migrate(rows, 'project');
  let now = 0;
  const database = {
    path: '',
    onReplicated: () => undefined,
    reads: rows,
    writeAlone: async (decide: () => Decision<unknown>) => {
      const { write, result } = decide();
      for (const { sql, rows: values } of write?.parts ?? [])
        for (const row of values) rows.prepare(sql).run(...row);
      await write?.apply();
      return result;
    },
  };
  const errors: unknown[] = [];
  const trainer = new RankingTrainer({
    database: database as unknown as ProjectDatabase,
    trainingQueue: {
      train,
      abort: async () => abort(),
      stop: async () => undefined,
    } as unknown as TrainingQueue,
    clock: { now: () => now },
    election: new LeaderElection(null),
    eventsMax: 10_000,
    weights: { weights: {}, otherWeight: 1 },
    onError: (error) => errors.push(error),
  });
  const pass = async (events: number, ms: number): Promise<void> => {
    trainer.onEventCount(events);
    await turns();
    now += ms;
    mock.timers.tick(ms);
    await turns();
  };
  const erase = async (): Promise<void> => {
    rows.prepare('INSERT INTO log (kind, at) VALUES (?, ?)').run(logKind.erasure, now);
    trainer.onErasure(trainer.state().events - 1);
    await turns();
  };
  return { trainer, errors, pass, erase, restarted: () => trainings(train, abort, rows) };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
}

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
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

/** A training that took this much CPU time, and read the log up to this revision. */
const trained = (cpuSeconds: number, revision = 0): FinishedTraining => {
  const counts = { asked: 0, lists: 0, compared: 0 };
  const ranking = { ranking: null, vectors: null, figures: {}, ...counts };
  return { reply: { ranking, events: 0, revision }, cpuSeconds };
};
const aborted = (cpuSeconds: number): FinishedTraining => ({ reply: null, cpuSeconds });

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
  trainer.onWeightsChanged({ weights: { view: 2 }, otherWeight: 1 });
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
  await turns();
  mock.timers.tick(quietMs);
  await turns();
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

test('RankingTrainer rests for the CPU time of a failed training, too', async () => {
  let tries = 0;
  const { pass } = trainings(() => {
    tries++;
    return Promise.reject(new TrainingError('no memory', 60));
  });
  await pass(30_000, quietMs);
  for (let minute = 1; minute < 20; minute++) await pass(40_000 + 10_000 * minute, 60_000);
  assert.equal(tries, 1, '60 s of CPU in 20 minutes');
  for (let minute = 0; minute < 3; minute++) await pass(240_000, 60_000);
  assert.equal(tries, 2);
});

test('RankingTrainer trains again, without growth, after a visitor was erased', async () => {
  let tries = 0;
  const { trainer, pass, erase, restarted } = trainings(() => Promise.resolve(trained(6, tries++)));
  await pass(2_000, quietMs);
  assert.deepEqual([tries, trainer.state().eventsMin], [1, 2_200]);
  await erase();
  assert.equal(trainer.state().eventsMin, 1_999, 'due');
  // 6 s of CPU are a twentieth of two minutes.
  await pass(1_999, 60_000);
  assert.equal(tries, 1);
  const later = restarted();
  later.trainer.onEventCount(1_999);
  assert.equal(later.trainer.state().eventsMin, 1_999, 'due after a restart');
  await later.trainer.close();
  await pass(1_999, 60_000);
  assert.equal(tries, 2);
  await pass(1_999, 600_000);
  assert.deepEqual([tries, trainer.state().eventsMin], [2, 2_199], 'once');
});

test('RankingTrainer does not store a ranking trained with the events of a visitor who was erased since it began', async () => {
  const started: PromiseWithResolvers<FinishedTraining>[] = [];
  let aborts = 0;
  const train: Train = () => {
    started.push(Promise.withResolvers<FinishedTraining>());
    return started.at(-1)!.promise;
  };
  const { trainer, pass, erase } = trainings(train, () => {
    aborts++;
  });
  await pass(2_000, quietMs);
  await erase();
  assert.equal(aborts, 1, 'aborted at once');
  started[0]!.resolve(aborted(5));
  await pass(1_999, quietMs);
  assert.equal(started.length, 2, 'and begun again');
  // It ended before the erasure could abort it.
  await erase();
  started[1]!.resolve(trained(10, 1));
  await turns();
  assert.equal(trainer.state().last, null);
  await pass(1_998, quietMs);
  started[2]!.resolve(trained(10, 2));
  await turns();
  assert.equal(trainer.state().last?.cpuSeconds, 25, 'the discarded ones count for the rest');
  assert.equal(trainer.state().eventsMin, 2_198);
});

test('RankingTrainer stores a ranking, due for another one, after erasures during three trainings in a row', async () => {
  const started: PromiseWithResolvers<FinishedTraining>[] = [];
  let aborts = 0;
  const train: Train = () => {
    started.push(Promise.withResolvers<FinishedTraining>());
    return started.at(-1)!.promise;
  };
  const { trainer, pass, erase } = trainings(train, () => {
    aborts++;
    started.at(-1)!.resolve(aborted(1));
  });
  for (let attempt = 0; attempt < 4; attempt++) {
    await pass(2_000, quietMs);
    await erase();
  }
  assert.deepEqual([started.length, aborts], [4, 3]);
  started[3]!.resolve(trained(1, 3));
  await turns();
  assert.equal(trainer.state().last?.cpuSeconds, 4);
  assert.equal(trainer.state().eventsMin, trainer.state().events, 'due');
});

test('RankingTrainer tries again, an hour after a failure, to train without the events of an erased visitor', async () => {
  let tries = 0;
  const { trainer, pass, erase } = trainings(async () => {
    if (++tries === 2) throw new TrainingError('no memory', 6);
    return trained(6, tries);
  });
  await pass(2_000, quietMs);
  await erase();
  await pass(1_999, 600_000);
  assert.equal(tries, 2);
  for (let minute = 0; minute < 59; minute++) await pass(1_999, 60_000);
  assert.equal(tries, 2, 'not yet');
  await pass(1_999, 120_000);
  assert.equal(tries, 3);
  assert.equal(trainer.state().eventsMin, 2_199);
});

test('RankingTrainer starts after growth, also while it waits to train after an erasure', async () => {
  let tries = 0;
  const { pass, erase } = trainings(() => Promise.resolve(trained(60, ++tries)));
  await pass(2_000, quietMs);
  await erase();
  await pass(1_999, 60_000);
  assert.equal(tries, 1, '60 s of CPU are a twentieth of 20 minutes');
  await pass(2_200, quietMs);
  assert.equal(tries, 2);
});
