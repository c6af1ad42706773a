/**
 * Compares keyword search with hybrid search on the icecat set (data/README.md, protocol "icecat"):
 *
 *   node bench/quality/hybrid.ts [--weight .5]
 *
 * Query sets: the judged queries of icecat, and 60 paraphrases that share no word with their products. hybrid-judgements.tsv grades the
 * products for each paraphrase, by title (3: exact, 2: substitute, 1: related). Prints NDCG and recall, then the precision of semantic
 * matches with bootstrap intervals. Last, the share of queries with semantic matches for products that a shop does not sell
 * (absent-products.tsv), in icecat and in the demo shop, and for paraphrases of products that the demo shop sells. Embeddings are cached in
 * the temporary folder; computing them takes 90 seconds.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TextModel } from '../../src/encoders/text/text-model.ts';
import { readCommonWords } from '../../src/encoders/text/common-words.ts';
import { readBaselineWords } from '../../src/encoders/text/model-vocabulary.ts';
import { loadTextModel } from '../../src/encoders/text/text-model.ts';
import { createItemText } from '../../src/engine/text-embeddings/item-text.ts';
import { SimilarityBaseline } from '../../src/domain/search/execution/similarity-baseline.ts';
import type { TextEncoder } from '../../src/ports/search/text-embeddings.ts';
import type { JsonObject } from '../../src/ports/catalog/json.ts';
import { flattenItem } from '../../src/kernel/text/schema/flatten.ts';
import type { SemanticSignal } from '../../src/kernel/text/scoring/semantic-scores.ts';
import { buildSegment } from '../../src/kernel/text/segments/segment-merger.ts';
import { defaultTextSettings } from '../../src/kernel/text/schema/settings.ts';
import { SegmentedIndex } from '../../src/kernel/text/search/segmented-index.ts';
import { SemanticIndex } from '../../src/kernel/vectors/semantic-index.ts';
import { bootstrapInterval } from './bootstrap.ts';
import { discountedGain, hasIcecat, readDocuments, readRatings, type Ratings } from './icecat-set.ts';

const root = join(import.meta.dirname, '..', '..');
const dimensions = 384;

function readJudgements(): Ratings {
  const judgements: Ratings = new Map();
  const file = join(import.meta.dirname, 'hybrid-judgements.tsv');
  for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const [query = '', grade, ids = ''] = line.split('\t');
    const grades = judgements.get(query) ?? new Map<string, number>();
    for (const id of ids.split(' ')) grades.set(id, Number(grade));
    judgements.set(query, grades);
  }
  return judgements;
}

/** The embeddings of all texts, cached by model and set. */
async function vectorsOf(model: TextModel, texts: readonly string[]): Promise<Float32Array> {
  const hash = createHash('sha256').update(model.identity.sha256).update(texts.join('\n')).digest('hex');
  const cacheFile = join(tmpdir(), `vitrine-bench-hybrid-${hash.slice(0, 16)}.f32`);
  if (existsSync(cacheFile)) return new Float32Array(new Uint8Array(readFileSync(cacheFile)).buffer);
  const all = new Float32Array(texts.length * dimensions);
  const byLength = texts.map((_, key) => key).sort((a, b) => texts[a]!.length - texts[b]!.length);
  const before = process.cpuUsage();
  for (let from = 0; from < byLength.length; from += 16) {
    const keys = byLength.slice(from, from + 16);
    const vectors = await model.embed(
      keys.map((key) => texts[key]!),
      'background',
    );
    vectors.forEach((vector, i) => all.set(vector, keys[i]! * dimensions));
  }
  const { user, system } = process.cpuUsage(before);
  console.log(
    `embedded ${texts.length} names, ${Math.round(texts.length / ((user + system) / 1e6))} per core-second`,
  );
  writeFileSync(cacheFile, new Uint8Array(all.buffer));
  return all;
}

type SemanticOf = (query: string) => SemanticSignal | undefined;

/** The result of one query. */
interface Outcome {
  readonly ndcg: number;
  /** The number of semantic matches, and of the relevant ones among them. */
  readonly added: number;
  readonly relevant: number;
}

