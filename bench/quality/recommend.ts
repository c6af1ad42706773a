/**
 * Quality and cost of the recommendation kernel on public logs, by the protocols of `../shared/data/README.md`.
 *
 *     node bench/quality/recommend.ts [beauty] [refit] [sessions] [baskets] [--sample N]
 *
 * Without names all of them run. `--sample N` asks at most N queries of each, spread evenly over the log.
 */
import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { boughtTogether } from '../../src/kernel/models/bought-together.ts';
import { forUser } from '../../src/kernel/models/for-user.ts';
import { RecommenderState } from '../../src/kernel/models/recommender-state.ts';
import { TopScores } from '../../src/kernel/models/top-scores.ts';
import type { Scored } from '../../src/kernel/models/scored.ts';

const DATA = new URL('../../../shared/data/', import.meta.url);
const ALL = (): boolean => true;
const HOUR_MS = 3_600_000;

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' } },
});
const SAMPLE = options.sample === undefined ? Infinity : Number(options.sample);

/** Sums of the rank metrics over queries. */
class Metrics {
  #queries = 0;
  #hits = 0;
  #ndcg = 0;
  #reciprocal = 0;

  /** Counts one query: where in the list (0 the first) the targets are. */
  add(list: readonly string[], targets: ReadonlySet<string>): void {
    this.#queries++;
    let gain = 0;
    let first = -1;
    list.forEach((id, rank) => {
      if (!targets.has(id)) return;
      gain += 1 / Math.log2(rank + 2);
      if (first < 0) first = rank;
    });
    if (first < 0) return;
    this.#hits++;
    this.#reciprocal += 1 / (first + 1);
    let ideal = 0;
    for (let rank = 0; rank < Math.min(targets.size, list.length); rank++) ideal += 1 / Math.log2(rank + 2);
    this.#ndcg += gain / ideal;
  }

