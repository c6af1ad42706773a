import type { Analyzer } from '../language/analyzer.ts';
import { wordMatcher, type TextWords } from './highlight.ts';
import type { MatchedTerms } from '../query/query.ts';

export interface NamePhrase {
  /** In lower case, as names have it. */
  text: string;
  /** Texts that have it. */
  count: number;
}

/** Words of a text by their places: where each starts and ends; joined forms are left out. */
interface Word {
  text: string;
  start: number;
  end: number;
}

/**
 * What shoppers could go on to: the runs of matched words in names ("oak ch" is in "oak chair"), each also with the word
 * after it ("oak chair set"). Only runs with at least `wordsMin` words, in at least two names; the most frequent first.
 */
export function suggestPhrases(
  names: readonly TextWords[],
  terms: MatchedTerms,
  analyzer: Analyzer,
  wordsMin: number,
): NamePhrase[] {
  const marked = wordMatcher(terms, analyzer);
  const matches = (word: string): boolean => marked(word) !== null;
  const counts = new Map<string, number>();
  for (const name of names) {
    for (const phrase of phrasesOf(name, matches, wordsMin, analyzer))
      counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([text, count]) => ({ text, count }))
    .sort((a, b) => b.count - a.count || a.text.length - b.text.length || (a.text < b.text ? -1 : 1));
}

function phrasesOf(
  name: TextWords,
  matches: (word: string) => boolean,
  wordsMin: number,
  analyzer: Analyzer,
): Set<string> {
  const words = plainWords(name);
  const phrases = new Set<string>();
  for (let from = 0; from < words.length; from++) {
    if (!matches(words[from]!.text)) continue;
    let to = from;
    while (to + 1 < words.length && matches(words[to + 1]!.text) && areNeighbours(name, words, to)) to++;
    if (to - from + 1 >= wordsMin) {
      const { start } = words[from]!;
      phrases.add(name.value.slice(start, words[to]!.end).toLowerCase());
      const next = words[to + 1];
      if (next !== undefined && areNeighbours(name, words, to) && goesOn(next.text, analyzer))
        phrases.add(name.value.slice(start, next.end).toLowerCase());
    }
    from = to;
  }
  return phrases;
}

function plainWords({ words, places }: TextWords): Word[] {
  const plain: Word[] = [];
  words.forEach((text, i) => {
    if (places[i * 3 + 2] === 0) plain.push({ text, start: places[i * 3]!, end: places[i * 3 + 1]! });
  });
  return plain;
}

/** Whether nothing but a blank or a hyphen stands between a word and the next. */
function areNeighbours({ value }: TextWords, words: readonly Word[], at: number): boolean {
  return /^[\s-]{1,2}$/.test(value.slice(words[at]!.end, words[at + 1]!.start));
}

/** A number, a unit or a stop word says nothing yet. */
function goesOn(word: string, analyzer: Analyzer): boolean {
  return analyzer.nameRole(word) === 'noun' && !analyzer.isStopWord(word);
}
