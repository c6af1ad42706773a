import type { Answer, EngineRun } from './engine.ts';
import { indexOfId, productAt } from './products.ts';
import { hasIntendedWords, passes, type BenchQuery, type QueryKind } from './queries.ts';

/** The share of queries, by kind, with all intended words in the name of one of the first ten hits. */
export type AllAtTen = Readonly<Record<QueryKind | 'all', number>>;

const isAnswered = (query: BenchQuery, answer: Answer): boolean =>
  answer.ids.slice(0, 10).some((id) => hasIntendedWords(productAt(indexOfId(id)), query));

/** @throws Error if a hit does not pass its query's filter, because the engine then did less work. */
export function checkFilters(run: EngineRun, queries: readonly BenchQuery[]): void {
  run.answers.forEach(({ ids }, i) => {
    const query = queries[i]!;
    const wrong = ids.find((id) => !passes(productAt(indexOfId(id)), query.filter));
    if (wrong === undefined) return;
    throw new Error(`${wrong} is a hit of "${query.text}" but does not pass ${JSON.stringify(query.filter)}`);
  });
}

export function allAtTen(run: EngineRun, queries: readonly BenchQuery[]): AllAtTen {
  const share = (kind: QueryKind | 'all'): number => {
    const outcomes = run.answers.flatMap((answer, i) => {
      const query = queries[i]!;
      return kind === 'all' || query.kind === kind ? [isAnswered(query, answer)] : [];
    });
    return outcomes.filter(Boolean).length / Math.max(outcomes.length, 1);
  };
  return { all: share('all'), plain: share('plain'), prefix: share('prefix'), typo: share('typo') };
}
