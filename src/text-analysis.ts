import { mergeSynonyms } from './kernel/text/expansion/synonym-merge.ts';
import { createAnalyzer } from './kernel/text/language/analyzer.ts';
import { languageCodes } from './kernel/text/language/languages.ts';
import { defaultTextSettings } from './kernel/text/schema/settings.ts';
import type { TextAnalysis } from './ports/search/text-analysis.ts';

/** Languages and synonyms as text search has them, without a service. */
export const textAnalysis: TextAnalysis = {
  languageCodes,
  mergeSynonyms: (rules, { languages = defaultTextSettings.languages, stopWords = null }) =>
    mergeSynonyms(
      rules,
      createAnalyzer({
        languages: languages.filter((code) => languageCodes.includes(code)),
        stopWords: stopWords === null ? null : [...stopWords],
      }),
    ),
};
