import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { decodeUtf8 } from '../../lib/utf8.ts';
import { WorkSlices } from '../../lib/work-slices.ts';
import type { ListConditions, Recommended } from '../../ports/recommendations/recommenders.ts';
import { fillList, type FillOptions, type NamedCandidateSource } from './fill-list.ts';
import { extractFeatures, FeatureIds, jaccard } from './item-similarity.ts';
import type { ListConstraints } from './list-constraints.ts';
import { pow } from '../../math/power.ts';

const runs = { seed: 20261121, numRuns: 400 };

interface Given {
  readonly id: string;
  readonly brand: string;
  readonly group: string | null;
  readonly score: number;
}

const plainShape: ListConstraints = {
  oneVariant: true,
  caps: [],
  diversity: 0,
  privateFields: [],
  minRelevance: 0,
};
const plain: FillOptions = {
  limit: 5,
  filter: null,
  hidden: [],
  exclude: new Set(),
  products: [],
  soldOut: false,
  shape: plainShape,
  rotation: null,
  explain: false,
};

function recommended({ id, brand, group, score }: Given): Recommended {
  const json = Buffer.from(JSON.stringify({ id, brand, name: `${brand} ${id}` }));
  const item = { id, _id: `_${id}`, json } as unknown as Recommended['item'];
  return { item, product: group, score, source: 'popular', because: [], facts: {} };
}

/** A source of these candidates that records the requested limits. */
function sourceOf(name: string, given: readonly Given[], asked: number[] = []): NamedCandidateSource {
  return {
    name,
    source: async ({ limit, exclude }: ListConditions) => {
      asked.push(limit);
      return given
        .filter(({ id }) => !exclude.has(id))
        .slice(0, limit)
        .map(recommended);
    },
  };
}

const givenList = fc
  .array(
    fc.record({
      brand: fc.constantFrom('A', 'B', 'C'),
      group: fc.constantFrom(null, 'g1', 'g2', 'g3'),
      score: fc.integer({ min: 1, max: 1000 }),
    }),
    { maxLength: 80 },
  )
  .map((list) =>
    list.toSorted((a, b) => b.score - a.score).map((one, at): Given => ({ ...one, id: `i${at}` })),
  );

/** The naive list: at each position, the first candidate that fits. */
function naive(
  given: readonly Given[],
  limit: number,
  cap: { max: number; window: number } | null,
): string[] {
  const list: Given[] = [];
  const left = [...given];
  while (list.length < limit) {
    const recent = list.slice(Math.max(0, list.length - (cap?.window ?? 1) + 1));
    const at = left.findIndex(
      (one) =>
        (one.group === null || !list.some(({ group }) => group === one.group)) &&
        (cap === null || recent.filter(({ brand }) => brand === one.brand).length < cap.max),
    );
    if (at < 0) break;
    list.push(...left.splice(at, 1));
  }
  return list.map(({ id }) => id);
}

const ids = (list: { readonly entries: readonly Recommended[] }): string[] =>
  list.entries.map(({ item }) => item.id);

test('fillList() with caps and variants equals the naive choice at each position from all candidates', async () => {
  const options = fc.record({
    limit: fc.integer({ min: 1, max: 20 }),
    cap: fc.option(
      fc.record({ max: fc.integer({ min: 1, max: 3 }), window: fc.integer({ min: 2, max: 100 }) }),
    ),
  });
  await fc.assert(
    fc.asyncProperty(givenList, options, async (given, { limit, cap }) => {
      const caps = cap === null ? [] : [{ field: 'brand', ...cap }];
      const options = { ...plain, limit, shape: { ...plainShape, caps } };
      const list = await fillList(sourceOf('own', given), [], options);
      assert.deepEqual(ids(list), naive(given, limit, cap));
    }),
    runs,
  );
});

