import { useEffect, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useMay } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import { isPageAt, overviewPage, pageGroups, type ProjectPage } from '../app/pages.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { useModal } from './dialog.tsx';
import { Icon } from './icons.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';

export interface ShownProject {
  readonly id: string;
  readonly name: string;
}

/** The navigation of a project, on wide screens. */
export function Side({ project }: { project: ShownProject }): ReactNode {
  return (
    <div className="side">
      <ProjectSwitcher project={project} />
      <Pages project={project.id} keepsScroll />
    </div>
  );
}

/** The same navigation on narrow screens: a button that opens it above the page. `children`: the tools that have no room in the header. */
export function SideMenu({ project, children }: { project: ShownProject; children: ReactNode }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button quiet small menu-button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Icon name="menu" size={20} />
        <span className="visually-hidden">Menu</span>
      </button>
      {isOpen && (
        <Drawer project={project} onClose={() => setIsOpen(false)}>
          {children}
        </Drawer>
      )}
    </>
  );
}

function Drawer({
  project,
  onClose,
  children,
}: {
  project: ShownProject;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useModal(dialog);
  useEffect(() => {
    // On a wide screen the page has the navigation on its left.
    const wide = matchMedia('(min-width: 52.01rem)');
    const onWide = (): void => close.current();
    wide.addEventListener('change', onWide);
    return () => wide.removeEventListener('change', onWide);
  }, []);
  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-label="Menu"
      onCancel={(event) => (event.preventDefault(), onClose())}
      onClick={(event) => {
        const isLink = event.target instanceof Element && event.target.closest('a') !== null;
        // A click on the backdrop has the dialog itself as its target.
        if (isLink || event.target === dialog.current) onClose();
      }}
    >
      <div className="drawer-head">
        <ProjectSwitcher project={project} />
        <button type="button" className="button quiet small" onClick={onClose}>
          <Icon name="close" size={18} />
          <span className="visually-hidden">Close menu</span>
        </button>
      </div>
      <Pages project={project.id} />
      <div className="drawer-foot">{children}</div>
    </dialog>
  );
}

/** How far the navigation is scrolled: a reload and another project keep it. */
const scrollKey = 'vitrine-navigation-scroll';

function Pages({ project, keepsScroll = false }: { project: string; keepsScroll?: boolean }): ReactNode {
  const id = useId();
  const may = useMay();
  const { path } = useRouter().route;
  const shownPath = path.slice(projectPath(project).length);
  const nav = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = nav.current;
    if (element === null) return;
    if (keepsScroll) element.scrollTop = Number(sessionStorage.getItem(scrollKey)) || 0;
    revealCurrent(element);
  }, [keepsScroll]);
  const linkTo = (page: ProjectPage): ReactNode => (
    <Link key={page.rest} to={projectPath(project, page.rest)} current={isPageAt(page, shownPath)}>
      <Icon name={page.icon} />
      {page.text}
      {page.rest === '/alerts' && <OpenAlerts project={project} />}
    </Link>
  );
  return (
    <nav
      className="navigation"
      aria-label="Project"
      ref={nav}
      onScroll={(event) =>
        keepsScroll && sessionStorage.setItem(scrollKey, String(event.currentTarget.scrollTop))
      }
    >
      <ul>
        <li>{linkTo(overviewPage)}</li>
      </ul>
      {pageGroups.map(({ title, pages }) => {
        const permitted = pages.filter(({ needs }) => needs === undefined || may(needs));
        return (
          <div key={title} className="page-group">
            <div className="page-group-title" id={`${id}${title}`}>
              {title}
            </div>
            <ul aria-labelledby={`${id}${title}`}>
              {permitted.map((page) => (
                <li key={page.rest}>{linkTo(page)}</li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

/** Scrolls the navigation as little as shows the page that is open. */
function revealCurrent(nav: HTMLElement): void {
  const current = nav.querySelector<HTMLElement>('[aria-current]');
  if (current === null) return;
  const area = nav.getBoundingClientRect();
  const { top, bottom } = current.getBoundingClientRect();
  if (top < area.top) nav.scrollTop -= area.top - top + 8;
  else if (bottom > area.bottom) nav.scrollTop += bottom - area.bottom + 8;
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
