import type { ReactNode } from 'react';
import { listAnnotations, useAnnotations, type ChartAnnotation } from '../../app/chart-annotations.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { Link, projectPath } from '../../app/router.tsx';
import {
  count,
  counted,
  money,
  pointsChange,
  share,
  shareChange,
  shortMoney,
  shortNumber,
} from '../../parts/formats.ts';
import { LineChart } from '../../parts/line-chart.tsx';
import { Skeleton } from '../../parts/states.tsx';
import type { DayMeasure, ShopDays } from './shop-days.ts';

const weekday = new Intl.DateTimeFormat(undefined, { weekday: 'long', timeZone: 'UTC' });
const shortWeekday = new Intl.DateTimeFormat(undefined, { weekday: 'short', timeZone: 'UTC' });
const fullDay = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** How the shop does today and did yesterday, each against the same weekday a week before, with lines of the two weeks. */
export function Today({ project, days }: { project: ProjectView['project']; days: ShopDays }): ReactNode {
  const today = days.days.at(-1) ?? '';
  const { currency } = project;
  const annotations = useAnnotations(project.id);
  return (
    <section className="stack" aria-labelledby="today">
      <div>
        <h2 id="today">Your shop today</h2>
        <p className="small soft">
          {fullDay.format(new Date(today))}, in UTC. The lines are the last seven whole days, and the seven
          before.
        </p>
      </div>
      <div className="measures">
        <Measure
          title="Searches"
          days={days.days}
          annotations={annotations}
          measure={days.searches}
          format={count}
          short={shortNumber}
          changeOf={shareChange}
          note={<Link to={projectPath(project.id, '/searches')}>All searches</Link>}
        />
        <Measure
          title="Click-through rate"
          days={days.days}
          annotations={annotations}
          measure={days.clickShare}
          format={share}
          short={share}
          changeOf={pointsChange}
          note={`Today, ${counted(days.clicked.today ?? 0, 'search', 'searches')} had a click.`}
        />
        <Measure
          title="Sales"
          days={days.days}
          annotations={annotations}
          measure={days.revenue}
          format={(amount) => money(amount, currency)}
          short={(amount) => shortMoney(amount, currency)}
          changeOf={shareChange}
          note={
            <>
              Today {counted(days.orders.today ?? 0, 'order')}, yesterday {count(days.orders.yesterday ?? 0)}.
              {days.otherSales.map((sales) => (
                <span key={sales.currency}>
                  {' '}
                  Also {money(sales.revenue, sales.currency ?? '')} in {counted(sales.orders, 'order')}.
                </span>
              ))}{' '}
              <Link to={projectPath(project.id, '/revenue?by=list')}>Sold through lists</Link>
            </>
          }
        />
        <Measure
          title="Searches without results"
          days={days.days}
          annotations={annotations}
          measure={days.withoutResultsShare}
          format={share}
          short={share}
          changeOf={pointsChange}
          note={`Today, ${count(days.withoutResults.today ?? 0)} of ${counted(days.searches.today ?? 0, 'search', 'searches')}.`}
        />
      </div>
    </section>
  );
}

/** As high as the figures, so that nothing moves once they are loaded. */
export function TodayPlaceholder(): ReactNode {
  return (
    <section className="stack" aria-label="Your shop today">
      <div>
        <h2>Your shop today</h2>
        <p className="small soft">Loading the last two weeks.</p>
      </div>
      <div className="measures">
        <Skeleton count={4} height="24.5rem" />
      </div>
    </section>
  );
}

function Measure({
  title,
  days,
  annotations,
  measure,
  format,
  short,
  changeOf,
  note,
}: {
  title: string;
  days: readonly string[];
  annotations: readonly ChartAnnotation[];
  measure: DayMeasure;
  format: (value: number) => string;
  short: (value: number) => string;
  /** A difference in words. */
  changeOf: (before: number, after: number) => string;
  note: ReactNode;
}): ReactNode {
  const { today, beforeToday, yesterday, beforeYesterday, week, weekBefore } = measure;
  const drawnDays = days.slice(7, 14);
  const text = (value: number | null): string => (value === null ? '–' : format(value));
  const dayAgo = (daysAgo: number): Date => new Date(days.at(-1 - daysAgo) ?? 0);
  const change = yesterday === null || beforeYesterday === null ? '' : changeOf(beforeYesterday, yesterday);
  return (
    <section className="panel" aria-label={title}>
      <h3>{title}</h3>
      <dl className="counts compared-days">
        <div>
          <dt>Today so far</dt>
          <dd>{text(today)}</dd>
          <dd className="before">
            all of {weekday.format(dayAgo(7))} last week: {text(beforeToday)}
          </dd>
        </div>
        <div>
          <dt>Yesterday</dt>
          <dd>{text(yesterday)}</dd>
          <dd className="before">
            {weekday.format(dayAgo(8))} a week before: {text(beforeYesterday)}
            {change !== '' && <strong> {change}</strong>}
          </dd>
        </div>
      </dl>
      <LineChart
        title={`${title} by day`}
        positions="Day"
        labels={drawnDays.map((day) => shortWeekday.format(new Date(day)))}
        rows={drawnDays.map((day) => fullDay.format(new Date(day)))}
        lines={[
          { name: 'this week', isDashed: false, values: week },
          { name: 'week before', isDashed: true, values: weekBefore },
        ]}
        annotations={listAnnotations(annotations, drawnDays)}
        format={format}
        short={short}
      />
      <p className="small soft">{note}</p>
    </section>
  );
}
