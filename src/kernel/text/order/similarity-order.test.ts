import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { buildSegment } from '../segments/segment-merger.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { SegmentedIndex } from '../search/segmented-index.ts';
import { pow } from '../../../math/power.ts';

/** More than the precision of a similarity in a ranking key. */
const tolerance = 1e-4;
const boostStepsMax = 7;

const anyDocuments = fc.uniqueArray(
  fc.record({
    key: fc.nat(30),
    similarity: fc.option(fc.integer({ min: -100, max: 100 }).map((hundredths) => hundredths / 100)),
    colour: fc.constantFrom('red', 'blue'),
  }),
  { selector: ({ key }) => key, minLength: 1, maxLength: 20 },
);

test('SegmentedIndex.search() by similarity lists comparable documents, with boosts as bounded factors', () => {
  fc.assert(
    fc.property(
      anyDocuments,
      fc.nat(20),
      fc.array(fc.constantFrom(-7, -2, 1, 3, 7), { maxLength: 3 }),
      (documents, cut, steps) => {
        const index = indexOf(documents, cut);
        const total = steps.reduce((sum, by) => sum + by, 0);
        const bounded = Math.max(-boostStepsMax, Math.min(boostStepsMax, total));
        const scores = new Map(
          documents.map(({ key, similarity, colour }) => [
            key,
            similarity === null || similarity <= 0 || colour !== 'red'
              ? similarity
              : Math.min(1, similarity * pow(1.05, bounded)),
          ]),
        );
        const boosts = steps.map((by) => ({ filter: red, by }));
        const { hits, total: found } = index.search({
          text: '',
          offset: 0,
          limit: 50,
          rules: { boosts },
          similarity: { getScore: (key) => documents.find((one) => one.key === key)!.similarity },
        });
        const keys = hits.map(({ key }) => key);
        const comparable = documents.filter(({ similarity }) => similarity !== null);
        assert.deepEqual(new Set(keys), new Set(comparable.map(({ key }) => key)));
        assert.equal(found, comparable.length);
        for (const [i, key] of keys.slice(1).entries())
          assert.ok(scores.get(keys[i]!)! > scores.get(key)! - tolerance, `${keys[i]} before ${key}`);
      },
    ),
    { numRuns: 400, seed: 20261126 },
  );
});

const red = { kind: 'equals', field: 'colour', value: 'red' } as const;

function indexOf(documents: readonly { key: number; colour: string }[], cut: number): SegmentedIndex {
  const indexed = documents.map(({ key, colour }) => ({
    key,
    popularity: 0,
    texts: [{ field: 'name', value: 'thing' }],
    values: [{ field: 'colour', value: colour }],
    elements: [],
  }));
  const index = new SegmentedIndex(defaultTextSettings);
  index.attach(buildSegment(indexed.slice(0, cut), defaultTextSettings));
  for (const document of indexed.slice(cut)) index.add(document);
  return index;
}
