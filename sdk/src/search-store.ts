import { Listeners } from './listeners.ts';
import { formatSearchState, parseSearchState, type SearchState } from './search-state.ts';
import type { UrlAdapter } from './url-adapter.ts';

/** Browsers limit how often a page changes its address: Safari to 100 times in 30 seconds. */
const typingDelayMs = 400;
const unseenMax = 8;

/** The state, and whether the visitor is typing it. */
export interface SearchStoreSnapshot {
  readonly state: SearchState;
  readonly isTyping: boolean;
}

/** The state of a search, which its address follows: at once, or after a pause in typing. */
export class SearchStore {
  #snapshot: SearchStoreSnapshot;
  #url: UrlAdapter;
  readonly #serverSnapshot: SearchStoreSnapshot;
  readonly #listeners = new Listeners();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the newest entry of the history is a query that is still being typed. */
  #isTypedEntry = false;
  /** Addresses that were written and that the adapter has not shown yet, as the router of a framework may be late. */
  #unseen: string[] = [];
  /** The address that the adapter showed last. */
  #seen: string;

  constructor(url: UrlAdapter) {
    this.#url = url;
    this.#snapshot = { state: parseSearchState(url.read()), isTyping: false };
    this.#seen = formatSearchState(this.#snapshot.state);
    this.#serverSnapshot =
      url.serverQuery === undefined
        ? this.#snapshot
        : { state: parseSearchState(url.serverQuery), isTyping: false };
  }

  readonly subscribe: Listeners['subscribe'] = this.#listeners.subscribe;

  readonly snapshot = (): SearchStoreSnapshot => this.#snapshot;

  /** What a server rendered. */
  readonly serverSnapshot = (): SearchStoreSnapshot => this.#serverSnapshot;

  /** Follows an address until the returned function is called. */
  connect(url: UrlAdapter): () => void {
    this.#url = url;
    const shown = formatSearchState(parseSearchState(url.read()));
    if (shown !== this.#seen) {
      this.#seen = shown;
      const own = this.#unseen.indexOf(shown);
      if (own >= 0) this.#unseen.splice(0, own + 1);
      else this.#read();
    }
    return url.subscribe(() => this.#read());
  }

  /** Forgets an address that was to be written: the page is another one. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Changes the state, in a new entry of the history. */
  change(change: Partial<SearchState>): void {
    this.#flush();
    this.#isTypedEntry = false;
    const next = { ...this.#snapshot.state, ...change };
    const isNew = formatSearchState(next) !== formatSearchState(this.#snapshot.state);
    this.#set(isNew ? next : this.#snapshot.state, false);
    if (isNew) this.#write('push');
  }

  /** Changes the query by a keystroke. A query that is typed makes one entry of the history. */
  type(query: string): void {
    if (query === this.#snapshot.state.query) return;
    this.#set({ ...this.#snapshot.state, query, page: 1 }, true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#flush(), typingDelayMs);
  }

  #flush(): void {
    if (this.#timer === undefined) return;
    this.#write(this.#isTypedEntry ? 'replace' : 'push');
    this.#isTypedEntry = true;
  }

  #write(mode: 'push' | 'replace'): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const before = this.#url.read();
    const state = formatSearchState(this.#snapshot.state);
    if (state === (this.#unseen.at(-1) ?? formatSearchState(parseSearchState(before)))) return;
    this.#unseen = [...this.#unseen, state].slice(-unseenMax);
    this.#url.write(formatSearchState(this.#snapshot.state, before), mode);
  }

  /** Takes over the state of the address. */
  #read(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isTypedEntry = false;
    this.#unseen = [];
    const next = parseSearchState(this.#url.read());
    if (formatSearchState(next) !== formatSearchState(this.#snapshot.state)) this.#set(next, false);
  }

  #set(state: SearchState, isTyping: boolean): void {
    if (state === this.#snapshot.state && isTyping === this.#snapshot.isTyping) return;
    this.#snapshot = { state, isTyping };
    this.#listeners.notify();
  }
}
