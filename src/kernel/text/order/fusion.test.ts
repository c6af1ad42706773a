import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { IndexDocument } from '../schema/document.ts';
import type { SemanticSignal } from '../scoring/semantic-scores.ts';
import { buildSegment } from '../segments/segment-merger.ts';
import type { IndexHit } from '../query/query.ts';
import { defaultTextSettings, type TextSettings } from '../schema/settings.ts';
import { SegmentedIndex } from '../search/segmented-index.ts';
import { representative } from '../../../../test/support/matrix.ts';
import { log } from '../../../math/logarithm.ts';
import { pow } from '../../../math/power.ts';

/** Words of three letters, so that none is corrected or matches as a prefix. */
const vocabulary = ['ant', 'bee', 'cat', 'dog', 'elk', 'fox', 'gnu', 'hen'];
const settings: TextSettings = { ...defaultTextSettings, builtInSynonyms: false, dropWordsThreshold: 4 };

interface Shop {
  readonly documents: readonly {
    key: number;
    words: readonly string[];
    group: number | null;
    colour: string;
  }[];
  readonly cosines: ReadonlyMap<number, number>;
}

const anyShop: fc.Arbitrary<Shop> = fc
  .record({
    documents: fc.uniqueArray(
      fc.record({
        key: fc.integer({ min: 0, max: 30 }),
        words: fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 4 }),
        group: fc.option(fc.integer({ min: 1, max: 3 })),
        colour: fc.constantFrom('red', 'blue'),
      }),
      { selector: ({ key }) => key, minLength: 1, maxLength: 25 },
    ),
    cosines: fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: -20, max: 100 })), {
      maxLength: 30,
    }),
  })
  .map(({ documents, cosines }) => ({
    documents,
    cosines: new Map(cosines.map(([key, hundredths]) => [key, hundredths / 100])),
  }));

function indexOf({ documents }: Shop, cut: number, indexSettings = settings): SegmentedIndex {
  const indexed = documents.map(({ key, words, group, colour }): IndexDocument => {
    const values = group === null ? [] : [{ field: 'groupId', value: `g${group}` }];
    return {
      key,
      popularity: 0,
      texts: [{ field: 'name', value: words.join(' ') }],
      values: [...values, { field: 'colour', value: colour }],
      elements: [],
    };
  });
  const index = new SegmentedIndex(indexSettings);
  index.attach(buildSegment(indexed.slice(0, cut), indexSettings));
  for (const document of indexed.slice(cut)) index.add(document);
  return index;
}

/** Minimum cosines of documents with some of the words and between pairs of words; mean cosine of unrelated texts. */
const [leastPartial, betweenWords, unrelated] = [0.1, 0.6, 0.05];

function semanticOf({ cosines }: Shop, least = 0.3, weight = 0.5, leastAlone = 0.4): SemanticSignal {
  return {
    weight,
    scorer: {
      cosineMin: least,
      cosineMinWithoutMatches: Math.max(least, leastAlone),
      cosineMinPartial: leastPartial,
      cosineBetweenWords: betweenWords,
      cosineUnrelated: unrelated,
      tailShare: 0,
      computeCosines: (keys) => keys.map((key) => cosines.get(key) ?? null),
      nearest: (count, passes) =>
        [...cosines]
          .map(([key, cosine]) => ({ key, cosine }))
          .filter(({ key }) => passes(key))
          .sort((a, b) => b.cosine - a.cosine || a.key - b.key)
          .slice(0, count),
    },
  };
}

