/**
 * How well semantic search knows other languages, on 861 concepts of emojibase-data that have a label and tags in each language:
 *
 *   npm run bench:languages [-- --languages de,fr,es,ja] [--cosine-alone] [--detect] [--cost --size 100000]
 *
 * Through the service over HTTP, with names alone: (a) a catalog of English labels is asked by the label in the language; (b) a catalog in the
 * language is asked by tags that share no word with the labels of their concepts, once also by words alone; (c) searches for a name, a
 * prefix of it and a name with a typo, with and without semantic search. `--detect` leaves the setting `search.languages` unset.
 * `--cosine-alone` ranks by the vectors of the multilingual model instead, which is what (a) and (b) have to reach. `--cost` measures CPU and
 * memory in a catalog of `--size` names of the first language.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  loadMultilingualModel,
  openSentenceEncoder,
} from '../src/encoders/multilingual/multilingual-model.ts';
import { dot } from '../src/kernel/vectors/vector-math.ts';
import { RunningService, root } from '../test/support/service.ts';
import { fetchEmojiData, findTagQueries, readConcepts, type Concept } from './languages/emoji-concepts.ts';
import { compareKnownItems } from './languages/known-items.ts';
import { LanguageShop, type LanguageReply, type NamedItem } from './languages/language-shop.ts';
import { measureCost } from './languages/model-cost.ts';

const { values: options } = parseArgs({
  options: {
    languages: { type: 'string', default: 'de,fr,es,ja' },
    'cosine-alone': { type: 'boolean', default: false },
    detect: { type: 'boolean', default: false },
    cost: { type: 'boolean', default: false },
    size: { type: 'string', default: '100000' },
  },
});
const languages = options.languages.split(',');
const first = 5;

/** The places of the best catalog entries for a text, best first. */
type Rank = (texts: readonly string[]) => Promise<number[][]>;

const round = (figures: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 1e4) / 1e4]));

/** The shares of labels whose concept is the first, and is among the first five, in a catalog of English labels. */
async function measureLabels(
  rank: Rank,
  concepts: readonly Concept[],
  english: readonly Concept[],
): Promise<Record<string, number>> {
  const placeByHexcode = new Map(english.map(({ hexcode }, place) => [hexcode, place]));
  const ranked = await rank(concepts.map(({ label }) => label));
  const ranks = concepts.map(({ hexcode }, i) => ranked[i]!.indexOf(placeByHexcode.get(hexcode)!));
  const share = (until: number): number =>
    ranks.filter((place) => place >= 0 && place < until).length / ranks.length;
  return { 'a: first': share(1), 'a: first five': share(first) };
}

/** The share of tags with one of their concepts in the first five. */
async function measureTags(rank: Rank, concepts: readonly Concept[]): Promise<number> {
  const queries = findTagQueries(concepts);
  const ranked = await rank(queries.map(({ tag }) => tag));
  const right = queries.filter((query, i) => query.concepts.some((place) => ranked[i]!.includes(place)));
  return right.length / queries.length;
}

function createItems(concepts: readonly Concept[]): NamedItem[] {
  return concepts.map(({ label }, place) => ({ id: `c${place}`, name: label }));
}

const rankInShop =
  (shop: LanguageShop, models: Set<string>): Rank =>
  async (texts) => {
    const replies = await shop.searchAll(texts, first);
    for (const { semantic } of replies) models.add(semantic.model ?? semantic.skipped ?? 'unnamed model');
    return replies.map(({ items }: LanguageReply) => items.map(({ id }) => Number(id.slice(1))));
  };

async function measureService(
  folder: string,
  english: readonly Concept[],
): Promise<Record<string, Record<string, number>>> {
  const rows: Record<string, Record<string, number>> = {};
  await using service = await RunningService.start({
    VITRINE_TEXT_MODEL: 'vendored',
    VITRINE_TEXT_TIMEOUT_MS: '60000',
    VITRINE_THREADS: '0',
  });
  const choose = (language: string): readonly string[] | null => (options.detect ? null : [language]);
  await using englishShop = await LanguageShop.open(service, 'english', choose('en'), createItems(english));
  for (const language of languages) {
    const concepts = readConcepts(folder, language);
    const items = createItems(concepts);
    const models = new Set<string>();
    const labels = await measureLabels(rankInShop(englishShop, models), concepts, english);
    await using shop = await LanguageShop.open(service, `in-${language}`, choose(language), items);
    const rank = rankInShop(shop, models);
    const byMeaning = await measureTags(rank, concepts);
    const known = await compareKnownItems(shop, items);
    await shop.setSemantic(false);
    const byWords = await measureTags(rankInShop(shop, new Set()), concepts);
    rows[language] = round({ ...labels, 'b: first five': byMeaning, 'b: words alone': byWords, ...known });
    process.stdout.write(`${language}: ${[...models].join(', ')}\n`);
  }
  return rows;
}

async function measureCosines(
  folder: string,
  english: readonly Concept[],
): Promise<Record<string, Record<string, number>>> {
  const encoder = openSentenceEncoder(await loadMultilingualModel(join(root, 'models')));
  const rankBy = (catalog: readonly Concept[]): Rank => {
    const vectors = catalog.map(({ label }) => encoder.encode(label));
    return (texts) => Promise.resolve(texts.map((text) => findNearest(encoder.encode(text), vectors)));
  };
  const rankEnglish = rankBy(english);
  const rows: Record<string, Record<string, number>> = {};
  for (const language of languages) {
    const concepts = readConcepts(folder, language);
    const labels = await measureLabels(rankEnglish, concepts, english);
    rows[language] = round({ ...labels, 'b: first five': await measureTags(rankBy(concepts), concepts) });
  }
  return rows;
}

function findNearest(query: Float32Array, vectors: readonly Float32Array[]): number[] {
  const cosines = vectors.map((vector) => dot(query, 0, vector, 0, query.length));
  return [...cosines.keys()].sort((a, b) => cosines[b]! - cosines[a]!).slice(0, first);
}

async function main(): Promise<void> {
  const folder = fetchEmojiData(join(root, 'node_modules', '.cache'));
  if (folder === null) {
    process.stdout.write('bench/languages: skipped, as emojibase-data cannot be downloaded\n');
    return;
  }
  const language = languages[0]!;
  if (options.cost) {
    console.table({
      [language]: round(await measureCost(language, readConcepts(folder, language), Number(options.size))),
    });
    return;
  }
  const measure = options['cosine-alone'] ? measureCosines : measureService;
  console.table(await measure(folder, readConcepts(folder, 'en')));
}

await main();
