/**
 * Whether similar items are similar, by the service's own lists:
 *
 *     npm run bench:similar [-- demo journey beauty pairs judged next] [--judge FILE]
 *
 * - demo, journey, beauty: the share of the first six in the category of the item or a sibling of it, with 0, 3, 30 and 300 events a
 *   product, drawn from real visits (the demo's: simulated ones), and from the same visits with items at random places.
 * - pairs: pairs of Japanese names that people judged to have the same function: the share of those among the first ten, without events.
 * - judged: the first six of 60 products of the demo, with its history, that people call similar (similar/judgements.tsv). `--judge`
 *   writes the pairs without a judgement to a file.
 * - next: the next item of public logs by the list of the last one, in the kernel.
 *
 * Data sets that are missing in `../shared/data` are skipped.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { RunningService } from '../../test/support/service.ts';
import { similar } from '../../src/kernel/recommend/lists/similar.ts';
import { beauty, clicks, type Split } from './recommend/logs.ts';
import { estimate, metricsOf } from './recommend/metrics.ts';
import { stateOf } from './recommend/rankers.ts';
import { describePair, readJudgements } from './similar/judgements.ts';
import { ListShop, type ListedItem, type ShopEvent } from './similar/list-shop.ts';
import { readNamePairs } from './similar/name-pairs.ts';
import {
  countSiblings,
  drawVisits,
  readBeautyShop,
  readDemoShop,
  readJourneyShop,
  type SimilarShop,
} from './similar/shops.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { judge: { type: 'string' } },
});

const first = 6;
const pairsFirst = 10;
const eventCounts = [0, 3, 30, 300];
const seed = 52;
const judgedProducts = 60;
const dayMs = 86_400_000;
const historyDays = 30;

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const skip = (name: string): void => print(`skipped: ${name} is not in ../shared/data`);
const toShare = (part: number, whole: number): string =>
  (part / Math.max(1, whole)).toFixed(3).replace(/^0/, '');

/** Lists without training, which the lists of an item do not use. */
function startService(): Promise<RunningService> {
  return RunningService.start({
    VITRINE_TEXT_MODEL: 'vendored',
    VITRINE_IMAGE_MODEL: 'vendored',
    VITRINE_LEARNING_EVENTS: '0',
    VITRINE_THREADS: '0',
  });
}

/** The product of an item, or the item itself. */
const toProduct = ({ id, groupId = id }: Pick<ListedItem, 'id' | 'groupId'>): string => groupId;

async function measureCategories(shop: SimilarShop): Promise<void> {
  for (const isNoise of [false, true]) {
    await using service = await startService();
    await using listed = await ListShop.open(service, shop.name, shop.items);
    let sent = 0;
    for (const count of eventCounts) {
      if (count > sent) await sendVisits(listed, shop, { perProduct: count - sent, number: count, isNoise });
      sent = count;
      if (isNoise && count === 0) continue;
      const figures = await askLists(listed, shop);
      print(`${shop.name}, ${count} ${isNoise ? 'random events' : 'events'} a product: ${figures}`);
    }
  }
}

async function askLists(listed: ListShop, shop: SimilarShop): Promise<string> {
  const products = new Map(
    (shop.items as readonly { id: string; groupId?: string }[]).map((item) => [item.id, toProduct(item)]),
  );
  let [right, places] = [0, 0];
  const codes = new Map<string, number>();
  for (const item of shop.asked) {
    const list = await listed.listSimilar(item, first);
    right += countSiblings(shop, products.get(item)!, list.map(toProduct));
    places += first;
    for (const { _reason } of list) codes.set(_reason.code, (codes.get(_reason.code) ?? 0) + 1);
  }
  const reasons = [...codes].map(([code, count]) => `${code} ${count}`).toSorted();
  return `${toShare(right, places)} (${reasons.join(', ')})`;
}

async function sendVisits(
  listed: ListShop,
  shop: SimilarShop,
  { perProduct, number, isNoise }: { perProduct: number; number: number; isNoise: boolean },
): Promise<void> {
  const visits = [...drawVisits(shop, perProduct, seed + number, isNoise)];
  await listed.send(dateVisits(visits, `v${number}`));
}

