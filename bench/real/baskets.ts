import { createRandom } from '../../src/lib/seeded-random.ts';
import type { BenchClient } from './client.ts';
import { dataFile, linesOf, mean, ndcg } from './data.ts';

interface Basket {
  readonly household: string;
  readonly items: string[];
  readonly at: number;
}

const mostBought = 200;

/** One year of a supermarket: the products, and the baskets in order of time. */
export async function readBaskets(): Promise<{
  products: Record<string, unknown>[];
  baskets: Basket[];
} | null> {
  const productFile = dataFile('complete-journey', 'products.tsv.gz');
  const basketFile = dataFile('complete-journey', 'transactions.tsv.gz');
  if (productFile === null || basketFile === null) return null;
  const products: Record<string, unknown>[] = [];
  let head: string[] | null = null;
  for await (const line of linesOf(productFile)) {
    const cells = line.split('\t');
    if (head === null) {
      head = cells;
      continue;
    }
    const [id = '', , department = '', brand = '', category = '', type = '', size = ''] = cells;
    products.push({
      id,
      sku: id,
      name: type || category || department || id,
      description: '',
      imgs: [],
      price: 0,
      brand,
      category: `${department} > ${category}`,
      type,
      size,
    });
  }
  const listed = new Set(products.map((product) => product['id']));
  const byId = new Map<string, Basket>();
  let first = true;
  for await (const line of linesOf(basketFile)) {
    const [household = '', basket = '', product = '', , , ts = ''] = line.split('\t');
    if (first) {
      first = false;
      continue;
    }
    // A few lines name unlisted products.
    if (!listed.has(product)) continue;
    const known = byId.get(basket) ?? { household, items: [], at: Number(ts) * 1000 };
    if (!known.items.includes(product)) known.items.push(product);
    byId.set(basket, known);
  }
  return { products, baskets: [...byId.values()].sort((a, b) => a.at - b.at) };
}

/** Sends products and the first 80 % of the baskets as purchases. Returns events per second. */
export async function importBaskets(
  client: BenchClient,
  data: { products: Record<string, unknown>[]; baskets: Basket[] },
): Promise<number> {
  for (let start = 0; start < data.products.length; start += 1000) {
    await client.ask('POST', '/api/items', {
      project: 'journey',
      data: data.products.slice(start, start + 1000),
    });
  }
  const past = data.baskets.slice(0, Math.floor(data.baskets.length * 0.8));
  const started = performance.now();
  for (let start = 0; start < past.length; start += 500) {
    const events = past.slice(start, start + 500).map(({ household, items, at }) => ({
      type: 'purchase',
      user: household,
      at,
      items: items.slice(0, 500).map((id) => ({ id })),
    }));
    await client.ask('POST', '/api/events', { project: 'journey', data: events });
  }
  return past.length / ((performance.now() - started) / 1000);
}

export interface BasketQuality {
  readonly queries: number;
  readonly rows: { readonly name: string; readonly hr: number; readonly ndcg: number }[];
}

/** Predicts the rest of later baskets from one of their products, for `count` seeded random baskets. */
export async function basketQuality(
  client: BenchClient,
  baskets: readonly Basket[],
  seed: number,
  count: number,
): Promise<BasketQuality> {
  const cut = Math.floor(baskets.length * 0.8);
  const baselines = baselineLists(baskets.slice(0, cut));
  const random = createRandom(seed);
  const later = baskets.slice(cut).filter(({ items }) => items.length >= 2);
  const queries = Array.from({ length: Math.min(count, later.length) }, () => {
    const { items } = later[Math.floor(random() * later.length)] as Basket;
    const anchor = items[Math.floor(random() * items.length)] as string;
    return { anchor, targets: new Set(items.filter((id) => id !== anchor)) };
  });
  const scores = new Map<string, { hr: number[]; ndcg: number[] }>();
  const score = (name: string, list: readonly string[], targets: ReadonlySet<string>): void => {
    const row = scores.get(name) ?? { hr: [], ndcg: [] };
    const gains = list.map((id) => (targets.has(id) ? 1 : 0));
    row.hr.push(gains.some((gain) => gain === 1) ? 1 : 0);
    row.ndcg.push(
      ndcg(
        gains,
        Array.from({ length: targets.size }, () => 1),
        10,
      ),
    );
    scores.set(name, row);
  };
  for (const { anchor, targets } of queries) {
    const { items } = await client.ask<{ items: { id: string }[] }>('POST', '/reco/fbt', {
      index: 'journey',
      item: anchor,
      limit: 10,
    });
    score(
      'vitrine',
      items.map(({ id }) => id),
      targets,
    );
    score('confidence', baselines.confidence(anchor), targets);
    score('popularity', baselines.popularity(anchor), targets);
  }
  return {
    queries: queries.length,
    rows: [...scores].map(([name, row]) => ({ name, hr: mean(row.hr), ndcg: mean(row.ndcg) })),
  };
}

function baselineLists(past: readonly Basket[]) {
  const counts = new Map<string, number>();
  const pairs = new Map<string, Map<string, number>>();
  for (const { items } of past) {
    for (const item of items) {
      counts.set(item, (counts.get(item) ?? 0) + 1);
      const row = pairs.get(item) ?? new Map<string, number>();
      pairs.set(item, row);
      for (const other of items) if (other !== item) row.set(other, (row.get(other) ?? 0) + 1);
    }
  }
  const popular = [...counts].sort((a, b) => b[1] - a[1]).slice(0, mostBought);
  const top = (list: Iterable<[string, number]>, anchor: string): string[] =>
    [...list]
      .filter(([id]) => id !== anchor)
      .sort((a, b) => b[1] - a[1])
      .slice(0, 10)
      .map(([id]) => id);
  return {
    // Pair counts order as P(other | anchor) does, because the denominator is constant.
    confidence: (anchor: string): string[] => top(pairs.get(anchor) ?? [], anchor),
    popularity: (anchor: string): string[] => top(popular, anchor),
  };
}
