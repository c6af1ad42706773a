import type { Analyzer } from '../language/analyzer.ts';
import { createWordMatcher, type TextWord, type TextWords } from './highlight.ts';
import type { MatchedTerms } from '../query/query.ts';

export interface NamePhrase {
  /** The phrase as written in names, in lower case. */
  text: string;
  /** Number of names that contain it. */
  count: number;
}

/**
 * Suggests continuations of a query: the runs of matched words in names ("oak ch" matches "oak chair"), each also with the next
 * word ("oak chair set"). A run needs at least `wordsMin` words and two names. The most frequent come first.
 */
export function suggestPhrases(
  names: readonly TextWords[],
  terms: MatchedTerms,
  analyzer: Analyzer,
  wordsMin: number,
): NamePhrase[] {
  const marked = createWordMatcher(terms, analyzer);
  const matches = (word: string): boolean => marked(word) !== null;
  const counts = new Map<string, number>();
  for (const name of names) {
    for (const phrase of listPhrases(name, matches, wordsMin, analyzer))
      counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([text, count]) => ({ text, count }))
    .sort((a, b) => b.count - a.count || a.text.length - b.text.length || (a.text < b.text ? -1 : 1));
}

function listPhrases(
  name: TextWords,
  matches: (word: string) => boolean,
  wordsMin: number,
  analyzer: Analyzer,
): Set<string> {
  const words = name.words.filter(({ isJoined }) => !isJoined);
  const phrases = new Set<string>();
  for (let from = 0; from < words.length; from++) {
    if (!matches(words[from]!.text)) continue;
    let to = from;
    while (to + 1 < words.length && matches(words[to + 1]!.text) && areAdjacent(name, words, to)) to++;
    if (to - from + 1 >= wordsMin) {
      const { start } = words[from]!;
      phrases.add(name.value.slice(start, words[to]!.end).toLowerCase());
      const next = words[to + 1];
      if (next !== undefined && areAdjacent(name, words, to) && isContinuation(next.text, analyzer))
        phrases.add(name.value.slice(start, next.end).toLowerCase());
    }
    from = to;
  }
  return phrases;
}

/** Whether only a blank or a hyphen separates a word from the next. */
function areAdjacent({ value }: TextWords, words: readonly TextWord[], at: number): boolean {
  return /^[\s-]{1,2}$/.test(value.slice(words[at]!.end, words[at + 1]!.start));
}

/** Whether a suggestion may end with the word: not with a number, a unit or a stop word. */
function isContinuation(word: string, analyzer: Analyzer): boolean {
  return analyzer.nameRole(word) === 'noun' && !analyzer.isStopWord(word);
}
