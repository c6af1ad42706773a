import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ModelSlot, type SlotUser } from './model-slot.ts';

/** A model that records when it begins and is told that another one waits. */
function createUser(): SlotUser & { begun: number; told: number; hasQuery: boolean } {
  const user = {
    begun: 0,
    told: 0,
    hasQuery: false,
    begin: () => void user.begun++,
    onContention: () => void user.told++,
    isUrgent: () => user.hasQuery,
  };
  return user;
}

function startTwo(t: TestContext): {
  slot: ModelSlot;
  first: ReturnType<typeof createUser>;
  second: ReturnType<typeof createUser>;
  tick: (ms: number) => void;
} {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const tick = (ms: number): void => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  const slot = new ModelSlot();
  const [first, second] = [createUser(), createUser()];
  slot.acquire(first);
  slot.acquire(second);
  return { slot, first, second, tick };
}

void test('ModelSlot is given to the next model once the process of the one before has ended', async (t) => {
  const { slot, first, second } = startTwo(t);
  assert.deepEqual([first.begun, second.begun, first.told], [1, 0, 1]);
  const ended = Promise.withResolvers<void>();
  slot.release(first, ended.promise);
  slot.acquire(first);
  await Promise.resolve();
  assert.deepEqual([first.begun, second.begun], [1, 0]);
  ended.resolve();
  await new Promise(setImmediate);
  assert.deepEqual([first.begun, second.begun], [1, 1]);
  slot.release(second);
  await new Promise(setImmediate);
  assert.deepEqual([first.begun, second.begun], [2, 1]);
});

void test('ModelSlot is yielded by a model without work at once, by one with work after four seconds', (t) => {
  const { slot, first, second, tick } = startTwo(t);
  assert.equal(slot.shouldYield(first, false), true);
  assert.equal(slot.shouldYield(first, true), false);
  assert.equal(slot.shouldYield(second, false), false);
  tick(3_999);
  assert.equal(slot.shouldYield(first, true), false);
  tick(2);
  assert.equal(slot.shouldYield(first, true), true);
  assert.equal(first.told, 2);
});

void test('ModelSlot is kept while no other model waits', async (t) => {
  const { slot, first, second, tick } = startTwo(t);
  slot.release(second);
  tick(60_000);
  assert.equal(slot.shouldYield(first, false), false);
  slot.acquire(first);
  assert.equal(first.begun, 2, 'the process of the holder has ended, and starts again');
  slot.release(first);
  await new Promise(setImmediate);
  assert.equal(second.begun, 0);
});

void test('ModelSlot is yielded at once by a model with background work for a query, not by one with a query', (t) => {
  const { slot, first, second } = startTwo(t);
  assert.equal(slot.shouldYield(first, true), false);
  second.hasQuery = true;
  const before = first.told;
  slot.reconsider(second);
  assert.equal(first.told, before + 1);
  assert.equal(slot.shouldYield(first, true), true);
  first.hasQuery = true;
  assert.equal(slot.shouldYield(first, true), false);
});
