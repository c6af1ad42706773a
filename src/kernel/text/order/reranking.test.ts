import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { IndexAdjustments, IndexQuery } from '../query/query.ts';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import { multiplyRankingKey, decodeTier } from '../scoring/adjusted-score.ts';
import { packFusedRankingKey, packRankingKey, createRanking, readTextScore } from '../scoring/ranking.ts';
import { SegmentedIndex } from '../search/segmented-index.ts';
import { rerankedMax } from './reranking.ts';

const adjustments = ({
  factors = new Map(),
  ...change
}: Partial<IndexAdjustments> & { readonly factors?: ReadonlyMap<number, number> }): IndexAdjustments => ({
  getFactor: (key) => factors.get(key) ?? 1,
  preferences: { max: 0, filters: [] },
  exploration: null,
  ...change,
});

/** Lamps of three brands, ranked by key: without words by popularity, by words equally good but for the last. */
function catalog(count: number, settings: Partial<TextSettings> = {}): SegmentedIndex {
  const index = new SegmentedIndex({ ...defaultTextSettings, builtInSynonyms: false, ...settings });
  for (let key = 0; key < count; key++) {
    index.add({
      key,
      texts: [{ field: 'name', value: `lamp ${key % 2 === 0 ? 'oak' : 'elm'}` }],
      values: [
        { field: 'brand', value: ['acme', 'bolt', 'cord'][key % 3]! },
        { field: 'group', value: `g${Math.floor(key / 2)}` },
      ],
      popularity: count - key,
    });
  }
  return index;
}

const keysOf = (index: SegmentedIndex, query: Partial<IndexQuery>): number[] =>
  index.search({ text: '', offset: 0, limit: 10_000, ...query }).hits.map(({ key }) => key);

test('a list without words is ordered by factor / sqrt(rank) among its best 200 products, page by page', () => {
  const index = catalog(300);
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.integer({ min: 0, max: 299 }).map(String),
        fc.double({ min: 0.7, max: 1.3, noNaN: true }),
      ),
      fc.integer({ min: 0, max: 290 }),
      fc.integer({ min: 1, max: 50 }),
      (factorOf, offset, limit) => {
        const factors = new Map(Object.entries(factorOf).map(([key, factor]) => [Number(key), factor]));
        const score = (key: number): number => (factors.get(key) ?? 1) / Math.sqrt(key + 1);
        const all = Array.from({ length: 300 }, (_, key) => key);
        const best = all.slice(0, rerankedMax).sort((a, b) => score(b) - score(a) || a - b);
        const expected = [...best, ...all.slice(rerankedMax)];
        const query = { adjustments: adjustments({ factors }), explain: true };
        assert.deepEqual(keysOf(index, { ...query, offset, limit }), expected.slice(offset, offset + limit));
        const key = expected[offset]!;
        const explained = index.explain({ text: '', limit: 0, offset: 0, ...query }, key)!;
        assert.deepEqual([explained.position, explained.positionUnadjusted], [offset + 1, key + 1]);
      },
    ),
    { numRuns: 60 },
  );
});

test('a factor changes the order of equal words, not that of more words, boosts or sorts', () => {
  const index = catalog(40);
  const factors = new Map([
    [39, 1.3],
    [0, 0.7],
  ]);
  const query = { adjustments: adjustments({ factors }), text: 'lamp oak' };
  const plain = keysOf(index, { text: 'lamp oak' });
  const [best] = plain;
  assert.equal(best, 0);
  const adjusted = keysOf(index, query);
  assert.equal(adjusted.at(-1), 0, 'below all with both words');
  assert.equal(adjusted.length, plain.length);
  const both = keysOf(index, { ...query, text: 'lamp' });
  assert.equal(both[0], 39);
  const rules = { boosts: [{ filter: { kind: 'equals', field: 'brand', value: 'bolt' } as const, by: 1 }] };
  const boosted = keysOf(index, { ...query, text: 'lamp', rules });
  assert.ok(
    boosted.slice(0, 13).every((key) => key % 3 === 1),
    boosted.join(' '),
  );
  assert.equal(boosted[13], 39);
  const sort = [{ field: 'brand', order: 'asc' as const }];
  assert.deepEqual(keysOf(index, { ...query, sort }), keysOf(index, { text: 'lamp oak', sort }));
});

