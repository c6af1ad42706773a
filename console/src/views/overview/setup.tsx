import type { SearchReport, SiteReport } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { useMay } from '../../app/identity.tsx';
import { useLoad } from '../../app/load.ts';
import { namedFieldPath } from '../../app/named-field.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { Link, projectPath } from '../../app/router.tsx';
import { normalizeQuery, triedSearchesWanted } from '../../app/tried-searches.ts';
import { count, counted } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import { ShopTag } from '../../parts/shop-tag.tsx';
import { ErrorNote, Skeleton } from '../../parts/states.tsx';
import { setupSteps, type SetupStep } from './setup-steps.ts';
import { suggestSearches } from './suggested-searches.ts';

interface SetupOptions {
  readonly project: ProjectView['project'];
  readonly done: ReadonlySet<SetupStep>;
  readonly tried: readonly string[];
  readonly top: SearchReport['top'];
  readonly site: SiteReport;
  readonly onHide: () => void;
}

const titles: Readonly<Record<SetupStep, string>> = {
  catalog: 'Bring in your catalog',
  searches: 'Look at twenty searches',
  site: 'Put it on your site',
  events: 'See the first events',
  sale: 'See the first sale',
};

/** What takes a new shop to its first sale; each step is done once the service sees it. */
export function Setup(options: SetupOptions): ReactNode {
  const { done, onHide } = options;
  const next = setupSteps.find((step) => !done.has(step));
  return (
    <section className="panel" aria-labelledby="setup">
      <div className="row between">
        <h2 id="setup">Set up your shop</h2>
        <button type="button" className="button quiet small" onClick={onHide}>
          Hide<span className="visually-hidden"> the setup list</span>
        </button>
      </div>
      <div className="setup-progress">
        <progress max={setupSteps.length} value={done.size} aria-label="Steps done" />
        <span className="small soft num">
          {done.size} of {setupSteps.length} done
        </span>
      </div>
      <ol className="setup-steps">
        {setupSteps.map((step, index) => (
          <li key={step} data-done={done.has(step)}>
            <span className="setup-mark" aria-hidden="true">
              {done.has(step) ? <Icon name="check" size={16} /> : index + 1}
            </span>
            {done.has(step) ? (
              <div>
                <h3>
                  {titles[step]}
                  <span className="visually-hidden"> (done)</span>
                </h3>
                <p className="small soft">{describeDone(step, options)}</p>
              </div>
            ) : (
              <details open={step === next}>
                <summary>
                  <h3>{titles[step]}</h3>
                </summary>
                <div className="stack">
                  <StepBody step={step} {...options} />
                </div>
              </details>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function describeDone(step: SetupStep, { project, tried, site }: SetupOptions): string {
  switch (step) {
    case 'catalog':
      return `${counted(project.items, 'item')}, ${count(project.activeItems)} of them active.`;
    case 'searches':
      return `${counted(tried.length, 'search', 'searches')} looked at in this browser.`;
    case 'site':
      return site.pages.length > 0
        ? `Seen on ${counted(site.pages.length, 'page')} in the last hour.`
        : 'Shoppers search.';
    case 'events':
      return `${counted(project.events, 'event')} so far.`;
    case 'sale':
      return 'Sales are counted, and which search or list they came from.';
  }
}

function StepBody({ step, ...options }: SetupOptions & { step: SetupStep }): ReactNode {
  switch (step) {
    case 'catalog':
      return <Catalog {...options} />;
    case 'searches':
      return <TwentySearches {...options} />;
    case 'site':
      return <OnSite {...options} />;
    case 'events':
      return <FirstEvents {...options} />;
    case 'sale':
      return (
        <p className="soft">
          An order counts as soon as the page after the payment reports it: with the tag by itself on common
          platforms, otherwise by one line of code. <a href="/docs/guide/revenue">How sales are measured</a>
        </p>
      );
  }
}

function Catalog({ project }: SetupOptions): ReactNode {
  const may = useMay();
  if (!may('importItems')) return <p className="soft">Ask an editor or an owner to import the catalog.</p>;
  return (
    <>
      <p className="soft">
        From a file, from a feed that is read on a schedule, or from the address of your shop.
      </p>
      <p className="row">
        <Link className="button main" to={projectPath(project.id, '/import')}>
          Import your catalog
        </Link>
        <Link className="button" to={projectPath(project.id, '/items/new')}>
          Add your first item
        </Link>
      </p>
    </>
  );
}

/** Searches of this catalog to try, with those that were looked at. */
function TwentySearches({ project, tried, top }: SetupOptions): ReactNode {
  const hasItems = project.items > 0;
  const loaded = useLoad(`${project.id} ${hasItems}`, async (signal) =>
    hasItems ? suggestSearches(project.id, top, signal) : [],
  );
  const looked = new Set(tried);
  return (
    <>
      <p className="soft">
        Is what you expect at the top? A product that should be first is dragged there; a word that finds
        nothing gets a synonym.{' '}
        <span className="num">
          {count(tried.length)} of {triedSearchesWanted} looked at.
        </span>
      </p>
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {!hasItems && <p className="small soft">Searches to try stand here once your catalog is in.</p>}
      {hasItems && loaded.value === null && loaded.error === null && <Skeleton height="4rem" />}
      {loaded.value !== null && loaded.value.length > 0 && (
        <ul className="search-chips" aria-label="Searches to try">
          {loaded.value.map((query) => (
            <li key={query}>
              <Link
                className="search-chip"
                to={projectPath(project.id, `/search?q=${encodeURIComponent(query)}`)}
              >
                {looked.has(normalizeQuery(query)) && (
                  <>
                    <Icon name="check" size={14} />
                    <span className="visually-hidden">Looked at: </span>
                  </>
                )}
                {query}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function OnSite({ project }: SetupOptions): ReactNode {
  return (
    <>
      <p className="soft">
        One tag in the head of all pages brings search, recommendations and measured sales, without a change
        of the theme. Take it out, and the shop is as before.
      </p>
      <ShopTag project={project.id} />
      <p className="row small">
        <Link to={projectPath(project.id, '/site')}>Choose what is shown</Link>
        <a href="/docs/guide/shop-script">Instructions by platform</a>
        <a href="/docs/packages/react">Build it into your own pages</a>
      </p>
    </>
  );
}

/** The events of a visit, in its order. */
const expectedEvents = [
  ['view', 'Views of products'],
  ['click', 'Clicks on results'],
  ['cart', 'Additions to the cart'],
  ['purchase', 'Orders'],
] as const;

function FirstEvents({ project, site }: SetupOptions): ReactNode {
  const seen = new Set(site.events.map(({ type }) => type));
  return (
    <>
      <p className="soft">
        Open your shop, search and click a product: it is seen here within seconds. Events teach the order of
        results and the recommendations.
      </p>
      <ul className="event-marks">
        {expectedEvents.map(([type, text]) => (
          <li key={type} className={seen.has(type) ? '' : 'soft'}>
            {seen.has(type) ? (
              <Icon name="check" size={16} />
            ) : (
              <span className="mark-open" aria-hidden="true" />
            )}
            {text}
            <span className="visually-hidden">{seen.has(type) ? ': seen' : ': not yet'}</span>
          </li>
        ))}
      </ul>
      <p className="row small">
        <Link
          to={namedFieldPath(projectPath(project.id, '/site'), {
            label: 'Seen in the last hour',
            section: '',
          })}
        >
          What arrives from your pages
        </Link>
        <a href="/docs/guide/events">Send events from your own code</a>
      </p>
    </>
  );
}
