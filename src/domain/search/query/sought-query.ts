import type { ProjectView } from '../../../ports/engine.ts';
import type { TextQuery } from '../../../ports/text.ts';

/**
 * The query without its carrier phrases (see `QueryAnalyzer.carrierPhrases`), which blanks replace so that all other words keep their
 * places in the text; and these phrases as written.
 */
export function soughtQuery(
  { text: { queryAnalyzer } }: Pick<ProjectView, 'text'>,
  query: TextQuery,
): { readonly query: TextQuery; readonly ignored: readonly string[] } {
  const { text, language } = query;
  const phrases = queryAnalyzer.carrierPhrases(text, language);
  if (phrases.length === 0) return { query, ignored: [] };
  const sought = phrases.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    text,
  );
  return {
    query: { ...query, text: sought, analyzed: queryAnalyzer.analyze(sought, language) },
    ignored: phrases.map(({ start, end }) => text.slice(start, end)),
  };
}
