import { countPartsMax, listInitialSplits, canBePart, findPhrase } from '../expansion/concatenated-words.ts';
import type { ExpansionKind } from '../expansion/expansions.ts';
import type { Analyzer } from '../language/analyzer.ts';
import type { QueryWord } from '../language/query-words.ts';

export interface WordCounts {
  /** Term frequencies by word, then by zone. */
  words: Map<string, number[]>;
  nameStems: readonly string[];
}

export interface NaiveExpansion {
  kind: ExpansionKind;
  words: QueryWord[];
  typos: number;
  factor: number;
  parts: string[][];
  frequency: number;
  /** Whether the parts must be adjacent in the name. */
  phrase: boolean;
  /** The spellings of a prefix. */
  prefixes?: readonly string[];
}

/** One direction of a synonym rule. */
export interface NaiveSynonym {
  /** Stems of each spelling of the source side. */
  keys: string[][];
  /** The folded source side, if it is one word. */
  single: string | null;
  targets: string[][];
}

/** All splits of a text into words, by a scan of the vocabulary: those of fewer parts first, then those with longer first parts. */
function splits(text: string, vocabulary: readonly string[]): string[][] {
  if (text === '') return [[]];
  const first = vocabulary.filter((word) => text.startsWith(word)).sort((a, b) => b.length - a.length);
  return first
    .flatMap((word) => splits(text.slice(word.length), vocabulary).map((rest) => [word, ...rest]))
    .sort((a, b) => a.length - b.length);
}

/** The stems of the words that are next to each other in a name, of a word without document; see `splitConcatenatedWord`. */
export function splitNaively(
  text: string,
  vocabulary: readonly string[],
  analyzer: Analyzer,
  isInName: (stems: readonly string[]) => boolean,
): string[] | undefined {
  const ofWords = splits(text, vocabulary)
    .filter(({ length }) => length > 2 && length <= countPartsMax(text))
    .filter((parts) => parts.every((part, i) => canBePart(part, i === parts.length - 1)));
  const ofInitials = listInitialSplits(text).filter((parts) =>
    parts.every((part) => vocabulary.includes(part)),
  );
  return [...ofInitials, ...ofWords]
    .map((parts) => findPhrase(parts, analyzer))
    .filter((stems) => stems !== null)
    .find(isInName);
}

/** Document frequency of the word with its literal expansions. */
export function frequencyOf(word: QueryWord, literal: readonly NaiveExpansion[]): number {
  return literal.find(({ kind, words: [covered] }) => kind === 'exact' && covered === word)?.frequency ?? 0;
}
