import type { ServedView } from '../../ports/engine.ts';
import type { TextQuery } from '../../ports/search/text.ts';
import { blankOut } from './text-spans.ts';

/**
 * The query without its carrier phrases (see `QueryAnalyzer.carrierPhrases`). Spaces replace them, so that offsets of the other words
 * stay the same. `ignored` has the phrases as written.
 */
export function stripCarrierPhrases(
  { text: { queryAnalyzer } }: Pick<ServedView, 'text'>,
  query: TextQuery,
): { readonly query: TextQuery; readonly ignored: readonly string[] } {
  const { text, language, rules } = query;
  const hidden = rules?.hidden.map(({ items }) => items);
  const phrases = queryAnalyzer.carrierPhrases(text, language, hidden);
  if (phrases.length === 0) return { query, ignored: [] };
  const stripped = blankOut(text, phrases);
  return {
    query: { ...query, text: stripped, analyzed: queryAnalyzer.analyze(stripped, language) },
    ignored: phrases.map(({ start, end }) => text.slice(start, end)),
  };
}
