import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { useIdentity, useMay } from '../app/identity.tsx';
import { useNamedField } from '../app/named-field.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { CommandPalette } from './command-palette.tsx';
import { Icon } from './icons.tsx';
import { Side, SideMenu, type ShownProject } from './side.tsx';
import { Link, useRouter } from '../app/router.tsx';
import { chooseTheme, currentTheme, onTheme } from '../app/theme.ts';

/** The frame of every view: header, project navigation and main content. */
export function Shell({
  project,
  children,
}: {
  project: ShownProject | null;
  children: ReactNode;
}): ReactNode {
  useNamedField();
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
          {project !== null && (
            <SideMenu project={project}>
              <GuidesLink />
              <ThemeSwitch />
              <TeamLink />
              <SettingsLink />
            </SideMenu>
          )}
          <Link to="/" className="brand">
            <Icon name="logo" size={24} />
            <span className={project === null ? '' : 'unshown-narrow'}>Vitrine</span>
          </Link>
          {project !== null && <span className="project-name only-narrow">{project.name}</span>}
          <div className="tools">
            <CommandPalette project={project?.id ?? null} />
            <div className={project === null ? 'row' : 'row hide-narrow'}>
              <GuidesLink />
              <ThemeSwitch />
              <TeamLink />
              <SettingsLink />
            </div>
          </div>
        </header>
        {project !== null && <Side project={project} />}
        <main className="content" id="main">
          {children}
        </main>
      </div>
    </>
  );
}

function GuidesLink(): ReactNode {
  return (
    <a className="button quiet small" href="/docs">
      <Icon name="book" size={16} />
      <span className="hide-narrow">Guides</span>
      <span className="visually-hidden">(documentation)</span>
    </a>
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
      <Icon name={name ? 'user' : 'gear'} size={16} />
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
  // Before anything else may take the focus, such as a field that the address names.
  useLayoutEffect(() => {
    // On the first page load the browser sets the focus itself.
    if (opened) heading.current?.focus({ preventScroll: true });
    opened = true;
  }, []);
  return (
    <>
      <Breadcrumbs title={title} />
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
