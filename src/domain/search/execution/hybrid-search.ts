import type { ProjectView } from '../../../ports/engine.ts';
import type { QueryEmbedding, TextQuery, TextResult } from '../../../ports/text.ts';
import { inSpan } from '../../../lib/tracing/span.ts';
import { analysisOf } from '../query/analyzed-query.ts';
import type { QueryEmbeddings, SemanticSkipReason } from './query-embeddings.ts';

/** The `semantic` member of a search reply. */
export interface SemanticReport {
  readonly used: boolean;
  readonly skipped: SemanticSkipReason | null;
  /** Semantic matches among `total`. */
  readonly added: number;
  /** Share of the semantic similarity in the combined score; null if skipped. */
  readonly weight: number | null;
}

export type HybridResult = Omit<TextResult, 'added'> & { readonly semantic: SemanticReport };

/**
 * Runs a keyword search, or a hybrid search where an embedding of the query can help. `client`: for the queue of the text
 * model.
 */
export async function hybridSearch(
  project: Pick<ProjectView, 'text' | 'settings' | 'textEmbeddings'>,
  queryEmbeddings: QueryEmbeddings,
  query: TextQuery,
  client: string,
): Promise<HybridResult> {
  const { text, settings } = project;
  const { words } = analysisOf(text, query);
  if (queryEmbeddings.skipReason(project, query) === null && words.length === 1) {
    // A one-word query is ranked by keywords alone: with enough matches, an embedding would not change anything.
    const found = await searchText(text, query);
    if (found.total >= settings.effective().search.dropWordsThreshold)
      return reported(found, 'enough_matches');
  }
  const { query: whole, skipped } = await queryEmbeddings.withEmbedding(project, query, client);
  return reported(await searchText(text, whole), skipped, whole.embedding);
}

function searchText(text: ProjectView['text'], query: TextQuery): Promise<TextResult> {
  const attributes = { 'vitrine.search.semantic': query.embedding !== undefined };
  return inSpan(
    'search text',
    async (span) => {
      const found = await text.search(query);
      span?.set({ 'vitrine.search.total': found.total });
      return found;
    },
    { attributes },
  );
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