test('adjustments change no total and no facet, and pins and caps hold', () => {
  const index = catalog(60);
  const factors = new Map([[50, 1.3]]);
  const facets = [{ field: 'brand' }];
  const [plain, adjusted] = [{}, { adjustments: adjustments({ factors }) }].map((more) =>
    index.search({ text: 'lamp', offset: 0, limit: 10, facets, ...more }),
  );
  assert.deepEqual([adjusted!.total, adjusted!.facets], [plain!.total, plain!.facets]);
  const pins = [{ key: 7, product: '', position: 1 }];
  assert.deepEqual(
    keysOf(index, { adjustments: adjustments({ factors }), text: 'lamp', rules: { pins } }).slice(0, 3),
    [7, 50, 0],
  );
  const caps = [{ field: 'brand', max: 1, window: 3 }];
  const capped = keysOf(index, { adjustments: adjustments({ factors }), text: 'lamp', caps });
  assert.equal(capped[0], 50);
  for (let i = 0; i + 3 <= 30; i++)
    assert.equal(new Set(capped.slice(i, i + 3).map((key) => key % 3)).size, 3);
});

test('preferences move products by their weights, at most by the maximum', () => {
  const index = catalog(40);
  const filter = (value: string) => ({ kind: 'equals', field: 'brand', value }) as const;
  const filters = [
    { filter: filter('cord'), weight: 0.8 },
    { filter: filter('cord'), weight: 0.8 },
    { filter: filter('bolt'), weight: 0.2 },
  ];
  const list = keysOf(index, {
    adjustments: adjustments({ preferences: { max: 0.3, filters } }),
    text: 'lamp',
  });
  assert.deepEqual(
    list.map((key) => key % 3),
    list.map((key) => key % 3).sort((a, b) => b - a),
  );
  const browsed = keysOf(index, { adjustments: adjustments({ preferences: { max: 0.3, filters } }) });
  // 1 beats 1.3 / sqrt(2), and 1 / sqrt(2) loses to 1.3 / sqrt(3).
  assert.deepEqual(browsed.slice(0, 3), [0, 2, 1]);
});

test('exploration puts the best eligible product at its position, and grouped variants once', () => {
  const index = catalog(60);
  const exploration = { position: 9, isEligible: (key: number) => key >= 40 };
  const result = index.search({
    text: 'lamp',
    offset: 0,
    limit: 12,
    adjustments: adjustments({ exploration }),
  });
  assert.deepEqual(
    result.hits.map(({ key }) => key),
    [0, 1, 2, 3, 4, 5, 6, 7, 40, 8, 9, 10],
  );
  assert.deepEqual(
    result.hits.map(({ explored = false }) => explored),
    Array.from({ length: 12 }, (_, i) => i === 8),
  );
  assert.equal(
    index.explain({ text: 'lamp', offset: 0, limit: 0, adjustments: adjustments({ exploration }) }, 40)!
      .explored,
    true,
  );
  const grouped = keysOf(catalog(60, { groupBy: 'group' }), {
    text: 'lamp',
    adjustments: adjustments({ exploration, factors: new Map([[20, 1.3]]) }),
  });
  assert.equal(grouped.length, 30);
  assert.deepEqual(grouped.slice(0, 2), [20, 0]);
  assert.equal(grouped[8], 40);
});

test('multiplyRankingKey() multiplies text and fused scores and stays in the tier', () => {
  for (const textScoreTolerance of [0, 0.1]) {
    const settings = { ...defaultTextSettings, textScoreTolerance };
    const text = packRankingKey({ ...createRanking(), words: 2, text: 10 }, settings);
    const more = multiplyRankingKey(text, 1.2, settings);
    assert.ok(Math.abs(readTextScore(more, settings) / readTextScore(text, settings) - 1.2) < 0.01);
    for (const fused of [0.1, 0.5, 0.95, 1]) {
      for (const named of [false, true]) {
        const key = packFusedRankingKey({ words: 1, criteria: 3, named, fused }, settings);
        for (const factor of [0.7, 1.3]) {
          const adjusted = multiplyRankingKey(key, factor, settings);
          assert.equal(decodeTier(adjusted), decodeTier(key));
          if (fused < 0.7) assert.equal(Math.sign(adjusted - key), Math.sign(factor - 1));
        }
      }
    }
  }
  assert.equal(multiplyRankingKey(0, 1.3, defaultTextSettings), 0);
});
