import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createAnalyzer } from '../../kernel/text/language/analyzer.ts';
import { highlight } from '../../kernel/text/search/highlight.ts';
import { Utf8Batch } from '../../lib/detached-copies.ts';
import { arrayBufferBytes, heapBytes } from '../../../test/support/heap-bytes.ts';
import { ItemHighlights } from './item-highlights.ts';

const analyzer = createAnalyzer({ languages: ['en'], stopWords: null });

test('ItemHighlights marks the current text of each requested field, whatever is cached', () => {
  const text = fc.array(fc.constantFrom('oak', 'chairs', 'stool', 'Café', '"5\\', '登山靴', '😀', '<b>'), {
    maxLength: 5,
  });
  const step = fc.record({
    no: fc.nat(3),
    texts: fc.record(
      { name: text, description: text, material: text, size: fc.nat(9) },
      { requiredKeys: [] },
    ),
    fields: fc.subarray(['name', 'description', 'material', 'size', 'colour'], { minLength: 1 }),
  });
  const matched = { terms: ['oak', 'café', '5'], stems: ['chair'], prefixes: [], infixes: [], phrases: [] };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const highlights = new ItemHighlights(analyzer);
      const versions = [1, 1, 1, 1];
      const items = versions.map((version, no) => ({ no, version, json: new Utf8Batch(1).encode('{}') }));
      for (const { no, texts, fields } of steps) {
        const joined = Object.entries(texts).map(([field, value]) => [
          field,
          typeof value === 'number' ? value : value!.join(' '),
        ]);
        // Every other step reads an unchanged item.
        if (texts.size !== undefined)
          items[no] = {
            no,
            version: ++versions[no]!,
            json: new Utf8Batch(1).encode(JSON.stringify(Object.fromEntries(joined))),
          };
        const item = { _id: '', id: '', sku: '', active: true, createdAt: 0, ...items[no]! };
        const stored = JSON.parse(Buffer.from(item.json).toString()) as Record<string, unknown>;
        const expected = fields.flatMap((field) => {
          const value = stored[field];
          if (typeof value !== 'string' && !(field === 'size' && typeof value === 'number')) return [];
          const { value: html, matched: isMatched } = highlight(String(value), matched, analyzer);
          return isMatched ? [[field, html]] : [];
        });
        assert.deepEqual(highlights.marker(() => matched, fields)(item), Object.fromEntries(expected));
      }
    }),
    { seed: 20261123, numRuns: 200 },
  );
});

test('ItemHighlights caches only texts of items, and counts their bytes', () => {
  const highlights = new ItemHighlights(analyzer);
  const measured = (): number => arrayBufferBytes() + heapBytes();
  const before = measured();
  for (let no = 0; no < 3_000; no++) {
    const name = `Oak chair with arms and a seat of woven cane, number ${no % 7}`;
    // Unrequested fields must not be cached.
    const json = new Utf8Batch(1).encode(JSON.stringify({ name, description: 'x'.repeat(20_000) }));
    highlights.nameOf({ no, _id: '', id: '', sku: '', active: true, version: 1, createdAt: 0, json });
  }
  const grown = measured() - before;
  assert.ok(grown < 1.2 * highlights.bytes, `${grown} bytes where ${highlights.bytes} are counted`);
  assert.ok(highlights.bytes < 3 * grown, `${highlights.bytes} bytes are counted for ${grown}`);
});
