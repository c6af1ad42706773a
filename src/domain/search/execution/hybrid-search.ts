import type { ServedView } from '../../../ports/engine.ts';
import type { TextQuery, TextResult } from '../../../ports/search/text.ts';
import { inSpan } from '../../../lib/tracing/span.ts';
import { ensureAnalysis } from '../../query/analyzed-query.ts';
import type { QueryEmbeddings, SemanticSkipReason } from './query-embeddings.ts';

/** The `semantic` member of a search reply. */
export interface SemanticReport {
  readonly used: boolean;
  readonly skipped: SemanticSkipReason | null;
  /** Semantic matches among `total`. */
  readonly added: number;
  /** Share of the semantic similarity in the combined score; null if skipped. */
  readonly weight: number | null;
  /** The name of the text model; null if skipped. */
  readonly model: string | null;
  /** The language of the names with which a query in another language was compared; null if it is the same, or skipped. */
  readonly language: string | null;
}

export type HybridResult = Omit<TextResult, 'added'> & { readonly semantic: SemanticReport };

type Project = Pick<ServedView, 'text' | 'settings' | 'textEmbeddings'>;

/** A finished search. */
export interface SearchRun {
  /** The query that ran: with its embedding, and with word breaks corrected ("oaktable" as "oak table"). */
  readonly query: TextQuery;
  readonly result: TextResult;
  readonly skipped: SemanticSkipReason | null;
}

interface SearchContext {
  readonly project: Project;
  readonly queryEmbeddings: QueryEmbeddings;
  /** Clients take turns in the queue of the text model. */
  readonly client: string;
}

/**
 * Runs a keyword search, or a hybrid search where an embedding of the query can help. `client` takes a turn in the queue of the text
 * model.
 */
export async function runSearch(
  project: Project,
  queryEmbeddings: QueryEmbeddings,
  query: TextQuery,
  client: string,
): Promise<SearchRun> {
  const context = { project, queryEmbeddings, client };
  const asTyped = await searchAsTyped(context, query);
  const isUnreadable = asTyped.skipped === 'unknown_words' || asTyped.skipped === 'unsupported_language';
  const foreign = isUnreadable ? await withForeignQuery(context, asTyped) : null;
  if (foreign !== null) return foreign;
  const run = (await withWordBreaks(context, asTyped)) ?? (await withCorrection(context, query, asTyped));
  const findsNothing = run.result.total === 0 && (run.skipped === null || run.skipped === 'enough_matches');
  return (findsNothing ? await withForeignQuery(context, { ...run, query }) : null) ?? run;
}

/** Searches by meaning across languages; returns null if the query is in the language of the catalog, or if that finds nothing either. */
async function withForeignQuery(
  { project, queryEmbeddings, client }: SearchContext,
  { query, result }: SearchRun,
): Promise<SearchRun | null> {
  // Translations have the words: the model keeps such lists.
  if (result.totalAllWords > 0 && queryEmbeddings.hasAllWords(project, query))
    return { query, result, skipped: 'enough_matches' };
  const found = {
    corrected: result.correctedQuery ?? query.text,
    isMatched: result.totalAllWords > 0,
    isEmpty: result.total === 0,
  };
  const embedding = await queryEmbeddings.embedForeignQuery(project, query, found, client);
  if (embedding === null) return null;
  const embedded = { ...query, embedding };
  const foreign = await searchText(project.text, embedded);
  // Names of brands are in no language: without a match in meaning, the words decide as in each other query.
  return (foreign.added ?? 0) === 0 ? null : { query: embedded, result: foreign, skipped: null };
}

/**
 * One word is ranked by keywords alone: with enough matches, an embedding would not change anything. So is every query with a model that
 * keeps such lists.
 */
async function searchAsTyped(context: SearchContext, query: TextQuery): Promise<SearchRun> {
  const { project, queryEmbeddings } = context;
  const { words } = ensureAnalysis(project.text, query);
  // A query with an unknown word would be searched again with the embedding.
  const mayBeByKeywords = queryEmbeddings.keepsWordMatches(project)
    ? queryEmbeddings.hasAllWords(project, query, true) || startsWord(query.text)
    : words.length === 1;
  const isByKeywords = mayBeByKeywords && queryEmbeddings.skipReason(project, query) === null;
  if (!isByKeywords) return searchWithEmbedding(context, query, query.text);
  return { query, result: await searchText(project.text, query), skipped: 'enough_matches' };
}

