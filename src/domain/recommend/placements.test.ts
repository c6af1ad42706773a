import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { StoredItem } from '../../ports/catalog/catalog.ts';
import {
  listNames,
  type ListSourceName,
  type RecommendationPlacement,
} from '../../ports/recommendations/recommendation-placements.ts';
import type { ListConditions, Recommended } from '../../ports/recommendations/recommenders.ts';
import { unrestricted } from '../access/restrictions.ts';
import type { RecommendationOptions } from './list-builder.ts';
import { usualFallbacks, type ListPorts } from './list-plans.ts';
import { listForPlacement } from './placements.ts';

interface Given {
  readonly id: string;
  readonly brand: string;
  readonly group: string | null;
}
/** Candidates of each source, best first. */
type Candidates = Readonly<Record<ListSourceName, readonly Given[]>>;

const pageItem = 'i0';
const lastViewed = 'i1';
const itemOf = (id: string): StoredItem =>
  ({ id, _id: `_${id}`, json: Buffer.from(JSON.stringify({ id })) }) as unknown as StoredItem;

/** A shop whose sources return the given candidates; one of them is also the last viewed item. */
function portsOf(candidates: Candidates): ListPorts {
  const from =
    (name: ListSourceName) =>
    async ({ conditions }: { conditions: ListConditions }): Promise<Recommended[]> =>
      candidates[name]
        .filter(({ id }) => !conditions.exclude.has(id))
        .slice(0, conditions.limit)
        .map(({ id, brand, group }, at) => ({
          item: { id, _id: `_${id}`, json: Buffer.from(JSON.stringify({ id, brand })) } as never,
          product: group,
          score: 100 - at,
          source: 'popular',
          because: [],
          facts: {},
        }));
  const recommenders = {
    forUser: from('user'),
    boughtTogether: from('together'),
    trending: from('trending'),
    popular: from('popular'),
    newest: from('content'),
    buyAgain: from('again'),
    // A list never contains the item that it is for.
    similar: async ({ item, conditions }: { item: string; conditions: ListConditions }) =>
      from(item === pageItem ? 'similar' : 'because-viewed')({
        conditions: { ...conditions, exclude: conditions.exclude.union(new Set([item])) },
      }),
    recentlyViewed: async (request: { conditions: ListConditions; seen: readonly string[] }) =>
      request.conditions.soldOut ? request.seen.map((id) => ({ item: itemOf(id) })) : from('viewed')(request),
    findRejectedIds: async () => new Set(),
    findPurchasedIds: async () => new Set(),
    findRecentPurchaseIds: async () => new Set(),
    findProduct: async () => null,
  };
  return {
    recommenders,
    catalog: { get: async ({ id }: { id?: string }) => (id?.startsWith('i') === true ? itemOf(id) : null) },
    text: {},
    settings: { effective: () => ({ search: { groupBy: 'groupId' } }) },
  } as unknown as ListPorts;
}

const plain: RecommendationOptions = {
  limit: 5,
  filter: () => null,
  exclude: [],
  shown: [],
  soldOut: false,
  bought: null,
  shape: { oneVariant: true, caps: [], diversity: 0, privateFields: [], minRelevance: 0 },
  rotation: 0,
  recordsImpressions: true,
  explain: false,
  rules: () =>
    Promise.resolve({
      rules: { hidden: [], boosts: [], pins: [] },
      report: { acting: [], redirect: null, userData: [], facets: [] },
    }),
  restrictions: unrestricted,
};

interface Page {
  readonly user: string | null;
  readonly item: string | null;
  readonly seen: readonly string[];
}
interface Wanted {
  readonly placement: RecommendationPlacement;
  readonly page: Page;
  readonly limit: number;
  readonly cap: number;
}

/** Sources that a page cannot ask, as the documentation words it. */
function lacks(name: ListSourceName, { user, item, seen }: Page): boolean {
  if (name === 'together' || name === 'similar') return item === null;
  if (name === 'again') return user === null;
  if (name === 'viewed') return user === null && seen.length === 0;
  return name === 'because-viewed' && seen.length === 0;
}

/** The naive list: source by source, at each position the first candidate that fits the whole list. */
function naive(candidates: Candidates, { placement, page, limit, cap }: Wanted): Given[] {
  const { list: first, fallbacks = usualFallbacks[first] } = placement;
  const asked = [first, ...fallbacks].filter((name) => !lacks(name, page));
  const excluded = [page.item, asked[0] === 'because-viewed' ? page.seen.at(-1) : null];
  // A list of the visitor's own is not filled with what a page's list of trending items has.
  const isOfVisitor = first === 'user' || first === 'because-viewed';
  const hasOwnItems =
    isOfVisitor && asked[0] === first && candidates[first].some(({ id }) => !excluded.includes(id));
  const isSkipped = (name: ListSourceName): boolean =>
    name === 'trending' && hasOwnItems && placement.fallbacks === undefined;
  const list: Given[] = [];
  for (const name of asked.filter((each) => !isSkipped(each))) {
    const own = name === 'because-viewed' ? page.seen.at(-1) : null;
    const left = candidates[name].filter(({ id }) => !excluded.includes(id) && id !== own);
    for (;;) {
      const at = left.findIndex(
        (one) =>
          !list.some(({ id, group }) => id === one.id || (group !== null && group === one.group)) &&
          list.filter(({ brand }) => brand === one.brand).length < cap,
      );
      if (at < 0 || list.length === limit) break;
      list.push(...left.splice(at, 1));
    }
  }
  return list;
}

