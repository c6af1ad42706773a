/**
 * Query understanding: how many of 200 judged queries in eight languages are understood (`understanding/queries.tsv`), and
 * NDCG@10 and CPU of a search on the icecat set with and without it (data/README.md, protocol "icecat").
 *
 *   npm run bench:understanding
 */
import { parseFilter } from '../../src/domain/query/filter-grammar.ts';
import { understandingModes } from '../../src/ports/configuration/settings.ts';
import { apiClient, type Ask } from '../../test/support/api-client.ts';
import { RunningService } from '../../test/support/service.ts';
import { processMeter } from '../search/process-meter.ts';
import { discountedGain, hasIcecat, readItems, readRatings } from './icecat-set.ts';
import { languages } from './understanding/catalogs.ts';
import { judge, shopItems, type Verdict } from './understanding/judge.ts';
import { judgedQueries } from './understanding/queries.ts';

const itemsPerImport = 20_000;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

interface Found {
  readonly items: { readonly id: string }[];
  readonly understood?: { readonly filter: string }[];
}

await using service = await RunningService.start({ VITRINE_LEARNING_EVENTS: '0', VITRINE_THREADS: '0' });

async function projectWith(
  id: string,
  languages: readonly string[],
  items: readonly Record<string, unknown>[],
): Promise<Ask & AsyncDisposable> {
  const ask = apiClient(service.url, await service.project(id, ['search', 'items:write', 'settings']), 4);
  await ask('PUT', `/api/projects/${id}/settings`, JSON.stringify({ search: { languages } }));
  for (let first = 0; first < items.length; first += itemsPerImport) {
    const lines = items.slice(first, first + itemsPerImport).map((item) => `${JSON.stringify(item)}\n`);
    await ask('POST', `/api/items/import?project=${id}`, lines.join(''), 'application/x-ndjson');
  }
  return ask;
}

async function found(ask: Ask, project: string, body: object): Promise<Found> {
  return JSON.parse(await ask('POST', `/search/${project}`, JSON.stringify(body))) as Found;
}

const all: Verdict[] = [];
for (const language of languages) {
  await using ask = await projectWith(language, language === 'ja' ? [] : [language], shopItems(language));
  const verdicts = await judge(language, judgedQueries(), async (q) => {
    const { understood = [] } = await found(ask, language, { q, understanding: 'filters' });
    return understood
      .map(({ filter }) => parseFilter(filter, 0))
      .flatMap((filter) => (filter.kind === 'and' ? merged(filter.clauses) : [filter]));
  });
  all.push(...verdicts);
  print(`${language}: ${tally(verdicts)}`);
  for (const { query, isRight, isWrong, read } of verdicts)
    if (!isRight)
      print(`  ${query.query}: ${read}${isWrong ? ', which removes products that are meant' : ''}`);
}
print(`all: ${tally(all)}`);

function tally(verdicts: readonly Verdict[]): string {
  const share = (test: (verdict: Verdict) => boolean): string =>
    ((100 * verdicts.filter(test).length) / verdicts.length).toFixed(1);
  return `${share(({ isRight }) => isRight)} % right, ${share(({ isWrong }) => isWrong)} % wrong`;
}

/** Two bounds of a field are one range. */
function merged(clauses: readonly ReturnType<typeof parseFilter>[]): ReturnType<typeof parseFilter>[] {
  const [one, other] = clauses;
  return one?.kind === 'range' && other?.kind === 'range' ? [{ ...one, ...other }] : [...clauses];
}

if (hasIcecat()) {
  await using ask = await projectWith('icecat', ['en'], readItems());
  const ratings = readRatings();
  for (const understanding of [...understandingModes, ...understandingModes]) {
    const before = processMeter(service.pid).cpuSeconds;
    let gain = 0;
    let read = 0;
    for (const [q, judged] of ratings) {
      const { items, understood = [] } = await found(ask, 'icecat', { q, understanding, limit: 10 });
      const ideal = discountedGain([...judged.values()].sort((a, b) => b - a));
      gain += discountedGain(items.map(({ id }) => judged.get(id) ?? 0)) / ideal;
      if (understood.length > 0) {
        read++;
        if (process.env['SHOW']) print(`${q} -> ${understood.map(({ filter }) => filter).join(' AND ')}`);
      }
    }
    const cpu = ((processMeter(service.pid).cpuSeconds - before) * 1000) / ratings.size;
    print(
      `icecat, ${understanding}: NDCG@10 ${(gain / ratings.size).toFixed(4)}, ${read} of ${ratings.size} queries understood, ${cpu.toFixed(2)} ms of CPU a search`,
    );
  }
} else print('icecat: skipped, as the set is not here');