/** The order that the rule of `fuseMatches()` gives, from the keyword matches; for queries of two words or more. */
function expected(
  shop: Shop,
  hits: readonly IndexHit[],
  query: readonly string[],
  { totalAllWords, isLast }: { totalAllWords: number; isLast: (key: number) => boolean },
): number[] {
  const semantic = semanticOf(shop);
  const idf = (word: string): number => {
    const count = shop.documents.filter(({ words }) => words.includes(word)).length;
    return log(1 + (shop.documents.length - count + 0.5) / (count + 0.5));
  };
  const wordsOf = new Map(shop.documents.map(({ key, words }) => [key, words]));
  const scored = hits.map(({ key, ranking }) => {
    const score = (Math.round(ranking!.text * 4096) / 4096) * (ranking!.words / query.length);
    return { key, score, isWhole: ranking!.words === query.length };
  });
  const [first] = scored.toSorted((a, b) => b.score - a.score || a.key - b.key);
  const all = query.reduce((sum, word) => sum + idf(word), 0);
  const has = query.filter((word) => wordsOf.get(first?.key ?? -1)?.includes(word));
  const share = has.reduce((sum, word) => sum + idf(word), 0) / all;
  const coverage = first?.isWhole === true ? 1 : pow(Math.min(1, (share * 3) / 2), 3);
  const live = new Set(shop.documents.map(({ key }) => key));
  const nearest = semantic.scorer.nearest(100, (key) => live.has(key));
  const best = nearest[0]?.cosine ?? unrelated;
  const isShort = query.length <= 2;
  const partial = Math.max(
    leastPartial,
    unrelated + (best - unrelated) / 3,
    isShort ? betweenWords : -Infinity,
  );
  const isWeak = ({ key, isWhole }: { key: number; isWhole: boolean }): boolean =>
    totalAllWords < settings.dropWordsThreshold &&
    nearest.length > 0 &&
    !isWhole &&
    (shop.cosines.get(key) ?? 1) < partial;
  const known = scored
    .filter((one) => !isWeak(one))
    .map(({ key }) => shop.cosines.get(key))
    .filter((cosine) => cosine !== undefined);
  const mean = known.length === 0 ? 0 : known.reduce((sum, cosine) => sum + cosine, 0) / known.length;
  const strong = scored.filter((one) => !isWeak(one));
  const listed = strong.map(({ key, score, isWhole }) => ({
    key,
    isWhole,
    isNamed: isWhole && wordsOf.get(key)!.join(' ') === query.join(' '),
    fused: (0.5 * coverage * score) / (first!.score || 1) + 0.5 * (shop.cosines.get(key) ?? mean),
  }));
  const third = nearest[2]?.cosine ?? -Infinity;
  const least = Math.max(
    hits.length > 0 ? 0.3 : 0.4,
    unrelated + (best - unrelated) * (hits.length > 0 ? 2 / 3 : 1 / 2),
    isShort ? betweenWords : Math.min(betweenWords, third),
  );
  const added =
    totalAllWords >= settings.dropWordsThreshold
      ? []
      : nearest
          .filter(
            ({ key, cosine }) => cosine >= least && !query.some((word) => wordsOf.get(key)!.includes(word)),
          )
          .map(({ key, cosine }) => ({ key, isWhole: false, isNamed: false, fused: 0.5 * cosine }));
  // FusedMatches scores are rounded to hundredths.
  const steps = (fused: number): number => Math.round(100 * Math.max(0, fused));
  return [...listed, ...added]
    .sort(
      (a, b) =>
        Number(b.isWhole) - Number(a.isWhole) ||
        Number(isLast(a.key)) - Number(isLast(b.key)) ||
        Number(b.isNamed) - Number(a.isNamed) ||
        steps(b.fused) - steps(a.fused) ||
        a.key - b.key,
    )
    .map(({ key }) => key);
}

const someWords = fc.uniqueArray(fc.constantFrom(...vocabulary, 'yak'), { minLength: 2, maxLength: 3 });

void test('SegmentedIndex.search() fuses keyword score and semantic similarity for all pages and segments', () => {
  fc.assert(
    fc.property(anyShop, someWords, fc.nat(25), fc.boolean(), (shop, query, cut, divides) => {
      const index = indexOf(shop, cut);
      const text = query.join(' ');
      const lastInTier = { kind: 'equals', field: 'colour', value: 'red' } as const;
      const request = { text, grouped: false, offset: 0, limit: 50, ...(divides ? { lastInTier } : {}) };
      const byWords = index.search({ ...request, explain: true });
      const red = new Set(shop.documents.filter(({ colour }) => colour === 'red').map(({ key }) => key));
      const order = expected(shop, byWords.hits, query, {
        totalAllWords: byWords.totalAllWords,
        isLast: (key) => divides && red.has(key),
      });
      const semantic = semanticOf(shop);
      const fused = index.search({ ...request, semantic, facets: [{ field: 'colour' }] });
      assert.deepEqual(
        fused.hits.map(({ key }) => key),
        order,
      );
      assert.equal(fused.total, order.length);
      assert.equal(
        fused.facets['colour']!.values.reduce((sum, { count }) => sum + count, 0),
        order.length,
      );
      const scores = fused.hits.map(({ score }) => score);
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
      const paged = [0, 3, 6, 9, 12, 15, 18, 21, 24].flatMap((offset) =>
        index.search({ ...request, semantic, offset, limit: 3 }).hits.map(({ key }) => key),
      );
      assert.deepEqual(paged, order.slice(0, 27));
      for (const [i, key] of order.entries())
        assert.equal(index.explain({ ...request, semantic }, key)!.position, i + 1);
    }),
    { numRuns: representative(150, 400), seed: 20261121 },
  );
});

void test('SegmentedIndex.search() with a semantic signal applies filters and counts variants as one product', () => {
  const red = { kind: 'equals', field: 'colour', value: 'red' } as const;
  fc.assert(
    fc.property(anyShop, someWords, fc.nat(25), (shop, query, cut) => {
      const index = indexOf(shop, cut);
      const semantic = semanticOf(shop);
      const request = { text: query.join(' '), filter: red, semantic, offset: 0, limit: 50 };
      const colours = new Map(shop.documents.map(({ key, colour }) => [key, colour]));
      const each = index.search({ ...request, grouped: false });
      for (const { key } of each.hits) assert.equal(colours.get(key), 'red');
      const groups = new Map(shop.documents.map(({ key, group }) => [key, group ?? -key - 1]));
      const products = index.search(request);
      assert.equal(products.total, new Set(each.hits.map(({ key }) => groups.get(key))).size);
      assert.equal(products.hits.length, products.total);
      const byWords = each.hits.filter((hit) => hit.semantic?.added !== true);
      const found = new Set(byWords.map(({ key }) => groups.get(key)));
      assert.equal(products.added ?? 0, products.total - found.size);
    }),
    { numRuns: representative(120, 300), seed: 20261122 },
  );
});

