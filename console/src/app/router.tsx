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

/** Where one is below the application's base: `/p/demo/items?q=milk` of `/console/p/demo/items?q=milk`. */
export interface RouteLocation {
  readonly path: string;
  readonly query: URLSearchParams;
}

interface Router {
  readonly base: string;
  readonly place: RouteLocation;
  /** Goes to an address below the base, once unsaved edits may be left; `replace` leaves no entry in the browser's history. */
  readonly go: (to: string, replace?: boolean) => void;
}

const RouterContext = createContext<Router | null>(null);

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (router === null) throw new Error('useRouter() is for what is inside a RouterProvider');
  return router;
}

/** The address bar is the one place where the state of navigation is kept, so that every view can be linked to. */
export function RouterProvider({ base, children }: { base: string; children: ReactNode }): ReactNode {
  const [place, setPlace] = useState(() => currentPlace(base));
  const appHistory = useMemo(() => new AppHistory(base, () => setPlace(currentPlace(base))), [base]);
  useEffect(() => appHistory.listen(), [appHistory]);
  const go = useCallback((to: string, replace = false) => appHistory.go(to, replace), [appHistory]);
  const router = useMemo(() => ({ base, place, go }), [base, place, go]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

/** A link within the application: a real address, opened without loading the page anew. */
export function Link({
  to,
  children,
  ...rest
}: {
  to: string;
  children: ReactNode;
  className?: string;
  current?: boolean;
}): ReactNode {
  const { base, go } = useRouter();
  const { current, ...attributes } = rest;
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
    <a href={base + to} onClick={follow} aria-current={current === true ? 'page' : undefined} {...attributes}>
      {children}
    </a>
  );
}

/** The values of `:name` parts where the path has the pattern's form, else null. */
export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return null;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const actual = parts[index] ?? '';
    if (part.startsWith(':')) {
      if (actual === '') return null;
      values[part.slice(1)] = decoded(actual);
    } else if (part !== actual) return null;
  }
  return values;
}

/** An address of a project's view. */
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

function currentPlace(base: string): RouteLocation {
  const path = location.pathname.slice(base.length).replace(/(?<!\/)\/+$/, '');
  return { path: path === '' ? '/' : path, query: new URLSearchParams(location.search) };
}
