/**
 * CPU that the arrangement of a list adds to a search, in µs, over 100,000 products: sold-out items last, caps, pins, factors of items,
 * preferences, and facets in a set order. Against the same search without them, for queries of words and for a list without words.
 *
 *   npm run bench:arrangement
 */
import { flattenItem } from '../src/kernel/text/schema/flatten.ts';
import { defaultTextSettings } from '../src/kernel/text/schema/settings.ts';
import type { IndexQuery } from '../src/kernel/text/query/query.ts';
import { SegmentedIndex } from '../src/kernel/text/search/segmented-index.ts';
import { buildSegment } from '../src/kernel/text/segments/segment-merger.ts';
import { productsPerBatch } from './search/engine.ts';
import { productAt } from './search/products.ts';
import { benchQueries } from './search/queries.ts';

const size = 100_000;
const rounds = 7;
const page = { offset: 0, limit: 24 };
const index = new SegmentedIndex(defaultTextSettings);
for (let from = 0; from < size; from += productsPerBatch) {
  const documents = Array.from({ length: Math.min(productsPerBatch, size - from) }, (_, i) => {
    const product = productAt(from + i);
    return { key: from + i, popularity: product.popularity, ...flattenItem({ ...product, stock: i % 5 }) };
  });
  index.attach(buildSegment(documents, defaultTextSettings));
}
const factors = new Map(Array.from({ length: 100 }, (_, i) => [97 * i, 0.8 + 0.004 * i]));
const adjustments = { getFactor: () => 1, preferences: { max: 0, filters: [] }, exploration: null };
const preferred = ['red', 'blue', 'black', 'white', 'green', 'beige', 'grey', 'pink', 'navy', 'brown'].map(
  (value) => ({ filter: { kind: 'equals', field: 'color', value } as const, weight: 0.1 }),
);
const facets = [{ field: 'color' }, { field: 'size' }, { field: 'brand', limit: 20 }];
const arrangements: Record<string, Partial<IndexQuery>> = {
  'sold-out last': { last: { kind: 'range', field: 'stock', max: 0 } },
  'a cap on the brand': { caps: [{ field: 'brand', max: 2, window: 10 }] },
  'caps on brand, category and colour': {
    caps: ['brand', 'category', 'color'].map((field) => ({ field, max: 2, window: 10 })),
  },
  'factors of a hundred items': {
    adjustments: { ...adjustments, getFactor: (key) => factors.get(key) ?? 1 },
  },
  'ten preferred values': { adjustments: { ...adjustments, preferences: { max: 0.2, filters: preferred } } },
  'five pins': {
    rules: { pins: [1, 2, 3, 5, 8].map((position) => ({ key: 900 * position, product: '', position })) },
  },
};
const facetDisplays: Record<string, Partial<IndexQuery>> = {
  'facets by size and by hand': {
    facets: [
      { field: 'color', first: ['red', 'blue'], hidden: ['beige'] },
      { field: 'size', order: 'size' },
      { field: 'brand', limit: 20, order: 'value' },
    ],
  },
};

/** Mean µs of CPU of the queries, in the best round. */
function measure(queries: readonly string[], query: Partial<IndexQuery>): number {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const started = process.cpuUsage();
    for (const text of queries) index.search({ text, ...page, ...query });
    const { user, system } = process.cpuUsage(started);
    best = Math.min(best, (user + system) / queries.length);
  }
  return best;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const queryLists = {
  'queries of words': benchQueries(300, size).map(({ text }) => text),
  'a list without words': Array.from({ length: 10 }, () => ''),
};
for (const [kind, queries] of Object.entries(queryLists)) {
  for (const [base, kinds] of [
    [{}, arrangements],
    [{ facets }, facetDisplays],
  ] as const) {
    const alone = measure(queries, base);
    print(`${kind}${'facets' in base ? ' with three facets' : ''}: ${alone.toFixed(1)} µs`);
    for (const [name, query] of Object.entries(kinds))
      print(`  ${name}: + ${(measure(queries, { ...base, ...query }) - alone).toFixed(1)} µs`);
  }
}
