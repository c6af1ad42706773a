import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ItemFeatures } from '../../../src/kernel/recommend/counters/content-index.ts';
import { randomAt } from '../../search/random.ts';

/** One event of a public log, with the ids of the log. */
export interface LogEvent {
  readonly type: 'view' | 'click' | 'purchase';
  readonly user?: string;
  readonly session?: string;
  readonly items: readonly string[];
  readonly at: number;
}

/** A test query: the history, and the items to predict. */
export interface Query {
  /** The user of the log, if the query has one. */
  readonly user?: string;
  /** Items since the end of the log, oldest first; for an anonymous visitor all items. */
  readonly session: readonly string[];
  /** The whole history, oldest first, for models without users. */
  readonly history: readonly string[];
  readonly targets: ReadonlySet<string>;
}

/** Training events and test queries. */
export interface Split {
  readonly name: string;
  readonly contents: ReadonlyMap<string, ItemFeatures>;
  readonly events: readonly LogEvent[];
  readonly queries: readonly Query[];
  /** List length. */
  readonly limit: number;
  /** Whether an item of the history may be a target. */
  readonly repeats: boolean;
}

const dataFolder = new URL('../../../../shared/data/', import.meta.url);
const hourMs = 3_600_000;
const querySeed = 20_240_601;
const noWords: readonly string[] = [];

