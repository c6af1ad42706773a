import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createBitmap, setBit } from '../../bits/bitmap.ts';
import { Vocabulary } from '../language/vocabulary.ts';
import type { IndexDocument } from '../schema/document.ts';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import { buildSegment, mergeSegments } from './segment-merger.ts';
import { representative } from '../../../../test/support/matrix.ts';

const settings: TextSettings = { ...defaultTextSettings, languages: ['en', 'de'] };

const word = fc.constantFrom(
  'Kettle',
  'kettles',
  'the',
  'Krüge',
  'dv7-1211ea',
  '5',
  'kg',
  'crème',
  'ﬁne',
  '\ud83d',
);
const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
const value = fc.oneof(text, fc.integer({ min: -2, max: 2 }), fc.boolean());
const content = fc.record({
  key: fc.nat({ max: 9 }),
  texts: fc.array(fc.record({ field: fc.constantFrom('name', 'description'), value: text }), {
    maxLength: 3,
  }),
  values: fc.array(
    fc.record({
      field: fc.constantFrom('sku', 'colour', 'sizes'),
      value,
      element: fc.constantFrom(undefined, 0, 1),
    }),
    { maxLength: 4 },
  ),
});

function documentOf({
  key,
  texts,
  values,
}: { key: number } & Pick<IndexDocument, 'texts' | 'values'>): IndexDocument {
  const elements = [0, 1].map(() => ({ list: 'sizes', parent: -1 }));
  return { key, texts, values, elements, popularity: key % 3 };
}

/** Documents with different keys, as the segments of one index have them. */
const documents = fc
  .uniqueArray(
    content.map(({ values, ...rest }) => ({
      ...rest,
      values: values.map(({ element, ...own }) => (element === undefined ? own : { ...own, element })),
    })),
    { selector: ({ key }) => key, maxLength: 8 },
  )
  .map((contents) => contents.map(documentOf));

const bytesOf = (buffer: SharedArrayBuffer): Uint8Array => new Uint8Array(buffer);

test('buildSegment() returns the same bytes with the vocabulary of earlier segments', () => {
  fc.assert(
    fc.property(fc.array(documents, { maxLength: 4 }), (segments) => {
      const vocabulary = new Vocabulary(settings);
      for (const segment of segments)
        assert.deepEqual(
          bytesOf(buildSegment(segment, settings, vocabulary)),
          bytesOf(buildSegment(segment, settings)),
        );
    }),
    { seed: 20261124, numRuns: representative(120, 300) },
  );
});

test('mergeSegments() returns the segment of the remaining documents', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(documents, fc.nat({ max: 255 })), { maxLength: 4 }), (generated) => {
      const parts = generated.map(([part, deletedBits], at) => ({
        part: part.map((document) => ({ ...document, key: at * 10 + document.key })),
        isDeleted: (document: number) => ((deletedBits >> document) & 1) === 1,
      }));
      const buffers = parts.map(({ part }) => buildSegment(part, settings));
      const deleted = parts.map(({ part, isDeleted }) => {
        const bitmap = createBitmap(part.length);
        part.forEach((_, document) => isDeleted(document) && setBit(bitmap, document));
        return bitmap;
      });
      const remaining = parts.flatMap(({ part, isDeleted }) =>
        part.filter((_, document) => !isDeleted(document)),
      );
      const merged = mergeSegments(buffers, deleted, settings);
      assert.deepEqual(bytesOf(merged), bytesOf(buildSegment(remaining, settings)));
    }),
    { seed: 20261124, numRuns: representative(120, 300) },
  );
});
