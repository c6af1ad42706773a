import type { FacetValues, TextQuery } from '../../../ports/text.ts';
import { displayedFacets, type DisplayedFacets } from '../facets/facet-display.ts';
import { correctForRules } from './correction-rules.ts';
import { contextIn, ruledQuery, type QueryOptions, type SearchProject } from './search.ts';

/** The values of the query's facets that contain `text`, under the active rules, those of its correction and the facet settings. */
export async function facetValues(
  project: SearchProject,
  asked: TextQuery,
  text: string,
  options: QueryOptions,
): Promise<DisplayedFacets<FacetValues>> {
  const ruled = await ruledQuery(project, asked, options);
  const context = contextIn(options.collection, options.context);
  const corrected = await correctForRules(project, asked, ruled, { ...options, context });
  const { query, display } = corrected === asked ? ruled : await ruledQuery(project, corrected, options);
  return displayedFacets(await project.text.facetValues(query, text), display);
}
