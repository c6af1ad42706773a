/**
 * Whether "bought together" shows products that are bought together: the true lift of the first four of each list, on the log of a
 * supermarket (`complete-journey` in `../shared/data`).
 *
 *     npm run bench:together [-- --baskets 500,2000,8000,32000] [--seed 1]
 *
 * The shop has the 1,200 most bought products with a name, and the baskets with several of them. The truth is the lift of each pair in
 * all baskets of a year. The state counts a seeded sample of the baskets, as the events of 30 days. The table has the shares of the pairs
 * that are shown as bought together with a lift of at least 1.5 in at least 5 joint baskets, and with a lift below 1; those of the lift
 * n / (e + 5) of the sample, and of random pairs, are for comparison.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { extractItemFeatures } from '../../src/engine/catalog/item-features.ts';
import { TopScores } from '../../src/kernel/bits/top-scores.ts';
import { RecommenderState } from '../../src/kernel/recommend/counters/recommender-state.ts';
import { boughtTogether } from '../../src/kernel/recommend/lists/bought-together.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
import { readBaskets } from '../real/baskets.ts';

const productCount = 1_200;
const places = 4;
const trueLiftMin = 1.5;
const trueSupportMin = 5;
const spanMs = 30 * 86_400_000;
const sampleStart = Date.UTC(2026, 0, 1);

const { values: options } = parseArgs({
  options: {
    baskets: { type: 'string', default: '500,2000,8000,32000' },
    seed: { type: 'string', default: '1' },
  },
});

interface ShopBasket {
  readonly household: string;
  readonly items: readonly number[];
}

/** Counts of items and pairs in baskets. */
class PairCounts {
  readonly items = new Float64Array(productCount);
  readonly pairs = new Float64Array(productCount * productCount);
  readonly total: number;

  constructor(baskets: readonly ShopBasket[], total: number) {
    this.total = total;
    for (const { items } of baskets) {
      for (const item of items) {
        this.items[item]!++;
        for (const other of items) if (other !== item) this.pairs[item * productCount + other]!++;
      }
    }
  }

  support(a: number, b: number): number {
    return this.pairs[a * productCount + b]!;
  }

  expected(a: number, b: number): number {
    return (this.items[a]! * this.items[b]!) / this.total;
  }
}

/** The shares of pairs that are often and rarely bought together. */
function describe(truth: PairCounts, pairs: readonly (readonly [number, number])[]): string {
  const share = (isCounted: (support: number, lift: number) => boolean): string => {
    const counted = pairs.filter(([a, b]) => {
      const support = truth.support(a, b);
      return isCounted(support, support / truth.expected(a, b));
    });
    return (counted.length / Math.max(1, pairs.length)).toFixed(3).slice(1);
  };
  const often = share((support, lift) => support >= trueSupportMin && lift >= trueLiftMin);
  return `${often} / ${share((_support, lift) => lift < 1)} of ${String(pairs.length).padStart(4)}`;
}

/** The first places of each product by the shrunk lift of the sample. */
function rankByShrunkLift(sample: PairCounts): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  for (let item = 0; item < productCount; item++) {
    const best = new TopScores(places);
    for (let other = 0; other < productCount; other++) {
      if (other !== item)
        best.offer(other, sample.support(item, other) / (sample.expected(item, other) + 5), other);
    }
    for (const other of best.drain().items) pairs.push([item, other]);
  }
  return pairs;
}

const data = await readBaskets();
if (data === null) {
  console.log('skipped: complete-journey is not in ../shared/data');
} else {
  const sales = new Map<string, number>();
  for (const { items } of data.baskets) for (const id of items) sales.set(id, (sales.get(id) ?? 0) + 1);
  const products = data.products
    .filter(({ type }) => type !== '')
    .map((product) => ({ product, id: String(product['id']) }))
    .sort((a, b) => (sales.get(b.id) ?? 0) - (sales.get(a.id) ?? 0) || (a.id < b.id ? -1 : 1))
    .slice(0, productCount);
  const numbers = new Map(products.map(({ id }, number) => [id, number]));
  const baskets = data.baskets
    .map(({ household, items }): ShopBasket => {
      return { household, items: items.map((id) => numbers.get(id)).filter((item) => item !== undefined) };
    })
    .filter(({ items }) => items.length >= 2);
  const truth = new PairCounts(baskets, baskets.length);
  const random = createRandom(Number(options.seed));
  const draw = (): number => Math.floor(random() * productCount);
  const randomPairs = Array.from({ length: productCount * places }, () => [draw(), draw()] as const);
  console.log(
    `${baskets.length} baskets; random pairs ${describe(
      truth,
      randomPairs.filter(([a, b]) => a !== b),
    )}`,
  );
  for (const count of options.baskets.split(',').map(Number)) {
    const sample = baskets
      .map((basket) => ({ basket, order: random() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, count)
      .map(({ basket }) => basket);
    const state = new RecommenderState();
    for (const { product, id } of products)
      state.setContent(
        state.item(id),
        extractItemFeatures(product as Parameters<typeof extractItemFeatures>[0]),
      );
    sample.forEach(({ household, items }, at) =>
      state.apply({
        type: 'purchase',
        user: household,
        items: items.map((index) => ({ index })),
        at: sampleStart + Math.floor((spanMs * at) / count),
      }),
    );
    const together: (readonly [number, number])[] = [];
    const complements: (readonly [number, number])[] = [];
    const digest = createHash('sha256');
    for (let item = 0; item < productCount; item++) {
      const request = { items: [item], now: sampleStart + spanMs, limit: places, allow: () => true };
      const list = boughtTogether(state, request);
      for (const { index, source } of list)
        (source === 'baskets' ? together : complements).push([item, index]);
      digest.update(JSON.stringify(list));
    }
    const shrunk = rankByShrunkLift(new PairCounts(sample, sample.length));
    console.log(
      `${String(count).padStart(6)} baskets: bought together ${describe(truth, together)}; goes with ${describe(truth, complements)}; n / (e + 5) ${describe(truth, shrunk)}; digest ${digest.digest('hex').slice(0, 16)}`,
    );
  }
}
