import type { FacetValues, TextQuery } from '../../../ports/text.ts';
import { displayedFacets, type DisplayedFacets } from '../facets/facet-display.ts';
import { ruledQuery, type SearchProject, type UnderstandingOptions } from './search.ts';
import type { RuleOptions } from '../../rules/active-rules.ts';

/** The values of the query's facets that contain `text`, under the active rules and the facet settings. */
export async function facetValues(
  project: SearchProject,
  asked: TextQuery,
  text: string,
  options: UnderstandingOptions & RuleOptions,
): Promise<DisplayedFacets<FacetValues>> {
  const { query, display } = await ruledQuery(project, asked, options);
  return displayedFacets(await project.text.facetValues(query, text), display);
}
