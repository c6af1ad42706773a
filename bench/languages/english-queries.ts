/**
 * No English query changes by `search.foreignQueries` (docs/guide/languages.md): the judged English queries on products of icecat, each with
 * and without it. Prints every query whose ids or total differ.
 *
 *   npm run bench:languages:english [-- --every 4]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { apiClient } from '../../test/support/api-client.ts';
import { root, RunningService } from '../../test/support/service.ts';
import { hasIcecat, readItems, readRatings } from '../quality/icecat-set.ts';

const { values: options } = parseArgs({ options: { every: { type: 'string', default: '4' } } });
const itemsPerImport = 500;
const connections = 4;
const pollMs = 1_000;

interface State {
  readonly project: {
    readonly semantic: {
      readonly embedded: number;
      readonly pending: number;
      readonly crossLingual: { readonly embedded: number; readonly pending: number };
    };
  };
}

interface Reply {
  readonly items: readonly { readonly id: string }[];
  readonly total: number;
  readonly semantic: { readonly language: string | null };
}

/** The judged queries of icecat, those of hybrid search, and those for goods that are not sold. */
function readQueries(): string[] {
  const readColumn = (file: string, name: string): string[] => {
    const [header = '', ...lines] = readFileSync(join(root, 'bench', 'quality', file), 'utf8')
      .trim()
      .split('\n');
    const column = header.split('\t').indexOf(name);
    return lines.map((line) => line.split('\t')[column]!);
  };
  return [
    ...new Set([
      ...readRatings().keys(),
      ...readColumn('hybrid-judgements.tsv', 'query'),
      ...readColumn('absent-products.tsv', 'query'),
    ]),
  ];
}

async function main(): Promise<void> {
  if (!hasIcecat()) {
    process.stdout.write('bench/languages/english-queries: skipped, as ../shared/data/icecat is absent\n');
    return;
  }
  await using service = await RunningService.start({
    VITRINE_TEXT_MODEL: 'vendored',
    VITRINE_TEXT_TIMEOUT_MS: '60000',
    VITRINE_THREADS: '0',
  });
  const key = await service.project('english', ['search', 'items:write', 'settings']);
  await using ask = apiClient(service.url, key, connections);
  const setForeignQueries = async (foreignQueries: boolean): Promise<void> => {
    const search = { languages: ['en'], foreignQueries };
    await ask('PUT', '/api/projects/english/settings', JSON.stringify({ search }));
  };
  await setForeignQueries(true);
  const items = readItems().filter((_, i) => i % Number(options.every) === 0);
  for (let from = 0; from < items.length; from += itemsPerImport) {
    const lines = items.slice(from, from + itemsPerImport).map((item) => JSON.stringify(item));
    await ask('POST', '/api/items/import?project=english', lines.join('\n'), 'application/x-ndjson');
  }
  const headers = await service.signIn();
  for (;;) {
    const { body } = await service.ask<State>('GET', '/admin/projects/english', { headers });
    const { embedded, pending, crossLingual } = body.project.semantic;
    if (embedded > 0 && crossLingual.embedded > 0 && pending + crossLingual.pending === 0) break;
    await sleep(pollMs);
  }
  const queries = readQueries();
  const search = async (q: string): Promise<Reply> =>
    JSON.parse(await ask('POST', '/search/english', JSON.stringify({ q, limit: 10 }))) as Reply;
  const searchAll = async (): Promise<Reply[]> => {
    const replies: Reply[] = [];
    for (const q of queries) replies.push(await search(q));
    return replies;
  };
  const withForeign = await searchAll();
  await setForeignQueries(false);
  // The other vectors are removed in the background.
  await sleep(5 * pollMs);
  const without = await searchAll();
  const isEqual = (a: Reply, b: Reply): boolean =>
    a.total === b.total && a.items.map(({ id }) => id).join() === b.items.map(({ id }) => id).join();
  const changed = queries.filter((_, i) => !isEqual(withForeign[i]!, without[i]!));
  for (const q of changed) {
    const at = queries.indexOf(q);
    process.stdout.write(
      `${q}: ${without[at]!.total} results, with foreign queries ${withForeign[at]!.total}\n`,
    );
  }
  const compared = withForeign.filter(({ semantic }) => semantic.language !== null).length;
  process.stdout.write(
    `${items.length} products, ${queries.length} queries: ${changed.length} changed, ${compared} taken for another language\n`,
  );
}

await main();
