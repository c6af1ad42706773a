import type { FacetSetting, ProjectSettings } from '../../../ports/configuration/settings.ts';
import { limits } from '../../../ports/limits.ts';
import type { FacetRequest, SortKey, TextQuery } from '../../../ports/search/text.ts';
import type { SearchValues } from '../../routes/search-run.ts';
import { toField, geoField } from './attributes.ts';
import type { AlgoliaSearch } from './search-parameters.ts';

/** Facets of `*`. */
export const dynamicFacetsMax = 20;
/** Steps of a boost, either way. */
const boostMax = 7;

/** Translates a search for the engine. `sort` is that of the replica. A page beyond the window has no hits. */
export function createTextQuery(
  search: AlgoliaSearch,
  sort: readonly SortKey[],
  settings: ProjectSettings,
): TextQuery {
  const { query, offset, limit, filter, optionalFilters: optional, around } = search;
  const request: Omit<FacetRequest, 'field'> = {
    limit: search.valuesPerFacet,
    ...(search.facetOrder === null ? {} : { order: search.facetOrder }),
  };
  const boosts = optional.map(({ filter: boosted, score }) => ({
    rule: null,
    filter: boosted,
    by: Math.max(-boostMax, Math.min(boostMax, score)),
  }));
  const [language = ''] = search.language?.toLowerCase().split(/[-_]/) ?? [];
  const listed = Math.max(0, Math.min(limit, search.window - offset));
  return {
    text: query,
    ...(settings.search.languages.includes(language) ? { language } : {}),
    ...selectFacets(search.facets, settings.search.facets, request),
    sort: around === null ? sort : [...sort, { field: geoField, order: 'asc', from: around }],
    offset: Math.min(offset, search.window),
    limit: listed,
    highlight: [],
    marks: listed > 0,
    explain: search.explain,
    grouped: search.grouped ?? true,
    variants: search.variantCount,
    ...(filter === null ? {} : { filter }),
    ...(boosts.length === 0 ? {} : { rules: { hidden: [], boosts, pins: [] } }),
  };
}

/** `*` stands for the facets of the settings; without any, for those that suit the results. */
function selectFacets(
  input: readonly string[],
  settings: readonly FacetSetting[],
  request: Omit<FacetRequest, 'field'>,
): Pick<TextQuery, 'facets' | 'facetSelection'> {
  const isAny = input.includes('*');
  const set = isAny ? settings.flatMap(({ field, display }) => (display === 'hidden' ? [] : [field])) : [];
  const named = input.filter((one) => one !== '*').map(toField);
  const fields = [...new Set([...named, ...set])].slice(0, limits.facetsMax);
  const facets = fields.map((field) => ({ ...request, field }));
  return isAny && set.length === 0
    ? { facets, facetSelection: { countMax: dynamicFacetsMax, request } }
    : { facets };
}

/** Reads the parameters besides the query. `userToken` is that of the request, for a search that names none. */
export function searchValues(
  search: Pick<AlgoliaSearch, 'userToken' | 'ruleContexts' | 'enableRules' | 'personalize' | 'isRecorded'>,
  { user, userToken }: { readonly user: string | null; readonly userToken: string | null },
): SearchValues {
  return {
    user,
    session: search.userToken ?? userToken,
    address: null,
    // As imported rules name their contexts.
    context: search.ruleContexts.length === 0 ? null : { rule: search.ruleContexts },
    enableRules: search.enableRules,
    personalize: search.personalize,
    isRecorded: search.isRecorded,
    understanding: null,
    asWords: [],
    collection: null,
    draft: null,
  };
}
