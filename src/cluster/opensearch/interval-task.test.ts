import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { IntervalTask } from './interval-task.ts';

test('Repeated does its work again and again, never twice at once, and ends when the last is done', async () => {
  let [begun, ended, most] = [0, 0, 0];
  const third = Promise.withResolvers<void>();
  const repeated = new IntervalTask(1, async () => {
    begun++;
    most = Math.max(most, begun - ended);
    await sleep(10);
    ended++;
    if (ended === 3) third.resolve();
  });
  // Its timer alone keeps no process.
  const alive = setInterval(() => undefined, 1_000);
  await third.promise;
  clearInterval(alive);
  await repeated[Symbol.asyncDispose]();
  assert.deepEqual([begun, most], [ended, 1]);
  await sleep(20);
  assert.equal(begun, ended, 'nothing begins after it');
});
