import type { Steps } from '../../bits/steps.ts';
import { tokenize } from '../language/tokenizer.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { listEnglishSynonyms } from './built-in-synonyms.ts';
import { computeBranchEnds } from '../dictionary/fuzzy.ts';
import type { SynonymEntry, TextSettings } from '../schema/settings.ts';
import { packStrings, type WholeStringTable } from '../dictionary/string-table.ts';

/** Maximum number of words in one side of a rule. */
export const synonymWordsMax = 4;

/** One synonym of a word. */
export interface SynonymTarget {
  /** The text as written in the rule. */
  text: string;
  /** The stems of its words: a document must contain all of them. */
  stems: readonly string[];
}

export interface CompiledSynonyms {
  /** Targets by the stems of the query words, joined by blanks. */
  readonly targets: ReadonlyMap<string, readonly SynonymTarget[]>;
  /** Number of words in the longest key. */
  readonly wordsMax: number;
  /** Single words with synonyms, folded and sorted, for prefix and fuzzy search. */
  readonly words: WholeStringTable;
  /** For each entry of `words`, the end of its branch, as `computeBranchEnds()` returns it. */
  readonly wordEnds: Uint32Array;
  /** The key in `targets` of each entry of `words`. */
  readonly keys: readonly string[];
}

/** The words of one side of a rule, without stop words unless all are stop words. */
export function listSideWords(side: string, analyzer: Analyzer): string[] {
  const words: string[] = [];
  tokenize(side, (word, _start, _end, joined) => {
    if (!joined) words.push(word);
  });
  const contentWords = words.filter((word) => !analyzer.isStopWord(word));
  return contentWords.length > 0 ? contentWords : words;
}

export const joinStems = (words: readonly string[], analyzer: Analyzer): string =>
  words.map(analyzer.stem).join(' ');

/**
 * Compiles the project's rules, then the built-in ones for its languages. Rules that `checkSynonyms` rejects may be skipped. A step
 * compiles one rule.
 */
export function* compileSynonyms(
  settings: Pick<TextSettings, 'synonyms' | 'builtInSynonyms' | 'languages'>,
  analyzer: Analyzer,
): Steps<CompiledSynonyms> {
  const byKey: TargetsByKey = new Map();
  const singles = new Map<string, string>();
  let wordsMax = 0;
  const add = (from: string, to: readonly string[]): void => {
    const words = listSideWords(from, analyzer);
    if (words.length === 0 || words.length > synonymWordsMax) return;
    wordsMax = Math.max(wordsMax, words.length);
    const keys = [joinStems(words, analyzer)];
    // A rule for "t shirt" applies to "tshirt", too.
    if (words.length === 2) keys.push(analyzer.stem(words.join('')));
    for (const key of keys) addTargets(byKey, key, to, analyzer);
    if (words.length === 1) singles.set(analyzer.fold(words[0]!), keys[0]!);
  };
  const builtIn = settings.builtInSynonyms && settings.languages.includes('en') ? listEnglishSynonyms() : [];
  for (const rule of [...settings.synonyms, ...builtIn]) {
    addRule(rule, add);
    yield countPairs(rule) * pairUnits;
  }
  const words = [...singles.keys()].sort();
  const table = packStrings(words);
  const targets = new Map<string, readonly SynonymTarget[]>();
  for (const [key, list] of byKey) if (list.size > 0) targets.set(key, [...list.values()]);
  return {
    targets,
    wordsMax,
    words: table,
    wordEnds: computeBranchEnds(table),
    keys: words.map((word) => singles.get(word)!),
  };
}

/** Cost of compiling a pair of words, in counted documents. */
const pairUnits = 2_000;

/** Number of pairs of a word and a synonym in a rule. */
export function countPairs(rule: SynonymEntry): number {
  return rule.kind === 'oneWay' ? rule.to.length : rule.words.length * (rule.words.length - 1);
}

function addRule(rule: SynonymEntry, add: (from: string, to: readonly string[]) => void): void {
  if (rule.kind === 'oneWay') return add(rule.from, rule.to);
  for (const word of rule.words)
    add(
      word,
      rule.words.filter((other) => other !== word),
    );
}

/** Targets by key, then by their stems joined by blanks: a word may have thousands of synonyms. */
type TargetsByKey = Map<string, Map<string, SynonymTarget>>;

function addTargets(targets: TargetsByKey, key: string, to: readonly string[], analyzer: Analyzer): void {
  const list = targets.get(key) ?? new Map<string, SynonymTarget>();
  targets.set(key, list);
  const offer = (text: string, stems: readonly string[]): void => {
    const targetKey = stems.join(' ');
    if (targetKey !== key && !list.has(targetKey)) list.set(targetKey, { text, stems });
  };
  for (const text of to) {
    const words = listSideWords(text, analyzer);
    if (words.length === 0 || words.length > synonymWordsMax) continue;
    offer(text, words.map(analyzer.stem));
    if (words.length === 2) offer(text, [analyzer.stem(words.join(''))]);
  }
}
