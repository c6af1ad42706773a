import { isDeepStrictEqual } from 'node:util';
import type { Collection } from '../../../ports/collections.ts';
import type { ServedView } from '../../../ports/engine.ts';
import type { UnderstandingMode } from '../../../ports/settings.ts';
import type { FacetResult, TextQuery } from '../../../ports/text.ts';
import { inCollection } from '../../collections/active-collection.ts';
import { withRules, type RuledQuery, type RuleOptions, type RulesReport } from '../../rules/active-rules.ts';
import { contextWith, type RequestContext } from '../../rules/request-context.ts';
import {
  displayedFacets,
  withFacetSettings,
  type DisplayedFacets,
  type FacetDisplay,
} from '../facets/facet-display.ts';
import { stripCarrierPhrases } from '../query/strip-carrier-phrases.ts';
import { filterWith, purposeFilter } from '../understanding/part-combinations.ts';
import { understandQuery, type UnderstoodQuery } from '../understanding/understand-query.ts';
import { hybridSearch, type HybridResult } from './hybrid-search.ts';
import { correctedText, correctWhereMoreAct } from './correction-rules.ts';
import { withAdjustments } from './list-adjustments.ts';
import { inSetOrder } from './list-order.ts';
import type { QueryEmbeddings } from './query-embeddings.ts';

/** A search result; `popular` is the last fallback. */
export type SearchResult = Omit<HybridResult, 'fallback' | 'facets'> &
  DisplayedFacets<FacetResult> & {
    readonly fallback: HybridResult['fallback'] | 'popular';
    readonly understood: Understood | null;
    /** Carrier phrases of the query, as typed, which are not searched for. */
    readonly ignored: readonly string[];
    /** The query with the words that rules replaced or removed; null: as typed. */
    readonly rewrittenQuery: string | null;
    readonly rules: RulesReport;
    readonly collection: Collection | null;
  };

/** What was read from a query, and what became of it; null where understanding is off. */
export interface Understood {
  readonly mode: Exclude<UnderstandingMode, 'off'>;
  readonly parts: UnderstoodQuery['parts'];
}

/** What a search of words needs. */
export type SearchProject = Pick<ServedView, 'text' | 'settings' | 'rules' | 'visitorSegments'>;

export interface UnderstandingOptions {
  /** Null: as set. */
  readonly understanding: UnderstandingMode | null;
  /** Fields whose values stay words of the query. */
  readonly asWords: readonly string[];
}

export interface QueryOptions extends UnderstandingOptions, RuleOptions {
  /** The collection among whose items the query searches; null: all items. */
  readonly collection: Collection | null;
}

export interface SearchOptions extends QueryOptions {
  /** For the queue of the text model. */
  readonly client: string;
  /** Whether the order follows the preferences of the visitor, where that is set. */
  readonly personalize: boolean;
}

/**
 * Searches under the rules that are active at the time of the request. Where the corrected words are those of more rules, searches the
 * correction under them too. Without any match, returns popular items that pass the filter, with `total` 0 and the fallback `popular`.
 */
export async function search(
  project: SearchProject & Pick<ServedView, 'textEmbeddings' | 'visitorPreferences'>,
  queryEmbeddings: QueryEmbeddings,
  asked: TextQuery,
  options: SearchOptions,
): Promise<SearchResult> {
  const asTyped = await searchRuled(project, queryEmbeddings, asked, {
    ...options,
    ruled: await ruledQuery(project, asked, options),
  });
  const { correctedQuery, learned, understood, ignored } = asTyped;
  if (correctedQuery === null || asTyped.rewrittenQuery !== null) return asTyped;
  const context = contextIn(options.collection, options.context);
  const before = asTyped.rules.acting;
  const corrected = await correctWhereMoreAct(project, asked, correctedQuery, {
    ...options,
    context,
    before,
  });
  if (corrected === null) return asTyped;
  const ruled = await ruledQuery(project, corrected, options);
  if (!haveSameFilters(ruled.understood, understood)) return asTyped;
  const found = await searchRuled(project, queryEmbeddings, corrected, { ...options, ruled });
  // What was understood or ignored is told by its place in the query as typed.
  return { ...found, understood, ignored, correctedQuery, learned, fallback: found.fallback ?? 'corrected' };
}

function haveSameFilters(one: Understood | null, other: Understood | null): boolean {
  const [filters, otherFilters] = [one, other].map((read) => read?.parts.map(({ filter }) => filter));
  return isDeepStrictEqual(filters, otherFilters);
}

