import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ProgramRunner } from '../../lib/program-runner.ts';
import { TrainingQueue } from './training-queue.ts';

const task = (name: string) => ({
  path: join(tmpdir(), `vitrine-none-${process.pid}`, name),
  eventsMax: 1,
  weights: { weights: {}, otherWeight: 1 },
});

test('TrainingQueue.stop() cancels a queued training without waiting for the one before it', async () => {
  await using runner = new ProgramRunner();
  await using queue = new TrainingQueue(runner);
  const settled: string[] = [];
  const record = (name: string) => (): void => void settled.push(name);
  // The databases do not exist: a training that starts fails.
  const first = queue.train(task('first')).catch(record('first'));
  const second = queue.train(task('second')).then(record('second'));
  const third = queue.train(task('third')).catch(record('third'));
  await queue.stop(task('second').path);
  await second;
  assert.deepEqual(settled, ['second']);
  await Promise.all([first, third]);
  assert.deepEqual(settled, ['second', 'first', 'third']);
});

test('TrainingQueue cancels queued trainings when it is disposed', async () => {
  await using runner = new ProgramRunner();
  const queue = new TrainingQueue(runner);
  const trained = ['first', 'second'].map((name) => queue.train(task(name)));
  await queue[Symbol.asyncDispose]();
  assert.equal(await trained[1], null);
});

test('TrainingQueue reports why a training failed', async () => {
  await using runner = new ProgramRunner();
  await using queue = new TrainingQueue(runner);
  await assert.rejects(queue.train(task('first')), /The training failed: .*unable to open/s);
});
