import type { ProjectSettings } from '../../../ports/settings.ts';
import { limits } from '../../../ports/limits.ts';
import type { FacetRequest, TextQuery } from '../../../ports/text.ts';
import type { SearchValues } from '../../routes/search-run.ts';
import { fieldOf, geoField } from './attributes.ts';
import type { AlgoliaSearch } from './search-parameters.ts';

/** Facets of `*`. */
const dynamicFacetsMax = 20;
/** Steps of a boost, either way. */
const boostMax = 7;

/** The search in the terms of the engine. A page beyond the window has no hits. */
export function textQuery(search: AlgoliaSearch, settings: ProjectSettings): TextQuery {
  const { query, offset, limit, filter, optional, around } = search;
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
  const listed = Math.max(0, Math.min(limit, limits.searchWindowMax - offset));
  return {
    text: query,
    ...(settings.search.languages.includes(language) ? { language } : {}),
    facets: search.facets.filter((one) => one !== '*').map((one) => ({ ...request, field: fieldOf(one) })),
    ...(search.facets.includes('*') ? { facetSelection: { countMax: dynamicFacetsMax, request } } : {}),
    sort: around === null ? [] : [{ field: geoField, order: 'asc', from: around }],
    offset: Math.min(offset, limits.searchWindowMax),
    limit: listed,
    highlight: [],
    marks: listed > 0,
    explain: search.explain,
    grouped: search.grouped ?? true,
    variants: 0,
    ...(filter === null ? {} : { filter }),
    ...(boosts.length === 0 ? {} : { rules: { hidden: [], boosts, pins: [] } }),
  };
}

/** The parameters of the search besides its query. `userToken`: of the request, where the search names none. */
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
