import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useMay } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import { isPageAt, projectPages } from '../app/pages.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { Field } from './field.tsx';
import { counted } from './formats.ts';
import { Icon } from './icons.tsx';
import { Menu } from './menu.tsx';
import { ErrorNote, Skeleton } from './states.tsx';

/** With more projects than this, the menu has a field to find one. */
const unsearchedMax = 7;
const listedMax = 50;

/** Shows the project and changes to another one, on the same page where that is the first level. */
export function ProjectSwitcher({ project }: { project: { id: string; name: string } }): ReactNode {
  return (
    <div className="project-switcher">
      <Menu
        name="Projects"
        className="button switcher"
        label={
          <>
            <span className="initial" aria-hidden="true">
              {readInitial(project.name)}
            </span>
            <span className="truncate">{project.name}</span>
            <span className="visually-hidden">(switch project)</span>
            <Icon name="switch" size={16} />
          </>
        }
      >
        {(close) => <ProjectMenu project={project.id} onClose={close} />}
      </Menu>
    </div>
  );
}

function ProjectMenu({ project, onClose }: { project: string; onClose: () => void }): ReactNode {
  const { route, go } = useRouter();
  const may = useMay();
  const [typed, setTyped] = useState('');
  const loaded = useLoad('projects', (signal) => service.admin.listProjects({ signal }));
  const all = loaded.value?.projects ?? null;
  if (loaded.error !== null) return <ErrorNote error={loaded.error} retry={loaded.reload} />;
  if (all === null) return <Skeleton count={3} height="2.2rem" />;
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(({ id, name }) =>
    words.every((word) => `${name} ${id}`.toLowerCase().includes(word)),
  );
  const rest = findFirstLevelPath(route.path.slice(projectPath(project).length));
  const pathTo = (id: string): string => projectPath(id, rest);
  const shown = found.slice(0, listedMax);
  const [first] = shown;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      moveFocus(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement && first !== undefined) {
      event.preventDefault();
      onClose();
      go(pathTo(first.id));
    }
  };
  const hasSearch = all.length > unsearchedMax;
  return (
    <div
      className="project-menu"
      onKeyDown={onKeyDown}
      onClick={(event) => event.target instanceof Element && event.target.closest('a') !== null && onClose()}
    >
      {hasSearch && (
        <Field
          label="Find a project"
          type="search"
          placeholder={`Among ${counted(all.length, 'project')}`}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={typed}
          onValue={setTyped}
        />
      )}
      {found.length === 0 && (
        <p className="small soft" role="status">
          No project has this name.
        </p>
      )}
      <ul className="menu-list" aria-label="Projects">
        {shown.map(({ id, name }) => (
          <li key={id}>
            <Link to={pathTo(id)} current={id === project}>
              <span className="initial" aria-hidden="true">
                {readInitial(name)}
              </span>
              <span className="stack project-of-menu">
                <span className="truncate">{name}</span>
                {name !== id && <small className="truncate faint">{id}</small>}
              </span>
              {id === project && <Icon name="check" size={16} />}
            </Link>
          </li>
        ))}
      </ul>
      {found.length > listedMax && (
        <p className="small soft">
          and {counted(found.length - listedMax, 'more project')}: type to find one
        </p>
      )}
      <div className="project-menu-foot">
        <Link to="/">All projects</Link>
        {may('createProject') && <Link to="/?new=1">New project</Link>}
      </div>
    </div>
  );
}

/** Moves the focus to the next field or link, or the one before. */
function moveFocus(menu: HTMLElement, by: 1 | -1): void {
  const targets = [...menu.querySelectorAll<HTMLElement>('input, a[href]')];
  const at = targets.findIndex((target) => target === document.activeElement);
  targets[Math.min(targets.length - 1, Math.max(0, at + by))]?.focus();
}

/** The path of the current page in another project. The page of one item or draft leads to its list, since ids differ between projects. */
function findFirstLevelPath(path: string): string {
  return projectPages.find((page) => isPageAt(page, path))?.rest ?? '';
}

function readInitial(name: string): string {
  const first = name.trim().codePointAt(0);
  return first === undefined ? '·' : String.fromCodePoint(first).toUpperCase();
}
