import type { ProjectView } from '../../../ports/engine.ts';
import type { Suggestion } from '../../../ports/suggestions.ts';
import { itemsHiddenFromKey, type Restrictions } from '../../access/restrictions.ts';
import { hiddenItems, type RuleOptions } from '../../rules/active-rules.ts';

/**
 * Completions from settled queries and the catalog, without hidden items. A request in front ("show me a jacke") is not completed,
 * except by settled queries that begin with it.
 */
export async function suggest(
  project: Pick<ProjectView, 'text' | 'rules' | 'visitorSegments' | 'queryLog'>,
  { text, limit }: { text: string; limit: number },
  restrictions: Restrictions,
  options: RuleOptions,
): Promise<Suggestion[]> {
  // Twice the limit: some queries have no matches any more, or have the same words.
  const wanted = withoutRequest(project, text);
  const searches = [...new Set([text, wanted])].flatMap((typed) =>
    project.queryLog.completions(typed, limit * 2),
  );
  const hidden = [...itemsHiddenFromKey(restrictions), ...(await hiddenItems(project, text, options))];
  const { privateFields } = restrictions;
  return project.text.suggest(wanted, limit, { hidden, searches, privateFields });
}

/** The text after the carrier phrases at its start; those at its end may be the beginning of other words. */
function withoutRequest({ text: { queryAnalyzer } }: Pick<ProjectView, 'text'>, text: string): string {
  let start = 0;
  for (const phrase of queryAnalyzer.carrierPhrases(text)) {
    if (text.slice(start, phrase.start).trim() !== '') break;
    start = phrase.end;
  }
  return text.slice(start);
}
