import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { StepQueue } from './step-queue.ts';

void test('StepQueue.run() runs one step at a time, queries first, each kind in its order', async () => {
  const queue = new StepQueue();
  const order: string[] = [];
  let running = 0;
  const step = (name: string) => async (): Promise<void> => {
    running += 1;
    assert.equal(running, 1);
    await turn();
    order.push(name);
    running -= 1;
  };
  const slow = async (): Promise<void> => {
    for (let i = 0; i < 5; i++) await turn();
    await step('b1')();
  };
  const first = queue.run('background', slow);
  await turn();
  await Promise.all([
    first,
    queue.run('background', step('b2')),
    queue.run('query', step('q1')),
    queue.run('background', step('b3')),
    queue.run('query', step('q2')),
  ]);
  assert.deepEqual(order, ['b1', 'q1', 'q2', 'b2', 'b3']);
});

void test('StepQueue.run() continues after a step that throws', async () => {
  const queue = new StepQueue();
  const failed = queue.run('query', () => {
    throw new Error('broken');
  });
  const next = queue.run('query', () => 7);
  await assert.rejects(failed, /broken/);
  assert.equal(await next, 7);
  assert.equal(await queue.run('background', () => 8), 8);
});

void test('StepQueue.holdingBackground() starts no background step until the last query is done', async () => {
  const queue = new StepQueue();
  const order: string[] = [];
  const query = async (name: string, turns: number): Promise<void> => {
    await queue.holdingBackground(async () => {
      for (let i = 0; i < turns; i++) await turn();
      await queue.run('query', () => order.push(name));
    });
  };
  const background = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) {
      await queue.run('background', async () => {
        await turn();
        order.push('background');
      });
    }
  };
  const work = background();
  await turn();
  await Promise.all([work, query('first', 2), query('second', 9)]);
  assert.deepEqual(order, ['background', 'first', 'second', 'background', 'background']);
});
