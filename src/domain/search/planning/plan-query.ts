import { isDeepStrictEqual } from 'node:util';
import type { TextQuery, TextResult } from '../../../ports/search/text.ts';
import { restrictQuery } from '../../access/restrictions.ts';
import { restrictToCollection } from '../../collections/active-collection.ts';
import { withRules, type RuledQuery } from '../../rules/active-rules.ts';
import { addToContext } from '../../rules/request-context.ts';
import { withFacetSettings } from '../facets/facet-display.ts';
import { ensureAnalysis } from '../../query/analyzed-query.ts';
import { stripCarrierPhrases } from '../../query/strip-carrier-phrases.ts';
import { applyEdits } from '../../query/text-spans.ts';
import { filterWith, purposeFilter } from '../understanding/part-combinations.ts';
import { understandQuery, type UnderstoodQuery } from '../understanding/understand-query.ts';
import { withAdjustments } from './list-adjustments.ts';
import { applySetOrder } from './list-order.ts';
import type { PlannedProject, QueryOptions, QueryPlan, Understood } from './query-plan.ts';

/**
 * Plans a query: hides what the request cannot see, applies the active rules, leaves out carrier phrases, limits it to its collection,
 * arranges its list, applies the facet settings, and turns what the rewritten text names into filters or boosts.
 */
export async function planQuery(
  project: PlannedProject,
  typedQuery: TextQuery,
  options: QueryOptions,
): Promise<QueryPlan> {
  const restricted = restrictQuery(options.restrictions, typedQuery);
  return planRuledQuery(project, restricted, await applyActiveRules(project, restricted, options), options);
}

/** Applies the corrections of the searched words to the query as sent or rewritten; returns null without corrections. */
export function correctText(
  { requestedQuery, rewritten }: Pick<QueryPlan, 'requestedQuery' | 'rewritten'>,
  { corrections }: Pick<TextResult, 'corrections'>,
): string | null {
  return corrections.length === 0 ? null : applyEdits(rewritten ?? requestedQuery.text, corrections).trim();
}

/**
 * Plans the corrected text. The result is null, and the plan stays, unless all rules of the plan and further ones act on the corrected
 * text and the same values are read from it.
 */
export async function planCorrection(
  project: PlannedProject,
  { requestedQuery, options, rewritten, report, understood }: QueryPlan,
  text: string,
): Promise<QueryPlan | null> {
  if (rewritten !== null) return null;
  const { analyzed: _, ...rest } = requestedQuery;
  const corrected = { ...rest, text };
  const ruled = await applyActiveRules(project, corrected, options);
  const { acting } = ruled.report;
  if (acting.length <= report.acting.length || !report.acting.every((rule) => acting.includes(rule)))
    return null;
  const plan = await planRuledQuery(project, corrected, ruled, options);
  return isDeepStrictEqual(listFilters(plan.understood), listFilters(understood)) ? plan : null;
}

const listFilters = (understood: Understood | null) => understood?.parts.map(({ filter }) => filter);

function applyActiveRules(
  project: PlannedProject,
  query: TextQuery,
  { collection, context, ...options }: QueryOptions,
): Promise<RuledQuery> {
  const inContext = collection === null ? context : addToContext(context, 'collection', collection.id);
  return withRules(project, query, { ...options, context: inContext }, options.rules);
}

async function planRuledQuery(
  project: PlannedProject,
  requestedQuery: TextQuery,
  ruled: RuledQuery,
  options: QueryOptions,
): Promise<QueryPlan> {
  const { collection, understanding, asWords, isByPhoto = false, now } = options;
  const { search: settings } = project.settings.effective();
  // After the rules, which see the query as typed.
  const { query: stripped, ignored } = stripCarrierPhrases(project, ruled.query);
  const listed = collection === null ? stripped : restrictToCollection(stripped, collection, now);
  const arranged = isByPhoto ? listed : applySetOrder(project, listed, requestedQuery);
  // Before values of the query become filters: a shopper has not selected them.
  const { query, display } = withFacetSettings(arranged, settings.facets, {
    ruleFacets: ruled.report.facets,
    collection: collection?.id ?? null,
    now,
  });
  const mode = understanding ?? settings.understanding;
  const read = mode === 'off' ? null : await understandQuery(project, query, new Set(asWords));
  const understood = mode === 'off' ? null : { mode, parts: read?.parts ?? [] };
  const searched =
    read === null
      ? query
      : mode === 'filters'
        ? await filterUnderstood(project, query, read)
        : boostUnderstood(query, read);
  return {
    ...ruled,
    query: isByPhoto ? searched : await withAdjustments(project, searched, requestedQuery, options),
    requestedQuery,
    options,
    ignored,
    understood,
    display,
  };
}

async function filterUnderstood(
  { text: index }: Pick<PlannedProject, 'text'>,
  query: TextQuery,
  { words, parts }: UnderstoodQuery,
): Promise<TextQuery> {
  const { text, areOptional } = await words();
  const filters = parts.filter(({ as }) => as === 'filter');
  const categories = parts.filter(({ as }) => as === 'boost').map(({ filter }) => filter);
  return {
    ...query,
    text,
    analyzed: ensureAnalysis(index, { ...query, text }),
    ...(areOptional ? { listsAll: true } : {}),
    ...(categories.length === 0 ? {} : { category: { kind: 'or', clauses: categories } }),
    purposeFilter: purposeFilter(query.filter),
    ...filterWith(query.filter, filters),
  };
}

function boostUnderstood(query: TextQuery, { parts }: UnderstoodQuery): TextQuery {
  // An explicit order is not changed.
  if (query.sort.length > 0) return query;
  const { hidden = [], boosts = [], pins = [] } = query.rules ?? {};
  const added = parts.map(({ filter }) => ({ rule: null, filter, by: 1 as const }));
  return { ...query, rules: { hidden, boosts: [...boosts, ...added], pins } };
}
