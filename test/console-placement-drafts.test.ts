import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { usualFallbacks } from '../console/src/app/list-texts.ts';
import {
  draftOf,
  newPlacement,
  placementOf,
  type PlacementDraft,
} from '../console/src/views/placements/placement-draft.ts';
import { sentenceOf } from '../console/src/views/placements/placement-sentence.ts';
import type { RecommendationPlacement } from '../sdk/src/contract.ts';
import { usualFallbacks as fallbacksOfService } from '../src/domain/recommend/list-plans.ts';
import { listNames } from '../src/ports/recommendations/recommendation-placements.ts';

const text = fc.string({ minLength: 1 });
const share = fc.constantFrom(0, 0.2, 1);
const placement = fc.record(
  {
    id: fc.constant('home-top'),
    list: fc.constantFrom(...listNames),
    title: text,
    enabled: fc.boolean(),
    group: text,
    fallbacks: fc.uniqueArray(fc.constantFrom(...listNames, 'content' as const)),
    limit: fc.integer({ min: 1, max: 100 }),
    filters: text,
    category: text,
    exclude: fc.array(text),
    bought: fc.boolean(),
    variants: fc.constantFrom('one', 'all'),
    outOfStock: fc.constantFrom('hide', 'show'),
    caps: fc.array(
      fc.record(
        { field: text, max: fc.integer({ min: 1, max: 9 }), window: fc.integer({ min: 2, max: 9 }) },
        { requiredKeys: ['field', 'max'], noNullPrototype: true },
      ),
    ),
    diversity: share,
    rotation: share,
    minRelevance: share,
    windowHours: fc.integer({ min: 1, max: 168 }),
    userData: fc.jsonValue(),
    newMember: text,
  },
  { requiredKeys: ['id', 'list'], noNullPrototype: true },
) as fc.Arbitrary<RecommendationPlacement>;

test('placementOf() returns a loaded placement unchanged, with members that the form does not know', () => {
  fc.assert(
    fc.property(placement, (loaded) => {
      assert.deepEqual(placementOf('home-top', draftOf(loaded)), loaded);
    }),
    { seed: 7 },
  );
});

test('placementOf() changes the edited member only', () => {
  const edits: Partial<PlacementDraft> = { title: 'Edited', limit: '7', bought: 'no', enabled: false };
  fc.assert(
    fc.property(placement, (loaded) => {
      for (const [name, value] of Object.entries(edits)) {
        const draft = { ...draftOf(loaded), [name]: value };
        const { [name]: written, ...others } = placementOf('home-top', draft) as unknown as Record<
          string,
          unknown
        >;
        const { [name]: _, ...before } = loaded as unknown as Record<string, unknown>;
        assert.deepEqual(others, before);
        assert.deepEqual(written, { title: 'Edited', limit: 7, bought: false, enabled: false }[name]);
      }
    }),
    { seed: 7 },
  );
});

test('placementOf() of a new placement has only what is filled in', () => {
  assert.deepEqual(placementOf('home-top', newPlacement), { id: 'home-top', list: 'user' });
  const filled: PlacementDraft = {
    ...newPlacement,
    list: 'similar',
    fallbacks: ['popular', 'similar'],
    limit: 'many',
    caps: [
      { field: ' brand ', max: '2', window: '' },
      { field: '', max: '2', window: '' },
    ],
    userData: '{"a": 1}',
  };
  assert.deepEqual(placementOf('home-top', filled), {
    id: 'home-top',
    list: 'similar',
    fallbacks: ['popular'],
    limit: 'many',
    caps: [{ field: 'brand', max: 2 }],
    userData: { a: 1 },
  });
});

test('sentenceOf() says what a placement shows', () => {
  assert.equal(
    sentenceOf({
      id: 'home-top',
      list: 'user',
      fallbacks: ['trending'],
      limit: 12,
      filters: 'price < 20',
      caps: [{ field: 'brand', max: 2, window: 6 }],
      exclude: ['a', 'b'],
      rotation: 0.2,
    }),
    'Items for the visitor, then trending items. Up to 12, only where price is less than 20, in stock, at most 2 with the same brand in 6 positions, rotated, without 2 items.',
  );
  assert.equal(
    sentenceOf({ id: 'a', list: 'similar', minRelevance: 0.2, outOfStock: 'show' }),
    'Similar items, or else popular items, or else the newest items. Up to 10, also sold-out items.',
  );
});

test('the console names the usual fallbacks of the service', () => {
  assert.deepEqual(usualFallbacks, fallbacksOfService);
});
