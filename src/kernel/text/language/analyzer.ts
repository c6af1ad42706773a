import { foldAccents, hasDigit, isUnit } from './tokenizer.ts';
import { languageOf, type Language } from './languages.ts';
import type { TextSettings } from '../schema/settings.ts';

/** What a word may be in a name, found once a word: names share few words. */
export type NameRole = 'noun' | 'number' | 'unit' | 'preposition' | 'other';

/** How the words of a project's texts and queries are brought together, made from its settings. */
export interface Analyzer {
  /** Accents and two-letter spellings folded: "Schlüssel" and "Schluessel" are one. */
  fold: (word: string) => string;
  /** The form under which all ways to write a word meet: folded, then stemmed. */
  stem: (word: string) => string;
  /** Folded forms as which a word may stand in a dictionary that is walked letter by letter; the first is `fold`'s. */
  spellings: (word: string) => string[];
  isStopWord: (word: string) => boolean;
  /** The same for a query in this one of the languages; as without it where that is none of them. */
  isStopWordIn: (language: string) => (word: string) => boolean;
  nameRole: (word: string) => NameRole;
  /** Whether a name begins with its product noun. */
  headFirst: boolean;
  /** Null where the languages write no words together. */
  compounds: CompoundParts | null;
}

export interface CompoundParts {
  /** Whether the word is a usual first part of compounds, in a form that `fold` gives. */
  isFirstPart: (word: string) => boolean;
}

const latin = /^[a-z\u00c0-\u024f]+$/;
const letters = /^[\p{L}\p{M}]+$/u;

/**
 * The analyzer of some languages, which are stemmed in their order, English before all others as it takes the least
 * away. Stop words are those of the languages unless the settings have their own.
 * @throws RangeError for a language that is not known.
 */
export function createAnalyzer(settings: Pick<TextSettings, 'languages' | 'stopWords'>): Analyzer {
  const languages = [...new Set(settings.languages)].map((code) => languageOf(code));
  const fold = foldOf(languages);
  const folded = (list: (language: Language) => readonly string[]): ReadonlySet<string> =>
    new Set(languages.flatMap(list).map(fold));
  const stopWords =
    settings.stopWords === null
      ? folded(({ words }) => words.stopWords)
      : new Set(settings.stopWords.map((word) => fold(word.toLowerCase())));
  const prepositions = folded(({ words }) => words.prepositions);
  const qualifiers = folded(({ words }) => words.qualifiers);
  const firstParts = folded(({ words }) => words.firstParts);
  const isStopWord = (word: string): boolean => stopWords.has(fold(word));
  const ownStopWords = new Map(
    settings.stopWords === null
      ? languages.map(({ code, words }) => [code, new Set(words.stopWords.map(fold))])
      : [],
  );
  return {
    fold,
    stem: baseFormOf(languages, fold),
    spellings: spellingsOf(languages, fold),
    isStopWord,
    isStopWordIn: (language) => {
      const own = ownStopWords.get(language);
      return own === undefined ? isStopWord : (word) => own.has(fold(word));
    },
    nameRole: (word) => {
      const form = fold(word);
      if (prepositions.has(form)) return 'preposition';
      if (hasDigit(word)) return 'number';
      if (isUnit(word)) return 'unit';
      return stopWords.has(form) || qualifiers.has(form) || word.length < 2 ? 'other' : 'noun';
    },
    headFirst: languages[0]?.headFirst ?? false,
    compounds: languages.some(({ compounds }) => compounds)
      ? { isFirstPart: (word) => firstParts.has(word) }
      : null,
  };
}

function foldOf(languages: readonly Language[]): (word: string) => string {
  const respelling = languages.filter(({ respell }) => respell('aaaeoe') !== 'aaaeoe');
  if (respelling.length === 0) return foldAccents;
  return (word) =>
    // "æ" is folded to "ae" before, which then is a spelling of one letter, as "ä" is.
    respelling.reduce((form, { respell }) => respell(form), foldAccents(word));
}

function spellingsOf(languages: readonly Language[], fold: (word: string) => string) {
  const expanding = languages.filter(({ expand }) => expand('äåø') !== 'äåø');
  if (expanding.length === 0) return (word: string): string[] => [fold(word)];
  return (word: string): string[] => [
    ...new Set([
      fold(word),
      foldAccents(word),
      ...expanding.map(({ expand }) => foldAccents(expand(word.normalize('NFC')))),
    ]),
  ];
}

function baseFormOf(languages: readonly Language[], fold: (word: string) => string) {
  const [only] = languages;
  if (languages.length === 1 && only?.code === 'en')
    return (word: string): string => only.stemmer(fold(word));
  const ordered = languages.toSorted((a, b) => Number(b.code === 'en') - Number(a.code === 'en'));
  return (word: string): string => {
    if (!letters.test(word) || word.length < 3) return fold(word);
    const isLatin = latin.test(word);
    const asWritten = ordered.filter(({ stemsFolded }) => !isLatin || !stemsFolded);
    const whenFolded = ordered.filter(({ stemsFolded }) => isLatin && stemsFolded);
    const stemmed = asWritten.reduce(stemBy, word);
    return whenFolded.reduce(stemBy, fold(stemmed));
  };
}

/** A stem of one letter would join words that have nothing in common. */
function stemBy(word: string, { stemmer: stem }: Language): string {
  const stemmed = stem(word);
  return stemmed.length < 2 ? word : stemmed;
}
