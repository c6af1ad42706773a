import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ModelTurns, type TurnTaker } from './model-turns.ts';

/** A model that records when it begins and is told that another one waits. */
function createTaker(): TurnTaker & { begun: number; told: number } {
  const taker = {
    begun: 0,
    told: 0,
    begin: () => void taker.begun++,
    onWanted: () => void taker.told++,
  };
  return taker;
}

function startTwo(t: TestContext): {
  turns: ModelTurns;
  first: ReturnType<typeof createTaker>;
  second: ReturnType<typeof createTaker>;
  tick: (ms: number) => void;
} {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const tick = (ms: number): void => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  const turns = new ModelTurns();
  const [first, second] = [createTaker(), createTaker()];
  turns.request(first);
  turns.request(second);
  return { turns, first, second, tick };
}

void test('ModelTurns begins the next turn once the process of the one before has ended', async (t) => {
  const { turns, first, second } = startTwo(t);
  assert.deepEqual([first.begun, second.begun, first.told], [1, 0, 1]);
  const ended = Promise.withResolvers<void>();
  turns.end(first, ended.promise);
  turns.request(first);
  await Promise.resolve();
  assert.deepEqual([first.begun, second.begun], [1, 0]);
  ended.resolve();
  await new Promise(setImmediate);
  assert.deepEqual([first.begun, second.begun], [1, 1]);
  turns.end(second);
  await new Promise(setImmediate);
  assert.deepEqual([first.begun, second.begun], [2, 1]);
});

void test('ModelTurns ends the turn of a model without work at once, of one with work after four seconds', (t) => {
  const { turns, first, second, tick } = startTwo(t);
  assert.equal(turns.isOver(first, false), true);
  assert.equal(turns.isOver(first, true), false);
  assert.equal(turns.isOver(second, false), false);
  tick(3_999);
  assert.equal(turns.isOver(first, true), false);
  tick(2);
  assert.equal(turns.isOver(first, true), true);
  assert.equal(first.told, 2);
});

void test('ModelTurns ends no turn while no other model waits', async (t) => {
  const { turns, first, second, tick } = startTwo(t);
  turns.end(second);
  tick(60_000);
  assert.equal(turns.isOver(first, false), false);
  turns.request(first);
  assert.equal(first.begun, 2, 'the process of the holder has ended, and starts again');
  turns.end(first);
  await new Promise(setImmediate);
  assert.equal(second.begun, 0);
});
