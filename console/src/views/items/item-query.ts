import type { Item } from '@vitrine/sdk';
import { projectPath, useRouter } from '../../app/router.tsx';
import { service } from '../../app/service.ts';

/** Items of a page of the list. */
export const pageSize = 25;

/** The query parameters of a list of items. */
export interface ItemQuery {
  readonly q: string;
  readonly active: string;
  /** The page, or the offset of the first item. */
  readonly position: number;
}

/** Where a list starts, as a query parameter: `page` from 1 on, or `offset` from 0 on. */
export interface ListStart {
  readonly name: 'page' | 'offset';
  readonly first: number;
}

/** The query of the current URL. A change of it that does not name the position returns to the first one. */
export function useItemQuery(
  path: string,
  start: ListStart,
): { query: ItemQuery; update: (changes: Partial<ItemQuery>) => void } {
  const { route, go } = useRouter();
  const query: ItemQuery = {
    q: route.query.get('q') ?? '',
    active: route.query.get('active') ?? '',
    position: Math.max(start.first, Math.floor(Number(route.query.get(start.name))) || start.first),
  };
  const update = (changes: Partial<ItemQuery>): void =>
    go(
      path + queryText({ ...query, position: start.first, ...changes }, start),
      changes.position === undefined,
    );
  return { query, update };
}

/** Empty, or with its question mark. */
export function queryText({ q, active, position }: ItemQuery, { name, first }: ListStart): string {
  const search = new URLSearchParams();
  if (q !== '') search.set('q', q);
  if (active !== '') search.set('active', active);
  if (position > first) search.set(name, String(position));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** The path of the items, or of a view below them. */
export function itemsPath(project: string, rest = ''): string {
  return projectPath(project, `/items${rest}`);
}

/** Searches active items, or lists all by status, oldest first. */
export async function loadItems(
  project: string,
  { q, active }: ItemQuery,
  window: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
): Promise<{ items: readonly Item[]; total: number }> {
  if (q !== '') {
    const request = { q, highlight: false, grouped: false, ...window } as const;
    const reply = await service.search(project, request, { signal });
    return reply.fallback === 'popular' ? { items: [], total: 0 } : reply;
  }
  return service.items.list(
    project,
    { ...window, ...(active === '' ? {} : { active: active === 'true' }) },
    { signal },
  );
}
