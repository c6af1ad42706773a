import type { SearchReport } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useDebouncedQueryParameter } from '../app/debounced-query-parameter.ts';
import { useLoad } from '../app/load.ts';
import { filterText, writeSearchParameters } from '../app/no-results.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { listAnnotations, useAnnotations } from '../app/chart-annotations.ts';
import { useOutcomes } from '../app/search-outcomes.ts';
import { service } from '../app/service.ts';
import { dateText, shortDay } from '../app/time-spans.ts';
import { CsvDownload } from '../parts/csv-download.tsx';
import { Field, SelectField } from '../parts/field.tsx';
import { count, share } from '../parts/formats.ts';
import { LineChart } from '../parts/line-chart.tsx';
import { View } from '../parts/shell.tsx';
import { SiteLink } from '../parts/site-link.tsx';
import { SavedViews } from '../parts/saved-views.tsx';
import { Empty, ErrorNote, Skeleton, SkeletonRows } from '../parts/states.tsx';
import { FailedSearchActions } from './failed-search-actions.tsx';
import { countOrders, ordersMax, type OrdersByQuery } from './searches/count-orders.ts';
import {
  daySpans,
  readSearchesQuery,
  writeSearchesQuery,
  type SearchesQuery,
} from './searches/query-list.ts';
import { QueryTable, queriesMax, rowsAtFirst } from './searches/query-table.tsx';
import { readSearchesCsv } from './searches/searches-csv.ts';

/** Search analytics: top queries, searches without results and searches without clicks. */
export function Searches({ project }: ProjectView): ReactNode {
  const { route, go } = useRouter();
  const shown = readSearchesQuery(route.query);
  const { days, q, sort } = shown;
  const path = projectPath(project.id, '/searches');
  const show = (changes: Partial<SearchesQuery>): void => {
    const query = writeSearchesQuery({ ...shown, ...changes });
    go(query === '' ? path : `${path}?${query}`, changes.days === undefined);
  };
  const { typed, setTyped } = useDebouncedQueryParameter(q, (text) => show({ q: text }), 200);
  const [showsAll, setShowsAll] = useState(false);
  // A few queries suffice until they are filtered, sorted or all shown: then all that the service lists are read.
  const limit = showsAll || q !== '' || sort !== '' ? queriesMax : rowsAtFirst;
  const loaded = useLoad(
    `${project.id} ${days} ${limit}`,
    async (signal) => {
      const read = (from: number, to: number, most: number) =>
        service.analytics.searches(
          project.id,
          { from: `now-${from}d`, to: `now-${to}d`, limit: most },
          { signal },
        );
      const length = Number(days);
      const [report, before, revenue] = await Promise.all([
        read(length - 1, 0, limit),
        read(2 * length - 1, length, 1),
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
            onValue={(next) => show({ days: next })}
            options={daySpans}
          />
          {loaded.value !== null && loaded.value.report.totals.searches > 0 && (
            <CsvDownload
              read={() => readSearchesCsv(project.id, `now-${Number(days) - 1}d`, loaded.value!.orders)}
            />
          )}
        </>
      }
    >
      <SavedViews
        project={project.id}
        page="searches"
        allName="All searches"
        path={path}
        current={writeSearchesQuery(shown)}
      />
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {loaded.value === null && loaded.error === null && (
        <>
          <Skeleton height="18rem" />
          <SkeletonRows count={10} height="2.5rem" columns={5} />
        </>
      )}
      {loaded.value !== null && (
        <Report
          {...loaded.value}
          project={project.id}
          shown={shown}
          onSort={(next) => show({ sort: next })}
          onAll={() => setShowsAll(true)}
          field={
            <Field
              label="Find a query"
              type="search"
              placeholder="Part of a query"
              value={typed}
              onValue={setTyped}
            />
          }
        />
      )}
    </View>
  );
}

function Report({
  report,
  before,
  orders,
  project,
  shown,
  field,
  onSort,
  onAll,
}: {
  report: SearchReport;
  /** Of the period of the same length before. */
  before: SearchReport;
  orders: OrdersByQuery;
  project: string;
  shown: SearchesQuery;
  /** Filters the tables. */
  field: ReactNode;
  onSort: (sort: string) => void;
  onAll: () => void;
}): ReactNode {
  const annotations = useAnnotations(project);
  const { outcomes, reload } = useOutcomes(
    project,
    report.withoutResults.slice(0, rowsAtFirst).map(({ query }) => query),
  );
  const { totals } = report;
  const table = { shown, orders, project, onSort, onAll };
  if (totals.searches === 0)
    return (
      <Empty
        icon="chart"
        title="No searches in this period"
        sample={{ kind: 'curve' }}
        action={<SiteLink project={project} />}
      >
        Searches of shoppers are counted from the first one on. Clicks and orders come with the script for
        shops, or with <code>session</code> and <code>searchId</code> in your own events.
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
      <div className="find-query">{field}</div>
      <QueryTable
        {...table}
        title="Top searches"
        note="The most frequent queries in your shop."
        queries={report.top}
        numberName="Searches"
        number={({ searches }) => searches}
      />
      <QueryTable
        {...table}
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
        actions={(query) => (
          <FailedSearchActions
            project={project}
            query={query}
            outcome={outcomes.get(query)}
            onChanged={reload}
          />
        )}
      />
      <QueryTable
        {...table}
        title="Searches without clicks"
        note={
          <>
            The results are not relevant or in the wrong order. Use a{' '}
            <Link to={projectPath(project, '/rules')}>rule</Link> to pin the right items.
          </>
        }
        emptyText="Every search had a click."
        queries={report.unclicked}
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