/** The events of visits, spread evenly over the days before now. */
function dateVisits(visits: SimilarShop['visits'], sessionPrefix: string): ShopEvent[] {
  const start = Date.now() - historyDays * dayMs;
  const stepMs = ((historyDays - 1) * dayMs) / visits.length;
  const events = visits.flatMap((visit, v) =>
    visit.map(({ type, items }, step) => ({
      type,
      session: `${sessionPrefix}-${v}`,
      items: items.map((id) => ({ id })),
      at: Math.floor(start + v * stepMs + step * 1000),
    })),
  );
  return events.toSorted((a, b) => a.at - b.at);
}

/** The judged items of the same function among the first ten. */
async function measurePairs(): Promise<void> {
  const data = readNamePairs();
  if (data === null) return skip('askul-pairs');
  await using service = await startService();
  await using listed = await ListShop.open(service, 'pairs', data.items, ['ja']);
  const lists = new Map<string, readonly string[]>();
  let found = 0;
  for (const [item, other] of data.pairs) {
    const list = lists.get(item) ?? (await listed.listSimilar(item, pairsFirst)).map(({ id }) => id);
    lists.set(item, list);
    if (list.includes(other)) found++;
  }
  print(
    `names in Japanese: ${toShare(found, data.pairs.length)} of ${data.pairs.length} pairs among the first ten`,
  );
}

/** The lists of 60 products of the demo with its history. */
async function measureJudged(): Promise<void> {
  const shop = await readDemoShop(judgedProducts);
  await using service = await startService();
  await using listed = await ListShop.open(service, shop.name, shop.items);
  await listed.send(dateVisits(shop.visits, 'v'));
  const judgements = readJudgements();
  const products = new Map(
    (shop.items as readonly { id: string; groupId?: string }[]).map((item) => [item.id, toProduct(item)]),
  );
  let [right, wrong, agreed] = [0, 0, 0];
  const unjudged: string[] = [];
  for (const item of shop.asked) {
    const product = products.get(item)!;
    for (const entry of await listed.listSimilar(item, first)) {
      const judgement = judgements.get(describePair(product, toProduct(entry)));
      if (judgement === undefined) {
        unjudged.push(describePair(product, toProduct(entry)));
        continue;
      }
      // Each judgement counts half.
      right += (Number(judgement[0]) + Number(judgement[1])) / 2;
      wrong += (Number(!judgement[0]) + Number(!judgement[1])) / 2;
      if (judgement[0] === judgement[1]) agreed++;
    }
  }
  print(
    `judged: ${toShare(right, right + wrong)} of ${right + wrong} places similar, both judgements agree on ${toShare(agreed, right + wrong)}; ${unjudged.length} places without a judgement`,
  );
  if (options.judge !== undefined) writeFileSync(options.judge, unjudged.map((pair) => `${pair}\n`).join(''));
}

/** The next items of a log by the list of the last one. */
function measureNext(split: Split | undefined): void {
  if (split === undefined) return;
  const state = stateOf(split);
  const metrics = split.queries.map(({ history, targets }) => {
    const item = state.findItem(history.at(-1)!);
    const seen = new Set(split.repeats ? [] : history);
    const allow = (index: number): boolean => !seen.has(state.getId(index));
    const list = item === undefined ? [] : similar(state, { item, now: 0, limit: split.limit, allow });
    return metricsOf(
      list.map(({ index }) => state.getId(index)),
      targets,
      split.limit,
    );
  });
  const figures = (['hit', 'ndcg', 'reciprocal'] as const).map((metric) => {
    const { mean, low, high } = estimate(metrics, metric);
    return `${metric} ${mean.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`;
  });
  print(`next item, ${split.name}: ${figures.join(', ')}`);
}

const parts: Record<string, () => Promise<void> | void> = {
  demo: async () => measureCategories(await readDemoShop(200)),
  journey: async () => {
    const shop = await readJourneyShop(100);
    return shop === null ? skip('complete-journey') : measureCategories(shop);
  },
  beauty: () => {
    const shop = readBeautyShop(100);
    return shop === null ? skip('beauty') : measureCategories(shop);
  },
  pairs: measurePairs,
  judged: measureJudged,
  next: () => {
    measureNext(clicks());
    measureNext(beauty('beauty, strict', 2));
  },
};

for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  const part = parts[name];
  if (part === undefined) throw new Error(`Unknown part "${name}": use ${Object.keys(parts).join(', ')}`);
  await part();
}
