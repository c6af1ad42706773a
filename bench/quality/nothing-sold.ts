/**
 * What searches list for which a shop sells nothing: 300 queries (nothing-sold.tsv) of keyboard noise, of goods in other languages, of goods of
 * other trades, and of names of people, on five catalogs of about 80 to 2,000 products.
 *
 *   node bench/quality/nothing-sold.ts
 *
 * Popular items that are labelled as such do not count. Prints each list that does, with its first item and the reason.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { apiClient } from '../../test/support/api-client.ts';
import { RunningService } from '../../test/support/service.ts';
import { hasIcecat, readItems } from './icecat-set.ts';

type Item = Readonly<Record<string, unknown>>;
interface Found {
  readonly items: readonly { readonly name: string }[];
  readonly fallback: string | null;
  readonly semantic: { readonly added: number; readonly skipped: string | null };
}
interface State {
  readonly project: { readonly semantic: { readonly pending: number; readonly embedded: number } };
}

const root = join(import.meta.dirname, '..', '..');
const data = join(root, '..', 'shared', 'data');
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const itemsMax = 2_000;

function readLines(file: string): Item[] {
  return readFileSync(join(root, 'demo', file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Item);
}

/** Items of these names, each once. */
function itemsNamed(names: readonly string[]): Item[] {
  return [...new Set(names)].slice(0, itemsMax).map((name, no) => ({
    id: `i${no}`,
    sku: `i${no}`,
    name,
    description: '',
    category: '',
    imgs: [],
    price: 1,
  }));
}

/** The products of a supermarket, by their types. */
function readSupermarket(): Item[] {
  const table = gunzipSync(readFileSync(join(data, 'complete-journey', 'products.tsv.gz'))).toString('utf8');
  const types = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t')[5]?.toLowerCase() ?? '');
  return itemsNamed(types.filter((type) => type !== ''));
}

function readOffice(): Item[] {
  const table = readFileSync(join(data, 'askul-pairs', 'FBL2023.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  return itemsNamed(table.flatMap((line) => [line.split('\t')[1] ?? '', line.split('\t')[3] ?? '']));
}

const shops: Readonly<Record<string, () => Item[] | null>> = {
  demo: () => readLines('products.ndjson').map((item) => ({ ...item, sku: item['id'], imgs: [] })),
  groceries: () => readLines('groceries/products.ndjson').map((item) => ({ ...item, imgs: [] })),
  icecat: () => (hasIcecat() ? readItems().filter((_, no) => no % 10 === 0) : null),
  supermarket: () => (existsSync(join(data, 'complete-journey')) ? readSupermarket() : null),
  office: () => (existsSync(join(data, 'askul-pairs')) ? readOffice() : null),
};

const queries = readFileSync(join(import.meta.dirname, 'nothing-sold.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'));

await using service = await RunningService.start({
  VITRINE_TEXT_MODEL: 'vendored',
  VITRINE_TEXT_TIMEOUT_MS: '60000',
});
const headers = await service.signIn();
const counts = new Map<string, { asked: number; listed: number; byMeaning: number }>();

function count(name: string, found: Found): void {
  const counted = counts.get(name) ?? { asked: 0, listed: 0, byMeaning: 0 };
  counts.set(name, counted);
  counted.asked++;
  if (isListed(found)) counted.listed++;
  if (found.semantic.added > 0) counted.byMeaning++;
}

const isListed = ({ items, fallback }: Found): boolean => items.length > 0 && fallback !== 'popular';

for (const [shop, read] of Object.entries(shops)) {
  const items = read();
  if (items === null) {
    print(`${shop}: skipped, as its data are not here`);
    continue;
  }
  await using ask = apiClient(service.url, await service.project(shop, ['search', 'items:write']), 4);
  const lines = items.map((item) => `${JSON.stringify(item)}\n`).join('');
  await ask('POST', `/api/items/import?project=${shop}`, lines, 'application/x-ndjson');
  for (;;) {
    const { body } = await service.ask<State>('GET', `/admin/projects/${shop}`, { headers });
    const { pending, embedded } = body.project.semantic;
    if (pending === 0) {
      print(`${shop}: ${items.length} items, ${embedded} with a vector`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  for (const [, kind = '', q = ''] of queries.filter(([of]) => of === shop)) {
    const found = JSON.parse(await ask('POST', `/search/${shop}`, JSON.stringify({ q, limit: 1 }))) as Found;
    for (const name of [shop, kind, 'all']) count(name, found);
    if (isListed(found))
      print(
        `  ${kind} "${q}": ${found.items[0]?.name} (${found.fallback ?? 'words'}, ${found.semantic.added} by meaning)`,
      );
  }
}
console.table(Object.fromEntries(counts));
