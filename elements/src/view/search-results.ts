import { formatSearchState, LatestRequest, searchRequestOf, type SearchState } from '@vitrine/sdk/page';
import type { SearchItem, SearchReply } from '@vitrine/sdk/shop';
import type { ListOrigin } from '@vitrine/tracker';
import { hideToJson } from './plain-lists.ts';
import type { ViewContext } from './view-context.ts';

/** A hit with the search that found it. */
export interface Hit {
  readonly item: SearchItem;
  readonly origin: ListOrigin;
}

export interface SearchResults {
  readonly reply: SearchReply;
  readonly hits: readonly Hit[];
}

/** What a search is limited to, such as the products of a category page. */
export interface SearchScope {
  readonly collection?: string | undefined;
  readonly filters?: string | undefined;
}

const pageSize = 24;
const restoredMax = 240;
const typingDelayMs = 60;

/** The search of a state: its newest reply, and further pages of it. */
export class ResultsRequest {
  readonly #context: ViewContext;
  readonly #request = new LatestRequest<SearchResults>();
  #scope: SearchScope;
  /** A photo that is searched in place of words. */
  #photo: Blob | null = null;
  #photoNo = 0;

  constructor(context: ViewContext, scope: SearchScope) {
    this.#context = context;
    this.#scope = scope;
  }

  readonly subscribe = this.#request.subscribe;
  readonly snapshot = this.#request.snapshot;

  set scope(scope: SearchScope) {
    this.#scope = scope;
  }

  set photo(photo: Blob | null) {
    this.#photo = photo;
    this.#photoNo++;
  }

  get isOfPhoto(): boolean {
    return this.#photo !== null;
  }

  /** Searches, after a pause while the shopper types. */
  run(state: SearchState, isTyping: boolean): void {
    const delayMs = isTyping && this.#request.snapshot().data !== undefined ? typingDelayMs : 0;
    this.#request.run(this.#key(state), (signal) => this.#load(state, 0, readRestored(), signal), delayMs);
  }

  /** Sends the search again, after a failure. */
  repeat(state: SearchState): void {
    this.#request.refresh(this.#key(state), (signal) => this.#load(state, 0, pageSize, signal));
  }

  /** Whether the newest reply is that of a state. */
  answers(state: SearchState): boolean {
    const { status, dataKey } = this.#request.snapshot();
    return status === 'success' && dataKey === this.#key(state);
  }

  more(state: SearchState): void {
    const { data } = this.#request.snapshot();
    if (data === undefined) return;
    this.#request.extend(
      (signal) => this.#load(state, data.hits.length, pageSize, signal),
      (before, next) => {
        const hits = [...before.hits, ...next.hits];
        rememberShown(hits.length);
        return { reply: before.reply, hits };
      },
    );
  }

  cancel(): void {
    this.#request.cancel();
  }

  #key(state: SearchState): string {
    return `${this.#photoNo} ${formatSearchState({ ...state, page: 1 })} ${this.#scope.collection} ${this.#scope.filters}`;
  }

  async #load(
    state: SearchState,
    offset: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<SearchResults> {
    const { client, shop } = this.#context;
    const { settings, language, currency, project } = shop;
    const facets = settings.facets.length > 0 ? settings.facets : ['*'];
    const request = hideToJson({
      ...searchRequestOf(
        { ...state, page: 1 },
        { ...this.#scope, limit, facets: [...new Set([...facets, 'price'])] },
      ),
      offset,
      language,
      session: shop.session(),
      context: { page: 'search', language, ...(currency === '' ? {} : { currency }) },
    });
    const options = { signal, retries: 0 };
    const { facets: wanted, q, ...others } = request;
    const reply =
      this.#photo === null
        ? await client.search(project, request, options)
        : await client.imageSearch(
            project,
            this.#photo,
            { ...others, ...(q === '' ? {} : { q }), facets: wanted as readonly string[] },
            options,
          );
    const hits = reply.items.map((item, index) => ({
      item,
      origin: { searchId: reply.searchId, position: offset + index + 1 },
    }));
    return { reply, hits };
  }
}

/** How many products the page showed, where the shopper comes back to it. */
function readRestored(): number {
  const { vitrineShown } = (history.state ?? {}) as { vitrineShown?: unknown };
  return typeof vitrineShown === 'number'
    ? Math.min(Math.max(vitrineShown, pageSize), restoredMax)
    : pageSize;
}

function rememberShown(count: number): void {
  const state: unknown = history.state;
  history.replaceState({ ...(typeof state === 'object' ? state : {}), vitrineShown: count }, '');
}