/** A figure over queries with its 95 % percentile bootstrap interval. */
function withInterval(outcomes: readonly Outcome[], figure: (sample: readonly Outcome[]) => number): string {
  const figureAt = (indexes: readonly number[]): number => figure(indexes.map((i) => outcomes[i]!));
  const [low, high] = bootstrapInterval(outcomes.length, figureAt, { seed: 20261123 });
  return `${figure(outcomes).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
}

/** The precision of semantic matches, pooled and as the mean over queries with semantic matches. */
function precisionOfAdded(outcomes: readonly Outcome[]): Record<string, number | string> {
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
  const ofAll = (sample: readonly Outcome[]): number =>
    sum(sample.map(({ relevant }) => relevant)) / sum(sample.map(({ added }) => added));
  const byQuery = (sample: readonly Outcome[]): number => {
    const some = sample.filter(({ added }) => added > 0);
    return sum(some.map(({ relevant, added }) => relevant / added)) / some.length;
  };
  return {
    'NDCG@10': withInterval(outcomes, (sample) => sum(sample.map(({ ndcg }) => ndcg)) / sample.length),
    'precision of semantic matches': withInterval(outcomes, ofAll),
    'mean precision per query': withInterval(outcomes, byQuery),
    'semantic matches': sum(outcomes.map(({ added }) => added)),
    'queries with semantic matches': outcomes.filter(({ added }) => added > 0).length,
  };
}

function outcomesOf(
  index: SegmentedIndex,
  ratings: Ratings,
  idByKey: readonly string[],
  semanticOf: SemanticOf,
): Outcome[] {
  return [...ratings].map(([text, grades]) => {
    const { hits } = index.search({ text, ...semanticPart(semanticOf(text)), offset: 0, limit: 1_000 });
    const gradeOf = ({ key }: { readonly key: number }): number => grades.get(idByKey[key]!) ?? 0;
    const added = hits.filter(({ semantic }) => semantic?.added === true);
    const ideal = discountedGain([...grades.values()].sort((a, b) => b - a));
    return {
      ndcg: discountedGain(hits.map(gradeOf)) / ideal,
      added: added.length,
      relevant: added.filter((hit) => gradeOf(hit) > 0).length,
    };
  });
}

const semanticPart = (semantic: SemanticSignal | undefined): { semantic?: SemanticSignal } =>
  semantic === undefined ? {} : { semantic };

/** Mean quality and latency over the queries. */
function measure(
  index: SegmentedIndex,
  ratings: Ratings,
  idByKey: readonly string[],
  semanticOf: SemanticOf,
) {
  const sums = { ndcg: 0, condensed: 0, recall: 0, added: 0 };
  const times: number[] = [];
  for (const [query, grades] of ratings) {
    const semantic = semanticOf(query);
    const request = { text: query, ...semanticPart(semantic) };
    const start = performance.now();
    index.search({ ...request, offset: 0, limit: 20 });
    times.push(performance.now() - start);
    const { hits, added } = index.search({ ...request, offset: 0, limit: 1_000 });
    const ids = hits.map(({ key }) => idByKey[key]!);
    const ideal = discountedGain([...grades.values()].sort((a, b) => b - a));
    sums.ndcg += discountedGain(ids.map((id) => grades.get(id) ?? 0)) / ideal;
    sums.condensed += discountedGain(ids.filter((id) => grades.has(id)).map((id) => grades.get(id)!)) / ideal;
    const first = new Set(ids.slice(0, 100));
    const relevant = [...grades].filter(([, grade]) => grade > 0).map(([id]) => id);
    sums.recall += relevant.filter((id) => first.has(id)).length / relevant.length;
    sums.added += added ?? 0;
  }
  const mean = (sum: number): number => Math.round((sum / ratings.size) * 10_000) / 10_000;
  times.sort((a, b) => a - b);
  const ms = (share: number): number => Math.round(times[Math.floor(share * times.length)]! * 100) / 100;
  return {
    'NDCG@10': mean(sums.ndcg),
    'condensed NDCG@10': mean(sums.condensed),
    'R@100': mean(sums.recall),
    'mean semantic matches': mean(sums.added),
    'search p50 ms': ms(0.5),
    'search p99 ms': ms(0.99),
  };
}

/** The model as a text encoder of the domain. */
function encoderOf(model: TextModel): TextEncoder {
  return {
    role: 'configured',
    name: 'bench',
    model: model.identity.sha256,
    languages: ['en'],
    status: () => ({ ready: true, detail: '' }),
    embedQuery: async (text) => (await model.embed([text], 'query'))[0]!,
    embedItems: (texts) => model.embed(texts, 'background'),
  };
}

async function baselineOf(encoder: TextEncoder): Promise<SimilarityBaseline> {
  const baseline = new SimilarityBaseline({
    words: await readBaselineWords(join(root, 'models')),
    store: { read: () => Promise.resolve(null), write: () => Promise.resolve() },
    onError: (error) => console.error(error),
  });
  await baseline.prepare(encoder);
  return baseline;
}

/** The share of queries with results and with semantic matches. Without a baseline, statistics come from the catalog. */
async function measureAbsent(
  shop: { index: SegmentedIndex; semanticIndex: SemanticIndex },
  queries: readonly string[],
  encoder: TextEncoder,
  baseline: SimilarityBaseline | null,
) {
  let withResults = 0;
  let withSemantic = 0;
  let added = 0;
  let fallbacks = 0;
  for (const text of queries) {
    const vector = await encoder.embedQuery(text, 'bench');
    const stats = baseline?.findStats(encoder, vector, text) ?? null;
    const semantic = { scorer: shop.semanticIndex.query(vector, stats), weight: 0.5 };
    const found = shop.index.search({ text, semantic, offset: 0, limit: 1 });
    added += found.added ?? 0;
    if (found.total > 0) withResults++;
    if ((found.added ?? 0) > 0) withSemantic++;
    if (found.fallback === 'semantic') fallbacks++;
  }
  const share = (count: number): number => Math.round((100 * count) / queries.length) / 100;
  return {
    queries: queries.length,
    'with results': share(withResults),
    'with semantic matches': share(withSemantic),
    'semantic fallback': share(fallbacks),
    'mean semantic matches': share(added),
  };
}

function absentProducts(shop: string, wantedKind: string): string[] {
  const lines = readFileSync(join(import.meta.dirname, 'absent-products.tsv'), 'utf8')
    .trim()
    .split('\n');
  return lines
    .map((line) => line.split('\t'))
    .filter(([own, kind]) => own === shop && kind === wantedKind)
    .map(([, , query = '']) => query);
}

async function demoShop(
  encoder: TextEncoder,
): Promise<{ index: SegmentedIndex; semanticIndex: SemanticIndex }> {
  const lines = readFileSync(join(root, 'demo', 'groceries', 'products.ndjson'), 'utf8')
    .trim()
    .split('\n');
  const items = lines.map((line) => JSON.parse(line) as JsonObject);
  const index = new SegmentedIndex(defaultTextSettings, await readCommonWords(join(root, 'models')));
  const documents = items.map((item, key) => ({ key, popularity: 0, ...flattenItem(item) }));
  index.attach(buildSegment(documents, defaultTextSettings));
  const semanticIndex = new SemanticIndex(dimensions);
  const vectors = await encoder.embedItems(
    items.map(
      (item) => createItemText(item, { name: { fields: ['name'] }, zones: [], unsearchableFields: [] }).text,
    ),
  );
  vectors.forEach((vector, key) => semanticIndex.set(key, vector));
  return { index, semanticIndex };
}

async function main(): Promise<void> {
  if (!hasIcecat()) {
    console.log('bench/quality/hybrid: skipped, ../shared/data/icecat does not exist');
    return;
  }
  const option = process.argv.indexOf('--weight');
  const weight = option < 0 ? 0.5 : Number(process.argv[option + 1]);
  const { documents, idByKey, texts } = readDocuments();
  const index = new SegmentedIndex(defaultTextSettings, await readCommonWords(join(root, 'models')));
  index.attach(buildSegment(documents, defaultTextSettings));
  const model = await loadTextModel(join(root, 'models'));
  const all = await vectorsOf(model, texts);
  const semanticIndex = new SemanticIndex(dimensions);
  texts.forEach((_, key) => semanticIndex.set(key, all.subarray(key * dimensions, (key + 1) * dimensions)));
  const judged = readRatings();
  const paraphrases = readJudgements();
  const queries = [...judged.keys(), ...paraphrases.keys()];
  const before = process.cpuUsage();
  const vectors = new Map<string, Float32Array>();
  for (const query of queries) vectors.set(query, (await model.embed([query], 'query'))[0]!);
  const { user, system } = process.cpuUsage(before);
  console.log(
    `${queries.length} queries embedded, ${Math.round((user + system) / queries.length) / 1_000} ms of CPU each`,
  );
  const encoder = encoderOf(model);
  const baseline = await baselineOf(encoder);
  const semanticOf: SemanticOf = (query) => {
    const vector = vectors.get(query)!;
    return { scorer: semanticIndex.query(vector, baseline.findStats(encoder, vector, query)), weight };
  };
  const none: SemanticOf = () => undefined;
  for (const query of queries) index.search({ text: query, offset: 0, limit: 20 });
  console.table({
    'judged queries, keyword': measure(index, judged, idByKey, none),
    'judged queries, hybrid': measure(index, judged, idByKey, semanticOf),
    'paraphrases, keyword': measure(index, paraphrases, idByKey, none),
    'paraphrases, hybrid': measure(index, paraphrases, idByKey, semanticOf),
  });
  console.table({
    'paraphrases, hybrid': precisionOfAdded(outcomesOf(index, paraphrases, idByKey, semanticOf)),
  });
  const demo = await demoShop(encoder);
  const shop = { index, semanticIndex };
  const absent = absentProducts('icecat', 'absent');
  const rows: [string, typeof shop, string[]][] = [
    ['icecat, absent products', shop, absent],
    ['demo shop, absent products', demo, absentProducts('groceries', 'absent')],
    ['demo shop, paraphrases', demo, absentProducts('groceries', 'present')],
  ];
  const table: Record<string, unknown> = {};
  for (const [name, rowShop, rowQueries] of rows) {
    table[`${name}, statistics of the catalog`] = await measureAbsent(rowShop, rowQueries, encoder, null);
    table[`${name}, similarity baseline`] = await measureAbsent(rowShop, rowQueries, encoder, baseline);
  }
  console.table(table);
  await model.release();
}

await main();
