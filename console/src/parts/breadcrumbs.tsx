import type { ReactNode } from 'react';
import { isPageAt, pageGroups, settingsPages } from '../app/pages.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';

interface Crumb {
  readonly text: string;
  /** Null: a group, which has no page. */
  readonly to: string | null;
}

/** The way to a view below the first level; nothing on the first level, where the navigation shows the page. */
export function Breadcrumbs({ title }: { title: string }): ReactNode {
  const { path } = useRouter().route;
  const crumbs = findCrumbs(path);
  if (crumbs.length === 0) return null;
  return (
    <nav className="breadcrumbs" aria-label="Breadcrumb">
      <ol>
        {crumbs.map(({ text, to }) => (
          <li key={text}>{to === null ? text : <Link to={to}>{text}</Link>}</li>
        ))}
        <li aria-current="page" className="truncate">
          {title}
        </li>
      </ol>
    </nav>
  );
}

function findCrumbs(path: string): readonly Crumb[] {
  if (settingsPages.some((page) => page.path === path) && path !== '/settings')
    return [{ text: 'Settings', to: '/settings' }];
  const [, id] = /^\/p\/([^/]+)\//.exec(path) ?? [];
  if (id === undefined) return [];
  const project = `/p/${id}`;
  const rest = path.slice(project.length);
  for (const { title, pages } of pageGroups) {
    const page = pages.find((one) => isPageAt(one, rest));
    if (page === undefined) continue;
    return page.rest === rest || isTab(page.rest)
      ? []
      : [
          { text: title, to: null },
          { text: page.text, to: projectPath(decodeURIComponent(id), page.rest) },
        ];
  }
  return [];
}

/** Whether the paths below a page are its tabs, not views of their own. */
function isTab(rest: string): boolean {
  return rest === '/recommendations';
}
