import type { ProjectView } from '../../../ports/engine.ts';
import type { Suggestion } from '../../../ports/suggestions.ts';
import { itemsHiddenFromKey, type Restrictions } from '../../access/restrictions.ts';
import { hiddenItems, type RuleOptions } from '../../rules/active-rules.ts';

/** Completions from settled queries and the catalog, without hidden items. */
export async function suggest(
  project: Pick<ProjectView, 'text' | 'rules' | 'visitorSegments' | 'queryLog'>,
  { text, limit }: { text: string; limit: number },
  restrictions: Restrictions,
  options: RuleOptions,
): Promise<Suggestion[]> {
  // Twice the limit: some queries have no matches any more, or have the same words.
  const searches = project.queryLog.completions(text, limit * 2);
  const hidden = [...itemsHiddenFromKey(restrictions), ...(await hiddenItems(project, text, options))];
  const { privateFields } = restrictions;
  return project.text.suggest(text, limit, { hidden, searches, privateFields });
}
