/**
 * How much worse the search ranks the judged queries of icecat (data/README.md, protocol "icecat") when they are written differently:
 * wrapped in a request, mistyped, with words joined, split or in another order.
 *
 *   npm run bench:phrasing -- [--data folder] [--seeds 3] [--show name]
 *
 * `--data` keeps the service's folder, so that a second run need not embed the catalog. `--show` prints the queries that lose by the
 * rewriting of that name. Prints NDCG@10 and condensed NDCG@10 over all judged queries, with the change relative to the queries as
 * judged and the 95 % interval of a paired bootstrap over queries, for the default search and for keywords alone.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readVocabulary } from '../../src/encoders/text/model-vocabulary.ts';
import { createRandom } from '../../src/lib/seeded-random.ts';
import { apiClient, type Ask } from '../../test/support/api-client.ts';
import { RunningService } from '../../test/support/service.ts';
import { processMeter } from '../search/process-meter.ts';
import { bootstrapInterval } from './bootstrap.ts';
import { discountedGain, hasIcecat, readItems, readRatings, type Ratings } from './icecat-set.ts';
import { rewritings, type Rewriting } from './phrasing/rewrites.ts';

const { values: options } = parseArgs({
  options: { data: { type: 'string' }, seeds: { type: 'string', default: '3' }, show: { type: 'string' } },
});
const project = 'phrasing';
const itemsPerImport = 20_000;
/** Condensed lists need more than ten hits. */
const hitsPerSearch = 100;
const firstSeed = 20261127;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Found {
  readonly items: { readonly id: string }[];
  readonly correctedQuery?: string | null;
  readonly ignoredWords?: readonly string[];
}

/** By judged query, means over the seeds. */
interface Figures {
  readonly ndcg: number[];
  readonly condensed: number[];
}

async function main(): Promise<void> {
  if (!hasIcecat()) {
    print('bench/quality/phrasing: skipped, ../shared/data/icecat does not exist');
    return;
  }
  if (options.data !== undefined) mkdirSync(options.data, { recursive: true });
  await using service = await RunningService.start({
    VITRINE_TEXT_MODEL: 'vendored',
    VITRINE_LEARNING_EVENTS: '0',
    VITRINE_THREADS: '0',
    ...(options.data === undefined ? {} : { VITRINE_DATA: options.data }),
  });
  const items = readItems();
  const key = await service.project(project, ['search', 'items:write', 'settings']);
  await using ask = apiClient(service.url, key, 4);
  await fill(service, ask, items);
  const isWord = await wordTest(items);
  const all = rewritings(isWord);
  const ratings = readRatings();
  for (const enabled of [true, false]) {
    await ask(
      'PUT',
      `/api/projects/${project}/settings`,
      JSON.stringify({ search: { semantic: { enabled } } }),
    );
    print(enabled ? '\nDefault search' : '\nKeywords alone');
    await compare(ask, ratings, all, () => processMeter(service.pid).cpuSeconds);
  }
}

