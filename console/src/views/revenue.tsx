import type { RevenueReport } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { projectPath, useRouter } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { dateText } from '../app/time-spans.ts';
import { CsvDownload } from '../parts/csv-download.tsx';
import { attributionText } from '../parts/earnings.ts';
import { SelectField } from '../parts/field.tsx';
import { View } from '../parts/shell.tsx';
import { SiteLink } from '../parts/site-link.tsx';
import { SavedViews } from '../parts/saved-views.tsx';
import { Empty, ErrorNote, Skeleton, SkeletonRows } from '../parts/states.tsx';
import { reportColumns } from './revenue/report-columns.ts';
import { DayLines } from './revenue/day-lines.tsx';
import { ReportTable } from './revenue/report-table.tsx';
import { ReportTotals } from './revenue/report-totals.tsx';

const dimensions = [
  ['query', 'Query'],
  ['filter', 'Filter'],
  ['collection', 'Collection'],
  ['rule', 'Rule'],
  ['placement', 'Placement'],
  ['list', 'List'],
  ['channel', 'Channel'],
  ['device', 'Device'],
  ['country', 'Country'],
  ['day', 'Day'],
] as const satisfies readonly (readonly [RevenueReport['by'], string])[];

const periods = [
  ['today', 'Today', 'now', 'now'],
  ['yesterday', 'Yesterday', 'now-1d', 'now-1d'],
  ['7', 'Last 7 days', 'now-6d', 'now'],
  ['30', 'Last 30 days', 'now-29d', 'now'],
  ['92', 'Last 92 days', 'now-91d', 'now'],
] as const;

const valuesMax = 500;

/** Revenue of searches and lists. `?by=` and `?period=`: its grouping and its days; `?sort=`: a column. */
export function Revenue({ project }: ProjectView): ReactNode {
  const { route, go } = useRouter();
  const [by, title] = dimensions.find(([known]) => known === route.query.get('by')) ?? dimensions[0];
  const [period, , from, to] = periods.find(([known]) => known === route.query.get('period')) ?? periods[2];
  const asked = route.query.get('sort') ?? (by === 'day' ? '' : 'revenue');
  const sort = reportColumns.find(({ id }) => id === asked) ?? null;
  const request = { by, from, to, limit: valuesMax, order: sort?.order ?? 'revenue' };
  const loaded = useLoad(
    JSON.stringify([project.id, request]),
    (signal) => service.analytics.revenue(project.id, request, { signal }),
    30_000,
  );
  const show = (next: { by?: string; period?: string; sort?: string }): void => {
    const query = new URLSearchParams({ by, period, ...next }).toString();
    go(projectPath(project.id, `/revenue?${query}`));
  };
  const current = new URLSearchParams(
    Object.entries({
      by: by === dimensions[0][0] ? '' : by,
      period: period === periods[2][0] ? '' : period,
      sort: asked === (by === 'day' ? '' : 'revenue') ? '' : asked,
    }).filter(([, value]) => value !== ''),
  ).toString();
  // While another dimension is loaded, the report is still of the one before.
  const report = loaded.value?.by === by ? loaded.value : null;
  return (
    <View
      title="Revenue"
      intro={`What shoppers bought through searches and lists. ${attributionText}`}
      actions={
        <>
          <SelectField label="By" value={by} onValue={(next) => show({ by: next })} options={dimensions} />
          <SelectField
            label="Period"
            value={period}
            onValue={(next) => show({ period: next, sort: asked })}
            options={periods.map(([id, text]) => [id, text] as const)}
          />
        </>
      }
    >
      <SavedViews
        project={project.id}
        page="revenue"
        allName="By query"
        path={projectPath(project.id, '/revenue')}
        current={current}
      />
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {report === null && loaded.error === null && (
        <>
          <Skeleton height="8.6rem" />
          <SkeletonRows count={10} height="3.7rem" columns={6} />
        </>
      )}
      {report !== null && (
        <>
          <ReportTotals report={report} currency={project.currency} />
          {by === 'day' && report.values.length > 1 && (
            <DayLines project={project.id} report={report} currency={project.currency} />
          )}
          {report.values.length === 0 ? (
            <Empty
              icon="money"
              title={`No figures by ${title.toLowerCase()} in this period`}
              sample={{
                kind: 'rows',
                rows: [
                  ['rain jacket', '38 orders', '3,382.00'],
                  ['walking boots', '21 orders', '2,709.00'],
                ],
              }}
              action={<SiteLink project={project.id} />}
            >
              What searches and lists sell is counted by the script for shops, or by your own events: see{' '}
              <a href="/docs/guide/events">Send events</a>.
            </Empty>
          ) : (
            <>
              <div className="row" style={{ justifyContent: 'space-between' }}>
                <p className="small soft">
                  {dayText(report)}. Below each figure is that of {dayText(report.before)}.{' '}
                  {report.openFrom !== null &&
                    `Figures before ${dateText(report.openFrom)} are final; later ones may still change.`}
                </p>
                <CsvDownload
                  read={async () => ({
                    name: `revenue-by-${request.by}.csv`,
                    text: await service.analytics.revenueCsv(project.id, request),
                  })}
                />
              </div>
              <ReportTable
                key={JSON.stringify(request)}
                project={project.id}
                currency={project.currency}
                report={report}
                title={title}
                sort={sort}
                onSort={({ id }) => show({ sort: id })}
              />
            </>
          )}
        </>
      )}
    </View>
  );
}

function dayText({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? dateText(from) : `${dateText(from)} to ${dateText(to)}`;
}
