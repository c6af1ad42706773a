import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { AppHistory } from './history.ts';

/** The current path and query below the base: `/p/demo/items?q=milk` of `/console/p/demo/items?q=milk`. */
export interface RouteLocation {
  readonly path: string;
  readonly query: URLSearchParams;
}

interface Router {
  readonly base: string;
  readonly route: RouteLocation;
  /** Navigates to a path below the base, after confirmation if changes are unsaved; `replace` adds no history entry. */
  readonly go: (to: string, replace?: boolean) => void;
}

const RouterContext = createContext<Router | null>(null);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (router === null) throw new Error('useRouter() must be used inside a RouterProvider');
  return router;
}

/** The URL is the only state of navigation, so every view can be linked to. */
export function RouterProvider({ base, children }: { base: string; children: ReactNode }): ReactNode {
  const [route, setRoute] = useState(() => currentRoute(base));
  const appHistory = useMemo(() => new AppHistory(base, () => setRoute(currentRoute(base))), [base]);
  useEffect(() => appHistory.listen(), [appHistory]);
  const go = useCallback((to: string, replace = false) => appHistory.go(to, replace), [appHistory]);
  const router = useMemo(() => ({ base, route, go }), [base, route, go]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

/** A link within the application, opened without a page load. */
export function Link({
  to,
  children,
  ...rest
}: {
  to: string;
  children: ReactNode;
  className?: string;
  current?: boolean;
  /** Whether it is in a row of a grid, whose keys open it. */
  isInGrid?: boolean;
}): ReactNode {
  const { base, go } = useRouter();
  const { current, isInGrid = false, ...attributes } = rest;
  const gridAttributes = isInGrid ? { tabIndex: -1, 'data-open': true } : {};
  const follow = (event: MouseEvent): void => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    go(to);
  };
  return (
    <a
      href={base + to}
      onClick={follow}
      aria-current={current === true ? 'page' : undefined}
      {...attributes}
      {...gridAttributes}
    >
      {children}
    </a>
  );
}

/** The values of `:name` parameters if the path matches the pattern, else null. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const expected = pattern.split('/');
  const parts = path.split('/');
  if (expected.length !== parts.length) return null;
  const values: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const actual = parts[index] ?? '';
    if (part.startsWith(':')) {
      if (actual === '') return null;
      values[part.slice(1)] = decoded(actual);
    } else if (part !== actual) return null;
  }
  return values;
}

/** The path of a project's view. */
export function projectPath(project: string, rest = ''): string {
  return `/p/${encodeURIComponent(project)}${rest}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function currentRoute(base: string): RouteLocation {
  const path = location.pathname.slice(base.length).replace(/(?<!\/)\/+$/, '');
  return { path: path === '' ? '/' : path, query: new URLSearchParams(location.search) };
}
