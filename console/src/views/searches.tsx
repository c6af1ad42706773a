import type { QueryFigures, SearchReport } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { DayBars } from '../parts/day-bars.tsx';
import { SelectField } from '../parts/field.tsx';
import { count, share } from '../parts/formats.ts';
import { View } from '../parts/shell.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';

const spans = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['92', 'Last 92 days'],
] as const;

/** What shoppers looked for, what they did not find, and what they found and did not want. */
export function Searches({ project }: ProjectView): ReactNode {
  const { place, go } = useRouter();
  const asked = place.query.get('days') ?? '7';
  const days = spans.some(([known]) => known === asked) ? asked : '7';
  const loaded = useLoad(
    `${project.id} ${days}`,
    (signal) => service.analytics.searches(project.id, { from: `now-${Number(days) - 1}d` }, { signal }),
    30_000,
  );
  return (
    <View
      title="Searches"
      intro="What shoppers looked for and what came of it. A search counts once somebody stops typing; only sums are kept, of no person."
      actions={
        <SelectField
          label="Time"
          value={days}
          onValue={(next) => go(`${projectPath(project.id, '/searches')}?days=${next}`)}
          options={spans}
        />
      }
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {loaded.value === null && loaded.error === null && <Skeleton count={3} height="9rem" />}
      {loaded.value !== null && <Report report={loaded.value} project={project.id} />}
    </View>
  );
}

function Report({ report, project }: { report: SearchReport; project: string }): ReactNode {
  const { totals } = report;
  if (totals.searches === 0)
    return (
      <Empty icon="chart" title="Nobody searched in this time">
        Searches come here by themselves. Send <code>session</code> or <code>user</code> with them, and their{' '}
        <code>searchId</code> with clicks and purchases, to see what came of them.
      </Empty>
    );
  return (
    <>
      <section className="pane stack" aria-label="In sum">
        <dl className="counts large">
          <Figure name="Searches" value={count(totals.searches)} />
          <Figure name="Without results" value={share(totals.withoutResults / totals.searches)} />
          <Figure name="Clicked" value={totals.clickShare === null ? '–' : share(totals.clickShare)} />
          <Figure
            name="Place of the click"
            value={totals.clickPosition === null ? '–' : totals.clickPosition.toFixed(1)}
          />
          <Figure name="Bought" value={count(totals.bought)} />
        </dl>
        <DayBars
          title="Searches by day"
          value="searches"
          part="without results"
          bars={report.days.map(({ day, searches, withoutResults }) => ({
            day,
            value: searches,
            part: withoutResults,
          }))}
        />
      </section>
      <Queries
        title="Searched most"
        note="What your shop is asked for."
        queries={report.top}
        project={project}
        numberName="Searches"
        number={({ searches }) => searches}
      />
      <Queries
        title="Not found"
        note={
          <>
            No item has all of these words. A <Link to={projectPath(project, '/relevance')}>synonym</Link>{' '}
            helps where you sell it under another name.
          </>
        }
        nothing="Every search found something."
        queries={report.withoutResults}
        project={project}
        numberName="Without results"
        number={({ withoutResults }) => withoutResults}
      />
      <Queries
        title="Found, and not clicked"
        note={
          <>
            The list is not what they meant, or not in the right order. A{' '}
            <Link to={projectPath(project, '/rules')}>rule</Link> puts the right items on top.
          </>
        }
        nothing="Something was clicked after every search."
        queries={report.unclicked}
        project={project}
        numberName="Not clicked"
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

/** A list of queries, each of which can be tried. */
function Queries({
  title,
  note,
  nothing = '',
  queries,
  project,
  numberName,
  number,
}: {
  title: string;
  note: ReactNode;
  /** What is said where there is none. */
  nothing?: string;
  queries: readonly QueryFigures[];
  project: string;
  numberName: string;
  number: (query: QueryFigures) => number;
}): ReactNode {
  return (
    <section className="stack" aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p className="small soft">{queries.length === 0 ? nothing : note}</p>
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
                <th scope="col" className="right">
                  Clicked
                </th>
                <th scope="col" className="right hide-narrow">
                  Place
                </th>
                <th scope="col" className="right hide-narrow">
                  Bought
                </th>
              </tr>
            </thead>
            <tbody>
              {queries.map((one) => (
                <tr key={one.query}>
                  <td className="query">
                    <Link to={`${projectPath(project, '/search')}?q=${encodeURIComponent(one.query)}`}>
                      {one.query}
                    </Link>
                  </td>
                  <td className="right">{count(number(one))}</td>
                  <td className="right">{one.clickShare === null ? '–' : share(one.clickShare)}</td>
                  <td className="right hide-narrow">
                    {one.clickPosition === null ? '–' : one.clickPosition.toFixed(1)}
                  </td>
                  <td className="right hide-narrow">{count(one.bought)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
