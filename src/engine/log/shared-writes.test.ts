import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serialize } from 'node:v8';
import type { SharedLog } from '../../ports/cluster/shared-log.ts';
import { VitrineError } from '../../ports/errors.ts';
import { SharedWrites } from './shared-writes.ts';

const write = { change: { kind: 'rows', data: null }, parts: [] } as const;

test('SharedWrites.submit() rejects writes beyond the queue limit, and accepts them again once the queue is written', async () => {
  const released = Promise.withResolvers<void>();
  const appended: number[] = [];
  const log = {
    append: async (number: number) => {
      await released.promise;
      appended.push(number);
      return 'written';
    },
  };
  const writes = new SharedWrites(log as unknown as SharedLog, { next: 7, chainHash: null }, () =>
    Promise.resolve(),
  );
  // The first write is in progress; the others wait.
  const submitted = Array.from({ length: 10_001 }, () => writes.submit(write));
  await assert.rejects(
    writes.submit(write),
    (error) => error instanceof VitrineError && error.code === 'overloaded' && error.retryAfterSeconds === 1,
  );
  released.resolve();
  await Promise.all(submitted);
  await writes.submit(write);
  assert.deepEqual(
    appended,
    Array.from({ length: appended.length }, (_, i) => 7 + i),
    'one entry after the other',
  );
  assert.equal(writes.next, 7 + appended.length);
});

test('SharedWrites.catchUp() applies nothing of an entry written by another version, and names a remedy', async () => {
  const entries: Uint8Array[] = [];
  const log = {
    read: async (from: number) => entries.slice(from),
    append: async (_: number, entry: Uint8Array) => {
      entries.push(entry);
      return 'written';
    },
  } as unknown as SharedLog;
  const stored: unknown[] = [];
  const reader = (): SharedWrites =>
    new SharedWrites(log, { next: 0, chainHash: null }, async (parts) => void stored.push(...parts));
  await reader().submit(write);
  stored.length = 0;
  const applied: unknown[] = [];
  const stage = (changes: readonly unknown[]) => async () => void applied.push(...changes);
  await reader().catchUp(stage);
  assert.deepEqual(applied, [write.change]);
  for (const other of [[write], { format: 0, writes: [write] }, { format: 2, writes: [write] }]) {
    entries.splice(0, 1, serialize(other));
    [applied.length, stored.length] = [0, 0];
    await assert.rejects(
      reader().catchUp(stage),
      (error) =>
        error instanceof VitrineError &&
        error.code === 'storage_failed' &&
        /Entry 0 .* another version .* begin a new log/.test(error.message),
    );
    assert.deepEqual([applied, stored], [[], []]);
  }
});
