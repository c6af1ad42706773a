/**
 * The cost of hybrid search compared with keyword search:
 *
 *   node bench/search-meaning.ts [100000]
 *
 * On the made-up products of bench/search/, with made-up vectors that have the structure of real ones: what they say has nothing to
 * do with the products, but comparing them takes as long. Queries of two words or more; half of them have a word that is nowhere, so
 * that no product has all words, and the nearest are looked for. CPU of one thread, by quarter of the searches.
 */
import type { SemanticSignal } from '../src/kernel/text/scoring/semantic-scores.ts';
import { buildSegment } from '../src/kernel/text/segments/segment-merger.ts';
import { defaultTextSettings } from '../src/kernel/text/schema/settings.ts';
import { SegmentedIndex } from '../src/kernel/text/search/segmented-index.ts';
import { flatten } from '../src/kernel/text/schema/flatten.ts';
import { SemanticIndex } from '../src/kernel/vectors/semantic-index.ts';
import { productAt } from './search/products.ts';
import { benchQueries, type BenchQuery } from './search/queries.ts';
import { rowMaker } from './vectors/rows.ts';

const dimensions = 384;
const batch = 50_000;
const queryCount = 200;
const usual = { mean: 0.05, deviation: 0.1, highest: 0.4, betweenBaselineWords: 0.25 };

const count = Number(process.argv[2] ?? 100_000);
const index = new SegmentedIndex(defaultTextSettings);
const semanticIndex = new SemanticIndex(dimensions);
const make = rowMaker(count, 7, dimensions);
const queryVectors = Array.from({ length: queryCount }, make);

function* documents(from: number, until: number) {
  for (let key = from; key < until; key++) {
    const product = productAt(key);
    yield { key, popularity: product.popularity, ...flatten({ ...product }) };
  }
}

for (let from = 0; from < count; from += batch)
  index.attach(buildSegment(documents(from, Math.min(count, from + batch)), defaultTextSettings));
const started = process.cpuUsage();
for (let key = 0; key < count; key++) semanticIndex.set(key, make());
const { user } = process.cpuUsage(started);
console.log(
  `${count} products, ${Math.round(semanticIndex.bytes / 1e6)} MB of vectors, ${Math.round(user / count)} us each to make and set`,
);

const several = benchQueries(queryCount * 4, count).filter(
  ({ text, kind }) => kind === 'plain' && text.includes(' '),
);
const texts = several
  .slice(0, queryCount)
  .map(({ text }: BenchQuery, i) => (i % 2 === 0 ? text : `${text} xyzzy`));

/** CPU of each search in ms, of one kind of query. */
function measured(
  odd: boolean,
  semanticOf: (i: number) => SemanticSignal | undefined,
): Record<string, number> {
  const times = texts.flatMap((text, i) => {
    if ((i % 2 === 1) !== odd) return [];
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
  scorer: semanticIndex.query(queryVectors[i]!.slice(), usual),
  weight: 0.5,
});
const kept = (i: number): SemanticSignal => ({
  scorer: semanticIndex.query(queryVectors[i]!, usual),
  weight: 0.5,
});
for (const odd of [false, true]) for (const warm of [none, fresh, kept]) measured(odd, warm);
console.table({
  'all words found, words': measured(false, none),
  'all words found, words and meaning': measured(false, fresh),
  'a word is missing, words': measured(true, none),
  'a word is missing, words and meaning': measured(true, fresh),
  'the same again (its nearest are kept)': measured(true, kept),
});
