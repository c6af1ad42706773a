/** Where the state of a search is kept in the address of the page: the browser's history, or the router of a framework. */
export interface UrlAdapter {
  /** The current query string, with or without `?`. */
  read(): string;
  /**
   * Changes the query string. `push` adds an entry to the history, so that the back button leads to the state before;
   * `replace` does not.
   */
  write(query: string, mode: 'push' | 'replace'): void;
  /** Calls `onChange` when the back or forward button changes the address. Returns the end of the subscription. */
  subscribe(onChange: () => void): () => void;
  /** The query string that the server rendered, which the first render in the browser repeats. Default: `read()`. */
  readonly serverQuery?: string | undefined;
}

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

/** No address: the state is lost with the component. */
export function memoryUrl(query = ''): UrlAdapter {
  let current = query;
  return {
    read: () => current,
    write: (changed) => {
      current = changed;
    },
    subscribe: () => () => undefined,
  };
}
