import type { Suggestion } from '../../../ports/search/suggestions.ts';
import { highlightPrefix } from './prefix-highlight.ts';
import type { AlgoliaSearch } from './search-parameters.ts';

/**
 * Replies for an index with query suggestions: records as Algolia's Query Suggestions writes them, which complete searches of
 * `project`.
 */
export function createSuggestionsReply(
  suggestions: readonly Suggestion[],
  {
    index,
    project,
    search,
    tookMs,
  }: { index: string; project: string; search: AlgoliaSearch; tookMs: number },
): object {
  const hits = suggestions.map(({ text, count }) => ({
    objectID: text,
    query: text,
    nb_words: text.split(/\s+/).length,
    popularity: count,
    [project]: { exact_nb_hits: count, facets: { exact_matches: {}, analytics: {} } },
    _highlightResult: {
      query: {
        value: highlightPrefix(text, search.query, search.display),
        matchLevel: search.query.trim() === '' ? 'none' : 'full',
        matchedWords: search.query
          .toLowerCase()
          .split(/\s+/)
          .filter((word) => word !== ''),
      },
    },
  }));
  return {
    hits,
    nbHits: hits.length,
    page: 0,
    nbPages: 1,
    hitsPerPage: search.limit,
    exhaustiveNbHits: true,
    exhaustive: { nbHits: true },
    query: search.query,
    params: search.encoded,
    index,
    processingTimeMS: Math.max(1, Math.round(tookMs)),
  };
}
