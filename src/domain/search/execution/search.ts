import type { ProjectEngine } from '../../../ports/engine.ts';
import type { TextQuery } from '../../../ports/text.ts';
import { withRules } from '../../rules/active-rules.ts';
import { hybridSearch, type HybridResult } from './hybrid-search.ts';
import type { QueryEmbeddings } from './query-embeddings.ts';

/** A search result; `popular` is the last fallback. */
export type SearchResult = Omit<HybridResult, 'fallback'> & {
  readonly fallback: HybridResult['fallback'] | 'popular';
};

type Project = Pick<ProjectEngine, 'text' | 'settings' | 'rules' | 'textEmbeddings'>;

/**
 * Searches under the rules that are active at `now` (ms since 1970). `client`: for the queue of the text model. Without any
 * match, returns popular items that pass the filter, with `total` 0 and the fallback `popular`.
 */
export async function search(
  project: Project,
  queryEmbeddings: QueryEmbeddings,
  asked: TextQuery,
  { now, client }: { readonly now: number; readonly client: string },
): Promise<SearchResult> {
  const query = withRules(project, asked, now);
  const result = await hybridSearch(project, queryEmbeddings, query, client);
  if (result.total > 0 || query.limit === 0 || query.offset > 0 || query.text.trim() === '') return result;
  if (project.settings.effective().search.zeroResultsFallback === 'none') return result;
  const { hits } = await project.text.search({ ...query, text: '', sort: [], facets: [], highlight: [] });
  return hits.length === 0 ? result : { ...result, hits, fallback: 'popular' };
}
