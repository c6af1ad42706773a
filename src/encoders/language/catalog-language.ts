import { eld } from 'eld/extrasmall';
import type { CatalogLanguage, LanguageShare } from '../../ports/catalog/language-identifier.ts';
import { sampleNames } from './name-sample.ts';
import { findScript, joinJapanese, type NameScript } from './name-scripts.ts';
import { resolveSimilarLanguage } from './similar-languages.ts';

/** Fewer names tell about products rather than about a catalog. */
const namesMin = 10;
/** Words that are identified at a time: fewer are often taken for words of another language, and more hide a second language. */
const wordsPerSample = 20;
/** With as many samples, each has adjacent words, so that names in a second language have votes of their own. */
const adjacentSamplesMin = 5;
/** The minimum of distinct words where a script has several languages. */
const wordsMin = 20;
/** The minimum share of the language of a catalog. */
const shareMin = 0.7;
/** The minimum mean score of samples: those of languages that eld knows have .42 to 1, most others .1 to .4. */
const scoreMin = 0.42;
/** The minimum lead of the mean score over that of the next language, as a share, by script: languages in Cyrillic and Devanagari have similar scores. */
const leadMin: Readonly<Record<string, number>> = {
  Latin: 0.04,
  Cyrillic: 0.008,
  Arabic: 0.02,
  Devanagari: 0,
};

const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)?/gu;
const digit = /\p{N}/u;

/** The language of a catalog by the names of its items, as an ISO 639-1 code, or null as in `CatalogLanguage`. */
export function detectCatalogLanguage(names: readonly string[]): string | null {
  return identifyCatalogLanguage(names).language;
}

/**
 * Identifies the language of a catalog by the names of its items. A script with one language decides alone. Otherwise eld, which compares
 * parts of words with those of sixty languages, identifies samples of twenty distinct words: words that occur often may be brands.
 */
export function identifyCatalogLanguage(names: readonly string[]): CatalogLanguage {
  const groups = groupByScript(names);
  const count = groups.reduce((sum, group) => sum + group.names.length, 0);
  const shares = new Map<string, number>();
  let isClear = count >= namesMin;
  for (const { script, names: group } of groups) {
    const part = group.length / count;
    const languages = identifyGroup(script, group);
    // A few names in another script do not make a catalog unclear.
    if (!languages.isClear && part > 1 - shareMin) isClear = false;
    for (const { language, share } of languages.shares)
      shares.set(language, (shares.get(language) ?? 0) + share * part);
  }
  const ordered = orderShares(shares);
  const [first] = ordered;
  return {
    language: isClear && first !== undefined && first.share >= shareMin ? first.language : null,
    shares: ordered,
  };
}

interface NameGroup {
  readonly script: NameScript;
  /** The words of each name in this script, in lower case. */
  readonly names: readonly (readonly string[])[];
}

/** The distinct names by script, without words of other scripts: Latin words among others are mostly brands. */
function groupByScript(names: readonly string[]): NameGroup[] {
  const groups = new Map<NameScript, string[][]>();
  for (const name of new Set(sampleNames(names))) {
    // Words with digits are mostly sizes and models.
    const words = (name.match(wordPattern) ?? []).filter((word) => !digit.test(word));
    const script = findScript(words.join(''));
    if (script === null) continue;
    const group = groups.get(script) ?? [];
    group.push(words.filter((word) => script.letter.test(word)).map((word) => word.toLowerCase()));
    groups.set(script, group);
  }
  return [...joinJapanese(groups)].map(([script, group]) => ({ script, names: group }));
}

interface IdentifiedLanguages {
  readonly shares: readonly LanguageShare[];
  readonly isClear: boolean;
}

function identifyGroup({ name, language }: NameScript, names: NameGroup['names']): IdentifiedLanguages {
  const words = [...new Set(names.flat())];
  if (language === null) return identifyWords(name, words);
  const isSimilar = resolveSimilarLanguage(language, words) === null;
  return { isClear: !isSimilar, shares: isSimilar ? [] : [{ language, share: 1 }] };
}

/** Identifies the languages of words in a script that several languages use. */
function identifyWords(script: string, words: readonly string[]): IdentifiedLanguages {
  const samples = splitWords(words);
  const votes = new Map<string, number>();
  const scores = new Map<string, number>();
  for (const sample of samples) {
    const result = eld.detect(sample.join(' '));
    if (result.language !== '') add(votes, result.language, 1 / samples.length);
    for (const [language, score] of Object.entries(result.getScores()))
      add(scores, language, score / samples.length);
  }
  const [first, second] = orderShares(scores);
  const [voted] = orderShares(votes);
  if (first === undefined || voted === undefined) return { shares: [], isClear: false };
  const isClear =
    words.length >= wordsMin &&
    voted.language === first.language &&
    first.share >= scoreMin &&
    first.share - (second?.share ?? 0) >= leadMin[script]! * first.share;
  const language = resolveSimilarLanguage(first.language, words);
  const shares = new Map([...votes].filter(([code]) => code !== first.language));
  if (language !== null) add(shares, language, votes.get(first.language) ?? 0);
  return { shares: orderShares(shares), isClear: isClear && language !== null };
}

function splitWords(words: readonly string[]): string[][] {
  const count = Math.max(1, Math.floor(words.length / wordsPerSample));
  const samples = Array.from({ length: count }, (): string[] => []);
  words.forEach((word, at) => {
    // Few samples are mixed: one unusual name would decide a vote of two.
    samples[count < adjacentSamplesMin ? at % count : Math.floor((at * count) / words.length)]!.push(word);
  });
  return samples;
}

function add(sums: Map<string, number>, language: string, amount: number): void {
  sums.set(language, (sums.get(language) ?? 0) + amount);
}

function orderShares(shares: ReadonlyMap<string, number>): LanguageShare[] {
  return [...shares]
    .map(([language, share]) => ({ language, share }))
    .toSorted((a, b) => b.share - a.share || (a.language < b.language ? -1 : 1));
}
