import type { FacetValues, TextQuery } from '../../../ports/search/text.ts';
import { arrangeFacets, type DisplayedFacets } from '../facets/facet-display.ts';
import { correctText, planCorrection, planQuery } from '../planning/plan-query.ts';
import type { PlannedProject, QueryOptions } from '../planning/query-plan.ts';

/** The values of the query's facets that contain `text`, under the active rules, those of its correction and the facet settings. */
export async function facetValues(
  project: PlannedProject,
  requestedQuery: TextQuery,
  text: string,
  options: Omit<QueryOptions, 'personalize'>,
): Promise<DisplayedFacets<FacetValues>> {
  const plan = await planQuery(project, requestedQuery, { ...options, personalize: false });
  let corrected: typeof plan | null = null;
  if (plan.rewritten === null && project.rules.current().rules.length > 0) {
    const first = { offset: 0, limit: 1, facets: [], highlight: [], variants: 0 };
    const correction = correctText(plan, await project.text.search({ ...plan.query, ...first }));
    corrected = correction === null ? null : await planCorrection(project, plan, correction);
  }
  const { query, display } = corrected ?? plan;
  return arrangeFacets(await project.text.searchFacetValues(query, text), display);
}
