import type { ProjectEngine } from '../../../ports/engine.ts';
import type { QueryEmbedding, TextQuery, TextResult } from '../../../ports/text.ts';
import type { QueryEmbeddings, SemanticSkipReason } from './query-embeddings.ts';

/** How meaning had a part in a search, or why it had none. */
export interface SemanticReport {
  readonly used: boolean;
  readonly why: SemanticSkipReason | null;
  /** Of `total`, those that are listed by their meaning alone. */
  readonly added: number;
  /** The share of the meaning in a place; null where it had no part. */
  readonly weight: number | null;
}

export type HybridResult = Omit<TextResult, 'added'> & { readonly meaning: SemanticReport };

/** What a query finds by its words, and by what they mean where that can help. `client`: who asks. */
export async function hybridSearch(
  project: Pick<ProjectEngine, 'text' | 'settings' | 'textEmbeddings' | 'clickLog'>,
  meanings: QueryEmbeddings,
  query: TextQuery,
  client: string,
): Promise<HybridResult> {
  const { text, settings } = project;
  if (meanings.skipReason(project, query) === null && text.reader.words(query.text).length === 1) {
    // The words decide alone about what they find; where that is enough, nobody need be asked.
    const found = await text.search(query);
    if (found.total >= settings.effective().search.listedAtLeast) return reported(found, 'enough');
  }
  const { query: whole, why } = await meanings.withEmbedding(project, query, client);
  return reported(await text.search(whole), why, whole.embedding);
}

function reported(
  { added, ...found }: TextResult,
  why: SemanticSkipReason | null,
  meaning?: QueryEmbedding,
): HybridResult {
  const used = added !== null;
  const weight = used ? (meaning?.weight ?? null) : null;
  return { ...found, meaning: { used, why, added: added ?? 0, weight } };
}
