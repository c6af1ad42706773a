import type { QueryFigures, SearchReport } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { filterText, writeSearchParameters } from '../app/no-results.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { listAnnotations, useAnnotations } from '../app/chart-annotations.ts';
import { service } from '../app/service.ts';
import { dateText, shortDay } from '../app/time-spans.ts';
import { CsvDownload } from '../parts/csv-download.tsx';
import { SelectField } from '../parts/field.tsx';
import { count, share } from '../parts/formats.ts';
import { LineChart } from '../parts/line-chart.tsx';
import { View } from '../parts/shell.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';
import { FailedSearchActions } from './failed-search-actions.tsx';
import { countOrders, ordersMax, type OrdersByQuery } from './searches/count-orders.ts';
import { readSearchesCsv } from './searches/searches-csv.ts';

const spans = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['92', 'Last 92 days'],
] as const;

/** Search analytics: top queries, searches without results and searches without clicks. */
export function Searches({ project }: ProjectView): ReactNode {
  const { route, go } = useRouter();
  const parameter = route.query.get('days') ?? '7';
  const days = spans.some(([known]) => known === parameter) ? parameter : '7';
  const loaded = useLoad(
    `${project.id} ${days}`,
    async (signal) => {
      const read = (from: number, to: number) =>
        service.analytics.searches(project.id, { from: `now-${from}d`, to: `now-${to}d` }, { signal });
      const length = Number(days);
      const [report, before, revenue] = await Promise.all([
        read(length - 1, 0),
        read(2 * length - 1, length),
        service.analytics.revenue(
          project.id,
          { by: 'query', order: 'orders', limit: ordersMax, from: `now-${length - 1}d` },
          { signal },
        ),
      ]);
      return { report, before, orders: countOrders(revenue) };
    },
    30_000,
  );
  return (
    <View
      title="Searches"
      intro="What shoppers search for, and whether they find it. A search counts once the shopper stops typing. Only totals are stored, no personal data."
      actions={
        <>
          <SelectField
            label="Period"
            value={days}
            onValue={(next) => go(`${projectPath(project.id, '/searches')}?days=${next}`)}
            options={spans}
          />
          {loaded.value !== null && loaded.value.report.totals.searches > 0 && (
            <CsvDownload
              read={() => readSearchesCsv(project.id, `now-${Number(days) - 1}d`, loaded.value!.orders)}
            />
          )}
        </>
      }
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {loaded.value === null && loaded.error === null && <Skeleton count={3} height="9rem" />}
      {loaded.value !== null && <Report {...loaded.value} project={project.id} />}
    </View>
  );
}

