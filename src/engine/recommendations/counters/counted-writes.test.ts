import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppliedChange } from '../../log/applied-change.ts';
import type { ProjectDatabase } from '../../log/project-database.ts';
import { CountedWrites } from './counted-writes.ts';

const changesOf = (...numbers: number[]): AppliedChange[] =>
  numbers.map((no) => ({ no, before: null, after: null, content: null }));

test('CountedWrites lists the items of all writes since the applied revision', async () => {
  const database = { appliedRevision: 4 };
  const writes = new CountedWrites(database as ProjectDatabase);
  assert.deepEqual(writes.items, []);
  // Two writes of another process, which are applied together.
  await writes.countItems(changesOf(1, 2), async () => assert.ok(writes.isCounting));
  assert.equal(writes.isCounting, false);
  await writes.countItems(changesOf(2, 3), () => Promise.resolve());
  assert.deepEqual(writes.items, [1, 2, 3]);
  database.appliedRevision = 8;
  assert.deepEqual(writes.items, []);
  const fault = writes.countItems(changesOf(5), () => Promise.reject(new Error('a fault')));
  await assert.rejects(fault, /a fault/);
  assert.deepEqual([writes.items, writes.isCounting], [[5], false]);
});
