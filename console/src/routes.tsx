import { Suspense, type ReactNode } from 'react';
import { lazyView } from './app/lazy-view.ts';
import { ErrorBoundary } from './parts/error-boundary.tsx';
import { ErrorNote, Skeleton } from './parts/states.tsx';
import { Projects } from './views/projects.tsx';
import { useIdentity } from './app/identity.tsx';
import { useLoad } from './app/load.ts';
import type { ProjectView } from './app/project-view.ts';
import { matchPath, useRouter } from './app/router.tsx';
import { useTriedSearches } from './app/tried-searches.ts';
import { service } from './app/service.ts';
import { Shell, View } from './parts/shell.tsx';

// Views are loaded on first use, except the list of projects, where most visits start.
const Overview = lazyView(async () => (await import('./views/overview.tsx')).Overview);
const Items = lazyView(async () => (await import('./views/items.tsx')).Items);
const ItemEditor = lazyView(async () => (await import('./views/item-editor.tsx')).ItemEditor);
const BulkEditor = lazyView(async () => (await import('./views/bulk-editor.tsx')).BulkEditor);
const Import = lazyView(async () => (await import('./views/import.tsx')).Import);
const Pictures = lazyView(async () => (await import('./views/pictures.tsx')).Pictures);
const Keys = lazyView(async () => (await import('./views/keys.tsx')).Keys);
const Search = lazyView(async () => (await import('./views/search.tsx')).Search);
const Relevance = lazyView(async () => (await import('./views/relevance.tsx')).Relevance);
const Facets = lazyView(async () => (await import('./views/facets.tsx')).FacetsView);
const Rules = lazyView(async () => (await import('./views/rules.tsx')).Rules);
const Collections = lazyView(async () => (await import('./views/collections.tsx')).Collections);
const CollectionEditor = lazyView(
  async () => (await import('./views/collection-editor.tsx')).CollectionEditor,
);
const Placements = lazyView(async () => (await import('./views/placements.tsx')).Placements);
const PlacementEditor = lazyView(async () => (await import('./views/placement-editor.tsx')).PlacementEditor);
const Site = lazyView(async () => (await import('./views/site.tsx')).Site);
const History = lazyView(async () => (await import('./views/history.tsx')).History);
const Drafts = lazyView(async () => (await import('./views/drafts.tsx')).Drafts);
const DraftEditor = lazyView(async () => (await import('./views/draft-editor.tsx')).DraftEditor);
const Experiments = lazyView(async () => (await import('./views/experiments.tsx')).Experiments);
const ExperimentPage = lazyView(async () => (await import('./views/experiment.tsx')).ExperimentPage);
const Alerts = lazyView(async () => (await import('./views/alerts.tsx')).Alerts);
const Searches = lazyView(async () => (await import('./views/searches.tsx')).Searches);
const Revenue = lazyView(async () => (await import('./views/revenue.tsx')).Revenue);
const Photo = lazyView(async () => (await import('./views/photo.tsx')).Photo);
const Recommendations = lazyView(async () => (await import('./views/recommendations.tsx')).Recommendations);
const Settings = lazyView(async () => (await import('./views/settings.tsx')).Settings);
const AuditLog = lazyView(async () => (await import('./views/audit-log.tsx')).AuditLogView);
const Backups = lazyView(async () => (await import('./views/backups.tsx')).Backups);
const Team = lazyView(async () => (await import('./views/team.tsx')).TeamView);

/** `needs`: the operation without which the view is of no use. */
const generalViews: readonly (readonly [path: string, view: () => ReactNode, needs?: string])[] = [
  ['/settings', () => <Settings />],
  ['/settings/team', () => <Team />, 'listUsers'],
  ['/settings/backups', () => <Backups />, 'listBackups'],
  ['/settings/audit-log', () => <AuditLog />, 'getAuditLog'],
];

