import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SegmentedIndex } from '../../kernel/text/search/segmented-index.ts';
import type { BuildResult } from './index-messages.ts';
import { Reindexing } from './reindexing.ts';

test('Reindexing.run() ends as soon as it is cancelled, even during the build of a segment, and replaces nothing', async () => {
  const segment = Promise.withResolvers<BuildResult>();
  const reindexing = new Reindexing({
    path: 'none',
    builder: { request: () => segment.promise },
    kernel: new SegmentedIndex(),
    findItem: () => null,
    pending: () => [],
    after: Promise.resolve(),
  });
  const calls: string[] = [];
  const run = reindexing.run(
    (indexed) => calls.push(`progress ${indexed}`),
    () => calls.push('completed'),
  );
  reindexing.cancel();
  assert.equal(await run, false);
  segment.resolve({ buffer: null, last: -1, names: [] });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(calls, []);
});
