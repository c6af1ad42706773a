import type { Analyzer } from '../language/analyzer.ts';
import { fuzzyLengthMax } from '../dictionary/fuzzy.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { TextSettings } from '../schema/settings.ts';
import { buildTypoTolerantMasks } from '../schema/zones.ts';

/** Words that are common in any text of a language, by language code; folded, in lower case. */
export type CommonWords = ReadonlyMap<string, ReadonlySet<string>>;

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
  const common = settings.languages.flatMap((code) => commonWords.get(code) ?? []);
  return {
    countAllowedTypos: ({ folded, numeric, stem }) => {
      const { length } = folded;
      if (!enabled || numeric || length < minLengthOneTypo || length > fuzzyLengthMax || disabled.has(stem))
        return 0;
      if (common.some((words) => words.has(folded) || words.has(stem))) return 0;
      return length < minLengthTwoTypos ? 1 : 2;
    },
    allowsLearned: ({ numeric, stem }) => enabled && !numeric && !disabled.has(stem),
    disabledStems,
    counts: buildTypoTolerantMasks(settings),
  };
}
