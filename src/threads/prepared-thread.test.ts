import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PreparedThread } from './prepared-thread.ts';

test('PreparedThread.take() gives the thread once, and disposal leaves it running', async () => {
  const prepared = new PreparedThread();
  const worker = prepared.take();
  assert.ok(worker !== null);
  assert.equal(prepared.take(), null);
  await prepared[Symbol.asyncDispose]();
  assert.notEqual(worker.threadId, -1);
  await worker.terminate();
});

test('PreparedThread.take() gives no thread that has ended', async () => {
  const prepared = new PreparedThread();
  await prepared[Symbol.asyncDispose]();
  assert.equal(prepared.take(), null);
});
