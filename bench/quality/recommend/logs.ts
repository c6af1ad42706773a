import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { ItemFeatures } from '../../../src/kernel/recommend/counters/content-index.ts';
import { randomAt } from '../../search/random.ts';

/** One event of a public log, by the names that the log uses. */
export interface LogEvent {
  readonly type: 'view' | 'click' | 'purchase';
  readonly user?: string;
  readonly session?: string;
  readonly items: readonly string[];
  readonly at: number;
}

/** A question: what comes next for this history? */
export interface Query {
  /** Whose events are in the log, where they are. */
  readonly user?: string;
  /** What the asker saw since, oldest first; of an unknown visitor all. */
  readonly session: readonly string[];
  /** Everything seen, oldest first, for those who know no users. */
  readonly history: readonly string[];
  readonly targets: ReadonlySet<string>;
}

/** Training events and test queries. */
export interface Split {
  readonly name: string;
  readonly contents: ReadonlyMap<string, ItemFeatures>;
  readonly events: readonly LogEvent[];
  readonly queries: readonly Query[];
  /** Length of the lists. */
  readonly limit: number;
  /** Whether an item of the history may be the answer. */
  readonly repeats: boolean;
}

const dataFolder = new URL('../../../../shared/data/', import.meta.url);
const hourMs = 3_600_000;
const querySeed = 20_240_601;
const noWords: readonly string[] = [];

/** Decompressed where it is packed; undefined, with a line that says so, where it is not there. */
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
 * Leave one out: the last item is asked for. `heldBack` 2: the one before is known to the asker only (strict); 1: it is
 * in the log as well (refit). The log has no times: everybody's newest touch is given one time, at one touch an hour.
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
    const learnt = items.slice(0, -heldBack);
    const first = longest - learnt.length;
    return learnt.map((id, place): LogEvent => {
      return { type: 'purchase', user: user!, items: [id], at: (first + place) * hourMs };
    });
  });
  const queries = sequences.map(([user, ...items]): Query => {
    const history = items.slice(0, -1);
    const session = history.slice(history.length - heldBack + 1);
    return { user: user!, session, history, targets: new Set(items.slice(-1)) };
  });
  return { name, contents, events: byTime(events), queries, limit: 10, repeats: false };
}

/** Every beginning of a later visit asks for its next click. Columns: SessionId, ItemId, Time in seconds. */
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
    return items.slice(1).map((target, place): Query => {
      const history = items.slice(0, place + 1);
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

/** Every product of a basket once, by time. */
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
  const learnt = Math.floor(all.length * 0.8);
  return { contents, events: all.slice(0, learnt), later: all.slice(learnt) };
}

/** From each basket one of its products at random (a fixed seed); the others that count are what should be found. */
export function basketQueries(
  later: readonly LogEvent[],
  counts: (id: string) => boolean,
): { user: string; item: string; targets: ReadonlySet<string> }[] {
  return later.flatMap(({ user, items }, place) => {
    const shown = items.filter(counts);
    if (shown.length < 2) return [];
    const chosen = shown[Math.floor(randomAt(querySeed, place)() * shown.length)]!;
    return [{ user: user!, item: chosen, targets: new Set(shown.filter((id) => id !== chosen)) }];
  });
}

/** Evenly spread members of a list, at most `count`. */
export function spread<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(all.length, count) }, (_, at) => all[Math.floor(at * step)]!);
}

function byTime(events: readonly LogEvent[]): LogEvent[] {
  return events.toSorted((one, other) => one.at - other.at);
}
