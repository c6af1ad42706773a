import type { ProjectDetails } from '@vitrine/sdk';
import { useEffect, useState, type ReactNode } from 'react';
import { readStored, writeStored } from '../app/browser-storage.ts';
import { useMay } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { listTriedSearches } from '../app/tried-searches.ts';
import { View } from '../parts/shell.tsx';
import { count, time } from '../parts/formats.ts';
import { ErrorNote, Skeleton } from '../parts/states.tsx';
import { Attention } from './overview/attention.tsx';
import { loadOverview } from './overview/load-overview.ts';
import type { OverviewFacts } from './overview/overview-facts.ts';
import { PicturesPanel } from './overview/pictures.tsx';
import { isSetUp, listDoneSteps, setupSteps, type SetupStep } from './overview/setup-steps.ts';
import { Setup } from './overview/setup.tsx';
import { shopDays } from './overview/shop-days.ts';
import { Tasks } from './overview/tasks.tsx';
import { Today, TodayPlaceholder } from './overview/today.tsx';
import { TogetherPanel } from './overview/together.tsx';

const runningMs = 30_000;
/** A person who sets up a shop waits for its first events. */
const setupMs = 10_000;

/** What leads a new shop to its first sale, what needs a person today, then the figures of the shop and its totals. */
export function Overview({ project: initial }: ProjectView): ReactNode {
  const { id, currency } = initial;
  const may = useMay();
  const [everyMs, setEveryMs] = useState(setupMs);
  const loaded = useLoad(id, (signal) => service.admin.getProject(id, { signal }), 5_000);
  const facts = useLoad(id, (signal) => loadOverview(id, { currency, may }, signal), everyMs);
  const details = loaded.value;
  const project = details?.project ?? initial;
  const done = details === null || facts.value === null ? null : listDone(details.project, facts.value);
  const isRunning = done !== null && isSetUp(done);
  useEffect(() => setEveryMs(isRunning ? runningMs : setupMs), [isRunning]);
  const hasEvents = initial.events > 0;
  return (
    <View
      title={project.name}
      intro={
        <>
          <code>{project.id}</code> · Currency: {project.currency} · Created {time(project.createdAt)}
        </>
      }
      actions={project.demo ? <span className="badge warn">Demo: simulated shoppers</span> : undefined}
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {facts.error !== null && <ErrorNote error={facts.error} retry={facts.reload} />}
      {done === null && loaded.error === null && facts.error === null && (
        <>
          <Skeleton height={hasEvents ? '14rem' : '26rem'} />
          {hasEvents && <TodayPlaceholder />}
        </>
      )}
      {/* All at once, so that nothing moves down when something above it appears. */}
      {done !== null && details !== null && facts.value !== null && (
        <Content details={details} facts={facts.value} done={done} />
      )}
    </View>
  );
}

function listDone(project: ProjectView['project'], { searches, orders, site }: OverviewFacts) {
  const triedSearches = listTriedSearches(project.id).length;
  return listDoneSteps({ project, triedSearches, searches, orders, site });
}

function Content({
  details,
  facts,
  done,
}: {
  details: ProjectDetails;
  facts: OverviewFacts;
  done: ReadonlySet<SetupStep>;
}): ReactNode {
  const { project, tasks } = details;
  const { searches, revenue } = facts;
  const hasData = project.events > 0 || project.items > 0 || tasks.length > 0;
  return (
    <>
      {!isSetUp(done) && <HideableSetup project={project} facts={facts} done={done} />}
      <Attention facts={{ ...facts, details }} />
      {(project.events > 0 || searches.totals.searches > 0) && (
        <Today project={project} days={shopDays(searches, revenue, project)} />
      )}
      {hasData && (
        <>
          <Totals project={project} />
          <div className="columns">
            <PicturesPanel details={details} project={project.id} counts={project.pictures} />
            {project.items > 0 && <TogetherPanel project={project.id} />}
            <Tasks tasks={tasks} />
          </div>
        </>
      )}
    </>
  );
}

/** The setup list, which a person may hide in this browser. */
function HideableSetup({
  project,
  facts: { searches, site },
  done,
}: {
  project: ProjectView['project'];
  facts: OverviewFacts;
  done: ReadonlySet<SetupStep>;
}): ReactNode {
  const name = `setup-hidden ${project.id}`;
  const [isHidden, setIsHidden] = useState(() => readStored(name) === true);
  const hide = (hidden: boolean): void => {
    writeStored(name, hidden);
    setIsHidden(hidden);
  };
  if (isHidden)
    return (
      <div>
        <button type="button" className="button small" onClick={() => hide(false)}>
          Show the setup list: {done.size} of {setupSteps.length} done
        </button>
      </div>
    );
  return (
    <Setup
      project={project}
      done={done}
      tried={listTriedSearches(project.id)}
      top={searches.top}
      site={site}
      onHide={() => hide(true)}
    />
  );
}

function Totals({ project }: Pick<ProjectView, 'project'>): ReactNode {
  const { pending, embedded, refined, failed } = project.pictures;
  return (
    <section className="panel" aria-label="Totals">
      <dl className="counts large">
        <Count name="Items" value={project.items} />
        <Count name="Active" value={project.activeItems} />
        <Count name="Events" value={project.events} />
        <Count name="Pictures" value={pending + embedded + refined + failed} />
      </dl>
    </section>
  );
}

function Count({ name, value }: { name: string; value: number }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{count(value)}</dd>
    </div>
  );
}
