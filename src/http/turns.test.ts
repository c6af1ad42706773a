import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Turns } from './turns.ts';

/** Callers that each compute for some milliseconds of a clock that only they move. */
function callers(count: number, ms: number): { done: number[]; turns: Turns; all: Promise<unknown> } {
  let now = 0;
  const turns = new Turns(() => now);
  const done: number[] = [];
  const call = async (caller: number): Promise<void> => {
    await turns.take();
    // As through the layers of a handler.
    await Promise.resolve();
    now += ms;
    done.push(caller);
  };
  return { done, turns, all: Promise.all(Array.from({ length: count }, (_, caller) => call(caller))) };
}

test('Turns.take() lets all go on in the order in which they came', async () => {
  const { done, turns, all } = callers(300, 1);
  await all;
  assert.deepEqual(
    done,
    Array.from({ length: 300 }, (_, caller) => caller),
  );
  await nextTurn();
  assert.equal(turns.take(), null);
});

test('Turns.take() gives a turn of the event loop some milliseconds of computing, and at least one caller', async () => {
  for (const [ms, perTurn] of [
    [4, 3],
    [100, 1],
  ] as const) {
    const { done, all } = callers(12, ms);
    const counts: number[] = [];
    for (let before = 0; done.length < 12; before = done.length) {
      await nextTurn();
      counts.push(done.length - before);
    }
    await all;
    // The first does not wait; and what took long is made up for once.
    assert.ok(Math.max(...counts.slice(2)) <= perTurn, counts.join(' '));
    assert.ok(counts.length >= 12 / (perTurn + 1), counts.join(' '));
  }
});

test('Turns.giveWay() leaves half of the time to those who take turns, and more while they wait in a row', async () => {
  let now = 0;
  const turns = new Turns(() => now);
  const asked = async (ms: number): Promise<{ done: () => boolean }> => {
    let isDone = false;
    void turns.giveWay(ms).then(() => (isDone = true));
    await sleep(20);
    return { done: () => isDone };
  };
  const later = async (ms: number): Promise<void> => {
    now += ms;
    await sleep(20);
  };
  for (let i = 0; i < 3; i++) assert.equal((await asked(10)).done(), true, 'nobody takes turns');
  await turns.take();
  assert.equal((await asked(10)).done(), true, 'the first step');
  const second = await asked(10);
  await later(19);
  assert.equal(second.done(), false);
  await later(1);
  assert.equal(second.done(), true, 'as long as it took, and as long again');
  await later(1_000);
  assert.equal((await asked(10)).done(), true, 'they are gone');
  assert.equal(turns.isBusy, false);

  const queue = { goesOn: true };
  const inARow = Array.from({ length: 100 }, async () => {
    while (queue.goesOn) {
      await turns.take();
      now++;
    }
  });
  const before = now;
  await turns.giveWay(10);
  const waited = now - before;
  queue.goesOn = false;
  await Promise.all(inARow);
  assert.ok(waited >= 60, `${waited} ms of others, who wait in a row`);
});
