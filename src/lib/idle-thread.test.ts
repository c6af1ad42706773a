import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../test/support/until.ts';
import { IdleThread } from './idle-thread.ts';

const tasks = JSON.stringify(new URL('./idle-thread-tasks.ts', import.meta.url).href);
const program = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { workerData } from 'node:worker_threads';
    import { answerTasks } from ${tasks};
    answerTasks((number) => {
      if (number < 0) throw new RangeError('Cannot take the root of ' + number);
      if (number === 0) process.exit(3);
      while (number === Infinity);
      return workerData + Math.sqrt(number);
    });`)}`,
);
const start = (idleMs: number): IdleThread<number, number> =>
  new IdleThread({ program, name: 'roots', idleMs, workerData: 100 });

test('IdleThread.run() answers each task with its reply or its error', async () => {
  await using thread = start(60_000);
  const outcomes = await Promise.allSettled([9, -1, 16].map((number) => thread.run(number)));
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'error')),
    [103, 'error', 104],
  );
  await assert.rejects(thread.run(-4), /RangeError: Cannot take the root of -4/);
});

test('IdleThread ends without tasks, and starts again', async () => {
  await using thread = start(1);
  assert.ok(!thread.isRunning);
  assert.equal(await thread.run(4), 102);
  await until('the thread still runs', () => !thread.isRunning);
  assert.equal(await thread.run(25), 105);
});

test('IdleThread fails the tasks that it has not answered when it exits or is ended, and runs later ones in another thread', async () => {
  await using thread = start(60_000);
  await assert.rejects(thread.run(0), /The thread roots has exited/);
  assert.equal(await thread.run(1), 101);
  const pending = assert.rejects(thread.run(Infinity), /The thread roots has exited/);
  await thread[Symbol.asyncDispose]();
  await pending;
});