function Report({
  report,
  before,
  orders,
  project,
}: {
  report: SearchReport;
  /** Of the period of the same length before. */
  before: SearchReport;
  orders: OrdersByQuery;
  project: string;
}): ReactNode {
  const annotations = useAnnotations(project);
  const { totals } = report;
  if (totals.searches === 0)
    return (
      <Empty icon="chart" title="No searches in this period">
        Searches are recorded automatically. To see clicks and purchases too, send <code>session</code> or{' '}
        <code>user</code> with each search and its <code>searchId</code> with events.
      </Empty>
    );
  return (
    <>
      <section className="panel stack" aria-label="Totals">
        <dl className="counts large">
          <Figure name="Searches" value={count(totals.searches)} />
          <Figure name="Without results" value={share(totals.withoutResults / totals.searches)} />
          {totals.filteredWithoutResults > 0 && (
            <Figure
              name="of these with a filter"
              value={share(totals.filteredWithoutResults / totals.withoutResults)}
            />
          )}
          <Figure
            name="Click-through rate"
            value={totals.clickShare === null ? '–' : share(totals.clickShare)}
          />
          <Figure
            name="Average click position"
            value={totals.clickPosition === null ? '–' : totals.clickPosition.toFixed(1)}
          />
        </dl>
        <LineChart
          title="Searches by day"
          positions="Day"
          labels={report.days.map(({ day }) => shortDay.format(new Date(day)))}
          rows={report.days.map(({ day }) => dateText(day))}
          lines={[
            { name: 'searches', isDashed: false, values: report.days.map(({ searches }) => searches) },
            ...(before.totals.searches === 0
              ? []
              : [{ name: 'before', isDashed: true, values: before.days.map(({ searches }) => searches) }]),
            {
              name: 'no results',
              isDashed: false,
              isBad: true,
              values: report.days.map(({ withoutResults }) => withoutResults),
            },
          ]}
          annotations={listAnnotations(
            annotations,
            report.days.map(({ day }) => day),
          )}
          format={count}
          short={count}
        />
      </section>
      <Queries
        title="Top searches"
        note="The most frequent queries in your shop."
        queries={report.top}
        orders={orders}
        project={project}
        numberName="Searches"
        number={({ searches }) => searches}
      />
      <Queries
        title="Searches without results"
        note={
          <>
            No item matches all words. Add a synonym if you sell it under another name, redirect shoppers to a
            page, or pin the items they want. Where a filter is named, look at its search first: the words may
            match without it.
          </>
        }
        emptyText="Every search had results."
        queries={report.withoutResults}
        orders={orders}
        project={project}
        numberName="Without results"
        number={({ withoutResults }) => withoutResults}
        detail={(figures) =>
          figures.filteredWithoutResults > 0 && (
            <Link
              className="small"
              to={`${projectPath(project, '/search')}?${writeSearchParameters(figures)}`}
              aria-label={`${figures.query}, ${filterText(figures)}`}
            >
              {count(figures.filteredWithoutResults)} {filterText(figures)}
            </Link>
          )
        }
        actions={(query) => <FailedSearchActions project={project} query={query} />}
      />
      <Queries
        title="Searches without clicks"
        note={
          <>
            The results are not relevant or in the wrong order. Use a{' '}
            <Link to={projectPath(project, '/rules')}>rule</Link> to pin the right items.
          </>
        }
        emptyText="Every search had a click."
        queries={report.unclicked}
        orders={orders}
        project={project}
        numberName="Without clicks"
        number={({ searches, withoutResults, clicked }) => searches - withoutResults - clicked}
      />
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** A table of queries, each linked to a search. */
function Queries({
  title,
  note,
  emptyText = '',
  queries,
  orders,
  project,
  numberName,
  number,
  detail,
  actions,
}: {
  title: string;
  note: ReactNode;
  /** Shown if there are no queries. */
  emptyText?: string;
  queries: readonly QueryFigures[];
  orders: OrdersByQuery;
  project: string;
  numberName: string;
  number: (query: QueryFigures) => number;
  /** What else is known of a query, below it. */
  detail?: (query: QueryFigures) => ReactNode;
  /** What can be done about a query, in its row. */
  actions?: (query: string) => ReactNode;
}): ReactNode {
  return (
    <section className="stack" aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p className="small soft">{queries.length === 0 ? emptyText : note}</p>
      </div>
      {queries.length > 0 && (
        <div className="table-wrap">
          <table className="queries">
            <thead>
              <tr>
                <th scope="col">Query</th>
                <th scope="col" className="right">
                  {numberName}
                </th>
                <th scope="col" className={actions === undefined ? 'right' : 'right hide-narrow'}>
                  Click-through rate
                </th>
                <th scope="col" className="right hide-narrow">
                  Click position
                </th>
                <th scope="col" className="right hide-narrow">
                  Orders
                </th>
              </tr>
            </thead>
            <tbody>
              {queries.map((one) => (
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
                  <td className={actions === undefined ? 'right' : 'right hide-narrow'}>
                    {one.clickShare === null ? '–' : share(one.clickShare)}
                  </td>
                  <td className="right hide-narrow">
                    {one.clickPosition === null ? '–' : one.clickPosition.toFixed(1)}
                  </td>
                  <td className="right hide-narrow">{formatOrders(orders(one.query))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function formatOrders(orders: number | null): string {
  return orders === null ? '–' : count(orders);
}
