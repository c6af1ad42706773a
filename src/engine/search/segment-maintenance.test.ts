import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { flattenItem } from '../../kernel/text/schema/flatten.ts';
import { defaultTextSettings } from '../../kernel/text/schema/settings.ts';
import { SegmentedIndex } from '../../kernel/text/search/segmented-index.ts';
import { buildSegment, mergeSegments } from '../../kernel/text/segments/segment-merger.ts';
import type { BuildResult, IndexWork } from './index-messages.ts';
import { SegmentMaintenance } from './segment-maintenance.ts';

const step = 100;

function maintained(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const kernel = new SegmentedIndex(defaultTextSettings);
  const merges: number[] = [];
  let milliseconds = 0;
  let compactions = 0;
  const maintenance = new SegmentMaintenance({
    path: '',
    builder: {
      async request(work: IndexWork): Promise<BuildResult> {
        assert.ok(work.kind === 'merge');
        merges.push(work.buffers.length);
        const buffer = mergeSegments(work.buffers, work.deleted, work.settings);
        return { buffer, last: -1, names: [] };
      },
    },
    kernel: () => kernel,
    onCompacted: () => compactions++,
    onError: (error) => assert.fail(String(error)),
    now: () => milliseconds,
  });
  let key = 0;
  return {
    kernel,
    merges,
    get compactions() {
      return compactions;
    },
    add(count: number) {
      const documents = Array.from({ length: count }, () => ({
        key: ++key,
        popularity: 0,
        ...flattenItem({ id: `${key}`, name: `lamp ${key}` }),
      }));
      kernel.attach(buildSegment(documents, defaultTextSettings));
      maintenance.schedule();
    },
    async pass(ms: number, each: () => void = () => undefined) {
      for (let at = 0; at < ms; at += step) {
        each();
        milliseconds += step;
        t.mock.timers.tick(step);
        for (let i = 0; i < 10; i++) await Promise.resolve();
      }
    },
  };
}

test('an index is compacted once no change arrives', async (t) => {
  const index = maintained(t);
  for (const count of [1_500, 1_500, 300]) index.add(count);
  await index.pass(2_000);
  assert.deepEqual(index.merges, []);
  await index.pass(2_000);
  assert.deepEqual(index.merges, [3]);
  assert.equal(index.compactions, 1);
  // The other one is the mutable segment.
  assert.equal(index.kernel.segmentCount, 2);
  assert.equal(index.kernel.size, 3_300);
  await index.pass(20_000);
  assert.deepEqual(index.merges, [3]);
});

test('an index that changes all the time is compacted every five minutes', async (t) => {
  const index = maintained(t);
  for (const count of [1_500, 1_500, 300]) index.add(count);
  let steps = 0;
  const keepChanging = (): void => {
    if (steps++ % 10 === 0) index.add(1);
  };
  await index.pass(240_000, keepChanging);
  assert.equal(index.compactions, 0);
  await index.pass(70_000, keepChanging);
  assert.ok(index.compactions > 0);
});
