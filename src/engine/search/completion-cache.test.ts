import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heapBytes } from '../../../test/support/heap-bytes.ts';
import { CompletionCache } from './completion-cache.ts';

test('CompletionCache.getOrCompute() computes a list once per request, until something changes', () => {
  const cache = new CompletionCache();
  let computed = 0;
  const countOf = (...request: unknown[]): number | undefined =>
    cache.getOrCompute(request, () => [
      { text: 'oak', highlighted: 'oak', kind: 'phrase', count: ++computed },
    ])[0]?.count;
  assert.deepEqual([countOf('o', 5), countOf('o', 5), countOf('o', 6), countOf('o', 5)], [1, 1, 2, 1]);
  cache.clear();
  assert.equal(countOf('o', 5), 3);
  // A new popularity of one item in a thousand changes next to nothing; of one in a hundred it does.
  for (let rank = 0; rank < 10; rank++) cache.countRanked(1_000);
  assert.equal(countOf('o', 5), 3);
  cache.countRanked(1_000);
  assert.equal(countOf('o', 5), 4);
  cache.countRanked(20);
  assert.equal(countOf('o', 5), 5);
});

test('CompletionCache counts its bytes, including long filters', () => {
  const cache = new CompletionCache();
  const before = heapBytes();
  for (let i = 0; i < 300; i++) {
    const texts = Array.from({ length: 8 }, (_, n) => `${i} oak chair number ${n}`);
    cache.getOrCompute([`oak ${i}`, 'brand:Oak OR '.repeat(700)], () =>
      texts.map((text) => ({ text, highlighted: `<em>${text}</em>`, kind: 'item', count: 1 })),
    );
  }
  const grown = heapBytes() - before;
  assert.ok(grown < 1.2 * cache.bytes, `${grown} bytes where ${cache.bytes} are counted`);
  assert.ok(cache.bytes < 3 * grown, `${cache.bytes} bytes are counted for ${grown}`);
});
