import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TickBudget } from './tick-budget.ts';

test('TickBudget limits the work of a turn, in the order of the requests', async () => {
  const turns: (() => void)[] = [];
  const budget = new TickBudget(10, (turn) => turns.push(turn));
  const done: number[] = [];
  const work = async (index: number): Promise<void> => {
    const wait = budget.spend(4);
    if (wait !== null) await wait;
    done.push(index);
  };
  const all = Promise.all(Array.from({ length: 8 }, (_, index) => work(index)));
  // The third starts with 2 left.
  assert.deepEqual(done, [0, 1, 2]);
  for (const expected of [6, 8]) {
    turns.shift()!();
    await nextTurn();
    assert.deepEqual(
      done,
      Array.from({ length: expected }, (_, index) => index),
    );
  }
  await all;
  turns.shift()!();
  assert.deepEqual(turns, [], 'nothing is scheduled while nothing waits');
});

test('TickBudget.count() reserves budget for work that does not wait', () => {
  const turns: (() => void)[] = [];
  const budget = new TickBudget(10, (turn) => turns.push(turn));
  budget.count(20);
  assert.notEqual(budget.spend(1), null);
  turns.shift()!();
  assert.equal(budget.spend(1), null);
});

test('TickBudget yields to other events', async () => {
  const budget = new TickBudget(1);
  let isOver = false;
  let others = 0;
  const count = (): void => {
    others++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  for (let i = 0; i < 50; i++) await budget.spend(1);
  isOver = true;
  assert.ok(others >= 48, `${others} turns`);
});
