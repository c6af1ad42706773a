import type { ReactNode } from 'react';
import { useLoad } from '../../app/load.ts';
import { Link, projectPath } from '../../app/router.tsx';
import { service } from '../../app/service.ts';
import { count, counted, time } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import { ErrorNote, Skeleton } from '../../parts/states.tsx';

const reloadMs = 10_000;
const pagesShown = 8;

/** The events that a shop sends, in the order of a visit. */
const expectedEvents = [
  ['view', 'Views of products'],
  ['click', 'Clicks on results and lists'],
  ['cart', 'Additions to the cart'],
  ['purchase', 'Orders'],
] as const;

/** What came from pages of the shop in the last hour: pages, events, and items that the catalog does not know. */
export function SiteCheck({ project }: { project: string }): ReactNode {
  const loaded = useLoad(
    `site ${project}`,
    (signal) => service.analytics.site(project, { signal }),
    reloadMs,
  );
  const report = loaded.value;
  return (
    <section className="panel stack" aria-labelledby="site-check">
      <h2 id="site-check">Seen in the last hour</h2>
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {report === null && loaded.error === null && <Skeleton height="6rem" />}
      {report !== null && (
        <div className="columns">
          <div className="stack tight">
            <h3>Pages with the tag</h3>
            {report.pages.length === 0 && (
              <p className="soft">None yet. Open a page of your shop that has the tag.</p>
            )}
            <ul className="site-facts">
              {report.pages.slice(0, pagesShown).map(({ path, reports, lastAt }) => (
                <li key={path}>
                  <span className="wrap-anywhere">{path === '' ? 'Other pages' : path}</span>
                  <span className="small soft num">
                    {counted(reports, 'visit')}, {time(lastAt)}
                  </span>
                </li>
              ))}
            </ul>
            {report.pages.length > pagesShown && (
              <p className="small soft">and {counted(report.pages.length - pagesShown, 'other page')}</p>
            )}
          </div>
          <div className="stack tight">
            <h3>Events</h3>
            <ul className="site-facts">
              {expectedEvents.map(([type, text]) => {
                const found = report.events.find((event) => event.type === type);
                return (
                  <li key={type}>
                    <span>
                      <Icon name={found === undefined ? 'close' : 'check'} size={16} /> {text}
                    </span>
                    <span className="small soft num">
                      {found === undefined
                        ? 'none'
                        : `${count(found.count)}, the last ${time(found.last.at)}`}
                    </span>
                    {found !== undefined && found.last.items.length > 0 && (
                      <span className="small soft wrap-anywhere">{found.last.items.join(', ')}</span>
                    )}
                  </li>
                );
              })}
            </ul>
          </div>
          <div className="stack tight">
            <h3>Unknown products</h3>
            {report.unknownCount === 0 && <p className="soft">All events name products of the catalog.</p>}
            {report.unknownCount > 0 && (
              <p className="note warn">
                <span>
                  {counted(report.unknownCount, 'event')} named products that the catalog does not have, such
                  as <strong>{report.unknownItems[0]?.id}</strong>.{' '}
                  <Link to={projectPath(project, '/import')}>Import them</Link>, or say by which field your
                  pages name products (<code>data-item-field</code> of the tag).
                </span>
              </p>
            )}
          </div>
        </div>
      )}
    </section>
  );
}
