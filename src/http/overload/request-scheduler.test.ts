import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { limits } from '../../ports/limits.ts';
import type { Client } from '../access/client.ts';
import { RequestScheduler } from './request-scheduler.ts';

const client = (visitor = 'one'): Client => ({ key: 'key', visitor, connection: '1', isPublic: true });

/** Callers that each compute for some milliseconds of a clock that only they move. */
function callers(
  count: number,
  ms: number,
): { done: number[]; scheduler: RequestScheduler; all: Promise<unknown> } {
  let now = 0;
  const scheduler = new RequestScheduler(() => now);
  const done: number[] = [];
  const call = async (caller: number): Promise<void> => {
    await scheduler.acquire(client());
    // As through the layers of a handler.
    await Promise.resolve();
    now += ms;
    done.push(caller);
  };
  return { done, scheduler, all: Promise.all(Array.from({ length: count }, (_, caller) => call(caller))) };
}

test('RequestScheduler.acquire() releases the requests of one connection in their order', async () => {
  const { done, scheduler, all } = callers(300, 1);
  await all;
  assert.deepEqual(
    done,
    Array.from({ length: 300 }, (_, caller) => caller),
  );
  await nextTurn();
  assert.equal(scheduler.acquire(client()), null);
});

test('RequestScheduler.acquire() limits the computing time per turn of the event loop, but admits at least one request', async () => {
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

test('RequestScheduler.acquire() releases another visitor next, however many requests of the first wait', async () => {
  const { done, scheduler, all } = callers(500, 5);
  await nextTurn();
  const before = done.length;
  await scheduler.acquire(client('two'));
  assert.ok(done.length - before <= 10, `${done.length - before} requests of the first went before`);
  await all;
});

test('RequestScheduler.acquire() rejects only the visitor with too many waiting requests', async () => {
  const scheduler = new RequestScheduler();
  const acquire = async (visitor: string): Promise<void> => void (await scheduler.acquire(client(visitor)));
  const waiting = Array.from({ length: limits.queuedRequestsMax + 1 }, () => acquire('one'));
  assert.throws(() => scheduler.acquire(client()), { code: 'overloaded', retryAfterSeconds: 1 });
  waiting.push(acquire('two'), scheduler.pause(client()));
  await Promise.all(waiting);
});

test('RequestScheduler.pause() resumes after the waiting requests', async () => {
  const scheduler = new RequestScheduler();
  const order: string[] = [];
  const sliced = (async () => {
    for (let slice = 0; slice < 3; slice++) {
      await scheduler.pause(client('bulk'));
      order.push('slice');
    }
  })();
  await nextTurn();
  await scheduler.acquire(client('shopper'));
  order.push('request');
  await sliced;
  assert.ok(order.indexOf('request') <= 1, order.join());
});

test('RequestScheduler.pause() of bulk work does not make it yield to itself', async () => {
  const scheduler = new RequestScheduler(() => 0);
  await scheduler.pause(client('bulk'));
  assert.equal(scheduler.isBusy, false);
  await scheduler.acquire(client('shopper'));
  assert.equal(scheduler.isBusy, true);
});

test('RequestScheduler.yieldToRequests() leaves half of the time to requests, and more while they queue', async () => {
  let now = 0;
  const scheduler = new RequestScheduler(() => now);
  /** After a pause of this process, a timer can fire before the turn in which the scheduler goes on. */
  const settle = async (): Promise<void> => {
    await sleep(20);
    for (let turn = 0; turn < 3; turn++) await nextTurn();
  };
  const asked = async (ms: number): Promise<{ done: () => boolean }> => {
    let isDone = false;
    void scheduler.yieldToRequests(ms).then(() => (isDone = true));
    await settle();
    return { done: () => isDone };
  };
  const later = async (ms: number): Promise<void> => {
    now += ms;
    await settle();
  };
  for (let i = 0; i < 3; i++) assert.equal((await asked(10)).done(), true, 'no requests');
  await scheduler.acquire(client());
  assert.equal((await asked(10)).done(), true, 'the first step');
  const second = await asked(10);
  await later(19);
  assert.equal(second.done(), false);
  await later(1);
  assert.equal(second.done(), true, 'as long as it took, and as long again');
  await later(1_000);
  assert.equal((await asked(10)).done(), true, 'no requests any more');
  assert.equal(scheduler.isBusy, false);

  const queue = { goesOn: true };
  const queued = Array.from({ length: 100 }, async () => {
    while (queue.goesOn) {
      await scheduler.acquire(client());
      now++;
    }
  });
  const before = now;
  await scheduler.yieldToRequests(10);
  const waited = now - before;
  queue.goesOn = false;
  await Promise.all(queued);
  assert.ok(waited >= 60, `${waited} ms of others, who queue`);
});

test('RequestScheduler.yieldToRequests() leaves time to the requests of serving threads', async () => {
  let now = 0;
  let load = 0;
  const scheduler = new RequestScheduler(() => now);
  scheduler.observeThreads(() => load);
  /** The time until two steps of 10 ms may have run. */
  const paused = async (): Promise<number> => {
    const from = now;
    let done = 0;
    void (async () => {
      for (; done < 2; done++) await scheduler.yieldToRequests(10);
    })();
    for (let i = 0; i < 100; i++) {
      await sleep(5);
      // Each step begins in a later turn.
      for (let turn = 0; turn < 4; turn++) await nextTurn();
      if (done === 2) break;
      now += 10;
    }
    const took = now - from;
    now += 1_000;
    return took;
  };
  assert.equal(await paused(), 0);
  load = 0.3;
  assert.equal(await paused(), 20);
  // Steps may be long: they block another thread.
  assert.equal(scheduler.isBusy, false);
  load = 0.9;
  const queued = await paused();
  assert.ok(queued >= 160, `${queued} ms where requests queue`);
});

test('RequestScheduler.runList() limits concurrent lists per visitor, without delaying other visitors', async () => {
  const scheduler = new RequestScheduler();
  let inProgress = 0;
  let most = 0;
  const ended: string[] = [];
  const list = (visitor: string, index: number): Promise<void> =>
    scheduler.runList({ key: 'k', visitor, connection: `${visitor}${index}`, isPublic: true }, async () => {
      most = Math.max(most, ++inProgress);
      for (let slice = 0; slice < 3; slice++) await nextTurn();
      inProgress--;
      ended.push(visitor);
    });
  const lists = Array.from({ length: 200 }, (_, index) => list('many', index));
  await Promise.all([...lists, list('one', 0)]);
  assert.ok(most <= 17, `${most} in progress`);
  assert.ok(ended.indexOf('one') < 40, `after ${ended.indexOf('one')} others`);
});
