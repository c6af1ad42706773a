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