void test('SegmentedIndex.search() with one word only adds documents, after the keyword matches', () => {
  fc.assert(
    fc.property(anyShop, fc.constantFrom(...vocabulary), fc.nat(25), (shop, word, cut) => {
      const index = indexOf(shop, cut);
      const request = { text: word, grouped: false, offset: 0, limit: 50 };
      const byWords = index.search(request);
      const fused = index.search({ ...request, semantic: semanticOf(shop) });
      assert.deepEqual(fused.hits.slice(0, byWords.hits.length), byWords.hits);
      if (byWords.total >= settings.dropWordsThreshold) assert.equal(fused.added, null);
      else assert.equal(fused.total, byWords.total + (fused.added ?? 0));
    }),
    { numRuns: representative(80, 200), seed: 20261123 },
  );
});

const few: Shop = {
  documents: [
    { key: 1, words: ['ant', 'bee'], group: null, colour: 'red' },
    { key: 2, words: ['ant', 'bee', 'cat'], group: null, colour: 'red' },
    { key: 3, words: ['dog'], group: null, colour: 'blue' },
  ],
  cosines: new Map([
    [1, 0.1],
    [2, 0.9],
    [3, 0.8],
  ]),
};

void test('SegmentedIndex.search() corrects no words of a query in another language', () => {
  const shop: Shop = {
    ...few,
    documents: [
      { key: 1, words: ['blanket'], group: null, colour: 'red' },
      { key: 2, words: ['kettle', 'pot'], group: null, colour: 'red' },
      { key: 3, words: ['dog'], group: null, colour: 'blue' },
    ],
  };
  const index = indexOf(shop, 0);
  const find = (isForeign: boolean) =>
    index.search({ text: 'blankte', semantic: { ...semanticOf(shop), isForeign }, offset: 0, limit: 9 });
  assert.equal(find(false).corrected, 'blanket');
  const foreign = find(true);
  assert.equal(foreign.corrected, null);
  assert.deepEqual(
    foreign.hits.map(({ key }) => key),
    [2, 3],
  );
});

void test('SegmentedIndex.search() ranks a document named exactly by the query above more similar ones', () => {
  const { hits } = indexOf(few, 0).search({
    text: 'ant bee',
    semantic: semanticOf(few),
    offset: 0,
    limit: 9,
  });
  assert.deepEqual(
    hits.map(({ key }) => key),
    [1, 2, 3],
  );
});

void test('SegmentedIndex.search() ignores the semantic signal for codes, numbers and sorted lists', () => {
  const index = indexOf(few, 0);
  const semantic = semanticOf(few);
  for (const text of ['gr-012', '4006381333931', '12 34'])
    assert.equal(index.search({ text, semantic, offset: 0, limit: 9 }).added, null);
  const sort = [{ field: 'colour', order: 'asc' }] as const;
  assert.equal(index.search({ text: 'ant bee', semantic, sort, offset: 0, limit: 9 }).added, null);
});

void test('SegmentedIndex.search() reports the fallback `semantic` where the first hit has none of the words', () => {
  const { fallback, added, total, corrected } = indexOf(few, 0).search({
    text: 'yak',
    semantic: semanticOf(few),
    offset: 0,
    limit: 9,
  });
  assert.deepEqual(
    { fallback, added, total, corrected },
    { fallback: 'semantic', added: 2, total: 2, corrected: null },
  );
});

void test('SegmentedIndex.search() explains both parts of a fused score', () => {
  const { hits } = indexOf(few, 0).search({
    text: 'ant bee',
    semantic: semanticOf(few),
    explain: true,
    offset: 0,
    limit: 9,
  });
  const parts = hits.map(({ semantic }) => semantic!);
  assert.equal(parts[0]!.keywordScore, 1);
  for (const { cosine, keywordScore: words, fused } of parts)
    assert.ok(Math.abs(0.5 * words + 0.5 * cosine! - fused) < 1e-12);
  assert.deepEqual(
    parts.map(({ added }) => added),
    [false, false, true],
  );
});

void test('SegmentedIndex.search() applies rules to fused lists', () => {
  const index = indexOf(few, 0);
  const request = { text: 'yak', semantic: semanticOf(few), offset: 0, limit: 9 };
  const keys = (rules: object): number[] => index.search({ ...request, rules }).hits.map(({ key }) => key);
  assert.deepEqual(keys({}), [2, 3]);
  assert.deepEqual(keys({ pins: [{ key: 1, product: '', position: 1 }] }), [1, 2, 3]);
  assert.deepEqual(keys({ hidden: { kind: 'equals', field: 'colour', value: 'red' } }), [3]);
  const blue = { kind: 'equals', field: 'colour', value: 'blue' } as const;
  assert.deepEqual(keys({ boosts: [{ filter: blue, by: 1 }] }), [3, 2]);
});
