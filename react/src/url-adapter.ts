import type { UrlAdapter } from '@vitrine/sdk/page';

/**
 * The address of the page by `window.history`. `serverQuery`: the query string of the request, where a server renders the
 * page.
 *
 * @example
 * ```tsx
 * const url = browserUrl();
 * function Shop() {
 *   const search = useSearch({ url, facets: ['brand'] });
 *   ...
 * }
 * ```
 */
export function browserUrl(serverQuery = ''): UrlAdapter {
  return {
    serverQuery,
    read: () => (typeof window === 'undefined' ? serverQuery : window.location.search),
    write: (query, mode) => {
      const { pathname, hash } = window.location;
      const address = `${pathname}${query === '' ? '' : `?${query}`}${hash}`;
      if (mode === 'push') window.history.pushState(window.history.state, '', address);
      else window.history.replaceState(window.history.state, '', address);
    },
    subscribe: (onChange) => {
      window.addEventListener('popstate', onChange);
      return () => window.removeEventListener('popstate', onChange);
    },
  };
}
