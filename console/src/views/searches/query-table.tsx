import type { QueryFigures } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { Link, projectPath } from '../../app/router.tsx';
import { count, share } from '../../parts/formats.ts';
import { SortHeader } from '../../parts/sort-header.tsx';
import { TableFrame } from '../../parts/table-frame.tsx';
import type { OrdersByQuery } from './count-orders.ts';
import { selectQueries, type QueryColumn, type SearchesQuery } from './query-list.ts';

export const rowsAtFirst = 20;
/** The most that the service lists. */
export const queriesMax = 500;

interface Options {
  readonly title: string;
  readonly note: ReactNode;
  /** Shown if there are no queries. */
  readonly emptyText?: string;
  readonly queries: readonly QueryFigures[];
  readonly shown: SearchesQuery;
  readonly orders: OrdersByQuery;
  readonly project: string;
  readonly numberName: string;
  readonly number: (query: QueryFigures) => number;
  /** What else is known of a query, below it. */
  readonly detail?: (query: QueryFigures) => ReactNode;
  /** What can be done about a query, in its row. */
  readonly actions?: (query: string) => ReactNode;
  readonly onSort: (sort: string) => void;
  /** Called when all queries are to be shown: the service lists the first ones only until then. */
  readonly onAll: () => void;
}

/** A table of queries, each linked to a search. */
export function QueryTable(options: Options): ReactNode {
  const { title, note, emptyText = '', queries, shown, orders, project, number, numberName } = options;
  const { detail, actions, onSort, onAll } = options;
  const [showsAll, setShowsAll] = useState(false);
  const found = selectQueries(queries, shown, number, orders);
  const rows = showsAll ? found : found.slice(0, rowsAtFirst);
  const clicksClass = actions === undefined ? 'right' : 'right hide-narrow';
  const columns: readonly (readonly [id: QueryColumn, label: string, className: string | undefined])[] = [
    ['query', 'Query', undefined],
    ['count', numberName, 'right'],
    ['clicks', 'Click-through rate', clicksClass],
    ['position', 'Click position', 'right hide-narrow'],
    ['orders', 'Orders', 'right hide-narrow'],
  ];
  // The service lists the first queries only, so there may be more.
  const hasMore = !showsAll && (found.length > rows.length || queries.length === rowsAtFirst);
  return (
    <section className="stack" aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p className="small soft">{queries.length === 0 ? emptyText : note}</p>
      </div>
      {queries.length > 0 && found.length === 0 && (
        <p className="soft">No query of these has “{shown.q}” in it.</p>
      )}
      {rows.length > 0 && (
        <TableFrame>
          <table className="queries">
            <thead>
              <tr>
                {columns.map(([id, label, className]) => (
                  <SortHeader
                    key={id}
                    column={id}
                    label={label}
                    className={className}
                    first={id === 'query' || id === 'position' ? 'asc' : 'desc'}
                    sort={shown.sort}
                    onSort={onSort}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((one) => (
                <tr key={one.query}>
                  <td className="query">
                    <div className="query-line">
                      <Link to={`${projectPath(project, '/search')}?q=${encodeURIComponent(one.query)}`}>
                        {one.query}
                      </Link>
                      {actions?.(one.query)}
                    </div>
                    {detail?.(one)}
                  </td>
                  <td className="right">{count(number(one))}</td>
                  <td className={clicksClass}>{one.clickShare === null ? '–' : share(one.clickShare)}</td>
                  <td className="right hide-narrow">
                    {one.clickPosition === null ? '–' : one.clickPosition.toFixed(1)}
                  </td>
                  <td className="right hide-narrow">{formatOrders(orders(one.query))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      {queries.length === queriesMax && (showsAll || shown.sort !== '' || shown.q !== '') && (
        <p className="small soft">Of the {count(queriesMax)} most frequent queries.</p>
      )}
      {hasMore && (
        <div>
          <button type="button" className="button small" onClick={() => (setShowsAll(true), onAll())}>
            Show more
            <span className="visually-hidden"> of {title}</span>
          </button>
        </div>
      )}
    </section>
  );
}

function formatOrders(orders: number | null): string {
  return orders === null ? '–' : count(orders);
}
