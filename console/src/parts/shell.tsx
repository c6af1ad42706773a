import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon } from './icons.tsx';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { chooseTheme, currentTheme } from '../app/theme.ts';

const places = [
  { rest: '', text: 'Overview', icon: 'overview' },
  { rest: '/items', text: 'Items', icon: 'items' },
  { rest: '/import', text: 'Import', icon: 'import' },
  { rest: '/keys', text: 'Keys', icon: 'key' },
  { rest: '/searches', text: 'Searches', icon: 'chart' },
  { rest: '/relevance', text: 'Relevance', icon: 'settings' },
  { rest: '/rules', text: 'Rules', icon: 'rules' },
  { group: 'Try it' },
  { rest: '/search', text: 'Search', icon: 'search' },
  { rest: '/photo', text: 'Photo', icon: 'photo' },
  { rest: '/recommendations', text: 'Recommendations', icon: 'recommend' },
] as const;

/** What stands around every view: the way home, the places of the project, and the view's main part. */
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
        className="skip"
        href="#main"
        onClick={(event) => (event.preventDefault(), document.querySelector<HTMLElement>('main h1')?.focus())}
      >
        Skip to the content
      </a>
      <div className={project === null ? 'frame wide' : 'frame'}>
        <header className="top">
          <Link to="/" className="brand">
            <Icon name="window" size={24} />
            Vitrine
          </Link>
          {project !== null && <span className="where">{project.name}</span>}
          <div className="tools">
            <a className="button quiet small" href="/docs">
              <Icon name="book" size={16} />
              <span className="hide-narrow">Reference</span>
              <span className="unseen">(documentation)</span>
            </a>
            <ThemeSwitch />
            <SettingsLink />
          </div>
        </header>
        {project !== null && <Side project={project.id} />}
        <main className="stage" id="main">
          {children}
        </main>
      </div>
    </>
  );
}

function Side({ project }: { project: string }): ReactNode {
  const { path } = useRouter().place;
  const here = path.slice(projectPath(project).length);
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen the places are one strip: what is open must be in sight.
    const current = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (current && nav.current) nav.current.scrollLeft = current.offsetLeft - 60;
  }, [here]);
  return (
    <nav className="side" aria-label="Project" ref={nav}>
      {places.map((place) =>
        'group' in place ? (
          <span key={place.group} className="group">
            {place.group}
          </span>
        ) : (
          <Link
            key={place.rest}
            to={projectPath(project, place.rest)}
            current={
              place.rest === '' ? here === '' : here === place.rest || here.startsWith(`${place.rest}/`)
            }
          >
            <Icon name={place.icon} />
            {place.text}
          </Link>
        ),
      )}
    </nav>
  );
}

function SettingsLink(): ReactNode {
  const { path } = useRouter().place;
  return (
    <Link to="/settings" className="button quiet small" current={path === '/settings'}>
      <Icon name="settings" size={16} />
      <span className="unseen">Settings</span>
    </Link>
  );
}

export function ThemeSwitch(): ReactNode {
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  return (
    <button
      type="button"
      className="button quiet small"
      onClick={() => (chooseTheme(other), setTheme(other))}
    >
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} size={16} />
      <span className="unseen">Show it {other}</span>
    </button>
  );
}

let opened = false;

/** The head and body of a view. Its heading takes the focus when the view opens, so that screen readers begin there. */
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
    // The browser places the focus itself where a page is first opened.
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