async function searchRuled(
  project: SearchProject & Pick<ServedView, 'textEmbeddings' | 'visitorPreferences'>,
  queryEmbeddings: QueryEmbeddings,
  asked: TextQuery,
  options: SearchOptions & { readonly ruled: Awaited<ReturnType<typeof ruledQuery>> },
): Promise<SearchResult> {
  const { client, personalize } = options;
  const { query: ruled, understood, ignored, rewritten, report, display } = options.ruled;
  const { visitor, now } = options;
  const list = { visitor, personalize, collection: options.collection?.id ?? null, now };
  const query = await withAdjustments(project, ruled, asked, list);
  const result = await hybridSearch(project, queryEmbeddings, query, client);
  const found = {
    ...result,
    ...displayedFacets(result.facets, display),
    correctedQuery: correctedText(rewritten ?? asked.text, query.text, result.correctedQuery),
    rewrittenQuery: rewritten,
    understood,
    ignored,
    rules: report,
    collection: options.collection,
  };
  if (found.total > 0 || query.limit === 0 || query.offset > 0 || query.text.trim() === '') return found;
  if (project.settings.effective().search.zeroResultsFallback === 'none') return found;
  const { adjustments: _, ...unadjusted } = query;
  const popular = { ...unadjusted, text: '', sort: [], facets: [], highlight: [] };
  const { hits } = await project.text.search(inSetOrder(project, popular, popular));
  return hits.length === 0 ? found : { ...found, hits, fallback: 'popular' };
}

/**
 * The query under the active rules and facet settings and in its collection, without carrier phrases, with what the rewritten text
 * names as filters or boosts.
 */
export async function ruledQuery(
  project: SearchProject,
  asked: TextQuery,
  { understanding, asWords, collection, ...options }: QueryOptions,
): Promise<RuledQuery & Pick<SearchResult, 'understood' | 'ignored'> & { readonly display: FacetDisplay }> {
  const { search: settings } = project.settings.effective();
  const byRules = await withRules(project, asked, {
    ...options,
    context: contextIn(collection, options.context),
  });
  // After the rules, which see the query as typed.
  const stripped = stripCarrierPhrases(project, byRules.query);
  const { ignored } = stripped;
  const arranged = arrangedQuery(project, stripped.query, { asked, collection, now: options.now });
  // Before values of the query become filters: a shopper has not selected them.
  const { query, display } = withFacetSettings(arranged, settings.facets, {
    ruleFacets: byRules.report.facets,
    collection: collection?.id ?? null,
    now: options.now,
  });
  const ruled = { ...byRules, query, ignored, display };
  const mode = understanding ?? settings.understanding;
  if (mode === 'off') return { ...ruled, understood: null };
  const read = await understandQuery(project, query, new Set(asWords));
  if (read === null) return { ...ruled, understood: { mode, parts: [] } };
  const understood = { mode, parts: read.parts };
  const searched = mode === 'filters' ? await filtered(query, read) : boosted(query, read);
  return { ...ruled, query: searched, understood };
}

/** The context that rules see: with the collection. */
export function contextIn(collection: Collection | null, context: RequestContext): RequestContext {
  return collection === null ? context : contextWith(context, 'collection', collection.id);
}

/** The query under rules in the order of its collection and of the settings. `now`: ms since 1970. */
export function arrangedQuery(
  project: Pick<ServedView, 'text' | 'settings'>,
  ruled: TextQuery,
  { asked, collection, now }: { asked: TextQuery; collection: Collection | null; now: number },
): TextQuery {
  return inSetOrder(project, collection === null ? ruled : inCollection(ruled, collection, now), asked);
}

async function filtered(query: TextQuery, { words, parts }: UnderstoodQuery): Promise<TextQuery> {
  const { text, areOptional } = await words();
  const filters = parts.filter(({ as }) => as === 'filter');
  const categories = parts.filter(({ as }) => as === 'boost').map(({ filter }) => filter);
  return {
    ...query,
    text,
    ...(areOptional ? { listsAll: true } : {}),
    ...(categories.length === 0 ? {} : { category: { kind: 'or', clauses: categories } }),
    purposeFilter: purposeFilter(query.filter),
    ...filterWith(query.filter, filters),
  };
}

function boosted(query: TextQuery, { parts }: UnderstoodQuery): TextQuery {
  // An explicit order is not changed.
  if (query.sort.length > 0) return query;
  const { hidden = [], boosts = [], pins = [] } = query.rules ?? {};
  const added = parts.map(({ filter }) => ({ rule: null, filter, by: 1 as const }));
  return { ...query, rules: { hidden, boosts: [...boosts, ...added], pins } };
}
