import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { RecordCache, RecordCacheReplica, type RecordCacheChange } from './record-cache.ts';
import { representative } from '../../../test/support/matrix.ts';

const megabyte = 1024 * 1024;
const recordOf = (seed: number, length: number): Uint32Array =>
  Uint32Array.from({ length }, (_, i) => (seed * 31 + i) >>> 0);

test('RecordCache returns the last record of each key, or nothing, after any history', () => {
  const step = fc.record({
    kind: fc.constantFrom('set', 'set', 'set', 'get', 'delete', 'clear'),
    key: fc.oneof(fc.nat(40), fc.nat(100_000)),
    length: fc.oneof(fc.nat(30), fc.nat(9_000)),
    seed: fc.nat(1_000),
  });
  let missed = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 100, maxLength: 800, size: 'max' }), (steps) => {
      const cache = new RecordCache(megabyte);
      const expected = new Map<number, Uint32Array>();
      for (const { kind, key, length, seed } of steps) {
        if (kind === 'set') {
          cache.set(key, recordOf(seed, length));
          expected.set(key, recordOf(seed, length));
          assert.deepEqual(cache.get(key)?.length, length, 'the newest record is kept');
        } else if (kind === 'delete') {
          cache.delete(key);
          expected.delete(key);
        } else if (kind === 'clear' && seed < 100) {
          cache.clear();
          expected.clear();
          assert.equal(cache.bytes, 0);
        }
        const found = cache.get(key);
        if (found === undefined && expected.has(key)) missed++;
        if (found !== undefined) assert.deepEqual([...found], [...(expected.get(key) ?? [])]);
        assert.ok(expected.has(key) || found === undefined, 'deleted records are gone');
        assert.ok(cache.bytes <= 3 * megabyte, `${cache.bytes} bytes`);
      }
    }),
    { seed: 20261123, numRuns: representative(8, 25) },
  );
  assert.ok(missed > 0, 'some records were evicted');
});

test('RecordCache keeps a record that is read between insertions, and a view of one that is evicted', () => {
  const cache = new RecordCache(4 * megabyte);
  cache.set(0, recordOf(1, 100));
  cache.set(1, recordOf(2, 100));
  const view = cache.get(1)!;
  for (let key = 2; key < 50_000; key++) {
    cache.set(key, recordOf(key, 100));
    if (key % 1_000 === 0) assert.deepEqual([...cache.get(0)!], [...recordOf(1, 100)]);
  }
  assert.equal(cache.get(1), undefined);
  assert.deepEqual([...view], [...recordOf(2, 100)]);
  assert.ok(cache.bytes <= 5 * megabyte, `${cache.bytes} bytes`);
});

test('RecordCache takes memory for its live records, not for replaced and deleted ones', () => {
  const cache = new RecordCache(256 * megabyte);
  const record = recordOf(3, 200);
  for (let round = 0; round < 40; round++) for (let key = 0; key < 5_000; key++) cache.set(key, record);
  const live = 5_000 * record.byteLength;
  assert.ok(cache.bytes < 1.35 * live + 3 * megabyte, `${cache.bytes} bytes for ${live}`);
  for (let key = 0; key < 5_000; key++) assert.deepEqual(cache.get(key)?.[7], record[7]);
  for (let key = 0; key < 5_000; key++) cache.delete(key);
  cache.set(1, record);
  assert.ok(cache.bytes < 3 * megabyte, `${cache.bytes} bytes`);
  const small = new RecordCache(256 * megabyte);
  small.set(1, record);
  assert.ok(small.bytes < 16 * 1024, `${small.bytes} bytes`);
});

test('RecordCache accepts keys far apart, whose directory takes more memory than the records', () => {
  for (const bytesMax of [256 * megabyte, 2 * megabyte]) {
    const cache = new RecordCache(bytesMax);
    for (let i = 0; i < 2_000; i++) cache.set(i * 100_000, recordOf(i, 3));
    assert.deepEqual([...cache.get(1_999 * 100_000)!], [...recordOf(1_999, 3)]);
    assert.ok(cache.bytes <= 16 * megabyte, `${cache.bytes} bytes`);
  }
});

test('RecordCache does not keep a record longer than a quarter of a segment', () => {
  const cache = new RecordCache(4 * megabyte);
  cache.set(5, recordOf(1, 10));
  cache.set(5, recordOf(1, 70_000));
  assert.equal(cache.get(5), undefined);
});

test('RecordCacheReplica finds the newest record, or none, however late it learns of segments and pages', () => {
  const step = fc.record({
    kind: fc.constantFrom('set', 'set', 'set', 'set', 'delete', 'learn', 'clear'),
    key: fc.oneof(fc.nat(40), fc.nat(20_000)),
    length: fc.oneof(fc.nat(30), fc.nat(9_000)),
    seed: fc.nat(1_000),
  });
  let found = 0;
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 100, maxLength: 600, size: 'max' }),
      fc.nat(99),
      (steps, from) => {
        const cache = new RecordCache(megabyte);
        const changes: RecordCacheChange[] = [];
        let replica = new RecordCacheReplica([]);
        const expected = new Map<number, Uint32Array>();
        steps.forEach(({ kind, key, length, seed }, i) => {
          if (i === from) {
            cache.onChange((change) => changes.push(structuredClone(change)));
            replica = new RecordCacheReplica(structuredClone(cache.state()));
          }
          if (kind === 'set') {
            cache.set(key, recordOf(seed, length));
            expected.set(key, recordOf(seed, length));
          } else if (kind === 'delete') {
            cache.delete(key);
            expected.delete(key);
          } else if (kind === 'clear' && seed < 100) {
            cache.clear();
            expected.clear();
          } else for (const change of changes.splice(0, 1 + seed)) replica.apply(change);
          if (i < from) return;
          for (const one of [key, seed % 41]) {
            const record = replica.get(one);
            if (record === undefined) continue;
            found++;
            assert.deepEqual([...record], [...(expected.get(one) ?? assert.fail('a deleted record'))]);
          }
        });
        for (const change of changes.splice(0)) replica.apply(change);
        for (const one of expected.keys()) assert.deepEqual(replica.get(one), cache.get(one));
      },
    ),
    { seed: 20261125, numRuns: representative(8, 25) },
  );
  assert.ok(found > 1_000, `${found} records were found`);
});

test('RecordCacheReplica marks records as read, so that they are kept', () => {
  const cache = new RecordCache(4 * megabyte);
  cache.set(0, recordOf(1, 100));
  const replica = new RecordCacheReplica([]);
  cache.onChange((change) => replica.apply(change));
  for (const change of cache.state()) replica.apply(change);
  for (let key = 2; key < 50_000; key++) {
    cache.set(key, recordOf(key, 100));
    if (key % 1_000 === 0) assert.deepEqual([...replica.get(0)!], [...recordOf(1, 100)]);
  }
  assert.equal(replica.get(2), undefined);
});
