import type { ServedView } from '../../../ports/engine.ts';
import type { TextQuery } from '../../../ports/text.ts';
import { withRules, type RuledQuery, type RuleOptions } from '../../rules/active-rules.ts';
import { analysisOf } from '../query/analyzed-query.ts';

/** Whether rules act besides those before, all of which still do. */
export function areMoreActing(acting: readonly string[], before: readonly string[]): boolean {
  return acting.length > before.length && before.every((rule) => acting.includes(rule));
}

/** The query with its correction, where more rules act on that than on the query as typed (`ruled`); else the query as asked. */
export async function correctForRules(
  project: Pick<ServedView, 'text' | 'rules' | 'visitorSegments'>,
  asked: TextQuery,
  { query, rewritten, report }: RuledQuery,
  options: RuleOptions,
): Promise<TextQuery> {
  if (rewritten !== null || project.rules.current().rules.length === 0) return asked;
  const first = { offset: 0, limit: 1, facets: [], highlight: [], variants: 0 };
  const { correctedQuery } = await project.text.search({ ...query, ...first });
  const text = correctedText(asked.text, query.text, correctedQuery);
  if (text === null) return asked;
  return (await correctWhereMoreAct(project, asked, text, { ...options, before: report.acting })) ?? asked;
}

/** The query with the corrected `text`, where all rules `before` and others act on it; null: they do not. */
export async function correctWhereMoreAct(
  project: Pick<ServedView, 'text' | 'rules' | 'visitorSegments'>,
  asked: TextQuery,
  text: string,
  { before, ...options }: RuleOptions & { readonly before: readonly string[] },
): Promise<TextQuery | null> {
  const corrected = { ...asked, text, analyzed: analysisOf(project.text, { ...asked, text }) };
  const { report } = await withRules(project, corrected, options);
  return areMoreActing(report.acting, before) ? corrected : null;
}

/** The query with the corrections of the words that were searched for. */
export function correctedText(text: string, searched: string, corrected: string | null): string | null {
  if (corrected === null || searched === text) return corrected;
  // Without carrier phrases, which spaces replace, the other words are where they were.
  const start = searched.length - searched.trimStart().length;
  const end = searched.trimEnd().length;
  if (searched.length === text.length && searched.slice(start, end) === text.slice(start, end))
    return text.slice(0, start) + corrected + text.slice(end);
  const [words, corrections] = [searched.trim().split(/\s+/), corrected.split(/\s+/)];
  if (words.length !== corrections.length) return corrected;
  const correctionOf = new Map(words.map((word, i) => [word, corrections[i]!]));
  return text.replaceAll(/\S+/g, (word) => correctionOf.get(word) ?? word);
}
