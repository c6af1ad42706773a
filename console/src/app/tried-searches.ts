import { useEffect } from 'react';
import { readStored, writeStored } from './browser-storage.ts';
import { useDebounced } from './load.ts';
import { useRouter } from './router.tsx';

/** How many different searches a person looks at before a shop goes live. */
export const triedSearchesWanted = 20;
const queryLengthMax = 200;
/** A query that is replaced sooner was still being typed. */
const settledMs = 1_500;

/**
 * The different queries that were searched for in the console, oldest first. This browser remembers them: the service does not count
 * searches of the console, so that analytics have those of shoppers only.
 */
export function listTriedSearches(project: string): readonly string[] {
  const stored = readStored(toName(project));
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
}

/** A query as it is compared with others. */
export function normalizeQuery(query: string): string {
  return query.trim().toLowerCase().replaceAll(/\s+/g, ' ').slice(0, queryLengthMax);
}

/** Remembers the queries of the view Search while it is open. */
export function useTriedSearches(project: string, rest: string): void {
  const { query } = useRouter().route;
  const shown = rest === '/search' ? normalizeQuery(query.get('q') ?? '') : '';
  const settled = useDebounced(shown, settledMs);
  useEffect(() => {
    const tried = listTriedSearches(project);
    if (settled === '' || tried.includes(settled) || tried.length >= triedSearchesWanted) return;
    writeStored(toName(project), [...tried, settled]);
  }, [project, settled]);
}

function toName(project: string): string {
  return `tried ${project}`;
}
