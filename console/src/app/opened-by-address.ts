import { useEffect } from 'react';
import { useRouter } from './router.tsx';

/** Calls `open` where the address has the parameter, as links and the command palette open a dialog of a view, and removes it from the address. */
export function useOpenedByAddress(parameter: string, open: () => void): void {
  const { route, go } = useRouter();
  useEffect(() => {
    if (!route.query.has(parameter)) return;
    const query = new URLSearchParams(route.query);
    query.delete(parameter);
    go(route.path + (query.size === 0 ? '' : `?${query.toString()}`), true);
    open();
  }, [route.query]);
}
