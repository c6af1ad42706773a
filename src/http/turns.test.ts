import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.ts';

/** Callers that each compute for some milliseconds of a clock that only they move. */
function callers(count: number, ms: number): { done: number[]; turns: Turns; all: Promise<unknown> } {
  let now = 0;
  const turns = new Turns({ now: () => now, cpu: () => now });
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

test('a guest of Turns gives way while somebody waits, and no more than three times as long as it went on', async () => {
  for (const [callsMs, expected] of [
    [1, 60],
    [10, 24],
  ] as const) {
    let now = 0;
    const turns = new Turns({ now: () => now, cpu: () => now });
    const guest = turns.guest();
    assert.equal(guest.isBusy, false);
    let done = 0;
    const call = async (): Promise<void> => {
      await turns.take();
      now += callsMs;
      done++;
    };
    const all = Array.from({ length: 60 }, call);
    assert.equal(guest.isBusy, true);
    now += 80;
    await guest.giveWay();
    // Either all of them, or as many as have 240 milliseconds, and what the last turn had begun.
    assert.ok(done >= expected && done <= expected + 1, String(done));
    await Promise.all(all);
    const before = now;
    await guest.giveWay();
    assert.equal(now, before, 'nobody waits');
    now += 1_000;
    assert.equal(guest.isBusy, false);
  }
});
