import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SharedLog } from '../../../ports/shared-log.ts';
import { VitrineError } from '../../../ports/errors.ts';
import { SharedWrites } from './shared-writes.ts';

const write = { change: { kind: 'rows', data: null }, parts: [] } as const;

test('SharedWrites.submit() refuses more than may wait, and takes them again when those are written', async () => {
  const released = Promise.withResolvers<void>();
  const appended: number[] = [];
  const log = {
    append: async (number: number) => {
      await released.promise;
      appended.push(number);
      return 'written';
    },
  };
  const writes = new SharedWrites(log as unknown as SharedLog, { next: 7, mark: null }, () =>
    Promise.resolve(),
  );
  // The first is on its way; the others wait.
  const taken = Array.from({ length: 10_001 }, () => writes.submit(write));
  await assert.rejects(
    writes.submit(write),
    (error) => error instanceof VitrineError && error.code === 'overloaded' && error.retryAfterSeconds === 1,
  );
  released.resolve();
  await Promise.all(taken);
  await writes.submit(write);
  assert.deepEqual(
    appended,
    Array.from({ length: appended.length }, (_, i) => 7 + i),
    'one entry after the other',
  );
  assert.equal(writes.next, 7 + appended.length);
});
