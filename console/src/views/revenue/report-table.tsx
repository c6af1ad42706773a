import type { RevenueReport, RevenueValue } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { allRevenue, figuresIn } from '../../parts/earnings.ts';
import { count, counted, money } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import { reportColumns, sortedBy, type ReportColumn } from './report-columns.ts';
import { ReportValue } from './report-value.tsx';
import { TableFrame } from '../../parts/table-frame.tsx';

const rowsAtFirst = 50;

/** The values of a report with their figures, each over that of the period before. */
export function ReportTable({
  project,
  currency,
  report,
  title,
  sort,
  onSort,
}: {
  project: string;
  currency: string;
  report: RevenueReport;
  /** What the values are. */
  title: string;
  /** Null: days, the newest first. */
  sort: ReportColumn | null;
  onSort: (column: ReportColumn) => void;
}): ReactNode {
  const [showsAll, setShowsAll] = useState(false);
  // A shop without returns needs no column of zeros.
  const columns = reportColumns.filter(
    (column) => column === sort || !column.isHiddenIfEmpty || hasFigures(column, report, currency),
  );
  const sorted = sortedBy(report.values, sort, currency);
  const shown = showsAll ? sorted : sorted.slice(0, rowsAtFirst);
  return (
    <>
      <TableFrame>
        <table className="queries report">
          <caption className="visually-hidden">Figures by {title.toLowerCase()}</caption>
          <thead>
            <tr>
              <th scope="col">{title}</th>
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  className={classOf(column)}
                  aria-sort={column === sort ? 'descending' : 'none'}
                >
                  <button type="button" className="sort" onClick={() => onSort(column)}>
                    {column.title}
                    {column === sort && <Icon name="down" size={13} />}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((value) => (
              <Row
                key={value.value}
                project={project}
                currency={currency}
                by={report.by}
                columns={columns}
                value={value}
              />
            ))}
          </tbody>
        </table>
      </TableFrame>
      {shown.length < sorted.length && (
        <div>
          <button type="button" className="button" onClick={() => setShowsAll(true)}>
            Show all {count(sorted.length)}
          </button>
        </div>
      )}
    </>
  );
}

function Row({
  project,
  currency,
  by,
  columns,
  value,
}: {
  project: string;
  currency: string;
  by: RevenueReport['by'];
  columns: readonly ReportColumn[];
  value: RevenueValue;
}): ReactNode {
  return (
    <tr>
      <th scope="row" className="query">
        <ReportValue project={project} by={by} value={value.value} />
      </th>
      {columns.map((column) => (
        <td key={column.id} className={classOf(column)}>
          {textOf(column.valueOf(value, currency), column, currency)}
          <div className="small faint">
            <span className="visually-hidden">before: </span>
            {textOf(column.valueOf(value.before, currency), column, currency)}
          </div>
          {column.id === 'revenue' && <Marks value={value} currency={currency} />}
        </td>
      ))}
    </tr>
  );
}

/** Other currencies, and what is estimated. */
function Marks({ value, currency }: { value: RevenueValue; currency: string }): ReactNode {
  const { estimated } = figuresIn(value, currency);
  const others = value.money.filter((one) => one.currency !== currency);
  return (
    <>
      {estimated > 0 && (
        <div className="small soft">
          <abbr title="The event had no price: the price of the catalog at that time counts.">estimated</abbr>
          : {money(estimated, currency)}
        </div>
      )}
      {others.map((one) => (
        <div key={one.currency} className="small soft">
          {money(allRevenue(one), one.currency ?? '')} in {counted(one.orders + one.assistedOrders, 'order')}
        </div>
      ))}
    </>
  );
}

function hasFigures(column: ReportColumn, { values }: RevenueReport, currency: string): boolean {
  return values.some((value) =>
    [value, value.before].some((figures) => (column.valueOf(figures, currency) ?? 0) !== 0),
  );
}

function textOf(value: number | null, column: ReportColumn, currency: string): string {
  return value === null ? '–' : column.textOf(value, currency);
}

function classOf({ isOnlyWide }: ReportColumn): string {
  return isOnlyWide ? 'right hide-narrow' : 'right';
}
