import type { BroadRun, SearchEngine } from './engine.ts';
import { vocabulary } from './products.ts';
import type { BenchQuery, FilterClause } from './queries.ts';

interface BroadQueries {
  readonly name: string;
  readonly queries: readonly BenchQuery[];
}

const browse = (text: string, facets: boolean, filter: FilterClause[] = []): BenchQuery => ({
  text,
  kind: 'plain',
  intended: [],
  filter,
  facets,
});

const range = (from: number): FilterClause[] => [{ field: 'price', min: from, max: from * 4 }];
const rounds = Array.from({ length: 20 }, (_, i) => i);

const kinds: readonly BroadQueries[] = [false, true].flatMap((facets) => {
  const suffix = facets ? ', 5 facets' : '';
  return [
    { name: `no words${suffix}`, queries: rounds.map(() => browse('', facets)) },
    {
      name: `one letter${suffix}`,
      queries: 'bcdfghklmnprst'.split('').map((letter) => browse(letter, facets)),
    },
    {
      name: `two letters${suffix}`,
      queries: 'ba ca do fi gu ha ki la mo no'.split(' ').map((q) => browse(q, facets)),
    },
    // Each of these words is in 35 to 70 % of the descriptions.
    {
      name: `a frequent word${suffix}`,
      queries: vocabulary.slice(0, 6).map((word) => browse(word, facets)),
    },
    {
      name: `two frequent words${suffix}`,
      queries: vocabulary.slice(0, 6).map((word, i) => browse(`${word} ${vocabulary[i + 1]!}`, facets)),
    },
    // Distinct ranges, so that no filter is cached.
    {
      name: `price only${suffix}`,
      queries: rounds.map((i) => browse('', facets, range((facets ? 17 : 15) + i / 3))),
    },
  ];
});

/** Measures queries that match a large part of the catalog. */
export async function runBroad(engine: SearchEngine): Promise<BroadRun[]> {
  const runs: BroadRun[] = [];
  for (const { name, queries } of kinds) {
    let maxMs = 0;
    let found = 0;
    const before = engine.meter().cpuSeconds;
    for (const query of queries) {
      const started = performance.now();
      found += (await engine.search(query)).total;
      maxMs = Math.max(maxMs, performance.now() - started);
    }
    const cpuMs = ((engine.meter().cpuSeconds - before) * 1000) / queries.length;
    runs.push({ name, meanTotal: found / queries.length, cpuMs, maxMs });
  }
  return runs;
}
