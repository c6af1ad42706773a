import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createBitmap } from '../../bits/bitmap.ts';
import { ImmutableSegment } from './immutable-segment.ts';
import { MutableSegment } from './mutable-segment.ts';
import { SharedDictionary } from './shared-dictionary.ts';
import { buildSegment } from './segment-merger.ts';
import { hashSettings } from './segment-format.ts';
import { SegmentState } from './segment-state.ts';
import { defaultTextSettings } from '../schema/settings.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '1'), minLength: 1, maxLength: 8 });
const names = fc.array(word, { minLength: 1, maxLength: 12 });

const letters = ['a', 'b', 'c'];
const manyWords = letters.flatMap((one) =>
  letters.flatMap((two) => letters.map((three) => `${one}${two}${three}`)),
);

const documentOf = (words: readonly string[], key: number) => ({
  key,
  texts: [{ field: 'name', value: words.join(' ') }],
  values: [],
  popularity: 0,
});

const stateOf = (words: readonly string[], id: number): SegmentState => {
  const buffer = buildSegment([documentOf(words, id)], defaultTextSettings);
  const segment = new ImmutableSegment(buffer, hashSettings(defaultTextSettings));
  return new SegmentState(id, segment, true, createBitmap(1));
};

/** The fuzzy matches that the segment itself finds, by term. */
function walked(state: SegmentState, word: string, typos: 1 | 2): Map<number, [number, number]> {
  const found = new Map<number, [number, number]>();
  state.segment.walk(word, typos, (term, distance, prefix) => {
    if (!state.segment.termHasDigit(term)) found.set(term, [distance, prefix]);
  });
  return found;
}

function lookedUp(dictionary: SharedDictionary, state: SegmentState, word: string, typos: 1 | 2) {
  const terms = dictionary.getTerms(state.segment);
  const matches = dictionary.fuzzyMatches(word, typos);
  const found = new Map<number, [number, number]>();
  const find = (term: number, distance: number, prefix: number): void => {
    assert.ok(!found.has(term), 'a term is shared or not');
    if (!state.segment.termHasDigit(term)) found.set(term, [distance, prefix]);
  };
  for (let i = 0; i < matches.length; i += 3) {
    const term = terms?.[matches[i]!] ?? -1;
    if (term >= 0) find(term, matches[i + 1]!, matches[i + 2]!);
  }
  const shared = found.size;
  dictionary.walkOthers(state.segment, word, typos, find);
  return { found, others: found.size - shared };
}

test('SharedDictionary finds the fuzzy matches that a walk over each segment finds, through updates', () => {
  let others = 0;
  fc.assert(
    fc.property(
      // Enough words for a few new ones to stay with their segments.
      fc.array(names, { minLength: 1, maxLength: 5 }).map((rest) => [manyWords, ...rest]),
      fc.array(fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'e'), minLength: 2, maxLength: 8 }),
      fc.constantFrom(1 as const, 2 as const),
      (segments, steps, typed, typos) => {
        const states = segments.map(stateOf);
        const dictionary = new SharedDictionary(1);
        const mutable = new MutableSegment(defaultTextSettings);
        const growing = new SegmentState(99, mutable, false, createBitmap(0));
        for (const [at, present] of steps.entries()) {
          const current = states.filter((_, i) => present[i]);
          mutable.add(documentOf(segments[at % segments.length]!, 100 + at));
          if (current.length > 0) current.push(growing);
          dictionary.update(current.map(({ segment }) => segment));
          for (const state of current) {
            assert.equal(dictionary.stemId(state.segment, typed), state.segment.stemId(typed));
            for (const stem of ['abc', 'b', 'ca1'])
              assert.equal(dictionary.stemId(state.segment, stem), state.segment.stemId(stem));
            const lookup = lookedUp(dictionary, state, typed, typos);
            assert.deepEqual(lookup.found, walked(state, typed, typos));
            others += lookup.others;
          }
        }
      },
    ),
    { seed: 20261121, numRuns: 300 },
  );
  assert.ok(others > 0);
});

test('SharedDictionary.getTerms() has no terms of an index with few documents', () => {
  const dictionary = new SharedDictionary();
  const state = stateOf(['abc'], 1);
  dictionary.update([state.segment]);
  assert.equal(dictionary.getTerms(state.segment), undefined);
});

test('SharedDictionary keeps its fuzzy matches while segments come and go with few new words', () => {
  const dictionary = new SharedDictionary(1);
  const large = stateOf(manyWords, 1);
  const small = stateOf(['aa', 'ab', 'neu'], 2);
  dictionary.update([large.segment]);
  const before = dictionary.fuzzyMatches('aab', 1);
  for (const segments of [[large, small], [large]]) {
    dictionary.update(segments.map(({ segment }) => segment));
    assert.equal(dictionary.fuzzyMatches('aab', 1), before);
  }
  dictionary.update([large.segment, stateOf(['x', 'y', 'z', 'xy', 'xz', 'yz', 'zy', 'zz'], 3).segment]);
  assert.notEqual(dictionary.fuzzyMatches('aab', 1), before);
});

test('SharedDictionary looks the words of each of two mutable segments up once', () => {
  const dictionary = new SharedDictionary(1);
  dictionary.update([stateOf(manyWords, 1).segment]);
  const segments = [1, 2].map((key) => {
    const segment = new MutableSegment(defaultTextSettings);
    segment.add(documentOf(['aaa', 'neu'], key));
    return segment;
  });
  const before = segments.map((segment) => dictionary.getTerms(segment));
  assert.notEqual(before[0], before[1]);
  assert.deepEqual(
    segments.map((segment) => dictionary.getTerms(segment) === before[segments.indexOf(segment)]),
    [true, true],
  );
});
