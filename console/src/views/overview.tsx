import type { ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { Link, projectPath } from '../app/router.tsx';
import type { ProjectView } from '../app/project-view.ts';
import { service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { count, time } from '../parts/formats.ts';
import { Allowed } from '../parts/read-only.tsx';
import { ErrorNote } from '../parts/states.tsx';
import { Care } from './overview/care.tsx';
import { FirstRequest } from './overview/first-request.tsx';
import { PicturesPanel } from './overview/pictures.tsx';
import { daysLoaded, shopDays } from './overview/shop-days.ts';
import { Tasks } from './overview/tasks.tsx';
import { Today, TodayPlaceholder } from './overview/today.tsx';
import { TogetherPanel } from './overview/together.tsx';

/** Figures of the shop, what needs attention, and its totals; a shop without events begins with its first steps. */
export function Overview({ project: initial }: ProjectView): ReactNode {
  const id = initial.id;
  const loaded = useLoad(id, (signal) => service.admin.getProject(id, { signal }), 5_000);
  const project = loaded.value?.project ?? initial;
  const days = useLoad(id, (signal) => loadDays(id, signal), 30_000);
  const drafts = useLoad(id, async (signal) => (await service.drafts.list(id, { signal })).drafts, 30_000);
  const hasEvents = initial.events > 0;
  const today = days.value !== null && (hasEvents || days.value.searches.totals.searches > 0) && (
    <Today project={project} days={shopDays(days.value.searches, days.value.revenue, project)} />
  );
  const care = (
    <Care
      project={id}
      details={loaded.value}
      searches={days.value?.searches ?? null}
      drafts={drafts.value ?? []}
    />
  );
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
      {days.error !== null && <ErrorNote error={days.error} retry={days.reload} />}
      {hasEvents && days.value === null && days.error === null && <TodayPlaceholder />}
      {hasEvents && today}
      {hasEvents && care}
      <Totals project={project} />
      {!hasEvents && care}
      <div className="columns">
        <PicturesPanel details={loaded.value} project={id} counts={project.pictures} />
        {project.items > 0 && <TogetherPanel project={id} />}
        <Tasks tasks={loaded.value?.tasks ?? []} />
      </div>
      <FirstRequest project={id} />
      {!hasEvents && today}
    </View>
  );
}

async function loadDays(project: string, signal: AbortSignal) {
  const from = `now-${daysLoaded - 1}d`;
  const [searches, revenue] = await Promise.all([
    service.analytics.searches(project, { from }, { signal }),
    service.analytics.revenue(project, { from, by: 'day' }, { signal }),
  ]);
  return { searches, revenue };
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
      {project.items === 0 && (
        <Allowed operation="importItems">
          <p className="row">
            <Link className="button main" to={projectPath(project.id, '/items/new')}>
              Add your first item
            </Link>
            <Link className="button" to={projectPath(project.id, '/import')}>
              Import a file
            </Link>
          </p>
        </Allowed>
      )}
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
