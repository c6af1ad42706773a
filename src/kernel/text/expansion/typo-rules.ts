import type { Analyzer } from '../language/analyzer.ts';
import { fuzzyLengthMax } from '../dictionary/fuzzy.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { TextSettings } from '../schema/settings.ts';
import { forgivingCounts } from '../schema/zones.ts';

/** By language code: words that many texts of the language have, whatever they are about. Folded, in lower case. */
export type CommonWords = ReadonlyMap<string, ReadonlySet<string>>;

/** Where typos are forgiven, made from the settings. */
export interface TypoRules {
  /** How many a word is forgiven: none in numbers, in short words, in those that are off, and in common words of the language. */
  allowed: (word: QueryWord) => 0 | 1 | 2;
  /** Base forms that nothing is a typo of. */
  offBases: readonly string[];
  /** Where a mistyped word may stand (see `Variant.counts`). */
  counts: Uint8Array | null;
}

export function typoRules(settings: TextSettings, analyzer: Analyzer, commonWords: CommonWords): TypoRules {
  const { enabled, minLengthOneTypo, minLengthTwoTypos, disabledWords } = settings.typos;
  const offBases = [...new Set(disabledWords.map((word) => analyzer.stem(word.toLowerCase())))];
  const off = new Set(offBases);
  const common = settings.languages.flatMap((code) => commonWords.get(code) ?? []);
  return {
    allowed: ({ folded, numeric, stem: base }) => {
      const { length } = folded;
      if (!enabled || numeric || length < minLengthOneTypo || length > fuzzyLengthMax || off.has(base))
        return 0;
      if (common.some((words) => words.has(folded) || words.has(base))) return 0;
      return length < minLengthTwoTypos ? 1 : 2;
    },
    offBases,
    counts: forgivingCounts(settings),
  };
}
