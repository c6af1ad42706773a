import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { newBitmap } from '../../bits/bitmap.ts';
import { ImmutableSegment } from './immutable-segment.ts';
import { SharedDictionary } from './shared-dictionary.ts';
import { buildSegment } from './segment-merger.ts';
import { settingsFingerprint } from './segment-format.ts';
import { SegmentState } from './segment-state.ts';
import { defaultTextSettings } from '../schema/settings.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '1'), minLength: 1, maxLength: 8 });
const names = fc.array(word, { minLength: 1, maxLength: 12 });

const slotOf = (words: readonly string[], id: number): SegmentState => {
  const document = { key: id, texts: [{ field: 'name', value: words.join(' ') }], values: [], popularity: 0 };
  const buffer = buildSegment([document], defaultTextSettings);
  const segment = new ImmutableSegment(buffer, settingsFingerprint(defaultTextSettings));
  return new SegmentState(id, segment, true, newBitmap(1));
};

/** What the segment itself finds near to a word, by term. */
function walked(state: SegmentState, asked: string, typos: 1 | 2): Map<number, [number, number]> {
  const found = new Map<number, [number, number]>();
  state.segment.walk(asked, typos, (term, distance, beginning) => found.set(term, [distance, beginning]));
  return found;
}

function lookedUp(lexicon: SharedDictionary, state: SegmentState, asked: string, typos: 1 | 2) {
  const terms = lexicon.termsOf(state.segment)!;
  const near = lexicon.fuzzyMatches(asked, typos);
  const found = new Map<number, [number, number]>();
  for (let i = 0; i < near.length; i += 3) {
    const term = terms[near[i]!]!;
    if (term >= 0) found.set(term, [near[i + 1]!, near[i + 2]!]);
  }
  return found;
}

test('Lexicon.near() finds in every segment what a walk over its own words finds, whatever comes and goes', () => {
  fc.assert(
    fc.property(
      fc.array(names, { minLength: 1, maxLength: 5 }),
      fc.array(fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'e'), minLength: 2, maxLength: 8 }),
      fc.constantFrom(1 as const, 2 as const),
      (segments, steps, asked, typos) => {
        const states = segments.map(slotOf);
        const lexicon = new SharedDictionary(1);
        for (const present of steps) {
          const now = states.filter((_, i) => present[i]);
          lexicon.update(now.map(({ segment }) => segment));
          for (const state of now) {
            assert.equal(lexicon.groupOf(state.segment, asked), state.segment.stemId(asked));
            assert.deepEqual(lookedUp(lexicon, state, asked, typos), walked(state, asked, typos));
          }
        }
      },
    ),
    { seed: 20261121, numRuns: 300 },
  );
});

test('Lexicon.termsOf() has nothing of small segments', () => {
  const lexicon = new SharedDictionary();
  const state = slotOf(['abc'], 1);
  lexicon.update([state.segment]);
  assert.equal(lexicon.termsOf(state.segment), undefined);
});
