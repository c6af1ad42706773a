/**
 * What semantic search adds in other languages, on the products of the demo shop that have names in them (languages/README.md):
 *
 *   node bench/quality/languages.ts [--languages de,fr,es,ja] [--detect] [--lists]
 *
 * Each language is a shop whose names are the translations. Prints by language: the precision of the items that semantic search added for
 * sold goods, pooled and over all queries; the share of queries for sold goods with a right item in the first five, with and without
 * semantic search; and for goods that are not sold, the queries that found an item by words, and those with additions. Additions that are not
 * judged right are listed. `--detect` leaves the setting `search.languages` unset; `--lists` prints all results.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RunningService, root } from '../../test/support/service.ts';
import { LanguageShop, type LanguageReply, type NamedItem } from '../languages/language-shop.ts';

const { values: options } = parseArgs({
  options: {
    languages: { type: 'string', default: 'de,fr,es,ja' },
    detect: { type: 'boolean', default: false },
    lists: { type: 'boolean', default: false },
  },
});

/** A query of a shopper, with the ids of all items that answer it; none if the shop does not sell it. */
interface JudgedQuery {
  readonly language: string;
  readonly query: string;
  readonly isSold: boolean;
  readonly ids: ReadonlySet<string>;
}

/** The result of a query with semantic search, and by words alone. */
interface Outcome {
  readonly judged: JudgedQuery;
  readonly hybrid: LanguageReply;
  /** The items that words do not find. */
  readonly added: readonly NamedItem[];
  readonly words: LanguageReply;
}

interface TranslatedProduct {
  readonly id: string;
  readonly translations?: Readonly<Record<string, { readonly name: string }>>;
}

const hitsMax = 100;
const first = 5;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

function readJudgements(): JudgedQuery[] {
  return readFileSync(join(import.meta.dirname, 'languages', 'judgements.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [language = '', kind, query = '', ids = ''] = line.split('\t');
      return { language, query, isSold: kind === 'sold', ids: new Set(ids.split(' ').filter(Boolean)) };
    });
}

function readItems(language: string): NamedItem[] {
  return readFileSync(join(root, 'demo', 'products.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as TranslatedProduct)
    .flatMap(({ id, translations }) => {
      const name = translations?.[language]?.name;
      return name === undefined ? [] : [{ id, name }];
    });
}

async function searchBothWays(shop: LanguageShop, queries: readonly JudgedQuery[]): Promise<Outcome[]> {
  const texts = queries.map(({ query }) => query);
  const hybrid = await shop.searchAll(texts, hitsMax);
  await shop.setSemantic(false);
  const words = await shop.searchAll(texts, hitsMax);
  return queries.map((judged, i) => {
    const known = new Set(words[i]!.items.map(({ id }) => id));
    const added = hybrid[i]!.items.filter(({ id }) => !known.has(id));
    return { judged, hybrid: hybrid[i]!, words: words[i]!, added };
  });
}

const isRightIn = ({ ids }: JudgedQuery, items: readonly NamedItem[]): boolean =>
  items.slice(0, first).some(({ id }) => ids.has(id));

function summarize(outcomes: readonly Outcome[]): Record<string, number | string> {
  const sold = outcomes.filter(({ judged }) => judged.isSold);
  const absent = outcomes.filter(({ judged }) => !judged.isSold);
  const countAdded = (among: readonly Outcome[]): number =>
    among.reduce((sum, { added }) => sum + added.length, 0);
  const right = sold.reduce(
    (sum, { judged, added }) => sum + added.filter(({ id }) => judged.ids.has(id)).length,
    0,
  );
  const share = (part: number, whole: number): string => (whole === 0 ? '-' : (part / whole).toFixed(2));
  return {
    added: countAdded(sold),
    precision: share(right, countAdded(sold)),
    'precision, all queries': share(right, countAdded(outcomes)),
    'right in five': share(
      sold.filter(({ judged, hybrid }) => isRightIn(judged, hybrid.items)).length,
      sold.length,
    ),
    'by words': share(sold.filter(({ judged, words }) => isRightIn(judged, words.items)).length, sold.length),
    'not sold, found': absent.filter(({ hybrid }) => hybrid.items.length > 0).length,
    'found by words': absent.filter(({ words }) => words.items.length > 0).length,
    'with additions': absent.filter(({ added }) => added.length > 0).length,
  };
}

function printOutcome({ judged, hybrid, added, words }: Outcome): void {
  const mark = ({ id, name }: NamedItem): string => `${judged.ids.has(id) ? '+' : '-'} ${name} (${id})`;
  const found = words.items.filter(({ id }) => judged.ids.has(id));
  if (found.length > 0)
    print(`  "${judged.query}": words find ${found.map(({ name }) => name).join(', ')} already`);
  const shown = options.lists ? hybrid.items : added.filter(({ id }) => !judged.ids.has(id));
  if (shown.length === 0 && !options.lists) return;
  const kind = judged.isSold ? 'sold' : 'not sold';
  const { model, skipped } = hybrid.semantic;
  print(`  "${judged.query}" (${kind}; ${skipped ?? model ?? 'semantic search'})`);
  for (const item of shown) print(`    ${mark(item)}`);
}

await using service = await RunningService.start({
  VITRINE_TEXT_MODEL: 'vendored',
  VITRINE_TEXT_TIMEOUT_MS: '60000',
  VITRINE_THREADS: '0',
});
const judgements = readJudgements();
const rows: Record<string, Record<string, number | string>> = {};
for (const language of options.languages.split(',')) {
  const items = readItems(language);
  await using shop = await LanguageShop.open(service, language, options.detect ? null : [language], items);
  const outcomes = await searchBothWays(
    shop,
    judgements.filter((judged) => judged.language === language),
  );
  print(`${language}: ${items.length} items`);
  outcomes.forEach(printOutcome);
  rows[language] = summarize(outcomes);
}
console.table(rows);
