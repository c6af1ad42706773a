import type { FacetValues, TextQuery } from '../../../ports/text.ts';
import { displayedFacets, type DisplayedFacets } from '../facets/facet-display.ts';
import { ruledQuery, type QueryOptions, type SearchProject } from './search.ts';

/** The values of the query's facets that contain `text`, under the active rules and the facet settings. */
export async function facetValues(
  project: SearchProject,
  asked: TextQuery,
  text: string,
  options: QueryOptions,
): Promise<DisplayedFacets<FacetValues>> {
  const { query, display } = await ruledQuery(project, asked, options);
  return displayedFacets(await project.text.facetValues(query, text), display);
}
