import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { ProgramRunner } from '../../../lib/program-runner.ts';
import type { TrainingTask } from './training-messages.ts';
import { TrainingError, TrainingQueue } from './training-queue.ts';

// The databases do not exist: a training that starts fails.
const task = (name: string): TrainingTask => ({
  path: join(tmpdir(), `vitrine-none-${process.pid}`, name),
  eventsMax: 1_000_000,
  weights: { weights: {}, otherWeight: 1 },
});

test('TrainingQueue.stop() cancels a queued training without waiting for the one before it', async () => {
  await using runner = new ProgramRunner();
  await using queue = new TrainingQueue(runner);
  const settled: string[] = [];
  const record = (name: string) => (): void => void settled.push(name);
  const first = queue.train(task('first'), 1).catch(record('first'));
  const second = queue.train(task('second'), 1).then(record('second'));
  const third = queue.train(task('third'), 1).catch(record('third'));
  await queue.stop(task('second').path);
  await second;
  assert.deepEqual(settled, ['second']);
  await Promise.all([first, third]);
  assert.deepEqual(settled, ['second', 'first', 'third']);
});

test('TrainingQueue.abort() stops a running training, not a queued one', async () => {
  await using runner = new ProgramRunner();
  await using queue = new TrainingQueue(runner);
  const first = queue.train(task('first'), 1);
  const second = assert.rejects(queue.train(task('second'), 1), /unable to open/);
  await queue.abort(task('second').path);
  await queue.abort(task('first').path);
  assert.equal((await first).reply, null);
  await second;
});

test('TrainingQueue cancels queued trainings when it is disposed', async () => {
  await using runner = new ProgramRunner();
  const queue = new TrainingQueue(runner);
  const trained = ['first', 'second'].map((name) => queue.train(task(name), 1));
  await queue[Symbol.asyncDispose]();
  for (const training of trained) assert.equal((await training).reply, null);
  assert.equal((await queue.train(task('third'), 1)).reply, null);
});

test('TrainingQueue reports why a training failed, and its CPU time', async () => {
  await using runner = new ProgramRunner();
  await using queue = new TrainingQueue(runner);
  const failed = await queue.train(task('first'), 1).catch((error: unknown) => error);
  assert.ok(failed instanceof TrainingError);
  assert.match(failed.message, /The training failed: .*unable to open/s);
  assert.ok(failed.cpuSeconds > 0);
  assert.deepEqual(queue.gauges(), {
    training_cpu_seconds: failed.cpuSeconds,
    training_failed_cpu_seconds: failed.cpuSeconds,
  });
});

test('TrainingQueue starts the shorter training first, unless the longer one has waited for twenty times its duration', async () => {
  let now = 0;
  const order: string[] = [];
  const run = async (_program: URL, { path }: TrainingTask): Promise<null> => {
    order.push(basename(path));
    return null;
  };
  await using queue = new TrainingQueue({ run } as Pick<ProgramRunner, 'run'>, () => now);
  const train = (name: string, events: number): Promise<unknown> => queue.train(task(name), events);
  // 400 s; more events than the maximum take as long.
  const all = [train('running', 5_000_000), train('large', 1_000_000), train('larger', 5_000_000)];
  now = 3_600_000;
  all.push(train('small', 20_000));
  now = 8_000_000;
  all.push(train('late', 20_000), train('tiny', 1_000));
  await Promise.all(all);
  assert.deepEqual(order, ['running', 'small', 'large', 'larger', 'tiny', 'late']);
});

test('TrainingQueue keeps its order if the clock is set back', async (context) => {
  const order: string[] = [];
  const run = async (_program: URL, { path }: TrainingTask): Promise<null> => {
    order.push(basename(path));
    return null;
  };
  let now = 86_400_000;
  context.mock.method(Date, 'now', () => now);
  await using queue = new TrainingQueue({ run } as Pick<ProgramRunner, 'run'>);
  const all = ['running', 'first'].map((name) => queue.train(task(name), 20_000));
  now = 0;
  all.push(queue.train(task('second'), 20_000));
  await Promise.all(all);
  assert.deepEqual(order, ['running', 'first', 'second']);
});