  summary(): string {
    const mean = (sum: number): string => (sum / this.#queries).toFixed(4);
    return `HR ${mean(this.#hits)}  NDCG ${mean(this.#ndcg)}  MRR ${mean(this.#reciprocal)}  (${this.#queries} queries)`;
  }
}

/** CPU time of some work, in microseconds a unit. */
function measured(units: () => number, work: () => void): string {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return `${((user + system) / 1e6).toFixed(2)} CPU-s, ${((user + system) / Math.max(1, units())).toFixed(1)} us each`;
}

function file(path: string): string | undefined {
  const url = new URL(path, DATA);
  if (!existsSync(url)) {
    console.log(`skipped: ${path} is not in ../shared/data`);
    return undefined;
  }
  const bytes = readFileSync(url);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

function jsonRecord(text: string): Record<string, number[]> {
  const parsed: unknown = JSON.parse(text);
  if (!isNumberLists(parsed)) throw new TypeError('attributes.json must hold a list of numbers by item id');
  return parsed;
}

function isNumberLists(value: unknown): value is Record<string, number[]> {
  return (
    typeof value === 'object' && value !== null && Object.values(value).every((each) => Array.isArray(each))
  );
}

function rows(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}

/** Evenly spread members of a list, at most `SAMPLE`. */
function sampled<T>(all: readonly T[]): T[] {
  const step = Math.max(1, all.length / SAMPLE);
  return Array.from({ length: Math.min(all.length, SAMPLE) }, (_, at) => all[Math.floor(at * step)]!);
}

function ids(state: RecommenderState, list: readonly Scored[]): string[] {
  return list.map((each) => state.idOf(each.index));
}

/** One touch at a time, at one a user and hour, all users' firsts before all users' seconds. */
function beauty(name: string, heldBack: number): void {
  const text = file('beauty/sequences.txt');
  const attributes = file('beauty/attributes.json');
  if (text === undefined || attributes === undefined) return;
  const sequences = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '));
  const state = new RecommenderState();
  for (const [id, values] of Object.entries(jsonRecord(attributes))) {
    state.setContent(state.item(id), { attributes: values.map((value) => `attribute=${value}`), words: [] });
  }
  let events = 0;
  const build = measured(
    () => events,
    () => {
      for (const [user, ...items] of sequences) {
        items.slice(0, -heldBack).forEach((id, at) => {
          state.apply({
            type: 'purchase',
            user: user!,
            items: [{ index: state.item(id) }],
            at: at * HOUR_MS,
          });
          events++;
        });
      }
    },
  );
  const metrics = new Metrics();
  const queries = sampled(sequences);
  const ask = measured(
    () => queries.length,
    () => {
      for (const [user, ...items] of queries) {
        const history = items.slice(0, -1);
        const session = history.slice(history.length - heldBack + 1).map((id) => state.item(id));
        const list = forUser(state, { user: user!, session, now: 0, limit: 10, allow: ALL });
        metrics.add(ids(state, list), new Set(items.slice(-1)));
      }
    },
  );
  console.log(
    `${name}: at 10 ${metrics.summary()}\n  events ${build}; requests ${ask}; ${JSON.stringify(state.stats())}`,
  );
}

function sessions(): void {
  const train = file('rsc15-100k/yoochoose-clicks-100k_train_full.txt');
  const test = file('rsc15-100k/yoochoose-clicks-100k_test.txt');
  if (train === undefined || test === undefined) return;
  const state = new RecommenderState();
  // Columns: SessionId, ItemId, Time in seconds.
  const events = rows(train).sort((one, other) => Number(one[2]) - Number(other[2]));
  const build = measured(
    () => events.length,
    () => {
      for (const event of events) {
        const items = [{ index: state.item(event[1]!) }];
        state.apply({ type: 'click', session: event[0]!, items, at: Number(event[2]) * 1000 });
      }
    },
  );
  const visits = new Map<string, string[][]>();
  for (const row of rows(test)) visits.set(row[0]!, [...(visits.get(row[0]!) ?? []), row]);
  const prefixes: { items: string[]; target: string }[] = [];
  for (const visit of visits.values()) {
    const clicks = visit.sort((one, other) => Number(one[2]) - Number(other[2])).map((row) => row[1]!);
    for (let end = 1; end < clicks.length; end++)
      prefixes.push({ items: clicks.slice(0, end), target: clicks[end]! });
  }
  const metrics = new Metrics();
  const queries = sampled(prefixes);
  const ask = measured(
    () => queries.length,
    () => {
      for (const { items, target } of queries) {
        const list = forUser(state, {
          session: items.map((id) => state.item(id)),
          now: 0,
          limit: 20,
          allow: ALL,
        });
        metrics.add(ids(state, list), new Set([target]));
      }
    },
  );
  console.log(
    `sessions: at 20 ${metrics.summary()}\n  events ${build}; requests ${ask}; ${JSON.stringify(state.stats())}`,
  );
}

interface Basket {
  readonly user: string;
  readonly at: number;
  readonly items: string[];
}

/** The products of each basket, by time. */
function readBaskets(text: string): Basket[] {
  const baskets = new Map<string, Basket>();
  for (const [user, basket, product, , , seconds] of rows(text)) {
    const known = baskets.get(basket!);
    if (known === undefined)
      baskets.set(basket!, { user: user!, at: Number(seconds) * 1000, items: [product!] });
    else if (!known.items.includes(product!)) known.items.push(product!);
  }
  return [...baskets.values()].sort((one, other) => one.at - other.at);
}

type Ranker = (item: number, user: string, allow: (index: number) => boolean) => number[];

/** The rules of thumb that the kernel is held against, on the same counters. */
function baselines(state: RecommenderState): Record<string, Ranker> {
  const { baskets } = state;
  const byScore = (scoreOf: (item: number, other: number, share: number) => number): Ranker => {
    return (item, _user, allow) => {
      const best = new TopScores(10);
      baskets.forEachShare(item, (other, share) => {
        if (allow(other)) best.offer(other, scoreOf(item, other, share), state.tieOf(other));
      });
      return [...best.drain().items];
    };
  };
  const sellers = new TopScores(1000);
  for (let item = 0; item < state.itemCount; item++)
    sellers.offer(item, baskets.baskets(item), state.tieOf(item));
  const popular = [...sellers.drain().items];
  return {
    popularity: (item, _user, allow) =>
      popular.filter((other) => other !== item && allow(other)).slice(0, 10),
    confidence: byScore((item, other) => baskets.support(item, other)),
    lift: byScore((item, other) => baskets.support(item, other) / baskets.baskets(other)),
    'basket-weighted': byScore((_item, _other, share) => share),
  };
}

function baskets(): void {
  const transactions = file('complete-journey/transactions.tsv.gz');
  const products = file('complete-journey/products.tsv.gz');
  if (transactions === undefined || products === undefined) return;
  const all = readBaskets(transactions);
  const learnt = all.slice(0, Math.floor(all.length * 0.8));
  const state = new RecommenderState();
  for (const [id, , department, brand, category, type] of rows(products)) {
    const attributes = [`brand=${brand}`, `department=${department}`, `category=${category}`];
    state.setContent(state.item(id!), { attributes, words: [], type: type!, category: category! });
  }
  let lines = 0;
  const build = measured(
    () => lines,
    () => {
      for (const { user, at, items } of learnt) {
        state.apply({ type: 'purchase', user, at, items: items.map((id) => ({ index: state.item(id) })) });
        lines += items.length;
      }
    },
  );
  console.log(`baskets: lines ${build}; ${JSON.stringify(state.stats())}`);
  const sellers = new TopScores(200);
  for (let item = 0; item < state.itemCount; item++) {
    sellers.offer(item, state.baskets.baskets(item), state.tieOf(item));
  }
  const most = new Set(sellers.drain().items);
  const kernel = (user: boolean): Ranker => {
    return (item, name, allow) => {
      const buyer = user ? { user: name } : {};
      return boughtTogether(state, { items: [item], ...buyer, now: 0, limit: 10, allow }).map(
        (each) => each.index,
      );
    };
  };
  const rankers = { ...baselines(state), kernel: kernel(false), 'kernel, known buyer': kernel(true) };
  for (const [name, allow] of [
    ['all', ALL],
    ['tail', (index: number): boolean => !most.has(index)],
  ] as const) {
    const queries = basketQueries(state, all.slice(learnt.length), allow);
    for (const [ranker, rank] of Object.entries(rankers)) {
      const metrics = new Metrics();
      const ask = measured(
        () => queries.length,
        () => {
          for (const { user, item, targets } of queries) {
            metrics.add(
              rank(item, user, allow).map((index) => state.idOf(index)),
              targets,
            );
          }
        },
      );
      console.log(`  ${name}, ${ranker}: at 10 ${metrics.summary()}; requests ${ask}`);
    }
  }
}

/** From each later basket one of its products at random (a fixed seed); the others are what should be found. */
function basketQueries(
  state: RecommenderState,
  later: readonly Basket[],
  allow: (index: number) => boolean,
): { user: string; item: number; targets: Set<string> }[] {
  let seed = 20240601;
  const queries = later.flatMap(({ user, items }) => {
    const shown = items.filter((id) => allow(state.item(id)));
    if (shown.length < 2) return [];
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const chosen = shown[Math.floor((seed / 2 ** 32) * shown.length)]!;
    return [{ user, item: state.item(chosen), targets: new Set(shown.filter((id) => id !== chosen)) }];
  });
  return sampled(queries);
}

const PARTS: Record<string, () => void> = {
  beauty: () => beauty('beauty strict', 2),
  refit: () => beauty('beauty refit', 1),
  sessions,
  baskets,
};
for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  const part = PARTS[name];
  if (part === undefined) throw new Error(`Unknown part "${name}": use ${Object.keys(PARTS).join(', ')}`);
  part();
}
