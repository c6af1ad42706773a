import { conditionsOf, type Condition } from './filters.ts';
import type { ClientRequest, InstantSearchClientOptions, SearchParams } from './types.ts';

/** A search of Vitrine. */
export interface VitrineSearch {
  readonly [parameter: string]: unknown;
}

/** A search that the service makes, for one or several requests of InstantSearch. */
export interface PlannedSearch {
  readonly project: string;
  readonly body: VitrineSearch;
}

/** For each request, the position of its search. */
export interface SearchPlan {
  readonly searches: readonly PlannedSearch[];
  readonly searchOfRequest: readonly number[];
}

/** A list of a parameter, which may also be a single value. */
export function textsOf(sent: unknown): string[] {
  return sent === undefined || sent === null ? [] : [sent].flat().map(String);
}

export const numberOf = (sent: unknown, fallback: number): number =>
  typeof sent === 'number' && Number.isFinite(sent) ? sent : fallback;

/**
 * The searches for requests. InstantSearch counts each facet with selected values by a request of its own, without the conditions on this
 * field. Vitrine counts such a disjunctive facet in the search for the hits, so these requests need no searches of their own.
 */
export function planSearches(
  requests: readonly ClientRequest[],
  options: InstantSearchClientOptions,
): SearchPlan {
  const drafts: SearchDraft[] = [];
  const searchOfRequest = requests.map((request) => {
    const params = request.params ?? {};
    const conditions = conditionsOf(params, options.geoField ?? 'geo');
    const counting = countedFacet(params);
    const shared =
      counting === null ? -1 : drafts.findIndex((draft) => canCount(draft, request, conditions, counting));
    if (shared >= 0) {
      drafts[shared]!.disjunctive.add(counting!);
      return shared;
    }
    return drafts.push({ request, params, conditions, disjunctive: new Set() }) - 1;
  });
  return { searches: drafts.map((draft) => plannedSearch(draft, options)), searchOfRequest };
}

interface SearchDraft {
  readonly request: ClientRequest;
  readonly params: SearchParams;
  readonly conditions: readonly Condition[];
  readonly disjunctive: Set<string>;
}

/** The facet of a request that only counts its values; null: another request. */
function countedFacet({ hitsPerPage, facets }: SearchParams): string | null {
  const [facet, ...others] = textsOf(facets);
  return hitsPerPage === 0 && facet !== undefined && facet !== '*' && others.length === 0 ? facet : null;
}

/** Whether a search can also count a facet: it has the same query and, besides those on the facet, the same conditions. */
function canCount(
  { request, params, conditions, disjunctive }: SearchDraft,
  { indexName, params: others = {} }: ClientRequest,
  wanted: readonly Condition[],
  facet: string,
): boolean {
  if (request.indexName !== indexName || (params['query'] ?? '') !== (others['query'] ?? '')) return false;
  const counted = textsOf(params['facets']);
  if (disjunctive.has(facet) || !(counted.includes(facet) || counted.includes('*'))) return false;
  // Its conditions on the facet, which Vitrine would not apply, are not known.
  const { filters } = params;
  if (typeof filters === 'string' && filters.includes(facet)) return false;
  const texts = conditions.filter(({ field }) => field !== facet).map(({ text }) => text);
  return texts.length < conditions.length && texts.join('\n') === wanted.map(({ text }) => text).join('\n');
}

/** The project and the sort of an index name. */
export function readIndexName(indexName: string): { project: string; sort: string[] } {
  const slash = indexName.indexOf('/');
  if (slash < 0) return { project: indexName, sort: [] };
  return { project: indexName.slice(0, slash), sort: indexName.slice(slash + 1).split(',') };
}

function plannedSearch(
  { request, params, conditions, disjunctive }: SearchDraft,
  options: InstantSearchClientOptions,
): PlannedSearch {
  const { project, sort } = readIndexName(request.indexName);
  const limit = numberOf(params['hitsPerPage'], 20);
  const facetLimit = numberOf(params['maxValuesPerFacet'], 100);
  const fields = textsOf(params['attributesToRetrieve']);
  const highlight = highlightedFields(params);
  const rules = textsOf(params['ruleContexts']);
  const body: Record<string, unknown> = {
    q: textOf(params['query']),
    limit,
    offset: limit * numberOf(params['page'], 0),
    facets: countedFields(params, options).map((field) => ({ field, limit: facetLimit })),
    ...(disjunctive.size > 0 && { disjunctive: [...disjunctive] }),
    ...filtersOf(conditions),
    ...(sort.length > 0 && { sort }),
    ...(fields.length > 0 && !fields.includes('*') && { fields }),
    ...(highlight !== null && { highlight }),
    ...(rules.length > 0 && { context: { rule: rules } }),
    ...(params['enableRules'] === false && { enableRules: false }),
    ...(params['distinct'] === false && { grouped: false }),
    ...visitorOf(params, options),
    ...options.parameters,
  };
  return { project, body };
}

export const textOf = (sent: unknown): string => (typeof sent === 'string' ? sent : '');

function countedFields({ facets }: SearchParams, options: InstantSearchClientOptions): string[] {
  const fields = textsOf(facets);
  return fields.includes('*') ? [...fields, ...(options.facets ?? [])] : fields;
}

/** Fields to highlight, and those of snippets; null: those that Vitrine highlights by default. */
function highlightedFields({ attributesToHighlight, attributesToSnippet }: SearchParams): string[] | null {
  const highlighted = textsOf(attributesToHighlight);
  const snippets = textsOf(attributesToSnippet).map((one) => one.split(':')[0]!);
  if (highlighted.length + snippets.length === 0 || highlighted.includes('*')) return null;
  const wanted = highlighted.length === 0 ? ['name', 'description'] : highlighted;
  return [...new Set([...wanted, ...snippets])];
}

/** All conditions as a filter. */
export function filtersOf(conditions: readonly Condition[]): { filters?: string } {
  return conditions.length === 0 ? {} : { filters: conditions.map(({ text }) => text).join(' AND ') };
}

/** Who searches. */
export function visitorOf(
  params: SearchParams,
  { session, user }: InstantSearchClientOptions,
): { session?: string; user?: string } {
  const visit = session ?? textOf(params['userToken']);
  return { ...(visit !== '' && { session: visit }), ...(user !== undefined && { user }) };
}
