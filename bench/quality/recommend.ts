/**
 * Quality and CPU cost of the recommendations on public logs, by the protocols of `../shared/data/README.md`, compared with
 * baselines and trained models on the same queries.
 *
 *     node bench/quality/recommend.ts [strict] [refit] [clicks] [baskets] [cold] [--sample N] [--no-peers]
 *
 * Runs all parts by default. `--sample N` limits each part to N queries, evenly spaced over the log. `--no-peers` skips the
 * Python models, which take one or two minutes and a download on the first run.
 */
import { parseArgs } from 'node:util';
import type { RecommenderState } from '../../src/kernel/recommend/counters/recommender-state.ts';
import { hideItems } from './recommend/cold.ts';
import {
  basketQueries,
  beauty,
  clicks,
  groceries,
  spread,
  type Query,
  type Split,
} from './recommend/logs.ts';
import { metered, progress } from './recommend/meter.ts';
import { estimate, metricsOf, type ListMetrics, type MetricName } from './recommend/metrics.ts';
import { askPeer, peerNames } from './recommend/peers.ts';
import {
  basketRankers,
  bestSellers,
  itemKnn,
  learnedRanking,
  popularity,
  stateOf,
  vitrine,
  type Ranker,
} from './recommend/rankers.ts';

/** The best sellers that the second test of bought together excludes. */
const mostBought = 200;
const basketLimit = 10;
const printedMetrics: readonly (readonly [MetricName, string])[] = [
  ['hit', 'HR'],
  ['ndcg', 'NDCG'],
  ['reciprocal', 'MRR'],
];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, 'no-peers': { type: 'boolean', default: false } },
});
const sampleMax = options.sample === undefined ? Infinity : Number(options.sample);
const anyItem = (): boolean => true;

interface Cost {
  readonly buildSeconds?: number;
  readonly bytes?: number;
  readonly microsecondsEach: number;
}

/** Prints a table row: means with 95 % confidence intervals, and the cost. */
function report(name: string, metrics: readonly ListMetrics[], cost: Cost): void {
  const cells = printedMetrics.map(([metric, title]) => {
    const { mean, low, high } = estimate(metrics, metric);
    return `${title} ${mean.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]`;
  });
  const costs = [
    cost.buildSeconds === undefined ? '' : `build ${cost.buildSeconds.toFixed(1)} CPU-s`,
    cost.bytes === undefined ? '' : `${Math.round(cost.bytes / 1e6)} MB`,
    `${cost.microsecondsEach.toFixed(0)} us of CPU per list`,
  ];
  console.log(`  ${name.padEnd(22)} ${cells.join('  ')}  ${costs.filter((text) => text !== '').join(', ')}`);
}

function ask<Q extends { readonly targets: ReadonlySet<string> }>(
  name: string,
  ranker: Ranker<Q>,
  asked: { queries: readonly Q[]; limit: number; allow?: (id: string) => boolean },
  cost: Omit<Cost, 'microsecondsEach'> = {},
): readonly ListMetrics[] {
  const { queries, limit, allow = anyItem } = asked;
  const report_ = progress(name, queries.length);
  const { result: lists, cpuSeconds } = metered(() =>
    queries.map((query, at) => {
      report_(at);
      return ranker(query, allow);
    }),
  );
  const metrics = lists.map((list, at) => metricsOf(list, queries[at]!.targets, limit));
  report(name, metrics, { ...cost, microsecondsEach: (cpuSeconds * 1e6) / Math.max(1, queries.length) });
  return metrics;
}

function nextItems(split: Split): void {
  const sampled = { ...split, queries: spread(split.queries, sampleMax) };
  const { queries, limit } = sampled;
  console.log(`\n${split.name}: lists of ${limit}, ${split.events.length} events, ${queries.length} queries`);
  const built = metered(() => stateOf(split, progress(`${split.name}, events`, split.events.length)));
  const cost = { buildSeconds: built.cpuSeconds, bytes: built.bytes };
  ask('vitrine', vitrine(built.result, limit), { queries, limit }, cost);
  trained(split, built.result, queries);
  ask('popularity', popularity(split), { queries, limit });
  ask('item-kNN', itemKnn(split), { queries, limit });
  if (options['no-peers']) return;
  for (const peer of peerNames) {
    const run = askPeer(peer, sampled);
    if (run === null) continue;
    const metrics = run.lists.map((list, at) => metricsOf(list, queries[at]!.targets, limit));
    report(peer, metrics, { ...run, microsecondsEach: (run.askSeconds * 1e6) / queries.length });
  }
}

/** Trains a ranking on the log's own events, as the service does, and measures it. */
function trained(split: Split, state: RecommenderState, queries: readonly Query[]): void {
  const { result, cpuSeconds, bytes } = metered(() => learnedRanking(split));
  const kind = result.ranking?.kind ?? 'fixed';
  const figures = Object.entries(result.figures).map(([name, { ndcg }]) => `${name} ${ndcg.toFixed(4)}`);
  console.log(
    `  selected ${kind} of ${figures.join(', ')} (NDCG@10 on the newest ${result.compared} of ${result.lists} lists with a hit; ${result.asked} lists in all)`,
  );
  if (result.ranking === null) return;
  const { limit } = split;
  const cost = { buildSeconds: cpuSeconds, bytes };
  ask('vitrine, trained', vitrine(state, limit, result), { queries, limit }, cost);
}

function coldItems(): void {
  const whole = beauty('beauty', 1);
  if (whole === undefined) return;
  const { split, queries, hidden } = hideItems(whole);
  const { limit } = split;
  console.log(
    `\ncold items: ${hidden.size} items without events, ${queries.length} queries; HR of random lists ${(limit / hidden.size).toFixed(4)}`,
  );
  const allow = (id: string): boolean => hidden.has(id);
  ask('vitrine', vitrine(stateOf(split), limit), { queries, limit, allow });
  // An oracle: the future popularity of the hidden items.
  ask('true popularity', popularity(whole), { queries, limit, allow });
}

function boughtTogether(): void {
  const split = groceries();
  if (split === undefined) return;
  const built = metered(() => stateOf(split, progress('baskets', split.events.length)));
  const state = built.result;
  const excluded = new Set(bestSellers(state, mostBought));
  console.log(
    `\nbaskets: ${split.events.length} applied in ${built.cpuSeconds.toFixed(1)} CPU-s, ${Math.round(built.bytes / 1e6)} MB`,
  );
  for (const [name, allow] of [
    ['all products', anyItem],
    [`without the ${mostBought} best sellers`, (id: string): boolean => !excluded.has(id)],
  ] as const) {
    const queries = spread(basketQueries(split.later, allow), sampleMax);
    console.log(`\nbought together, ${name}: lists of ${basketLimit}, ${queries.length} queries`);
    for (const [ranker, rank] of Object.entries(basketRankers(state)))
      ask(ranker, rank, { queries, limit: basketLimit, allow });
  }
}

const partNames: Record<string, () => void> = {
  strict: () => run(beauty('beauty, strict', 2)),
  refit: () => run(beauty('beauty, refit', 1)),
  clicks: () => run(clicks()),
  baskets: boughtTogether,
  cold: coldItems,
};

function run(split: Split | undefined): void {
  if (split !== undefined) nextItems(split);
}

for (const name of positionals.length > 0 ? positionals : Object.keys(partNames)) {
  const part = partNames[name];
  if (part === undefined) throw new Error(`Unknown part "${name}": use ${Object.keys(partNames).join(', ')}`);
  part();
}
