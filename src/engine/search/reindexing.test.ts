import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SegmentedIndex } from '../../kernel/text/search/segmented-index.ts';
import type { IndexReply } from './index-messages.ts';
import { Reindexing } from './reindexing.ts';

test('Reindexing.run() is over as soon as it is cancelled, however long its segment takes, and takes nothing over', async () => {
  const segment = Promise.withResolvers<IndexReply>();
  const reindexing = new Reindexing({
    path: 'none',
    builder: { ask: () => segment.promise },
    kernel: new SegmentedIndex(),
    byNumber: () => null,
    after: Promise.resolve(),
  });
  const told: string[] = [];
  const run = reindexing.run(
    (indexed) => told.push(`progress ${indexed}`),
    () => told.push('taken over'),
  );
  reindexing.cancel();
  assert.equal(await run, false);
  segment.resolve({ id: 1, buffer: null, last: -1, error: null, names: [] });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(told, []);
});
