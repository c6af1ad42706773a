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

const stateOf = (words: readonly string[], id: number): SegmentState => {
  const document = { key: id, texts: [{ field: 'name', value: words.join(' ') }], values: [], popularity: 0 };
  const buffer = buildSegment([document], defaultTextSettings);
  const segment = new ImmutableSegment(buffer, settingsFingerprint(defaultTextSettings));
  return new SegmentState(id, segment, true, newBitmap(1));
};

/** The fuzzy matches that the segment itself finds, by term. */
function walked(state: SegmentState, word: string, typos: 1 | 2): Map<number, [number, number]> {
  const found = new Map<number, [number, number]>();
  state.segment.walk(word, typos, (term, distance, prefix) => found.set(term, [distance, prefix]));
  return found;
}

function lookedUp(dictionary: SharedDictionary, state: SegmentState, word: string, typos: 1 | 2) {
  const terms = dictionary.termsOf(state.segment)!;
  const matches = dictionary.fuzzyMatches(word, typos);
  const found = new Map<number, [number, number]>();
  for (let i = 0; i < matches.length; i += 3) {
    const term = terms[matches[i]!]!;
    if (term >= 0) found.set(term, [matches[i + 1]!, matches[i + 2]!]);
  }
  return found;
}

test('SharedDictionary.fuzzyMatches() finds what a walk over each segment finds, through updates', () => {
  fc.assert(
    fc.property(
      fc.array(names, { minLength: 1, maxLength: 5 }),
      fc.array(fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), { minLength: 1, maxLength: 4 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'e'), minLength: 2, maxLength: 8 }),
      fc.constantFrom(1 as const, 2 as const),
      (segments, steps, typed, typos) => {
        const states = segments.map(stateOf);
        const dictionary = new SharedDictionary(1);
        for (const present of steps) {
          const current = states.filter((_, i) => present[i]);
          dictionary.update(current.map(({ segment }) => segment));
          for (const state of current) {
            assert.equal(dictionary.stemId(state.segment, typed), state.segment.stemId(typed));
            assert.deepEqual(lookedUp(dictionary, state, typed, typos), walked(state, typed, typos));
          }
        }
      },
    ),
    { seed: 20261121, numRuns: 300 },
  );
});

test('SharedDictionary.termsOf() has no terms of small segments', () => {
  const dictionary = new SharedDictionary();
  const state = stateOf(['abc'], 1);
  dictionary.update([state.segment]);
  assert.equal(dictionary.termsOf(state.segment), undefined);
});