test('fillList() with rotation returns the best of all candidates by reduced score', async () => {
  const shownTimes = fc.dictionary(
    fc.integer({ min: 0, max: 79 }).map((at) => `i${at}`),
    fc.integer({ min: 1, max: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(givenList, shownTimes, fc.integer({ min: 1, max: 10 }), async (given, shown, limit) => {
      const rotation = { rate: 0.5, shown: new Map(Object.entries(shown)) };
      const options = { ...plain, limit, rotation, shape: { ...plainShape, oneVariant: false } };
      const list = await fillList(sourceOf('own', given), [], options);
      const expected = given
        .map(({ id, score }) => ({ id, score: score * pow(0.5, shown[id] ?? 0) }))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, limit);
      assert.deepEqual(
        list.entries.map(({ score }) => score),
        expected.map(({ score }) => score),
      );
      assert.equal(new Set(ids(list)).size, expected.length);
    }),
    runs,
  );
});

const item = (id: string, score: number, brand = 'A', group: string | null = null): Given => ({
  id,
  brand,
  group,
  score,
});

test('fillList() uses fallbacks in order with decreasing scores, and names the first one that contributed', async () => {
  const own = sourceOf('own', [item('a', 0.5)]);
  const fillers = [
    sourceOf('empty', []),
    sourceOf('popular', [item('a', 900), item('b', 400), item('c', 100)]),
    sourceOf('never', [item('d', 1)]),
  ];
  const list = await fillList(own, fillers, { ...plain, limit: 3 });
  assert.deepEqual(ids(list), ['a', 'b', 'c']);
  assert.deepEqual(
    list.entries.map(({ score }) => score),
    [0.5, 0.5, 0.125],
  );
  assert.equal(list.fallback, 'popular');
  assert.deepEqual(list.sources, [
    { name: 'own', candidates: 1, taken: 1 },
    { name: 'empty', candidates: 0, taken: 0 },
    { name: 'popular', candidates: 2, taken: 2 },
  ]);
});

test('fillList() with a minimum relevance uses no fallback, and reports the excluded candidates', async () => {
  const own = sourceOf('own', [item('a', 10), item('b', 6), item('c', 4)]);
  const options = { ...plain, shape: { ...plainShape, minRelevance: 0.5 } };
  const list = await fillList(own, [sourceOf('popular', [item('d', 99)])], options);
  assert.deepEqual(ids(list), ['a', 'b']);
  assert.deepEqual(
    list.leftOut.map(({ item: { id }, why }) => [id, why]),
    [['c', 'below_min_relevance']],
  );
});

test('fillList() with diversity prefers different items, without it higher scores', async () => {
  const given = [item('a', 100, 'A'), item('b', 99, 'A'), item('c', 90, 'B')];
  const list = async (diversity: number): Promise<string[]> =>
    ids(await fillList(sourceOf('own', given), [], { ...plain, shape: { ...plainShape, diversity } }));
  assert.deepEqual(await list(0), ['a', 'b', 'c']);
  assert.deepEqual(await list(0.5), ['a', 'c', 'b']);
});

test('fillList() queries a source again only if constraints exclude candidates', async () => {
  const asked: number[] = [];
  const variants = Array.from({ length: 40 }, (_, at) => item(`v${at}`, 100 - at, 'A', 'g'));
  const list = await fillList(sourceOf('own', [...variants, item('x', 1), item('y', 0.5)], asked), [], {
    ...plain,
    limit: 3,
  });
  assert.deepEqual(ids(list), ['v0', 'x', 'y']);
  assert.deepEqual(asked, [3, 12, 48]);
  asked.length = 0;
  await fillList(sourceOf('own', [item('x', 1), item('y', 0.5)], asked), [], { ...plain, limit: 2 });
  assert.deepEqual(asked, [2]);
});

test('fillList() reads each item once, also if several sources return it', async () => {
  const given = Array.from({ length: 600 }, (_, at): Given => ({
    id: `i${at}`,
    brand: at % 2 === 0 ? 'A' : 'B',
    group: null,
    score: 600 - at,
  }));
  const reads = new Map<string, number>();
  const source: NamedCandidateSource['source'] = async ({ limit, exclude }) => {
    const found = given.filter(({ id }) => !exclude.has(id)).slice(0, limit);
    return found.map((one) => {
      const entry = recommended(one);
      const { json } = entry.item;
      const item = Object.defineProperty({ ...entry.item }, 'json', {
        get: () => {
          reads.set(one.id, (reads.get(one.id) ?? 0) + 1);
          return json;
        },
      });
      return { ...entry, item };
    });
  };
  const shape = { ...plainShape, caps: [{ field: 'brand', max: 1, window: 100 }], diversity: 0.5 };
  const fillers = [
    { name: 'again', source },
    { name: 'once more', source },
  ];
  const filled = await fillList({ name: 'own', source }, fillers, { ...plain, shape });
  assert.equal(filled.entries.length, 2);
  assert.deepEqual([...new Set(reads.values())], [1]);
});

test('fillList() with diversity follows the definition of maximal marginal relevance', async () => {
  const likenessOf = (one: Given, other: Given): number => {
    const numbers = new FeatureIds();
    const [a, b] = [one, other].map((each) =>
      numbers.toIds(extractFeatures(JSON.parse(decodeUtf8(recommended(each).item.json)))),
    );
    return jaccard(a!, b!);
  };
  await fc.assert(
    fc.asyncProperty(
      givenList,
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(0.2, 0.5, 1),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 2, max: 6 }),
      async (given, limit, diversity, max, window) => {
        const open = given.slice(0, limit * 10).map((one) => ({ ...one, group: null }));
        const best = open[0]?.score ?? 1;
        const list: Given[] = [];
        while (list.length < limit) {
          const recent = list.slice(Math.max(0, list.length - window + 1));
          const gains = open
            .filter(
              (one) => !list.includes(one) && recent.filter(({ brand }) => brand === one.brand).length < max,
            )
            .map((one) => {
              const likeness = Math.max(0, ...list.map((other) => likenessOf(one, other)));
              return { one, gain: ((1 - diversity) * one.score) / best - diversity * likeness };
            });
          if (gains.length === 0) break;
          const most = Math.max(...gains.map(({ gain }) => gain));
          list.push(gains.find(({ gain }) => most - gain < 1e-12)!.one);
        }
        const shape = { ...plainShape, diversity, caps: [{ field: 'brand', max, window }] };
        const filled = await fillList(sourceOf('own', open), [], { ...plain, limit, shape });
        assert.deepEqual(
          filled.entries.map(({ item }) => item.id),
          list.map(({ id }) => id),
        );
      },
    ),
    runs,
  );
});

test('fillList() yields to other requests during thousands of candidates, and returns the same list', async () => {
  const given = Array.from({ length: 4_000 }, (_, i) => ({
    id: `i${i}`,
    brand: `b${i % 90}`,
    group: null,
    score: 10_000 - i,
  }));
  const shapes: ListConstraints[] = [
    { ...plainShape, diversity: 1 },
    { ...plainShape, diversity: 0.5, caps: [{ field: 'brand', max: 1, window: 50 }] },
    { ...plainShape, caps: [{ field: 'brand', max: 1, window: 100 }] },
  ];
  for (const shape of shapes) {
    const options = { ...plain, limit: 100, shape };
    const inOnePiece = await fillList(sourceOf('own', given), [], options, new WorkSlices(Infinity));
    let pauses = 0;
    const slices = new WorkSlices(1_000, async () => void pauses++);
    const list = await fillList(sourceOf('own', given), [], options, slices);
    assert.deepEqual(
      list.entries.map(({ item }) => item.id),
      inOnePiece.entries.map(({ item }) => item.id),
    );
    // At least a thousand items are read, a hundred per step.
    assert.ok(pauses >= 10, `${pauses} pauses`);
  }
});
