import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFinishedTasks, noteFinishedTasks } from '../../src/domain/alerts/task-messages.ts';
import { limits } from '../../src/ports/limits.ts';
import type { Task } from '../../src/ports/access/projects.ts';
import { embeddedShop } from './embedded-shop.ts';
import type { Shop } from './shop.ts';

/** Messages about finished tasks, as they are stored before they are sent. */

const webhook = { id: 'jobs', url: 'https://hooks.example.com/', alerts: [], secret: 'whsec_' } as const;

function task(shop: Shop, id: string, more: Partial<Task> = {}): Task {
  const progress = { lines: 3, failed: 1, errors: [{ line: 2 }] };
  return {
    id,
    project: shop.project.id,
    kind: 'import',
    status: 'succeeded',
    startedAt: shop.now - 1_000,
    finishedAt: shop.now,
    progress,
    error: null,
    ...more,
  };
}

async function noted(shop: Shop, ...tasks: readonly Task[]): Promise<string[]> {
  const { store } = shop.engine;
  for (const one of tasks) await store.putTask(one);
  await noteFinishedTasks(shop.project, store, shop.now);
  return listFinishedTasks(shop.project).map((one) => one.task);
}

test('noteFinishedTasks() stores the end of a task once, with its figures and outcome', async () => {
  await using shop = await embeddedShop();
  await shop.project.webhooks.change(webhook.id, () => ({ ...webhook, tasks: ['import', 'reindex'] }));
  const error = { code: 'storage_failed', detail: 'The disk is full' };
  const failed = task(shop, 'b', { status: 'failed', error });
  const running = task(shop, 'c', { status: 'running', finishedAt: null });
  const other = task(shop, 'd', { kind: 'replay' });
  assert.deepEqual((await noted(shop, task(shop, 'a'), failed, running, other)).sort(), ['a', 'b']);
  const [first, second] = listFinishedTasks(shop.project).sort((a, b) => (a.task < b.task ? -1 : 1));
  assert.deepEqual(
    [first!.figures, first!.status, first!.error],
    [{ lines: 3, failed: 1 }, 'succeeded', null],
  );
  assert.deepEqual([second!.status, second!.error], ['failed', error]);
  assert.deepEqual(
    first!.deliveries.map(({ webhook: to, message, status }) => [to, message, status]),
    [['jobs', 'finished', 'pending']],
  );
  assert.equal((await noted(shop)).length, 2, 'a second turn adds nothing');
  const again = task(shop, 'a', { startedAt: shop.now });
  assert.equal((await noted(shop, again)).length, 3, 'an id that is used again is another task');
});

test('noteFinishedTasks() stores nothing for a later webhook, nor of a task that ended a day ago', async () => {
  await using shop = await embeddedShop();
  await shop.project.webhooks.change(webhook.id, () => ({ ...webhook, tasks: ['import'] }));
  assert.deepEqual(await noted(shop, task(shop, 'old', { finishedAt: shop.now - 1 })), []);
  const at = shop.now;
  await shop.engine.store.putTask(task(shop, 'a', { finishedAt: at }));
  await noteFinishedTasks(shop.project, shop.engine.store, at + 86_400_001);
  assert.deepEqual(listFinishedTasks(shop.project), []);
  await noteFinishedTasks(shop.project, shop.engine.store, at + 86_400_000);
  assert.equal(listFinishedTasks(shop.project).length, 1);
});

test('noteFinishedTasks() keeps the newest tasks, up to the limit and for 30 days', async () => {
  await using shop = await embeddedShop();
  await shop.project.webhooks.change(webhook.id, () => ({ ...webhook, tasks: ['import'] }));
  const { finishedTasksKeptMax } = limits;
  const start = shop.now;
  for (let i = 0; i <= finishedTasksKeptMax; i++) {
    await shop.engine.store.putTask(task(shop, `t${i}`, { startedAt: start + i, finishedAt: start + i }));
    await noteFinishedTasks(shop.project, shop.engine.store, start + i);
    if (i === finishedTasksKeptMax - 1)
      assert.equal(listFinishedTasks(shop.project).length, finishedTasksKeptMax);
  }
  const kept = listFinishedTasks(shop.project).map((one) => one.task);
  assert.deepEqual(
    [kept.length, kept[0], kept.at(-1)],
    [finishedTasksKeptMax, `t${finishedTasksKeptMax}`, 't1'],
  );
  const later = start + 31 * 86_400_000;
  await shop.engine.store.putTask(task(shop, 'late', { startedAt: later, finishedAt: later }));
  await noteFinishedTasks(shop.project, shop.engine.store, later);
  assert.deepEqual(
    listFinishedTasks(shop.project).map((one) => one.task),
    ['late'],
  );
});
