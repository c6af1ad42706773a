import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readDemoItems } from '../../../src/cli/demo/demo-items.ts';
import { createRandom } from '../../../src/lib/seeded-random.ts';
import { root } from '../../../test/support/service.ts';
import { readBaskets } from '../../real/baskets.ts';
import { dataFile } from '../../real/data.ts';

/** An event of a visit. */
interface VisitEvent {
  readonly type: string;
  readonly items: readonly string[];
}

/** The events of one visitor, in order. */
type Visit = readonly VisitEvent[];

/** A catalog with real or simulated visits. */
export interface SimilarShop {
  readonly name: string;
  readonly items: readonly object[];
  /** The number of products. */
  readonly products: number;
  /** The items whose lists are asked for. */
  readonly asked: readonly string[];
  /** The category of an item or product and the one above it, by id. */
  readonly categories: ReadonlyMap<string, readonly [leaf: string, parent: string]>;
  readonly visits: readonly Visit[];
}

/** The products of the largest shops: the most bought ones. */
const productCount = 1_200;

interface DemoLine {
  readonly id: string;
  readonly category: string;
}

export async function readDemoShop(askedCount: number): Promise<SimilarShop> {
  const folder = join(root, 'demo');
  const products = readFileSync(join(folder, 'products.ndjson'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as DemoLine);
  const items = (await readDemoItems(folder)) as readonly {
    readonly id: string;
    readonly groupId?: string;
  }[];
  const firstItems = new Map<string, string>();
  for (const { id, groupId = id } of items) if (!firstItems.has(groupId)) firstItems.set(groupId, id);
  const categories = new Map(
    products.map(({ id, category }) => {
      const levels = category.split(' > ');
      return [id, [category, levels.slice(0, Math.max(1, levels.length - 1)).join(' > ')] as const];
    }),
  );
  const chosen = spread(products, askedCount).map(({ id }) => firstItems.get(id)!);
  return {
    name: 'demo',
    items,
    products: products.length,
    asked: chosen,
    categories,
    visits: readDemoVisits(),
  };
}

/** The views, clicks, carts and purchases of each visitor of the demo's history. */
function readDemoVisits(): Visit[] {
  const visits = new Map<string, VisitEvent[]>();
  const lines = gunzipSync(readFileSync(join(root, 'demo', 'history.ndjson.gz'))).toString('utf8');
  for (const line of lines.trim().split('\n')) {
    const { event } = JSON.parse(line) as {
      event?: { type: string; user?: string; session?: string; item?: string; items?: { id: string }[] };
    };
    if (event === undefined || event.type === 'return') continue;
    const visitor = event.user ?? event.session ?? '';
    const ids = event.item === undefined ? (event.items ?? []).map(({ id }) => id) : [event.item];
    const visit = visits.get(visitor) ?? [];
    visit.push({ type: event.type, items: ids });
    visits.set(visitor, visit);
  }
  return [...visits.values()];
}

/** The most bought products of a supermarket. A basket is a visit; siblings are types of one category. */
export async function readJourneyShop(askedCount: number): Promise<SimilarShop | null> {
  const data = await readBaskets();
  if (data === null) return null;
  const sales = countItems(data.baskets.map(({ items }) => items));
  const products = data.products
    .filter(({ type }) => type !== '')
    .map((product) => ({ ...product, id: String(product['id']) }) as JourneyProduct)
    .sort((a, b) => (sales.get(b.id) ?? 0) - (sales.get(a.id) ?? 0) || (a.id < b.id ? -1 : 1))
    .slice(0, productCount);
  const listed = new Set(products.map(({ id }) => id));
  const visits = data.baskets
    .map(({ items }): Visit => [{ type: 'purchase', items: items.filter((id) => listed.has(id)) }])
    .filter(([basket]) => basket!.items.length > 0);
  const categories = new Map(
    products.map(({ id, type, category }) => [id, [`${category} > ${type}`, category] as const]),
  );
  const asked = spread(products, askedCount).map(({ id }) => id);
  return { name: 'complete-journey', items: products, products: products.length, asked, categories, visits };
}

interface JourneyProduct {
  readonly id: string;
  readonly type: string;
  readonly category: string;
}

/** The most bought items of a beauty shop, without names. The last two of their attributes are a category and the one above it. */
export function readBeautyShop(askedCount: number): SimilarShop | null {
  const sequenceFile = dataFile('beauty', 'sequences.txt');
  const attributeFile = dataFile('beauty', 'attributes.json');
  if (sequenceFile === null || attributeFile === null) return null;
  const attributes = JSON.parse(readFileSync(attributeFile, 'utf8')) as Record<string, number[]>;
  const sequences = readFileSync(sequenceFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ').slice(1));
  const counts = countItems(sequences);
  const ids = Object.keys(attributes)
    .filter((id) => attributes[id]!.length >= 2)
    .sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1))
    .slice(0, productCount);
  const listed = new Set(ids);
  const categories = new Map(
    ids.map((id) => {
      const [parent, leaf] = attributes[id]!.slice(-2);
      return [id, [`${parent} > ${leaf}`, String(parent)] as const];
    }),
  );
  const items = ids.map((id) => ({
    id,
    sku: id,
    name: 'Beauty product',
    description: '',
    imgs: [],
    price: 0,
    tags: attributes[id]!.map((value) => `t${value}`),
  }));
  const visits = sequences
    .map((sequence): Visit =>
      sequence.filter((id) => listed.has(id)).map((id) => ({ type: 'purchase', items: [id] })),
    )
    .filter((visit) => visit.length > 0);
  return { name: 'beauty', items, products: ids.length, asked: spread(ids, askedCount), categories, visits };
}

/** Counts the listed items that are in the category of an item or in a sibling of it. */
export function countSiblings(shop: SimilarShop, item: string, listed: readonly string[]): number {
  const [, parent] = findCategories(shop, item);
  return listed.filter((id) => findCategories(shop, id)[1] === parent).length;
}

function findCategories({ categories }: SimilarShop, id: string): readonly [string, string] {
  const found = categories.get(id);
  if (found === undefined) throw new Error(`No category of ${id} is known`);
  return found;
}

/**
 * Draws visits with replacement until they have `perProduct` events a product. With `isNoise`, the items of all visits change places, so
 * that which are in one visit is chance.
 */
export function* drawVisits(
  { visits, products }: SimilarShop,
  perProduct: number,
  seed: number,
  isNoise: boolean,
): Generator<Visit> {
  const random = createRandom(seed);
  const pool = visits.flatMap((visit) => visit.flatMap(({ items }) => items));
  for (let left = perProduct * products; left > 0;) {
    const visit = visits[Math.floor(random() * visits.length)]!;
    const draw = (): string => pool[Math.floor(random() * pool.length)]!;
    const replaced = new Map<string, string>();
    const replace = (id: string): string => {
      const other = replaced.get(id) ?? draw();
      replaced.set(id, other);
      return other;
    };
    yield isNoise ? visit.map(({ type, items }) => ({ type, items: items.map(replace) })) : visit;
    for (const { items } of visit) left -= items.length;
  }
}

export function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(all.length, count) }, (_, at) => all[Math.floor(at * step)]!);
}

function countItems(lists: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const items of lists) for (const id of items) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
