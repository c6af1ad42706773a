import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { StoredItem } from '../../ports/catalog/catalog.ts';
import type { Filter } from '../../ports/search/filters.ts';
import type { ListConditions, Recommended } from '../../ports/recommendations/recommenders.ts';
import { createBoostedSource } from './boosted-source.ts';
import { pow } from '../../math/power.ts';

/** Items with the numbers of the tags that they have; the filter of a tag is an equality. */
interface Tagged {
  readonly id: string;
  readonly score: number;
  readonly tags: readonly number[];
}

const filterOf = (tag: number): Filter => ({ kind: 'equals', field: 'tag', value: tag });
const passes = (item: Tagged, filter: Filter | undefined): boolean => {
  if (filter === undefined) return true;
  if (filter.kind === 'or') return filter.clauses.some((clause) => passes(item, clause));
  if (filter.kind === 'and') return filter.clauses.every((clause) => passes(item, clause));
  assert.ok(filter.kind === 'equals');
  return item.tags.includes(Number(filter.value));
};
const entryOf = ({ id, score }: Tagged): Recommended => ({
  item: { id } as StoredItem,
  product: null,
  score,
  source: 'popular',
  because: [],
  facts: {},
});
const conditionsOf = (limit: number): ListConditions => ({
  limit,
  exclude: new Set(),
  soldOut: true,
  explain: false,
});

function shopOf(items: readonly Tagged[]) {
  const sorted = items.toSorted((a, b) => b.score - a.score);
  const limits: number[] = [];
  return {
    limits,
    source: async ({ limit, filter }: ListConditions) => {
      limits.push(limit);
      return sorted
        .filter((item) => passes(item, filter))
        .slice(0, limit)
        .map(entryOf);
    },
    text: {
      findMatching: async (filter: Filter, ids: readonly string[]) =>
        new Set(items.filter((item) => ids.includes(item.id) && passes(item, filter)).map(({ id }) => id)),
    },
  };
}

const taggedItems = fc
  .array(fc.record({ score: fc.integer({ min: -20, max: 1_000 }), tags: fc.subarray([0, 1, 2]) }), {
    maxLength: 200,
  })
  .map((drafts) => drafts.map((draft, i): Tagged => ({ ...draft, id: `i${i}` })));
const someBoosts = fc.array(
  fc.record({
    rule: fc.constant('r'),
    filter: fc.nat({ max: 2 }).map(filterOf),
    by: fc.integer({ min: -7, max: 7 }),
  }),
  { maxLength: 4 },
);

test('createBoostedSource() returns the best of all candidates by boosted score', async () => {
  await fc.assert(
    fc.asyncProperty(
      taggedItems,
      someBoosts,
      fc.integer({ min: 1, max: 12 }),
      async (items, boosts, limit) => {
        const { source, text } = shopOf(items);
        const list = await createBoostedSource(source, boosts, text)(conditionsOf(limit));
        const computeFactor = (item: Tagged): number => {
          const steps = boosts.reduce((sum, { filter, by }) => sum + (passes(item, filter) ? by : 0), 0);
          return pow(1.5, Math.max(-7, Math.min(7, steps)));
        };
        const expected = items
          .map((item) =>
            item.score < 0 ? item.score / computeFactor(item) : item.score * computeFactor(item),
          )
          .sort((a, b) => b - a)
          .slice(0, limit);
        assert.deepEqual(
          list.map(({ score }) => score),
          expected,
        );
        assert.equal(new Set(list.map(({ item }) => item.id)).size, list.length);
      },
    ),
    { seed: 20261125, numRuns: 1_000 },
  );
});

test('createBoostedSource() asks once more at most for one boost, whatever the size of the catalog', async () => {
  const items = Array.from({ length: 5_000 }, (_, i): Tagged => ({
    id: `i${i}`,
    score: 10_000 - i,
    tags: i % 50 === 49 ? [0] : [],
  }));
  const { source, text, limits } = shopOf(items);
  const boost = { rule: 'r', filter: filterOf(0), by: 7 };
  const list = await createBoostedSource(source, [boost], text)(conditionsOf(10));
  assert.deepEqual(limits, [10, 10]);
  assert.ok(list.every(({ facts }) => facts['boost'] === pow(1.5, 7)));
  assert.equal(createBoostedSource(source, [], text), source);
});