/** Imports the items unless they are there, and waits until all are embedded. */
async function fill(service: RunningService, ask: Ask, items: readonly object[]): Promise<void> {
  const headers = await service.signIn();
  const count = async (): Promise<{
    items: number;
    semantic: { pending: number; reason: string | null };
  }> => {
    const { body } = await service.ask<{
      projects: { id: string; items: number; semantic: { pending: number; reason: string | null } }[];
    }>('GET', '/admin/projects', { headers });
    return body.projects.find(({ id }) => id === project)!;
  };
  if ((await count()).items < items.length) {
    for (let first = 0; first < items.length; first += itemsPerImport) {
      const lines = items.slice(first, first + itemsPerImport).map((item) => `${JSON.stringify(item)}\n`);
      await ask('POST', `/api/items/import?project=${project}`, lines.join(''), 'application/x-ndjson');
    }
  }
  await ask('PUT', `/api/projects/${project}/settings`, '{"search": {"semantic": {"enabled": true}}}');
  for (;;) {
    const { semantic } = await count();
    if (semantic.pending === 0 && semantic.reason === null) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  // The similarity baseline is embedded in the background, in seconds.
  await new Promise((resolve) => setTimeout(resolve, 10_000));
}

/** Words of the language, and of at least two names. */
async function wordTest(items: readonly Record<string, unknown>[]): Promise<(text: string) => boolean> {
  const common = new Set(await readVocabulary(join(import.meta.dirname, '..', '..', 'models')));
  const counts = new Map<string, number>();
  for (const { name } of items)
    for (const word of new Set(
      String(name)
        .toLowerCase()
        .match(/[a-z]+/g),
    ))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return (text) => common.has(text) || (counts.get(text) ?? 0) > 1;
}

async function compare(
  ask: Ask,
  ratings: Ratings,
  all: readonly Rewriting[],
  cpuSeconds: () => number,
): Promise<void> {
  const queries = [...ratings.keys()];
  const clean = await figuresOf(ask, ratings, [queries]);
  const rows: Record<string, unknown> = {
    clean: {
      queries: queries.length,
      'NDCG@10': fixed(mean(clean.ndcg)),
      condensed: fixed(mean(clean.condensed)),
    },
  };
  for (const rewriting of all) {
    const seeds = rewriting.isRandom ? Number(options.seeds) : 1;
    const rewritten = Array.from({ length: seeds }, (_, i) => {
      const next = createRandom(firstSeed + i);
      return queries.map((query) => rewriting.rewrite(query, next));
    });
    const before = cpuSeconds();
    const figures = await figuresOf(ask, ratings, rewritten);
    const cpuMs = ((cpuSeconds() - before) * 1_000) / (seeds * queries.length);
    const isChanged = queries.map((query, i) => rewritten.some((texts) => texts[i] !== query));
    rows[rewriting.name] = {
      queries: isChanged.filter(Boolean).length,
      'NDCG@10': fixed(mean(figures.ndcg)),
      condensed: fixed(mean(figures.condensed)),
      change: changeWithInterval(clean.ndcg, figures.ndcg),
      'condensed change': changeWithInterval(clean.condensed, figures.condensed),
      'CPU ms': fixed(cpuMs),
    };
    if (options.show === rewriting.name) await showLosses(ask, queries, rewritten, { clean, figures });
  }
  console.table(rows);
}

async function figuresOf(
  ask: Ask,
  ratings: Ratings,
  texts: readonly (readonly string[])[],
): Promise<Figures> {
  const ndcg: number[] = [];
  const condensed: number[] = [];
  for (const [i, judged] of [...ratings.values()].entries()) {
    const ideal = discountedGain([...judged.values()].sort((a, b) => b - a));
    const lists = [];
    for (const ofSeed of texts) lists.push((await found(ask, ofSeed[i]!)).items.map(({ id }) => id));
    ndcg.push(mean(lists.map((ids) => discountedGain(ids.map((id) => judged.get(id) ?? 0)) / ideal)));
    condensed.push(
      mean(
        lists.map(
          (ids) => discountedGain(ids.filter((id) => judged.has(id)).map((id) => judged.get(id)!)) / ideal,
        ),
      ),
    );
  }
  return { ndcg, condensed };
}

async function found(ask: Ask, q: string): Promise<Found> {
  const body = JSON.stringify({ q, limit: hitsPerSearch, fields: ['id'] });
  return JSON.parse(await ask('POST', `/search/${project}`, body)) as Found;
}

/** The change of the mean relative to the clean mean, with its interval. */
function changeWithInterval(clean: readonly number[], figures: readonly number[]): string {
  const change = (at: readonly number[]): number =>
    (100 * mean(at.map((i) => figures[i]!))) / mean(at.map((i) => clean[i]!)) - 100;
  const all = clean.map((_, i) => i);
  const [low, high] = bootstrapInterval(all.length, change, { seed: firstSeed });
  return `${change(all).toFixed(1)} % (${low.toFixed(1)} to ${high.toFixed(1)})`;
}

async function showLosses(
  ask: Ask,
  queries: readonly string[],
  rewritten: readonly (readonly string[])[],
  { clean, figures }: { clean: Figures; figures: Figures },
): Promise<void> {
  const losses = queries
    .map((query, i) => ({ query, i, loss: clean.ndcg[i]! - figures.ndcg[i]! }))
    .filter(({ loss }) => Math.abs(loss) > 0.02)
    .sort((a, b) => b.loss - a.loss);
  for (const { query, i, loss } of losses) {
    for (const texts of rewritten) {
      const { correctedQuery, ignoredWords } = await found(ask, texts[i]!);
      print(
        `${loss.toFixed(3)} ${query} -> ${texts[i]!} -> ${correctedQuery ?? ''} ${String(ignoredWords ?? '')}`,
      );
    }
  }
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
const fixed = (number: number): number => Math.round(number * 10_000) / 10_000;

await main();
