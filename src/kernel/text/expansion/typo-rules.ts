import type { Analyzer } from '../language/analyzer.ts';
import { fuzzyLengthMax } from '../dictionary/fuzzy.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { TextSettings } from '../schema/settings.ts';
import { buildTypoTolerantMasks } from '../schema/zones.ts';

/** The words that are common in any text of a language, whatever a catalog has. */
export interface CommonWords {
  /** Whether a word, or its stem, is common in the language of this code. */
  has: (language: string, word: Pick<QueryWord, 'text' | 'folded' | 'stem'>) => boolean;
}

export const noCommonWords: CommonWords = { has: () => false };

/** Typo tolerance, computed from the settings. */
export interface TypoRules {
  /** Allowed typos of a word: none in numbers, short words, disabled words and common words of the language. */
  countAllowedTypos: (word: QueryWord) => 0 | 1 | 2;
  /** Whether learned corrections of a word count; those of numbers and disabled words do not. */
  allowsLearned: (word: QueryWord) => boolean;
  /** Stems that are never a correction. */
  disabledStems: readonly string[];
  /** The zones in which a mistyped word may be found (see `Expansion.counts`). */
  counts: Uint8Array | null;
}

export function createTypoRules(
  settings: TextSettings,
  analyzer: Analyzer,
  commonWords: CommonWords,
): TypoRules {
  const { enabled, minLengthOneTypo, minLengthTwoTypos, disabledWords } = settings.typos;
  const disabledStems = [...new Set(disabledWords.map((word) => analyzer.stem(word.toLowerCase())))];
  const disabled = new Set(disabledStems);
  return {
    countAllowedTypos: (word) => {
      const { numeric, stem } = word;
      const { length } = word.folded;
      if (!enabled || numeric || length < minLengthOneTypo || length > fuzzyLengthMax || disabled.has(stem))
        return 0;
      if (settings.languages.some((code) => commonWords.has(code, word))) return 0;
      return length < minLengthTwoTypos ? 1 : 2;
    },
    allowsLearned: ({ numeric, stem }) => enabled && !numeric && !disabled.has(stem),
    disabledStems,
    counts: buildTypoTolerantMasks(settings),
  };
}
