import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heapBytes } from '../../../test/support/heap-bytes.ts';
import { CompletionCache } from './completion-cache.ts';

test('KeptCompletions.of() makes a list once for each question, until something changed', () => {
  const kept = new CompletionCache();
  let made = 0;
  const ask = (...asked: unknown[]): number | undefined =>
    kept.of(asked, () => [{ text: 'oak', highlighted: 'oak', kind: 'phrase', count: ++made }])[0]?.count;
  assert.deepEqual([ask('o', 5), ask('o', 5), ask('o', 6), ask('o', 5)], [1, 1, 2, 1]);
  kept.changed();
  assert.equal(ask('o', 5), 3);
  // One of a thousand items with another popularity changes next to nothing, a hundredth of them does.
  for (let rank = 0; rank < 10; rank++) kept.ranked(1_000);
  assert.equal(ask('o', 5), 3);
  kept.ranked(1_000);
  assert.equal(ask('o', 5), 4);
  kept.ranked(20);
  assert.equal(ask('o', 5), 5);
});

test('KeptCompletions counts what it keeps, long filters included', () => {
  const kept = new CompletionCache();
  const before = heapBytes();
  for (let i = 0; i < 300; i++) {
    const texts = Array.from({ length: 8 }, (_, n) => `${i} oak chair number ${n}`);
    kept.of([`oak ${i}`, 'brand:Oak OR '.repeat(700)], () =>
      texts.map((text) => ({ text, highlighted: `<em>${text}</em>`, kind: 'item', count: 1 })),
    );
  }
  const grown = heapBytes() - before;
  assert.ok(grown < 1.2 * kept.bytes, `${grown} bytes where ${kept.bytes} are counted`);
  assert.ok(kept.bytes < 3 * grown, `${kept.bytes} bytes are counted for ${grown}`);
});
