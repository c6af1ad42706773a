import type { Analyzer } from '../../kernel/text/language/analyzer.ts';
import type { TermsOfWords } from '../../kernel/text/query/query.ts';
import { createWordMarker } from '../../kernel/text/search/word-marks.ts';
import type { TextMarks } from '../../ports/search/text-marks.ts';

export function createTextMarks(terms: TermsOfWords, analyzer: Analyzer): TextMarks {
  return { words: terms.words, find: createWordMarker(terms, analyzer) };
}
