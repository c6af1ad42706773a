import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createAnalyzer } from '../../kernel/text/language/analyzer.ts';
import { highlight } from '../../kernel/text/search/highlight.ts';
import { createItemHighlighter } from './item-highlights.ts';

const analyzer = createAnalyzer({ languages: ['en'], stopWords: null });

test('createItemHighlighter() marks the texts of the requested fields', () => {
  const text = fc.array(fc.constantFrom('oak', 'chairs', 'stool', 'Café', '"5\\', '登山靴', '😀', '<b>'), {
    maxLength: 5,
  });
  const texts = fc.record(
    { name: text, description: text, material: text, size: fc.nat(9) },
    { requiredKeys: [] },
  );
  const requested = fc.subarray(['name', 'description', 'material', 'size', 'colour'], { minLength: 1 });
  const matched = { terms: ['oak', 'café', '5'], stems: ['chair'], prefixes: [], infixes: [], phrases: [] };
  fc.assert(
    fc.property(texts, requested, (item, fields) => {
      const stored: Record<string, unknown> = Object.fromEntries(
        Object.entries(item).map(([field, value]) => [
          field,
          typeof value === 'number' ? value : value!.join(' '),
        ]),
      );
      const expected = fields.flatMap((field) => {
        const value = stored[field];
        if (typeof value !== 'string' && !(field === 'size' && typeof value === 'number')) return [];
        const { value: html, matched: isMatched } = highlight(String(value), matched, analyzer);
        return isMatched ? [[field, html]] : [];
      });
      const json = Buffer.from(JSON.stringify(stored));
      const marked = createItemHighlighter(analyzer, () => matched, fields)({ json });
      assert.deepEqual(marked, Object.fromEntries(expected));
    }),
    { seed: 20261123, numRuns: 500 },
  );
});
