import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createBitmap, setBit } from '../../bits/bitmap.ts';
import { ImmutableSegment } from './immutable-segment.ts';
import { buildSegment } from './segment-merger.ts';
import { hashSettings } from './segment-format.ts';
import { SegmentState } from './segment-state.ts';
import { defaultTextSettings } from '../schema/settings.ts';

const documentCount = 400;
/** Words in all documents, in every third, and in every fiftieth. */
const words = ['all', 'third', 'rare'] as const;
const has: Readonly<Record<(typeof words)[number], (document: number) => boolean>> = {
  all: () => true,
  third: (document) => document % 3 === 0,
  rare: (document) => document % 50 === 0,
};

const segment = new ImmutableSegment(
  buildSegment(
    Array.from({ length: documentCount }, (_, key) => ({
      key,
      popularity: 0,
      texts: [{ field: 'name', value: words.filter((word) => has[word](key)).join(' ') }],
      values: [],
    })).values(),
    defaultTextSettings,
  ),
  hashSettings(defaultTextSettings),
);

test('SegmentState.countLiveDocuments() counts the live documents after any deletions since the last call', () => {
  const document = fc.nat(documentCount - 1);
  const step = fc.oneof(
    fc.record({ remove: fc.array(document, { minLength: 1, maxLength: 60 }) }),
    fc.record({ ask: fc.constantFrom(...words) }),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(document, { maxLength: 20 }),
      fc.array(step, { maxLength: 30 }),
      (deletedBefore, steps) => {
        const deleted = createBitmap(documentCount);
        for (const each of deletedBefore) setBit(deleted, each);
        const state = new SegmentState(1, segment, true, deleted);
        const live = new Set(Array.from({ length: documentCount }, (_, each) => each));
        for (const each of deletedBefore) live.delete(each);
        for (const each of steps) {
          if ('remove' in each) {
            for (const removed of each.remove) if (live.delete(removed)) state.delete(removed);
          } else {
            const expected = [...live].filter(has[each.ask]).length;
            const [term] = segment.findTermsByPrefix(each.ask);
            assert.equal(state.countLiveDocuments(term!), expected);
          }
        }
      },
    ),
    { seed: 20261121, numRuns: 400 },
  );
});
