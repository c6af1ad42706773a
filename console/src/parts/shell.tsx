import { useEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { useIdentity, useMay } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import { projectPages } from '../app/pages.ts';
import { service } from '../app/service.ts';
import { CommandPalette } from './command-palette.tsx';
import { Icon } from './icons.tsx';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { chooseTheme, currentTheme, onTheme } from '../app/theme.ts';

/** The frame of every view: header, project navigation and main content. */
export function Shell({
  project,
  children,
}: {
  project: { id: string; name: string } | null;
  children: ReactNode;
}): ReactNode {
  return (
    <>
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => (event.preventDefault(), document.querySelector<HTMLElement>('main h1')?.focus())}
      >
        Skip to content
      </a>
      <div className={project === null ? 'frame wide' : 'frame'}>
        <header className="top">
          <Link to="/" className="brand">
            <Icon name="logo" size={24} />
            Vitrine
          </Link>
          {project !== null && <span className="project-name">{project.name}</span>}
          <div className="tools">
            <CommandPalette project={project?.id ?? null} />
            <a className="button quiet small" href="/docs">
              <Icon name="book" size={16} />
              <span className="hide-narrow">Guides</span>
              <span className="visually-hidden">(documentation)</span>
            </a>
            <ThemeSwitch />
            <TeamLink />
            <SettingsLink />
          </div>
        </header>
        {project !== null && <Side project={project.id} />}
        <main className="content" id="main">
          {children}
        </main>
      </div>
    </>
  );
}

function Side({ project }: { project: string }): ReactNode {
  const { path } = useRouter().route;
  const currentPath = path.slice(projectPath(project).length);
  const may = useMay();
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On narrow screens the navigation scrolls sideways: keep the current page visible.
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (current && nav.current) nav.current.scrollLeft = current.offsetLeft - 60;
  }, [currentPath]);
  return (
    <nav className="side" aria-label="Project" ref={nav}>
      {projectPages.map((page) =>
        'group' in page ? (
          <span key={page.group} className="group">
            {page.group}
          </span>
        ) : 'needs' in page && !may(page.needs) ? null : (
          <Link
            key={page.rest}
            to={projectPath(project, page.rest)}
            current={
              page.rest === ''
                ? currentPath === ''
                : currentPath === page.rest || currentPath.startsWith(`${page.rest}/`)
            }
          >
            <Icon name={page.icon} />
            {page.text}
            {page.rest === '/alerts' && <OpenAlerts project={project} />}
          </Link>
        ),
      )}
    </nav>
  );
}

/** The number of open alerts, where there are any. */
function OpenAlerts({ project }: { project: string }): ReactNode {
  const { value } = useLoad(
    project,
    (signal) => service.alerts.list(project, { open: true, limit: 1 }, { signal }),
    30_000,
  );
  const open = value?.open ?? 0;
  return open === 0 ? null : (
    <span className="badge bad">
      {open}
      <span className="visually-hidden"> open</span>
    </span>
  );
}

function TeamLink(): ReactNode {
  const { path } = useRouter().route;
  if (!useMay()('listUsers')) return null;
  return (
    <Link to="/settings/team" className="button quiet small" current={path === '/settings/team'}>
      <Icon name="team" size={16} />
      <span className="hide-narrow">Team</span>
      <span className="visually-hidden">(users)</span>
    </Link>
  );
}

/** The user, whose settings it opens. */
function SettingsLink(): ReactNode {
  const { path } = useRouter().route;
  const { user } = useIdentity();
  const name = user?.name || user?.email;
  return (
    <Link to="/settings" className="button quiet small" current={path === '/settings'}>
      <Icon name={name ? 'user' : 'settings'} size={16} />
      {name && <span className="hide-narrow truncate user-name">{name}</span>}
      <span className="visually-hidden">{name ? '(settings)' : 'Settings'}</span>
    </Link>
  );
}

export function ThemeSwitch(): ReactNode {
  const theme = useSyncExternalStore(onTheme, currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button type="button" className="button quiet small" onClick={() => chooseTheme(other)}>
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} size={16} />
      <span className="visually-hidden">Switch to {other} mode</span>
    </button>
  );
}

let opened = false;

/** Title and content of a view. The heading receives the focus when the view opens, for screen readers. */
export function View({
  title,
  intro,
  actions,
  children,
}: {
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Vitrine`;
  }, [title]);
  useEffect(() => {
    // On the first page load the browser sets the focus itself.
    if (opened) heading.current?.focus({ preventScroll: true });
    opened = true;
  }, []);
  return (
    <>
      <div className="title">
        <div>
          <h1 tabIndex={-1} ref={heading}>
            {title}
          </h1>
          {intro !== undefined && <p>{intro}</p>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </div>
      {children}
    </>
  );
}
