import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MatchingTasks } from '../../src/domain/catalog/matching-tasks.ts';
import { writeMatching } from '../../src/domain/catalog/matching-writes.ts';
import { WorkSlices } from '../../src/lib/work-slices.ts';
import type { Catalog } from '../../src/ports/catalog/catalog.ts';
import { limits } from '../../src/ports/limits.ts';
import { embeddedShop } from './embedded-shop.ts';
import { content, fieldsOf, text, withCode, type Shop } from './shop.ts';

function tasksOf(shop: Shop, gate: Promise<void>, stopping = new AbortController()): MatchingTasks {
  return new MatchingTasks({
    store: shop.engine.store,
    clock: { now: () => shop.now },
    // Holds back each write.
    traffic: { isBusy: false, yieldToRequests: () => gate },
    stopping: stopping.signal,
    onError: (error) => assert.fail(error as Error),
  });
}

function start(tasks: MatchingTasks, shop: Shop, taskId: string) {
  return tasks.start(shop.project, {
    taskId,
    kind: 'update',
    filter: null,
    changeBytes: 0,
    hold: () => shop.engine.hold(shop.project),
    decide: (item) => {
      const { _id, _version, _createdAt, _updatedAt, ...fields } = fieldsOf(item);
      return content({ ...fields, tasks: `${text(fields['tasks'])}${taskId} ` });
    },
  });
}

test('MatchingTasks.start() takes 10 writes of a project that run or wait, not 11, and runs them in order', async () => {
  await using shop = await embeddedShop();
  await shop.put({ id: 'a', tasks: '' });
  const gate = Promise.withResolvers<void>();
  const tasks = tasksOf(shop, gate.promise);
  const names = Array.from({ length: limits.matchingWritesMax }, (_, no) => `t${no}`);
  const running = await Promise.all(names.map((name) => start(tasks, shop, name)));
  await assert.rejects(start(tasks, shop, 'more'), withCode('overloaded'));
  assert.deepEqual(
    running.map(({ readTask: current }) => current().status),
    names.map(() => 'running'),
  );
  gate.resolve();
  await Promise.all(running.map(({ ended }) => ended));
  assert.equal(fieldsOf((await shop.project.catalog.get({ id: 'a' }))!)['tasks'], `${names.join(' ')} `);
  const last = await start(tasks, shop, 'last');
  await last.ended;
  assert.deepEqual([last.readTask().status, last.readTask().progress['changed']], ['succeeded', 1]);
  assert.deepEqual(shop.engine.store.task('shop', 'last'), last.readTask());
});

test('MatchingTasks.start(): a task fails when the service stops, and what was changed stays', async () => {
  await using shop = await embeddedShop();
  const count = 600;
  await shop.put(...Array.from({ length: count }, (_, no) => ({ id: `i${no}`, tasks: '' })));
  const stopping = new AbortController();
  const gate = Promise.withResolvers<void>();
  const running = await start(tasksOf(shop, gate.promise, stopping), shop, 'cut');
  stopping.abort();
  gate.resolve();
  await running.ended;
  const { status, error, progress } = running.readTask();
  assert.deepEqual([status, error?.code], ['failed', 'stopping']);
  const changed = Number(progress['changed']);
  assert.ok(changed < count, String(changed));
  const { items } = await shop.project.catalog.list({ limit: count, offset: 0 });
  assert.equal(items.filter((item) => fieldsOf(item)['tasks'] !== '').length, changed);
});

test('writeMatching() splits a batch whose new contents are large into writes of about 16 MiB', async () => {
  await using shop = await embeddedShop();
  const count = 40;
  await shop.put(...Array.from({ length: count }, (_, no) => ({ id: `i${no}` })));
  const note = 'x'.repeat(1024 * 1024);
  const sizes: number[] = [];
  const { catalog, matchingItems } = shop.project;
  const change: Catalog['change'] = (changes) => {
    sizes.push(changes.length);
    return catalog.change(changes);
  };
  const progress = await writeMatching(
    { filter: null, decide: ({ id }) => content({ id, note }), changeBytes: note.length },
    {
      project: { catalog: Object.assign(Object.create(catalog) as Catalog, { change }), matchingItems },
      slices: new WorkSlices(1e9),
      traffic: { isBusy: false, yieldToRequests: async () => undefined },
      signal: new AbortController().signal,
      onProgress: async () => undefined,
    },
  );
  assert.deepEqual([progress.changed, sizes], [count, [16, 16, 8]]);
});
