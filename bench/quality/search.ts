/**
 * Search quality and CPU cost of the text kernel on the icecat set (data/README.md, protocol "icecat"):
 *
 *   node bench/quality/search.ts [--set path=value ...]
 *
 * `--set` overrides a setting, as in `--set dropWordsThreshold=1e9` or `--set ranking.prefix=1`.
 */
import { join } from 'node:path';
import { readCommonWords } from '../../src/encoders/text/common-words.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
import { buildSegment } from '../../src/kernel/text/segments/segment-merger.ts';
import { defaultTextSettings, type TextSettings } from '../../src/kernel/text/schema/settings.ts';
import { SegmentedIndex } from '../../src/kernel/text/search/segmented-index.ts';
import { discountedGain, hasIcecat, readDocuments, readRatings, type Ratings } from './icecat-set.ts';

/** Inserts one typo into the longest word, but not at its first letter. Words with digits or under 4 letters are unchanged. */
function withTypo(query: string, next: () => number): string {
  const words = query.split(' ');
  const longest = words.reduce(
    (best, word) => (/^[a-z]+$/.test(word) && word.length > best.length ? word : best),
    '',
  );
  if (longest.length < 4) return query;
  const at = 1 + Math.floor(next() * (longest.length - 2));
  const letter = String.fromCharCode(97 + Math.floor(next() * 26));
  const kind = Math.floor(next() * 4);
  const typed = [
    longest.slice(0, at) + letter + longest.slice(at),
    longest.slice(0, at) + letter + longest.slice(at + 1),
    longest.slice(0, at) + longest.slice(at + 1),
    longest.slice(0, at) + longest[at + 1]! + longest[at]! + longest.slice(at + 2),
  ][kind]!;
  return words.map((word) => (word === longest ? typed : word)).join(' ');
}

function measure(
  index: SegmentedIndex,
  ratings: Ratings,
  idByKey: readonly string[],
  textOf: (query: string) => string,
) {
  const sums = { ndcg: 0, condensed: 0, judged: 0, recall: 0, total: 0, corrected: 0, dropped: 0 };
  for (const [query, judged] of ratings) {
    const result = index.search({ text: textOf(query), offset: 0, limit: 1000 });
    const ids = result.hits.map(({ key }) => idByKey[key]!);
    const ideal = discountedGain([...judged.values()].sort((a, b) => b - a));
    sums.ndcg += discountedGain(ids.map((id) => judged.get(id) ?? 0)) / ideal;
    sums.condensed += discountedGain(ids.filter((id) => judged.has(id)).map((id) => judged.get(id)!)) / ideal;
    sums.judged +=
      ids.slice(0, 10).filter((id) => judged.has(id)).length / Math.max(1, Math.min(10, ids.length));
    const relevant = [...judged].filter(([, rating]) => rating > 0).map(([id]) => id);
    const first = new Set(ids.slice(0, 100));
    sums.recall += relevant.filter((id) => first.has(id)).length / relevant.length;
    sums.total += result.total;
    if (result.fallback === 'corrected') sums.corrected++;
    if (result.fallback === 'words_dropped') sums.dropped++;
  }
  const mean = (sum: number): number => Math.round((sum / ratings.size) * 10_000) / 10_000;
  return {
    'NDCG@10': mean(sums.ndcg),
    'condensed NDCG@10': mean(sums.condensed),
    'judged@10': mean(sums.judged),
    'R@100': mean(sums.recall),
    'mean total': Math.round(sums.total / ratings.size),
    corrected: sums.corrected,
    'words dropped': sums.dropped,
  };
}

function cost(index: SegmentedIndex, texts: readonly string[]): Record<string, number> {
  const facets = [{ field: 'brand', limit: 20 }];
  for (const text of texts) index.search({ text, offset: 0, limit: 20, facets });
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let round = 0; round < 10; round++) {
    for (const text of texts) {
      const start = performance.now();
      index.search({ text, offset: 0, limit: 20 });
      times.push(performance.now() - start);
    }
  }
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(times[Math.floor(times.length * share)]! * 1000) / 1000;
  return {
    'CPU ms': Math.round((user + system) / times.length) / 1000,
    'p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'max ms': at(0.9999),
  };
}

/** The default settings with the overrides of `--set path=value`. */
function changedSettings(): TextSettings {
  const changes = new Map<string, string | number>();
  process.argv.forEach((argument, i) => {
    if (argument !== '--set') return;
    const [path = '', value = ''] = process.argv[i + 1]?.split('=') ?? [];
    changes.set(path, Number.isNaN(Number(value)) ? value : Number(value));
  });
  const settings = structuredClone(defaultTextSettings);
  change(settings, '', changes);
  return settings;
}

function change(target: object, prefix: string, changes: ReadonlyMap<string, string | number>): void {
  for (const [name, value] of Object.entries(target)) {
    const path = prefix + name;
    if (changes.has(path)) Object.assign(target, { [name]: changes.get(path) });
    else if (typeof value === 'object' && value !== null) change(value, `${path}.`, changes);
  }
}

async function main(): Promise<void> {
  if (!hasIcecat()) {
    console.log('bench/quality/search: skipped, ../shared/data/icecat does not exist');
    return;
  }
  const settings = changedSettings();
  const { documents, idByKey } = readDocuments();
  const ratings = readRatings();
  const before = process.cpuUsage();
  const buffer = buildSegment(documents, settings);
  const { user, system } = process.cpuUsage(before);
  const index = new SegmentedIndex(
    settings,
    await readCommonWords(join(import.meta.dirname, '..', '..', 'models')),
  );
  index.attach(buffer);
  console.log({
    documents: index.size,
    'build CPU us per document': Math.round((user + system) / documents.length),
    'segment bytes': buffer.byteLength,
  });
  const clean = measure(index, ratings, idByKey, (query) => query);
  const next = createRandom(20261121);
  const typed = new Map([...ratings.keys()].map((query) => [query, withTypo(query, next)]));
  const mistyped = measure(index, ratings, idByKey, (query) => typed.get(query)!);
  console.table({ clean, mistyped });
  console.table({ clean: cost(index, [...typed.keys()]), mistyped: cost(index, [...typed.values()]) });
}

await main();
