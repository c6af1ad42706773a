import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteCollector } from './byte-collector.ts';

test('ByteCollector.take() returns all chunks in order, and begins again', () => {
  const collector = new ByteCollector();
  const sent = Buffer.from(Array.from({ length: 20_000 }, (_, i) => i % 251));
  for (let at = 0; at < sent.length; at += 7) collector.append(sent.subarray(at, at + 7));
  assert.equal(collector.length, sent.length);
  const taken = collector.take();
  assert.deepEqual(taken, sent);
  collector.append(Buffer.from('next'));
  assert.equal(collector.take().toString(), 'next');
  assert.deepEqual(taken, sent);
});

test('ByteCollector.append() keeps no object for each chunk', () => {
  const collector = new ByteCollector();
  for (let i = 0; i < 1_000_000; i++) collector.append(Buffer.of(i & 255));
  const taken = collector.take();
  assert.equal(taken.length, 1_000_000);
  assert.ok(taken.buffer.byteLength <= 1_500_000, `${taken.buffer.byteLength} bytes for a million`);
});