const projectViews: readonly (readonly [
  pattern: string,
  view: (props: ProjectView) => ReactNode,
  needs?: string,
])[] = [
  ['', (props) => <Overview {...props} />],
  ['/items', (props) => <Items {...props} />],
  ['/items/new', (props) => <ItemEditor key="new" {...props} />, 'addItems'],
  ['/items/bulk-edit', (props) => <BulkEditor {...props} />, 'changeItems'],
  ['/items/:item', (props) => <ItemEditor key={props.parts['item']} {...props} />],
  ['/import', (props) => <Import {...props} />, 'importItems'],
  ['/pictures', (props) => <Pictures {...props} />],
  ['/keys', (props) => <Keys {...props} />, 'listKeys'],
  ['/search', (props) => <Search {...props} />],
  ['/relevance', (props) => <Relevance {...props} />],
  ['/alerts', (props) => <Alerts {...props} />],
  ['/searches', (props) => <Searches {...props} />],
  ['/revenue', (props) => <Revenue {...props} />],
  ['/facets', (props) => <Facets {...props} />],
  ['/rules', (props) => <Rules {...props} />],
  ['/collections', (props) => <Collections {...props} />],
  ['/collections/:collection', (props) => <CollectionEditor key={props.parts['collection']} {...props} />],
  ['/placements', (props) => <Placements {...props} />],
  ['/placements/:placement', (props) => <PlacementEditor key={props.parts['placement']} {...props} />],
  ['/site', (props) => <Site {...props} />],
  ['/drafts', (props) => <Drafts {...props} />],
  ['/drafts/:draft', (props) => <DraftEditor key={props.parts['draft']} {...props} />],
  ['/experiments', (props) => <Experiments {...props} />],
  ['/experiments/:experiment', (props) => <ExperimentPage key={props.parts['experiment']} {...props} />],
  ['/history', (props) => <History {...props} />],
  ['/photo', (props) => <Photo {...props} />],
  ['/recommendations', (props) => <Recommendations {...props} />],
  ['/recommendations/:kind', (props) => <Recommendations {...props} />],
];

/** Selects the view by the path. */
export function Routes(): ReactNode {
  const { path } = useRouter().route;
  if (path === '/') return <Shell project={null}>{<Projects />}</Shell>;
  const general = generalViews.find(([pattern]) => pattern === path);
  if (general !== undefined) {
    return (
      <Shell project={null}>
        <Loading path={path}>
          <Permitted operation={general[2]}>{general[1]()}</Permitted>
        </Loading>
      </Shell>
    );
  }
  const id = matchPath('/p/:project', path.split('/').slice(0, 3).join('/'))?.['project'];
  if (id !== undefined) return <ProjectRoutes key={id} id={id} path={path} />;
  return (
    <Shell project={null}>
      <NotFound />
    </Shell>
  );
}

function ProjectRoutes({ id, path }: { id: string; path: string }): ReactNode {
  const loaded = useLoad(id, (signal) => service.admin.getProject(id, { signal }));
  const project = loaded.value?.project ?? null;
  const rest = path
    .split('/')
    .slice(3)
    .map((part) => `/${part}`)
    .join('');
  useTriedSearches(id, rest);
  const match = projectViews
    .map(([pattern, view, needs]) => ({ view, needs, parts: matchPath(pattern, rest) }))
    .find(({ parts }) => parts !== null);
  return (
    <Shell project={{ id, name: project?.name ?? id }}>
      {project === null ? (
        loaded.error === null ? (
          <Skeleton height="20rem" />
        ) : (
          <View title="Project">
            <ErrorNote error={loaded.error} retry={loaded.reload} />
          </View>
        )
      ) : (
        <Loading path={path}>
          <Permitted operation={match?.needs}>
            {match?.view({ project, parts: match.parts ?? {} }) ?? <NotFound />}
          </Permitted>
        </Loading>
      )}
    </Shell>
  );
}

/** A placeholder for a view while it loads, and an error if that fails. */
function Loading({ path, children }: { path: string; children: ReactNode }): ReactNode {
  return (
    <ErrorBoundary path={path}>
      <Suspense fallback={<Skeleton height="20rem" />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** The content, if the user may call the operation that it needs. */
function Permitted({
  operation,
  children,
}: {
  operation: string | undefined;
  children: ReactNode;
}): ReactNode {
  const { may, user } = useIdentity();
  if (operation === undefined || may(operation)) return children;
  return (
    <View title="Not for your role">
      <p>Your role is {user?.role ?? 'viewer'}. This page is for people with another role: ask an owner.</p>
      <p>
        <a href="/console/">Back to projects</a>
      </p>
    </View>
  );
}

function NotFound(): ReactNode {
  return (
    <View title="Page not found">
      <p>
        <a href="/console/">Back to projects</a>
      </p>
    </View>
  );
}
