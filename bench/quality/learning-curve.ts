/**
 * What more events teach: figures of the same test visits after training on the newest events of a log, and the cost of each
 * training. Every list reads the counters of the whole log, as in the service.
 *
 *     node bench/quality/learning-curve.ts clicks|visits [--sizes 20000,100000,300000,1000000] [--sample 6000]
 *
 * `clicks` are 70,000 clicks in visits of a shop; `visits` are 679,000 events that `logs.ts` makes of baskets.
 */
import { parseArgs } from 'node:util';
import { bootstrapInterval } from './bootstrap.ts';
import { clicks, spread, visits, type Split } from './recommend/logs.ts';
import { metered } from './recommend/meter.ts';
import { metricsOf, type ListMetrics, type MetricName } from './recommend/metrics.ts';
import { learnedRanking, stateOf, vitrine } from './recommend/rankers.ts';

const resampling = { resamples: 1000, seed: 20_240_601 };
const printedMetrics: readonly (readonly [MetricName, string])[] = [
  ['hit', 'HR@20'],
  ['ndcg', 'NDCG@20'],
  ['reciprocal', 'MRR@20'],
];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string', default: '20000,100000,300000,1000000' },
    sample: { type: 'string', default: '6000' },
  },
});
const sizes = options.sizes.split(',').map(Number);

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const percent = (value: number): string => (100 * value).toFixed(2);

/** Means in percent, and their differences to earlier ones with paired 95 % intervals. */
function figuresOf(metrics: readonly ListMetrics[], earlier: readonly ListMetrics[] | null): string {
  return printedMetrics
    .map(([name, title]) => {
      const figure = `${title} ${percent(meanOf(metrics.map((each) => each[name])))}`;
      if (earlier === null) return figure;
      const differences = metrics.map((each, at) => each[name] - earlier[at]![name]);
      const [low, high] = bootstrapInterval(
        differences.length,
        (indexes) => meanOf(indexes.map((index) => differences[index]!)),
        resampling,
      );
      return `${figure} (${percent(meanOf(differences))} [${percent(low)}, ${percent(high)}])`;
    })
    .join('  ');
}

function curve(split: Split): void {
  const queries = spread(split.queries, Number(options.sample));
  const state = stateOf(split);
  const { events, limit } = split;
  console.log(`${split.name}: ${events.length} events, ${queries.length} queries`);
  console.log('differences to the line before, with paired 95 % intervals');
  const measured = (trained?: ReturnType<typeof learnedRanking>): readonly ListMetrics[] => {
    const rank = vitrine(state, limit, trained);
    return queries.map((query) =>
      metricsOf(
        rank(query, () => true),
        query.targets,
        limit,
      ),
    );
  };
  let earlier = measured();
  console.log(`  fixed  ${figuresOf(earlier, null)}`);
  for (const size of sizes) {
    const newest = events.slice(-size);
    const { result, cpuSeconds } = metered(() =>
      learnedRanking({ contents: split.contents, events: newest }),
    );
    const metrics = measured(result);
    const cost = `${cpuSeconds.toFixed(1)} CPU-s, ${result.lists} lists of ${result.asked}`;
    console.log(
      `  newest ${newest.length}, ${result.ranking?.kind ?? 'fixed'}  ${figuresOf(metrics, earlier)}  ${cost}`,
    );
    earlier = metrics;
    if (size >= events.length) break;
  }
}

const sets: Record<string, () => Split | undefined> = { clicks, visits };
for (const name of positionals.length > 0 ? positionals : Object.keys(sets)) {
  const split = sets[name]?.();
  if (split !== undefined) curve(split);
}
