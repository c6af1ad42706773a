import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { requestSlices, withPause, WorkSlices } from './work-slices.ts';

test('WorkSlices.spend() pauses when a slice is full, and starts a new one', async () => {
  let pauses = 0;
  const slices = new WorkSlices(10, async () => void pauses++);
  for (let unit = 0; unit < 35; unit++) await slices.spend(1);
  assert.equal(pauses, 3);
  assert.notEqual(slices.spend(5), null);
  assert.equal(slices.spend(9), null);
});

test('WorkSlices.spend() yields to pending events', async () => {
  const slices = new WorkSlices(1);
  let isHandled = false;
  setImmediate(() => {
    isHandled = true;
  });
  await slices.spend(1);
  assert.ok(isHandled);
});

test('WorkSlices.run() pauses between steps, and returns the result', async () => {
  let pauses = 0;
  const slices = new WorkSlices(10, async () => void pauses++);
  function* work(): Generator<number, string> {
    for (const units of [4, 5, 1, 30, 9]) yield units;
    return 'done';
  }
  assert.equal(await slices.run(work()), 'done');
  assert.equal(pauses, 2);
});

test('requestSlices() pauses as its request does, and for one turn outside a request', async () => {
  let pauses = 0;
  const work = async (): Promise<void> => {
    // As a search does after it waited.
    await nextTurn();
    const slices = requestSlices(10);
    for (let unit = 0; unit < 35; unit++) await slices.spend(1);
  };
  await withPause(async () => void pauses++, work);
  assert.equal(pauses, 3);
  await work();
  assert.equal(pauses, 3);
});
