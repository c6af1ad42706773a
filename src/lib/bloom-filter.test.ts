import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BloomFilter } from './bloom-filter.ts';

test('BloomFilter has all of its texts, and few others', () => {
  const bits = new Uint8Array(2 ** 11);
  const filter = new BloomFilter(bits);
  const textAt = (no: number): string => `word ${no.toString(36)} naïve 日本`;
  for (let no = 0; no < 1_300; no++) filter.add(textAt(no));
  const reopened = new BloomFilter(Uint8Array.from(bits));
  for (let no = 0; no < 1_300; no++) assert.equal(reopened.has(textAt(no)), true, textAt(no));
  let others = 0;
  for (let no = 1_300; no < 11_300; no++) if (reopened.has(textAt(no))) others += 1;
  assert.ok(others < 100, `${others} of 10,000 others`);
});

test('BloomFilter rejects a number of bytes that is no power of two', () => {
  assert.throws(() => new BloomFilter(new Uint8Array()), RangeError);
  assert.throws(() => new BloomFilter(new Uint8Array(3)), RangeError);
});
