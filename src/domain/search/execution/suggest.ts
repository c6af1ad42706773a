import type { ProjectView } from '../../../ports/engine.ts';
import type { ItemSet } from '../../../ports/search/rules.ts';
import type { Suggestion } from '../../../ports/search/suggestions.ts';
import { listItemsHiddenFromKey, type Restrictions } from '../../access/restrictions.ts';
import { findHiddenItems, type RuleOptions } from '../../rules/active-rules.ts';

type Project = Pick<ProjectView, 'text' | 'rules' | 'visitorSegments' | 'queryLog'>;

/**
 * Completions from settled queries and the catalog, without hidden items. A request in front ("show me a jacke") is not completed,
 * except by settled queries that begin with it, and by names: "best fri" is the beginning of a "best friend necklace".
 */
export async function suggest(
  project: Project,
  { text, limit }: { text: string; limit: number },
  restrictions: Restrictions,
  options: RuleOptions,
): Promise<Suggestion[]> {
  const hidden = [
    ...listItemsHiddenFromKey(restrictions),
    ...(await findHiddenItems(project, text, options)),
  ];
  const strippedText = withoutRequest(project, text, hidden);
  // Twice the limit: some queries have no matches any more, or have the same words.
  const searches = [...new Set([text, strippedText])].flatMap((typed) =>
    project.queryLog.completions(typed, limit * 2),
  );
  const { privateFields } = restrictions;
  const complete = (typed: string): Promise<Suggestion[]> =>
    project.text.suggest(typed, limit, { hidden, searches, privateFields });
  if (strippedText === text) return complete(text);
  const asTyped = await complete(text);
  return asTyped.some((suggestion) => hasInName(project, suggestion, text))
    ? asTyped
    : complete(strippedText);
}

/** Whether a suggestion from the catalog has the typed words next to each other, the last one as a prefix. */
function hasInName(
  { text: { queryAnalyzer } }: Pick<Project, 'text'>,
  { kind, text }: Suggestion,
  typed: string,
): boolean {
  if (kind === 'search') return false;
  const typedWords = queryAnalyzer.analyze(typed).words;
  const last = typedWords.length - 1;
  const { words } = queryAnalyzer.analyze(text);
  return words.some((_, start) =>
    typedWords.every((typedWord, i) => {
      const word = words[start + i];
      return i === last ? word?.startsWith(typedWord) : word === typedWord;
    }),
  );
}

/** The text after the carrier phrases at its start; those at its end may be the beginning of other words. */
function withoutRequest(
  { text: { queryAnalyzer } }: Pick<Project, 'text'>,
  text: string,
  hidden: readonly ItemSet[],
): string {
  let start = 0;
  for (const phrase of queryAnalyzer.carrierPhrases(text, undefined, hidden)) {
    if (text.slice(start, phrase.start).trim() !== '') break;
    start = phrase.end;
  }
  return text.slice(start);
}
