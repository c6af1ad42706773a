import type { RevenueReport } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { listAnnotations, useAnnotations } from '../../app/chart-annotations.ts';
import { dateText, shortDay } from '../../app/time-spans.ts';
import { allRevenue, figuresIn } from '../../parts/earnings.ts';
import { money, shortMoney } from '../../parts/formats.ts';
import { LineChart } from '../../parts/line-chart.tsx';

/** The revenue of each day through searches and lists, over that of the period before. */
export function DayLines({
  project,
  report,
  currency,
}: {
  project: string;
  report: RevenueReport;
  currency: string;
}): ReactNode {
  const { values } = report;
  const annotations = useAnnotations(project);
  return (
    <section className="panel" aria-labelledby="day-lines">
      <h2 id="day-lines">Through searches and lists</h2>
      <LineChart
        title="Revenue by day"
        positions="Day"
        labels={values.map(({ value }) => shortDay.format(new Date(value)))}
        rows={values.map(({ value }) => dateText(value))}
        lines={[
          {
            name: 'this period',
            isDashed: false,
            values: values.map((day) => allRevenue(figuresIn(day, currency))),
          },
          {
            name: 'before',
            isDashed: true,
            values: values.map(({ before }) => allRevenue(figuresIn(before, currency))),
          },
        ]}
        annotations={listAnnotations(
          annotations,
          values.map(({ value }) => value),
        )}
        format={(amount) => money(amount, currency)}
        short={(amount) => shortMoney(amount, currency)}
      />
    </section>
  );
}
