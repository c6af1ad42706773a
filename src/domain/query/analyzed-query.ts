import type { AnalyzedQuery } from '../../ports/search/query-analyzer.ts';
import type { TextIndex, TextQuery } from '../../ports/search/text.ts';

/** The analysis that the query has, or a new one where it has none of this text. */
export function ensureAnalysis(
  { queryAnalyzer }: Pick<TextIndex, 'queryAnalyzer'>,
  { text, language, analyzed }: TextQuery,
): AnalyzedQuery {
  const isCurrent = analyzed?.text === text && analyzed.language === language;
  return isCurrent ? analyzed : queryAnalyzer.analyze(text, language);
}
