import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { newBitmap } from '../../bits/bitmap.ts';
import { FrozenSegment } from './frozen-segment.ts';
import { Lexicon } from './lexicon.ts';
import { buildSegment } from './merger.ts';
import { settingsFingerprint } from './segment-format.ts';
import { SegmentSlot } from './segment-slot.ts';
import { defaultTextSettings } from '../schema/settings.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '1'), minLength: 1, maxLength: 8 });
const names = fc.array(word, { minLength: 1, maxLength: 12 });

const slotOf = (words: readonly string[], id: number): SegmentSlot => {
  const document = { key: id, texts: [{ field: 'name', value: words.join(' ') }], values: [], rank: 0 };
  const buffer = buildSegment([document], defaultTextSettings);
  const segment = new FrozenSegment(buffer, settingsFingerprint(defaultTextSettings));
  return new SegmentSlot(id, segment, true, newBitmap(1));
};

/** What the segment itself finds near to a word, by term. */
function walked(slot: SegmentSlot, asked: string, typos: 1 | 2): Map<number, [number, number]> {
  const found = new Map<number, [number, number]>();
  slot.segment.walk(asked, typos, (term, distance, beginning) => found.set(term, [distance, beginning]));
  return found;
}

function lookedUp(lexicon: Lexicon, slot: SegmentSlot, asked: string, typos: 1 | 2) {
  const terms = lexicon.termsOf(slot.segment)!;
  const near = lexicon.near(asked, typos);
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
        const slots = segments.map(slotOf);
        const lexicon = new Lexicon(1);
        for (const present of steps) {
          const now = slots.filter((_, i) => present[i]);
          lexicon.update(now.map(({ segment }) => segment));
          for (const slot of now) {
            assert.equal(lexicon.groupOf(slot.segment, asked), slot.segment.groupOf(asked));
            assert.deepEqual(lookedUp(lexicon, slot, asked, typos), walked(slot, asked, typos));
          }
        }
      },
    ),
    { seed: 20261121, numRuns: 300 },
  );
});

test('Lexicon.termsOf() has nothing of small segments', () => {
  const lexicon = new Lexicon();
  const slot = slotOf(['abc'], 1);
  lexicon.update([slot.segment]);
  assert.equal(lexicon.termsOf(slot.segment), undefined);
});