/**
 * Searches the correction if it only joins or splits words. Returns null if there is none, or if a joined one has less than half of the
 * matches: some products may write a joined brand as two words, outside of their names.
 */
async function withWordBreaks(
  context: SearchContext,
  { query: typed, result: typedResult }: SearchRun,
): Promise<SearchRun | null> {
  const { correctedQuery, corrections, learned } = typedResult;
  if (correctedQuery === null || withoutSpaces(correctedQuery) !== withoutSpaces(typed.text)) return null;
  const analyzed = context.project.text.queryAnalyzer.analyze(correctedQuery, typed.language);
  const { embedding: _, ...query } = { ...typed, text: correctedQuery, analyzed };
  const run = await withCorrection(context, query, await searchAsTyped(context, query));
  const { result } = run;
  if (joinsWords(typed.text, correctedQuery) && 2 * result.totalAllWords < typedResult.totalAllWords)
    return null;
  const fallback = result.fallback ?? 'corrected';
  return { ...run, result: { ...result, correctedQuery, corrections, learned, fallback } };
}

const withoutSpaces = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '');

/** Whether a correction of word breaks lacks one of the typed breaks. */
function joinsWords(typed: string, corrected: string): boolean {
  const breaks = new Set(wordEnds(corrected));
  return wordEnds(typed).some((end) => !breaks.has(end));
}

/** Lists the ends of words, as positions in the text without spaces. */
function wordEnds(text: string): number[] {
  let end = 0;
  return text
    .trim()
    .split(/\s+/)
    .map((word) => (end += word.length));
}

/** Searches by the embedding of the correction, if there is one: that of a misspelled word is of no use. */
async function withCorrection(
  context: SearchContext,
  query: TextQuery,
  asTyped: SearchRun,
): Promise<SearchRun> {
  const { result, skipped } = asTyped;
  const { dropWordsThreshold } = context.project.settings.effective().search;
  const hasEnough = context.queryEmbeddings.keepsWordMatches(context.project)
    ? result.totalAllWords > 0 || (startsWord(query.text) && result.total > 0)
    : result.total >= dropWordsThreshold;
  const isFinal =
    skipped === 'enough_matches'
      ? hasEnough
      : (skipped !== null && skipped !== 'unknown_words') || result.correctedQuery === null;
  return isFinal ? asTyped : searchWithEmbedding(context, query, result.correctedQuery ?? query.text);
}

/** Whether the text ends with the first letter of a word that is being typed: no list is found with it, and its embedding says nothing. */
const startsWord = (text: string): boolean =>
  /[^\p{L}\p{M}\p{N}][\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Arabic}]$/u.test(text.trimStart());

/** Searches by keywords and by the embedding of `text`. */
async function searchWithEmbedding(
  { project, queryEmbeddings, client }: SearchContext,
  query: TextQuery,
  text: string,
): Promise<SearchRun> {
  const { query: embedded, skipped } = await queryEmbeddings.withEmbedding(project, query, client, text);
  const result = await searchText(project.text, embedded);
  return embedded.embedding?.keepsWordMatches === true && result.totalAllWords > 0
    ? { query, result, skipped: 'enough_matches' }
    : { query: embedded, result, skipped };
}

function searchText(text: ServedView['text'], query: TextQuery): Promise<TextResult> {
  const attributes = { 'vitrine.search.semantic': query.embedding !== undefined };
  return inSpan(
    'search text',
    async (span) => {
      const result = await text.search(query);
      span?.set({ 'vitrine.search.total': result.total });
      return result;
    },
    { attributes },
  );
}

/** A run in the form of a reply. */
export function toHybridResult({
  query: { embedding },
  result: { added, ...result },
  skipped,
}: SearchRun): HybridResult {
  const used = added !== null;
  const usedEmbedding = used ? embedding : undefined;
  const semantic = {
    used,
    skipped,
    added: added ?? 0,
    weight: usedEmbedding?.weight ?? null,
    model: usedEmbedding?.modelName ?? null,
    language: usedEmbedding?.namesLanguage ?? null,
  };
  return { ...result, semantic };
}
