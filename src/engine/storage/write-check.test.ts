import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { WriteCheck } from './write-check.ts';

test('WriteCheck.checkStatus() tests a write before the first write and after a failure, and not otherwise', async (t) => {
  let testWrites = 0;
  let failure: Error | null = null;
  const writer: { refusal: string | null | undefined; forgetRefusal: () => void } = {
    refusal: undefined,
    forgetRefusal: () => (writer.refusal = null),
  };
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const check = new WriteCheck(writer, folder, async () => {
    testWrites++;
    if (failure !== null) throw failure;
  });
  const stored = { ready: true, detail: 'stored' };
  assert.deepEqual(await check.checkStatus(), stored);
  assert.deepEqual(await check.checkStatus(), stored);
  assert.equal(testWrites, 1);
  writer.refusal = 'refused';
  failure = new Error('the disk is full');
  for (const status of await Promise.all([check.checkStatus(), check.checkStatus()]))
    assert.deepEqual(status, { ready: false, detail: 'Writes fail: the disk is full' });
  assert.equal(testWrites, 2, 'concurrent callers share one test write');
  failure = null;
  assert.deepEqual(await check.checkStatus(), stored);
  assert.equal(testWrites, 3);
  assert.deepEqual(readdirSync(folder), [], 'a test write leaves no file');
});
