/**
 * CPU that rules add to a search, in µs: their conditions, and the query that they change. A thousand rules of each kind, and of
 * all kinds mixed, against none. A search looks up few of them, so that what counts is what acts.
 *
 *   npm run bench:rules
 */
import { applyRules } from '../src/domain/rules/active-rules.ts';
import { matchNoVisitor } from '../src/domain/rules/condition-index.ts';
import { compileRules } from '../src/domain/rules/compiled-rules.ts';
import { readContext } from '../src/domain/rules/request-context.ts';
import { emptyQuery } from '../src/domain/query/empty-query.ts';
import { parseFilter } from '../src/domain/query/filter-grammar.ts';
import { KernelQueryAnalyzer } from '../src/engine/search/query-analyzer.ts';
import { defaultTextSettings } from '../src/kernel/text/schema/settings.ts';
import { SegmentedIndex } from '../src/kernel/text/search/segmented-index.ts';
import { limits } from '../src/ports/limits.ts';
import type { Rule } from '../src/ports/search/rules.ts';
import { benchQueries } from './search/queries.ts';

const count = limits.rulesMax;
const rounds = 40;
const queries = benchQueries(500, 100_000).map(({ text }) => text);
const queryAnalyzer = new KernelQueryAnalyzer(new SegmentedIndex(defaultTextSettings), () => ({
  findNumber: () => -1,
  groupBy: '',
}));
const project = { text: { queryAnalyzer } as never };
const context = readContext({ page: 'search', country: 'de', segments: ['vip', 'new'] }, []);
const filter = parseFilter('category:"Category 3" AND price < 100', 0);
const now = Date.parse('2026-11-25');
const options = { now, context, visitor: { user: null, session: null }, scope: 'all' } as const;

const queryOf = (i: number): string => queries[i % queries.length]!;
const kinds: Record<string, (i: number) => Omit<Rule, 'id'>> = {
  'query is': (i) => ({ when: { query: queryOf(i) }, pin: [{ id: `i${i}`, position: 1 }] }),
  'query contains': (i) => ({
    when: { query: queryOf(i).split(' ')[0]!, match: 'contains' },
    boost: [{ filter: `brand:b${i}`, by: 2 }],
  }),
  context: (i) => ({ when: { context: { page: 'search', country: [`c${i}`, `d${i}`] } }, hide: [`i${i}`] }),
  'one query, many contexts': (i) => ({
    when: { query: queryOf(0), context: { page: 'search', group: `g${i}` } },
    hide: [`i${i}`],
  }),
  visitor: (i) => ({ when: { visitor: { bought: `brand:b${i}` } }, userData: i }),
  filters: (i) => ({ when: { filters: `category:"Category ${i}"` }, userData: i }),
  scheduled: (i) => ({ from: `${2030 + (i % 50)}-01-01`, filter: 'stock > 0' }),
  words: (i) => ({
    when: { context: { page: 'search' } },
    words: { replace: [{ from: queryOf(i), to: 'x' }] },
  }),
  alternatives: (i) => ({
    when: [{ query: `${queryOf(i)} x` }, { context: { group: `g${i}` } }, { filters: `brand:b${i}` }],
    redirect: { url: `https://shop.example/${i}` },
  }),
};

function rulesOf(kind: readonly ((i: number) => Omit<Rule, 'id'>)[]): Rule[] {
  return Array.from({ length: count }, (_, i) => ({ id: `r${i}`, ...kind[i % kind.length]!(i) }));
}

/** Mean µs of CPU of all queries in the best of some rounds, and how many rules acted on a query. */
function measure(rules: readonly Rule[]): { micros: number; acting: number } {
  const compiled = compileRules(rules, queryAnalyzer);
  let [best, acting] = [Infinity, 0];
  for (let round = 0; round < rounds; round++) {
    acting = 0;
    const before = process.cpuUsage();
    for (const text of queries) {
      const query = { ...emptyQuery, text, filter };
      acting += applyRules(compiled, project, query, options, matchNoVisitor).report.acting.length;
    }
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / queries.length);
  }
  return { micros: best, acting: acting / queries.length };
}

const { micros: base } = measure([]);
const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(`without rules: ${base.toFixed(1)} µs, with the analysis of the query`);
for (const [name, kind] of [
  ...Object.entries(kinds).map(([name, one]) => [name, [one]] as const),
  ['mixed', Object.values(kinds)] as const,
]) {
  const { micros, acting } = measure(rulesOf(kind));
  print(`${count} × ${name}: + ${(micros - base).toFixed(1)} µs, ${acting.toFixed(1)} rules act`);
}
