import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { naivelyDiversified } from '../oracle/naive-caps.fixture.ts';
import type { IndexQuery } from '../query/query.ts';
import type { IndexDocument } from '../schema/document.ts';
import { defaultTextSettings } from '../schema/settings.ts';
import { SegmentedIndex } from '../search/segmented-index.ts';
import { representative } from '../../../../test/support/matrix.ts';

const brandOf = (document: IndexDocument): string => String(document.values[0]!.value);

/** Documents ranked by key, with these brands. */
function catalog(brands: readonly string[]): { index: SegmentedIndex; documents: IndexDocument[] } {
  const documents = brands.map((brand, key): IndexDocument => ({
    key,
    texts: [{ field: 'name', value: 'lamp' }],
    values: [{ field: 'brand', value: brand }],
    popularity: brands.length - key,
  }));
  const index = new SegmentedIndex({ ...defaultTextSettings, builtInSynonyms: false });
  for (const document of documents) index.add(document);
  return { index, documents };
}

const keysOf = (index: SegmentedIndex, query: Partial<IndexQuery>): number[] =>
  index.search({ text: 'lamp', offset: 0, limit: 10_000, ...query }).hits.map(({ key }) => key);

test('lists longer than the look-ahead and than the diversified part equal the naive ones, page by page', () => {
  const brand = fc.constantFrom('a', 'a', 'a', 'a', 'a', 'a', 'b', 'c', 'd');
  const pages = fc.record({
    offset: fc.integer({ min: 0, max: 1_300 }),
    limit: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(
      fc.array(brand, { minLength: 900, maxLength: 1_400, size: 'max' }),
      fc.record({ max: fc.integer({ min: 1, max: 3 }), window: fc.integer({ min: 2, max: 12 }) }),
      fc.array(fc.integer({ min: 1, max: 1_500 }), { maxLength: 4 }),
      fc.array(pages, { minLength: 1, maxLength: 6 }),
      (brands, cap, positions, asked) => {
        const { index, documents } = catalog(brands);
        const caps = [{ field: 'brand', ...cap }];
        const pins = [...new Set(positions)]
          .sort((a, b) => a - b)
          .map((position, i) => ({ key: brands.length - 1 - 7 * i, product: '', position }));
        const pinnedKeys = new Set(pins.map(({ key }) => key));
        const unpinned = documents.filter(({ key }) => !pinnedKeys.has(key));
        const pinned = new Map(
          pins.map(({ key, position }, i) => [Math.min(position, unpinned.length + i + 1), documents[key]!]),
        );
        const seen = (document: IndexDocument) => ({ tier: '', values: [new Set([brandOf(document)])] });
        const others = naivelyDiversified(unpinned, pinned, caps, seen);
        const expected = documents.map((_, i) => (pinned.get(i + 1) ?? others.shift()!).key);
        const query = { caps, rules: { pins } };
        assert.deepEqual(keysOf(index, query), expected);
        for (const page of asked)
          assert.deepEqual(
            keysOf(index, { ...query, ...page }),
            expected.slice(page.offset, page.offset + page.limit),
          );
        for (const key of [0, 99, 500, 899])
          assert.equal(
            index.explain({ text: 'lamp', offset: 0, limit: 0, ...query }, key)!.position,
            expected.indexOf(key) + 1,
          );
      },
    ),
    { seed: 20261126, numRuns: representative(5, 15) },
  );
});

test('hits that caps move tell their position without them', () => {
  const { index } = catalog(['a', 'a', 'a', 'b', 'b', 'c']);
  const caps = [{ field: 'brand', max: 1, window: 2 }];
  const { hits } = index.search({ text: 'lamp', offset: 0, limit: 10, caps, explain: true });
  assert.deepEqual(
    hits.map(({ key, positionWithoutCaps }) => [key, positionWithoutCaps]),
    [
      [0, undefined],
      [3, 4],
      [1, 2],
      [4, 5],
      [2, 3],
      [5, undefined],
    ],
  );
});

test('caps leave a sorted list, and the tiers of boosts and of matched words, in their order', () => {
  const { index } = catalog(['a', 'a', 'b', 'b']);
  const caps = [{ field: 'brand', max: 1, window: 2 }];
  assert.deepEqual(keysOf(index, { caps, sort: [{ field: 'brand', order: 'desc' }] }), [2, 3, 0, 1]);
  const boosted = { boosts: [{ filter: { kind: 'equals', field: 'brand', value: 'b' }, by: 1 } as const] };
  assert.deepEqual(keysOf(index, { caps, rules: boosted }), [2, 3, 0, 1]);
  assert.deepEqual(
    keysOf(index, { caps, last: { kind: 'equals', field: 'brand', value: 'a' } }),
    [2, 3, 0, 1],
  );
  index.add({
    key: 9,
    texts: [{ field: 'name', value: 'lamp shade' }],
    values: [{ field: 'brand', value: 'c' }],
    popularity: 0,
  });
  assert.deepEqual(keysOf(index, { caps, text: 'lamp shade' })[0], 9);
});
