import type { ProjectEngine } from '../../../ports/engine.ts';
import type { TextQuery } from '../../../ports/text.ts';
import { withRules } from '../../rules/active-rules.ts';
import { hybridSearch, type HybridResult } from './hybrid-search.ts';
import type { QueryEmbeddings } from './query-embeddings.ts';

/** A result, and the last step of the ladder: what is popular, where nothing at all is found. */
export type SearchResult = Omit<HybridResult, 'fallback'> & {
  readonly fallback: HybridResult['fallback'] | 'popular';
};

type Project = Pick<ProjectEngine, 'text' | 'settings' | 'rules' | 'textEmbeddings'>;

/**
 * Searches by words, and by what they mean where that can help, by the rules in force at `now`, in milliseconds since 1970. `client` is who asks. Where
 * neither the words nor what could be meant by them is anywhere, gives what is popular among the items that pass the filter: `total`
 * stays 0 then, as nothing was found, and the label says what is shown instead.
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