const given = fc.record({
  id: fc.integer({ min: 0, max: 15 }).map((no) => `i${no}`),
  brand: fc.constant(''),
  group: fc.constant(null),
});
const brands = ['A', 'B', 'C'];
/** An item has one brand and one product, whichever source returns it. */
const candidatesOf = fc.uniqueArray(given, { selector: ({ id }) => id, maxLength: 8 }).map((list) =>
  list.map(({ id }): Given => {
    const no = Number(id.slice(1));
    return { id, brand: brands[no % 3]!, group: no % 5 === 0 ? `g${no % 2}` : null };
  }),
);
const sourceNames = [...listNames, 'content'] as const;
const candidates = fc.record(
  Object.fromEntries(sourceNames.map((name) => [name, candidatesOf])),
) as fc.Arbitrary<Candidates>;
const wanted: fc.Arbitrary<Wanted> = fc
  .record({
    list: fc.constantFrom(...listNames),
    fallbacks: fc.option(fc.uniqueArray(fc.constantFrom(...sourceNames), { maxLength: 5 })),
    user: fc.constantFrom(null, 'u'),
    item: fc.constantFrom(null, pageItem),
    seen: fc.constantFrom([], [lastViewed]),
    limit: fc.integer({ min: 1, max: 12 }),
    cap: fc.integer({ min: 1, max: 12 }),
  })
  .map(({ list, fallbacks, user, item, seen, limit, cap }) => ({
    placement: {
      id: 'p',
      list,
      ...(fallbacks === null ? {} : { fallbacks: fallbacks.filter((name) => name !== list) }),
    },
    page: { user, item, seen },
    limit,
    cap,
  }));

function listOf(given: Candidates, { placement, page, limit, cap }: Wanted) {
  const caps = [{ field: 'brand', max: cap, window: 100 }];
  const options = { ...plain, limit, shape: { ...plain.shape, caps } };
  return listForPlacement(portsOf(given), options, placement, {
    visitor: { user: page.user, session: null },
    seen: page.seen,
    items: page.item === null ? [] : [page.item],
    category: null,
  });
}

test('listForPlacement() equals the naive list: fallbacks in order, no item twice, caps over all', async () => {
  const lists = new Set<string>();
  await fc.assert(
    fc.asyncProperty(candidates, wanted, async (given, one) => {
      const answer = await listOf(given, one);
      const ids = answer.entries.map(({ entry }) => entry.item.id);
      assert.deepEqual(
        ids,
        naive(given, one).map(({ id }) => id),
      );
      const used = answer.sources.filter(({ taken }) => taken > 0).map(({ name }) => name);
      assert.equal(answer.list, used[0] ?? null);
      assert.equal(answer.fallback, used.find((name) => name !== one.placement.list) ?? null);
      assert.ok(used.every((name) => !lacks(name, one.page)));
      for (const name of used) lists.add(name);
    }),
    { seed: 20261125, numRuns: 1500 },
  );
  assert.equal(lists.size, sourceNames.length, 'each source is used');
});

const onlySource = (name: ListSourceName): Candidates => {
  const none = Object.fromEntries(sourceNames.map((one) => [one, [] as Given[]]));
  return { ...none, [name]: [{ id: 'i7', brand: 'B', group: null }] } as unknown as Candidates;
};
const visit = { visitor: { user: null, session: null }, seen: [], items: [], category: null };

test('listForPlacement() ignores unknown items of the page, and names them', async () => {
  const placement = { id: 'p', list: 'similar' } as const;
  const page = { ...visit, items: ['unknown', pageItem] };
  const answer = await listForPlacement(portsOf(onlySource('similar')), plain, placement, page);
  assert.deepEqual([answer.list, answer.fallback, answer.unknownItems], ['similar', null, ['unknown']]);
  const without = await listForPlacement(portsOf(onlySource('popular')), plain, placement, visit);
  assert.deepEqual([without.list, without.fallback], ['popular', 'popular']);
});

test('listForPlacement() fills no list with a minimum relevance, but replaces one that lacks an item', async () => {
  const options = { ...plain, shape: { ...plain.shape, minRelevance: 0.5 } };
  const placement = { id: 'p', list: 'similar', fallbacks: ['trending', 'popular'] } as const;
  const listWith = async (name: ListSourceName, items: readonly string[]) =>
    (await listForPlacement(portsOf(onlySource(name)), options, placement, { ...visit, items })).list;
  assert.equal(await listWith('trending', []), 'trending');
  assert.equal(await listWith('trending', [pageItem]), null);
  assert.equal(await listWith('popular', []), null);
});

test('listForPlacement() compares items with the first one of the page, which the list excludes', async () => {
  const compared: (readonly string[] | undefined)[] = [];
  const options: RecommendationOptions = {
    ...plain,
    filter: (about) => {
      compared.push(about?.('id'));
      return null;
    },
  };
  for (const list of ['popular', 'because-viewed'] as const)
    for (const items of [[], [pageItem, 'i7']])
      await listForPlacement(
        portsOf(onlySource('popular')),
        options,
        { id: 'p', list },
        { ...visit, seen: [lastViewed], items },
      );
  assert.deepEqual(compared, [[], [pageItem], [lastViewed], [pageItem]]);
});

test('listForPlacement() of a disabled placement is empty', async () => {
  const placement = { id: 'p', list: 'popular', enabled: false } as const;
  const { entries, list, fallback } = await listForPlacement(
    portsOf(onlySource('popular')),
    plain,
    placement,
    visit,
  );
  assert.deepEqual([entries, list, fallback], [[], null, null]);
});
