/**
 * Queries with words of purpose ("laptop for work"), by keywords alone, on icecat (data/README.md) and on the demo shop:
 *
 *   node bench/quality/purposes.ts
 *
 * First, purposes that say little: the judged queries of icecat, and the kinds of products of the demo shop (3: the kind, 1: a kind next to
 * it), each with a purpose. Then, purposes that the catalog has: the device that a cartridge or a case is for, and who or what a product of
 * the demo shop is for, with the products that have the value in the field. Each is compared with the same query without the preposition,
 * where all words are required. Prints NDCG@10, condensed NDCG@10, and the 95 % interval of the difference by a paired bootstrap.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommonWords } from '../../src/encoders/text/common-words.ts';
import { flattenItem } from '../../src/kernel/text/schema/flatten.ts';
import { defaultTextSettings } from '../../src/kernel/text/schema/settings.ts';
import { SegmentedIndex } from '../../src/kernel/text/search/segmented-index.ts';
import { buildSegment } from '../../src/kernel/text/segments/segment-merger.ts';
import { readTexts } from '../../src/lib/json-values.ts';
import type { JsonObject } from '../../src/ports/catalog/json.ts';
import { bootstrapInterval } from './bootstrap.ts';
import { discountedGain, hasIcecat, readItems, readRatings, type Ratings } from './icecat-set.ts';

type Item = Readonly<Record<string, unknown>>;

interface ProductSet {
  readonly items: readonly Item[];
  readonly kinds: Ratings;
  /** Queries such as "toner for C65". */
  readonly meant: Ratings;
}

const purposes = ['work', 'school', 'kids', 'home', 'travel', 'everyday use', 'my office', 'video editing'];
const root = join(import.meta.dirname, '..', '..');
const seed = 20261127;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function addRating(ratings: Ratings, query: string, item: Item, grade: number): void {
  const grades = ratings.get(query) ?? new Map<string, number>();
  const id = String(item['id']);
  grades.set(id, Math.max(grade, grades.get(id) ?? 0));
  ratings.set(query, grades);
}

function icecat(): ProductSet {
  const items = readItems();
  const meant: Ratings = new Map();
  for (const item of items) {
    const device = item['attr_t_compatibility'];
    const kind = /toner|cartridge|battery|adapter|memory|case|cable|bag|tray|drum|bracket/i.exec(
      String(item['name']),
    );
    if (kind === null || typeof device !== 'string' || device.length > 30) continue;
    addRating(meant, `${kind[0].toLowerCase()} for ${device.split(/[,;(]/)[0]!.trim()}`, item, 1);
  }
  return { items, kinds: readRatings(), meant };
}

function demoShop(): ProductSet {
  const lines = readFileSync(join(root, 'demo/products.ndjson'), 'utf8').trim().split('\n');
  const items = lines.map((line): Item => {
    const { translations: _, ...item } = JSON.parse(line) as Item;
    return item;
  });
  const kinds: Ratings = new Map();
  const meant: Ratings = new Map();
  for (const [category = '', ofKind] of Map.groupBy(items, (item) => String(item['category']))) {
    const kind = category.split(' > ').at(-1)!.toLowerCase();
    if (kind.includes(' and ')) continue;
    const parent = category.slice(0, category.lastIndexOf(' > '));
    for (const item of items)
      if (ofKind.length >= 3 && String(item['category']).startsWith(`${parent} > `))
        addRating(kinds, kind, item, item['category'] === category ? 3 : 1);
    for (const item of ofKind)
      for (const value of ['gender', 'age', 'tags', 'material'].flatMap((field) =>
        readTexts(item as JsonObject, field),
      ))
        addRating(meant, `${kind} for ${value.replace(/^gift for /, '')}`, item, 1);
  }
  return { items, kinds, meant };
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Prints the figures of queries against those of the same queries where all words are required. */
function compare(name: string, ratings: Ratings, search: (text: string) => string[], purpose: string): void {
  const figures = (write: (query: string) => string): { all: number[]; condensed: number[] } => {
    const lists = [...ratings].map(([query, grades]) => ({ grades, ids: search(write(query)) }));
    const ndcg = ({ grades, ids }: (typeof lists)[number]): number =>
      discountedGain(ids.map((id) => grades.get(id) ?? 0)) /
      discountedGain([...grades.values()].sort((a, b) => b - a));
    return {
      all: lists.map(ndcg),
      condensed: lists.map(({ grades, ids }) => ndcg({ grades, ids: ids.filter((id) => grades.has(id)) })),
    };
  };
  const suffix = purpose === '' ? '' : ` for ${purpose}`;
  const now = figures((query) => query + suffix);
  const required = figures((query) => (query + suffix).replace(' for ', ' '));
  const differences = now.all.map((one, i) => one - required.all[i]!);
  const interval = bootstrapInterval(
    differences.length,
    (indexes) => mean(indexes.map((i) => differences[i]!)),
    {
      seed,
    },
  );
  const cell = ({ all, condensed }: typeof now): string =>
    `${mean(all).toFixed(4)} (${mean(condensed).toFixed(4)})`;
  const bounds = interval.map((bound) => bound.toFixed(4)).join(' to ');
  print(
    `${name.padEnd(24)} ${ratings.size} queries: required ${cell(required)}, now ${cell(now)}, ${bounds}`,
  );
}

async function main(): Promise<void> {
  const common = await readCommonWords(join(root, 'models'));
  const sets = { ...(hasIcecat() ? { icecat: icecat() } : {}), demo: demoShop() };
  for (const [name, { items, kinds, meant }] of Object.entries(sets)) {
    const documents = items.map((item, key) => ({ key, popularity: 0, ...flattenItem(item as JsonObject) }));
    const index = new SegmentedIndex(defaultTextSettings, common);
    index.attach(buildSegment(documents, defaultTextSettings));
    const search = (text: string): string[] =>
      index.search({ text, offset: 0, limit: 100 }).hits.map(({ key }) => String(items[key]!['id']));
    print(name);
    compare('as judged', kinds, search, '');
    for (const purpose of purposes) compare(`… for ${purpose}`, kinds, search, purpose);
    compare('purposes of the catalog', meant, search, '');
  }
}

await main();
