import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { IndexDocument } from '../schema/document.ts';
import { SegmentedIndex } from '../search/segmented-index.ts';
import { representative } from '../../../../test/support/matrix.ts';

const words = Array.from({ length: 9 }, (_, i) => `lamp${'abcdefghi'[i]!}`);
const someWords = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 7 });
const texts = fc.record({ name: someWords, description: someWords, brand: someWords });

function documentOf(key: number, { name, description, brand }: Record<string, string[]>): IndexDocument {
  const text = (field: string, parts: string[] = []) => ({ field, value: parts.join(' ') });
  const all = [text('name', name), text('description', description), text('brand', brand)];
  return { key, texts: all, values: [], popularity: 0 };
}

test('scores do not depend on the order in which the terms of a segment were added', () => {
  fc.assert(
    fc.property(
      fc.array(texts, { minLength: 3, maxLength: 8 }),
      fc.shuffledSubarray(words, { minLength: words.length }),
      (documents, order) => {
        const indexes = [new SegmentedIndex(), new SegmentedIndex()];
        // Terms of a mutable segment have the order in which it got them; the document is deleted again.
        indexes[1]!.add(documentOf(99, { name: order }));
        indexes[1]!.remove(99);
        documents.forEach((one, key) => indexes.forEach((index) => index.add(documentOf(key, one))));
        const [first, second] = indexes.map((index) =>
          index.search({ text: 'lamp', offset: 0, limit: 10, explain: true }),
        );
        assert.deepEqual(second, first);
      },
    ),
    { seed: 20261124, numRuns: representative(40, 100) },
  );
});
