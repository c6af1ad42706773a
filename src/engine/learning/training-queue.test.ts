import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TrainingQueue } from './training-queue.ts';

const work = (name: string) => ({
  kind: 'order' as const,
  path: join(tmpdir(), `vitrine-none-${process.pid}`, name),
  eventsMax: 1,
  weights: { weights: {}, otherWeight: 1 },
});

test('Learner.stop() ends one that waits its turn, and does not wait for the one before it', async () => {
  await using learner = new TrainingQueue();
  const order: string[] = [];
  const note = (name: string) => (): void => void order.push(name);
  // There is no such database: the first one fails, as soon as its thread has come so far.
  const first = learner.train(work('first')).catch(note('first'));
  const second = learner.train(work('second')).then(note('second'));
  const third = learner.train(work('third')).catch(note('third'));
  await learner.stop(work('second').path);
  await second;
  assert.deepEqual(order, ['second']);
  await Promise.all([first, third]);
  assert.deepEqual(order, ['second', 'first', 'third']);
});

test('Learner ends what waits with what runs', async () => {
  const learner = new TrainingQueue();
  const learnt = ['first', 'second'].map((name) => learner.train(work(name)));
  await learner[Symbol.asyncDispose]();
  assert.equal(await learnt[1], null);
});

test('Learner learns in a process of its own, and tells why it failed', async () => {
  const processes = (): number =>
    process.getActiveResourcesInfo().filter((resource) => resource === 'ProcessWrap').length;
  await using learner = new TrainingQueue();
  const before = processes();
  const learnt = learner.train(work('first'));
  await nextTurn();
  assert.equal(processes(), before + 1);
  await assert.rejects(learnt, /The learning failed: .*unable to open/s);
});
