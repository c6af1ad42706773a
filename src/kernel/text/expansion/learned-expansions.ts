import type { Analyzer } from '../language/analyzer.ts';
import { analyzeQuery, type QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { expandLiterally } from './literal-expansion.ts';
import { toWordSpan, type Expansion } from './expansions.ts';
import { expandTerms } from './synonym-expansions.ts';
import type { CompiledSynonyms } from './synonyms.ts';
import type { TypoRules } from './typo-rules.ts';

/** A word that visitors replaced by another text of one or a few words. */
export interface LearnedReplacement {
  /** The word in lower case. */
  readonly word: string;
  readonly target: string;
}

/**
 * The expansions of a word by its learned correction: those of the corrected word, or of several, which count less if they are not
 * adjacent in the name. Empty if the catalog has none of them, or if they are disabled.
 */
export function expandByCorrection(
  states: readonly SegmentState[],
  word: QueryWord,
  target: string,
  {
    analyzer,
    synonyms,
    settings,
    rules,
  }: { analyzer: Analyzer; synonyms: CompiledSynonyms; settings: TextSettings; rules: TypoRules },
): Expansion[] {
  const targetWords = analyzeQuery(target, analyzer).words;
  const stems = targetWords.map(({ stem }) => stem);
  if (stems.length === 0 || stems.some((stem) => rules.disabledStems.includes(stem))) return [];
  const { bit, start, end } = word;
  const apart = { factor: settings.ranking.synonym, phrase: null };
  const expansions =
    stems.length === 1
      ? expandLiterally(states, [{ ...targetWords[0]!, bit, start, end }], analyzer, synonyms, settings)
      : expandTerms(states, toWordSpan(word), [{ stems }], {}).flatMap((phrase) => [
          phrase,
          { ...phrase, ...apart },
        ]);
  return expansions
    .filter(({ frequency }) => frequency > 0)
    .map((expansion) => ({ ...expansion, kind: 'learned', counts: rules.counts, intended: target }));
}
