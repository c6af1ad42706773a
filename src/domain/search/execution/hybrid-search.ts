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

type Project = Pick<ProjectView, 'text' | 'settings' | 'textEmbeddings'>;

/**
 * Runs a keyword search, or a hybrid search where an embedding of the query can help. `client`: for the queue of the text
 * model.
 */
export async function hybridSearch(
  project: Project,
  queryEmbeddings: QueryEmbeddings,
  query: TextQuery,
  client: string,
): Promise<HybridResult> {
  const { found, skipped, embedding } = await embeddedSearch(project, queryEmbeddings, query, client);
  return reported(found, skipped, embedding);
}

/** The query as a search of it finds its hits: with the embedding, and with words joined and split as items have them. */
export async function embeddedQuery(
  project: Project,
  queryEmbeddings: QueryEmbeddings,
  query: TextQuery,
  client: string,
): Promise<TextQuery> {
  const shortest = { ...query, offset: 0, limit: 1, facets: [], highlight: [], variants: 0 };
  const { embedding, text } = await embeddedSearch(project, queryEmbeddings, shortest, client);
  return { ...query, text, ...(embedding === undefined ? {} : { embedding }) };
}

interface EmbeddedSearch {
  readonly found: TextResult;
  /** The text that was searched for. */
  readonly text: string;
  readonly skipped: SemanticSkipReason | null;
  readonly embedding?: QueryEmbedding;
}

/**
 * A search of the text, or where only blanks are wrong in it, of its correction: unless that finds the minority of the matches, as a
 * brand may be written apart outside of names.
 */
async function embeddedSearch(
  project: Project,
  queryEmbeddings: QueryEmbeddings,
  query: TextQuery,
  client: string,
): Promise<EmbeddedSearch> {
  const asTyped = await searchByMeaning(project, queryEmbeddings, query, client);
  const { correctedQuery } = asTyped.found;
  if (correctedQuery === null || withoutBlanks(correctedQuery) !== withoutBlanks(query.text)) return asTyped;
  const respaced = await searchByMeaning(
    project,
    queryEmbeddings,
    { ...query, text: correctedQuery },
    client,
  );
  const { found } = respaced;
  if (2 * found.totalAllWords < asTyped.found.totalAllWords) return asTyped;
  return { ...respaced, found: { ...found, correctedQuery, fallback: found.fallback ?? 'corrected' } };
}

const withoutBlanks = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '');

/** Searches by the embedding of the text, or of its correction where the best match has one: a mistyped word means nothing. */
async function searchByMeaning(
  project: Project,
  queryEmbeddings: QueryEmbeddings,
  query: TextQuery,
  client: string,
): Promise<EmbeddedSearch> {
  const { text, settings } = project;
  const { words } = analysisOf(text, query);
  let correction: string | null = null;
  if (queryEmbeddings.skipReason(project, query) === null && words.length === 1) {
    // A one-word query is ranked by keywords alone: with enough matches, an embedding would not change anything.
    const found = await searchText(text, query);
    if (found.total >= settings.effective().search.dropWordsThreshold)
      return { found, text: query.text, skipped: 'enough_matches' };
    correction = found.correctedQuery;
  }
  const byText = await withEmbedding(correction ?? query.text);
  if (byText.embedding === undefined || correction !== null) return byText;
  const { correctedQuery } = byText.found;
  return correctedQuery === null ? byText : withEmbedding(correctedQuery);

  async function withEmbedding(embedded: string): Promise<EmbeddedSearch> {
    const { query: whole, skipped } = await queryEmbeddings.withEmbedding(project, query, client, embedded);
    const found = await searchText(text, whole);
    return {
      found,
      text: query.text,
      skipped,
      ...(whole.embedding === undefined ? {} : { embedding: whole.embedding }),
    };
  }
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
