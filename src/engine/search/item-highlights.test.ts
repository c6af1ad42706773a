import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAnalyzer } from '../../kernel/text/language/analyzer.ts';
import { encodeUtf8 } from '../../lib/detached-copies.ts';
import { arrayBufferBytes, heapBytes } from '../../../test/support/heap-bytes.ts';
import { ItemHighlights } from './item-highlights.ts';

const analyzer = createAnalyzer({ languages: ['en'], stopWords: null });

test('ItemHighlights caches only texts of items, and counts their bytes', () => {
  const highlights = new ItemHighlights(analyzer);
  const measured = (): number => arrayBufferBytes() + heapBytes();
  const before = measured();
  for (let no = 0; no < 3_000; no++) {
    const name = `Oak chair with arms and a seat of woven cane, number ${no % 7}`;
    // Unrequested fields must not be cached.
    const json = encodeUtf8(JSON.stringify({ name, description: 'x'.repeat(20_000) }));
    highlights.nameOf({ no, _id: '', id: '', sku: '', active: true, version: 1, createdAt: 0, json });
  }
  const grown = measured() - before;
  assert.ok(grown < 1.2 * highlights.bytes, `${grown} bytes where ${highlights.bytes} are counted`);
  assert.ok(highlights.bytes < 3 * grown, `${highlights.bytes} bytes are counted for ${grown}`);
});
