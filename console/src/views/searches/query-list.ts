import type { QueryFigures } from '@vitrine/sdk';
import { parseOrder } from '../../parts/sort-header.tsx';
import type { OrdersByQuery } from './count-orders.ts';

/** A figure of queries that tables sort by. */
export type QueryColumn = 'query' | 'count' | 'clicks' | 'position' | 'orders';

/** What the page of searches shows, as in the address. */
export interface SearchesQuery {
  readonly days: string;
  /** Words that the listed queries contain. */
  readonly q: string;
  /** `clicks:desc`; empty: the most frequent first. */
  readonly sort: string;
}

export const daySpans = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['92', 'Last 92 days'],
] as const;
const usualDays = '7';

export function readSearchesQuery(values: URLSearchParams): SearchesQuery {
  const days = values.get('days') ?? usualDays;
  return {
    days: daySpans.some(([known]) => known === days) ? days : usualDays,
    q: values.get('q') ?? '',
    sort: values.get('sort') ?? '',
  };
}

export function writeSearchesQuery({ days, q, sort }: SearchesQuery): string {
  const all = { days: days === usualDays ? '' : days, q, sort };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== '')).toString();
}

/**
 * The queries that contain the words, in the order of a column; those without a figure are last. `number`: the figure of the column
 * `count`, by which the service has sorted them.
 */
export function selectQueries(
  queries: readonly QueryFigures[],
  { q, sort }: Pick<SearchesQuery, 'q' | 'sort'>,
  number: (query: QueryFigures) => number,
  orders: OrdersByQuery,
): readonly QueryFigures[] {
  const words = q.trim().toLowerCase();
  const found = queries.filter(({ query }) => query.toLowerCase().includes(words));
  const order = parseOrder(sort);
  if (order === null) return found;
  const sign = order.isDescending ? -1 : 1;
  if (order.column === 'query') return found.toSorted((a, b) => sign * a.query.localeCompare(b.query, 'en'));
  const figures: Record<string, (query: QueryFigures) => number | null> = {
    count: number,
    clicks: ({ clickShare }) => clickShare,
    position: ({ clickPosition }) => clickPosition,
    orders: ({ query }) => orders(query),
  };
  const figure = figures[order.column];
  if (figure === undefined) return found;
  return found.toSorted((a, b) => {
    const [left, right] = [figure(a), figure(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return sign * (left - right);
  });
}
