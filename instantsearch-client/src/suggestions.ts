import { marked, tagsOf } from './highlights.ts';
import { pageOf } from './results.ts';
import { numberOf, textOf } from './searches.ts';
import type { Send } from './transport.ts';
import type { ClientRequest, SearchResult } from './types.ts';

const suffix = '_query_suggestions';
/** Most completions of a request. */
const suggestionsMax = 20;

interface SuggestReply {
  readonly suggestions: readonly {
    readonly text: string;
    readonly highlighted: string;
    readonly count: number;
  }[];
}

/** Whether an index has completions, as a plugin of Autocomplete names it. */
export function isSuggestionsIndex(indexName: string): boolean {
  return indexName.endsWith(suffix) && indexName.length > suffix.length;
}

/** Completions of what was typed, as records of query suggestions. */
export async function suggestions<T>(
  send: Send,
  { indexName, params = {} }: ClientRequest,
): Promise<SearchResult<T>> {
  const project = indexName.slice(0, -suffix.length);
  const query = textOf(params['query']);
  const hitsPerPage = Math.min(numberOf(params['hitsPerPage'], 10), suggestionsMax);
  const pairs = new URLSearchParams({ q: query, limit: String(Math.max(1, hitsPerPage)) });
  const reply = await send<SuggestReply>('GET', `/search/${encodeURIComponent(project)}/suggest?${pairs}`);
  const tags = tagsOf(params);
  const hits = reply.suggestions.slice(0, hitsPerPage).map(({ text, highlighted, count }) => ({
    objectID: text,
    query: text,
    popularity: count,
    [project]: { exact_nb_hits: count },
    _highlightResult: { query: { value: marked(highlighted, tags), matchLevel: 'full', matchedWords: [] } },
  }));
  return {
    ...pageOf(indexName, query),
    hits: hits as unknown as (T & { objectID: string })[],
    nbHits: hits.length,
    page: 0,
    nbPages: 1,
    hitsPerPage,
    processingTimeMS: 1,
  };
}
