import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { IntervalTask } from './interval-task.ts';

test('IntervalTask runs repeatedly but never concurrently, and waits for the last run when disposed', async () => {
  let [begun, ended, concurrentMax] = [0, 0, 0];
  const third = Promise.withResolvers<void>();
  const task = new IntervalTask(1, async () => {
    begun++;
    concurrentMax = Math.max(concurrentMax, begun - ended);
    await sleep(10);
    ended++;
    if (ended === 3) third.resolve();
  });
  // The task's own timer does not keep the process alive.
  const alive = setInterval(() => undefined, 1_000);
  await third.promise;
  clearInterval(alive);
  await task[Symbol.asyncDispose]();
  assert.deepEqual([begun, concurrentMax], [ended, 1]);
  await sleep(20);
  assert.equal(begun, ended, 'no run begins after the disposal');
});
