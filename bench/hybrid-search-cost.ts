/**
 * CPU cost of hybrid search compared with keyword search:
 *
 *   node bench/hybrid-search-cost.ts [100000]
 *
 * Uses the synthetic products of bench/search/ with synthetic embeddings. The embeddings are unrelated to the products, but comparing
 * them costs the same. Queries have at least two words. Half of them contain an unknown word, so that no product matches all words
 * and the nearest neighbours are searched. Prints mean and percentiles of the CPU time on one thread.
 */
import type { SemanticSignal } from '../src/kernel/text/scoring/semantic-scores.ts';
import { buildSegment } from '../src/kernel/text/segments/segment-merger.ts';
import { defaultTextSettings } from '../src/kernel/text/schema/settings.ts';
import { SegmentedIndex } from '../src/kernel/text/search/segmented-index.ts';
import { flattenItem } from '../src/kernel/text/schema/flatten.ts';
import { SemanticIndex } from '../src/kernel/vectors/semantic-index.ts';
import { productAt } from './search/products.ts';
import { benchQueries, type BenchQuery } from './search/queries.ts';
import { rowGenerator } from './vectors/rows.ts';

const dimensions = 384;
const batch = 50_000;
const queryCount = 200;
const cosineStats = { mean: 0.05, deviation: 0.1, highest: 0.4, betweenBaselineWords: 0.25 };

const count = Number(process.argv[2] ?? 100_000);
const index = new SegmentedIndex(defaultTextSettings);
const semanticIndex = new SemanticIndex(dimensions);
const nextRow = rowGenerator(count, 7, dimensions);
const queryVectors = Array.from({ length: queryCount }, nextRow);

function* documents(from: number, until: number) {
  for (let key = from; key < until; key++) {
    const product = productAt(key);
    yield { key, popularity: product.popularity, ...flattenItem({ ...product }) };
  }
}

for (let from = 0; from < count; from += batch)
  index.attach(buildSegment(documents(from, Math.min(count, from + batch)), defaultTextSettings));
const started = process.cpuUsage();
for (let key = 0; key < count; key++) semanticIndex.set(key, nextRow());
const { user } = process.cpuUsage(started);
console.log(
  `${count} products, ${Math.round(semanticIndex.bytes / 1e6)} MB of vectors, ${Math.round(user / count)} us each to generate and add`,
);

const multiWord = benchQueries(queryCount * 4, count).filter(
  ({ text, kind }) => kind === 'plain' && text.includes(' '),
);
const texts = multiWord
  .slice(0, queryCount)
  .map(({ text }: BenchQuery, i) => (i % 2 === 0 ? text : `${text} xyzzy`));

/** CPU time per search in ms. `hasUnknownWord`: queries with an unknown word. */
function measured(
  hasUnknownWord: boolean,
  semanticOf: (i: number) => SemanticSignal | undefined,
): Record<string, number> {
  const times = texts.flatMap((text, i) => {
    if ((i % 2 === 1) !== hasUnknownWord) return [];
    const semantic = semanticOf(i);
    const before = process.cpuUsage();
    index.search({ text, offset: 0, limit: 20, ...(semantic === undefined ? {} : { semantic }) });
    const { user, system } = process.cpuUsage(before);
    return [(user + system) / 1_000];
  });
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(times[Math.floor(share * times.length)]! * 100) / 100;
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { mean: Math.round(mean * 100) / 100, p50: at(0.5), p75: at(0.75), p99: at(0.99) };
}

const none = (): undefined => undefined;
const fresh = (i: number): SemanticSignal => ({
  scorer: semanticIndex.query(queryVectors[i]!.slice(), cosineStats),
  weight: 0.5,
});
const cached = (i: number): SemanticSignal => ({
  scorer: semanticIndex.query(queryVectors[i]!, cosineStats),
  weight: 0.5,
});
for (const hasUnknownWord of [false, true])
  for (const warm of [none, fresh, cached]) measured(hasUnknownWord, warm);
console.table({
  'all words known, keyword': measured(false, none),
  'all words known, hybrid': measured(false, fresh),
  'unknown word, keyword': measured(true, none),
  'unknown word, hybrid': measured(true, fresh),
  'unknown word, hybrid, nearest neighbours cached': measured(true, cached),
});