/** Reads a data file, decompressed; undefined, with a message, if it is missing. */
function file(path: string): string | undefined {
  const url = new URL(path, dataFolder);
  if (!existsSync(url)) {
    console.log(`skipped: ${path} is not in ../shared/data`);
    return undefined;
  }
  const bytes = readFileSync(url);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

function rows(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
}

/**
 * Leave-one-out: predict the last item. `heldBack` 2: the item before it is in the query only (strict). 1: it is also in the
 * log (refit). The log has no times: interactions get times one hour apart, with the newest of each user at the same time.
 */
export function beauty(name: string, heldBack: 1 | 2): Split | undefined {
  const text = file('beauty/sequences.txt');
  const attributes = file('beauty/attributes.json');
  if (text === undefined || attributes === undefined) return undefined;
  const sequences = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '));
  const contents = new Map<string, ItemFeatures>();
  for (const [id, values] of Object.entries(JSON.parse(attributes) as Record<string, number[]>)) {
    contents.set(id, { attributes: values.map((value) => `attribute=${value}`), words: noWords });
  }
  const longest = sequences.reduce((most, items) => Math.max(most, items.length), 0);
  const events = sequences.flatMap(([user, ...items]) => {
    const past = items.slice(0, -heldBack);
    const first = longest - past.length;
    return past.map((id, index): LogEvent => {
      return { type: 'purchase', user: user!, items: [id], at: (first + index) * hourMs };
    });
  });
  const queries = sequences.map(([user, ...items]): Query => {
    const history = items.slice(0, -1);
    const session = history.slice(history.length - heldBack + 1);
    return { user: user!, session, history, targets: new Set(items.slice(-1)) };
  });
  return { name, contents, events: byTime(events), queries, limit: 10, repeats: false };
}

/** Predicts the next click for each prefix of a later visit. Columns: SessionId, ItemId, Time in seconds. */
export function clicks(): Split | undefined {
  const train = file('rsc15-100k/yoochoose-clicks-100k_train_full.txt');
  const test = file('rsc15-100k/yoochoose-clicks-100k_test.txt');
  if (train === undefined || test === undefined) return undefined;
  const events = rows(train).map(([session, item, seconds]): LogEvent => {
    return { type: 'click', session: session!, items: [item!], at: Number(seconds) * 1000 };
  });
  const visits = Map.groupBy(rows(test), ([session]) => session!);
  const queries = [...visits.values()].flatMap((visit) => {
    const items = visit.sort((one, other) => Number(one[2]) - Number(other[2])).map((row) => row[1]!);
    return items.slice(1).map((target, index): Query => {
      const history = items.slice(0, index + 1);
      return { session: history, history, targets: new Set([target]) };
    });
  });
  return {
    name: 'clicks in visits',
    contents: new Map(),
    events: byTime(events),
    queries,
    limit: 20,
    repeats: true,
  };
}

/** Trains on the first 80 % of baskets by time, and tests on the later ones. */
export interface BasketSplit {
  readonly contents: ReadonlyMap<string, ItemFeatures>;
  readonly events: readonly LogEvent[];
  readonly later: readonly LogEvent[];
}

/** Baskets in order of time, each without duplicate products. */
export function groceries(): BasketSplit | undefined {
  const transactions = file('complete-journey/transactions.tsv.gz');
  const products = file('complete-journey/products.tsv.gz');
  if (transactions === undefined || products === undefined) return undefined;
  const contents = new Map<string, ItemFeatures>();
  for (const [id, , department, brand, category, type] of rows(products)) {
    const attributes = [`brand=${brand}`, `department=${department}`, `category=${category}`];
    contents.set(id!, { attributes, words: noWords, type: type!, category: category! });
  }
  const baskets = Map.groupBy(rows(transactions), ([, basket]) => basket!);
  const events = [...baskets.values()].map((lines): LogEvent => {
    const [user, , , , , seconds] = lines[0]!;
    const items = [...new Set(lines.map(([, , product]) => product!))];
    return { type: 'purchase', user: user!, items, at: Number(seconds) * 1000 };
  });
  const all = byTime(events);
  const trainCount = Math.floor(all.length * 0.8);
  return { contents, events: all.slice(0, trainCount), later: all.slice(trainCount) };
}

/** Baskets that end the log of visits, and are predicted. */
const laterVisits = 5_000;

/**
 * Baskets as visits of a shop with many items: the longest of the shared logs, which has no clicks. The products of a basket follow each
 * other in a random order (fixed seed), each an event of a session. Predicts the next product for each prefix of a later visit.
 */
export function visits(): Split | undefined {
  const split = groceries();
  if (split === undefined) return undefined;
  const baskets = [...split.events, ...split.later].map(({ items, at }, index) => {
    const draw = randomAt(querySeed, index);
    const shuffled = items
      .map((id) => ({ id, order: draw() }))
      .sort((one, other) => one.order - other.order)
      .map(({ id }) => id);
    return { session: `visit-${index}`, items: shuffled, at };
  });
  const events = baskets
    .slice(0, -laterVisits)
    .flatMap(({ session, items, at }) =>
      items.map((id, step): LogEvent => ({ type: 'click', session, items: [id], at: at + step })),
    );
  const queries = baskets.slice(-laterVisits).flatMap(({ items }) =>
    items.slice(1).map((target, index): Query => {
      const history = items.slice(0, index + 1);
      return { session: history, history, targets: new Set([target]) };
    }),
  );
  return { name: 'visits', contents: split.contents, events, queries, limit: 20, repeats: true };
}

/** One random product of each basket as query (fixed seed), and the other allowed products as targets. */
export function basketQueries(
  later: readonly LogEvent[],
  counts: (id: string) => boolean,
): { user: string; item: string; targets: ReadonlySet<string> }[] {
  return later.flatMap(({ user, items }, index) => {
    const shown = items.filter(counts);
    if (shown.length < 2) return [];
    const chosen = shown[Math.floor(randomAt(querySeed, index)() * shown.length)]!;
    return [{ user: user!, item: chosen, targets: new Set(shown.filter((id) => id !== chosen)) }];
  });
}

/** At most `count` evenly spaced elements of a list. */
export function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(all.length, count) }, (_, at) => all[Math.floor(at * step)]!);
}

function byTime(events: readonly LogEvent[]): LogEvent[] {
  return events.toSorted((one, other) => one.at - other.at);
}
