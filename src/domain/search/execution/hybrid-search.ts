import type { ProjectEngine } from '../../../ports/engine.ts';
import type { QueryEmbedding, TextQuery, TextResult } from '../../../ports/text.ts';
import type { QueryEmbeddings, SemanticSkipReason } from './query-embeddings.ts';

/** How meaning had a part in a search, or why it had none. */
export interface SemanticReport {
  readonly used: boolean;
  readonly skipped: SemanticSkipReason | null;
  /** Of `total`, those that are listed by their meaning alone. */
  readonly added: number;
  /** The share of the meaning in a place; null where it had no part. */
  readonly weight: number | null;
}

export type HybridResult = Omit<TextResult, 'added'> & { readonly semantic: SemanticReport };

/** What a query finds by its words, and by what they mean where that can help. `client`: who asks. */
export async function hybridSearch(
  project: Pick<ProjectEngine, 'text' | 'settings' | 'textEmbeddings'>,
  queryEmbeddings: QueryEmbeddings,
  query: TextQuery,
  client: string,
): Promise<HybridResult> {
  const { text, settings } = project;
  if (queryEmbeddings.skipReason(project, query) === null && text.reader.words(query.text).length === 1) {
    // The words decide alone about what they find; where that is enough, nobody need be asked.
    const found = await text.search(query);
    if (found.total >= settings.effective().search.dropWordsThreshold)
      return reported(found, 'enough_matches');
  }
  const { query: whole, skipped } = await queryEmbeddings.withEmbedding(project, query, client);
  return reported(await text.search(whole), skipped, whole.embedding);
}

function reported(
  { added, ...found }: TextResult,
  skipped: SemanticSkipReason | null,
  embedding?: QueryEmbedding,
): HybridResult {
  const used = added !== null;
  const weight = used ? (embedding?.weight ?? null) : null;
  return { ...found, semantic: { used, skipped, added: added ?? 0, weight } };
}
