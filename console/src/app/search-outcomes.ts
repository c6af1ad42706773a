import { readBanners } from '@vitrine/sdk/page';
import type { SearchReply } from '@vitrine/sdk';
import { counted } from '../parts/formats.ts';
import { useLoad } from './load.ts';
import { service } from './service.ts';

/** Searches of one request. */
const searchesAtOnce = 20;

/** What a query brings a shopper now. */
export interface SearchOutcome {
  /** Items with all its words, as typed or corrected. */
  readonly total: number;
  /** The page to which a rule sends shoppers; null: none. */
  readonly redirect: string | null;
  readonly hasBanner: boolean;
  /** The rules that acted, by their ids. */
  readonly rules: readonly string[];
}

/** What each query brings now, without a filter. */
export async function readOutcomes(
  project: string,
  queries: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SearchOutcome>> {
  const outcomes = new Map<string, SearchOutcome>();
  for (let at = 0; at < queries.length; at += searchesAtOnce) {
    const some = queries.slice(at, at + searchesAtOnce);
    const searches = some.map((q) => ({ q, limit: 0 }));
    const { results } = await service.multiSearch(project, searches, { signal });
    for (const [index, query] of some.entries()) outcomes.set(query, readOutcome(results[index]!));
  }
  return outcomes;
}

function readOutcome({ fallback, total, redirect, userData, rules }: SearchReply): SearchOutcome {
  return {
    total: fallback === null || fallback === 'corrected' ? total : 0,
    redirect: redirect?.url ?? null,
    hasBanner: readBanners(userData ?? []).length > 0,
    rules,
  };
}

/** Whether a query that found nothing brings something now. */
export function isSolved(outcome: SearchOutcome): boolean {
  return describeSolution(outcome) !== null;
}

/** What is done about a query that found nothing, in words; null: nothing yet. */
export function describeSolution({ total, redirect, hasBanner }: SearchOutcome): string | null {
  if (redirect !== null) return `Now sent to ${redirect}`;
  if (total > 0) return `Now finds ${counted(total, 'item')}`;
  return hasBanner ? 'Now shows a banner' : null;
}

/** The outcomes of queries; empty while they are read. `reload` reads them again. */
export function useOutcomes(
  project: string,
  queries: readonly string[],
): { readonly outcomes: ReadonlyMap<string, SearchOutcome>; readonly reload: () => void } {
  const { value, reload } = useLoad(JSON.stringify([project, queries]), (signal) =>
    readOutcomes(project, queries, signal),
  );
  return { outcomes: value ?? new Map(), reload };
}
