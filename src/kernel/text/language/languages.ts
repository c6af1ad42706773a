import { createRequire } from 'node:module';
import { stemPlural } from './stemmer.ts';
import { wordLists, type WordLists } from './word-lists.ts';

/** What the analysis knows of a language. All words that it hands on are in lower case. */
export interface Language {
  code: string;
  /** One form for the inflections of a word. */
  stemmer: (word: string) => string;
  /**
   * Whether words come to the stemmer without accents, so that who types none meets the same stem. Where the accents
   * decide about endings (Turkish), or the script is another one, words are stemmed as written.
   */
  stemsFolded: boolean;
  /** Spells a letter of two ways in one: of German "ae" and "ä" both become "a". Takes and gives folded words. */
  respell: (word: string) => string;
  /** Folded ways to write a word with two letters for one, "ue" for "ü", where it has such a letter. */
  expand: (word: string) => string;
  /** Writes words together, the head last: "Kinderschuhe" are "Schuhe". */
  compounds: boolean;
  /** The product noun of a name is its first plain word ("Chaussures de sport"), not the last before a preposition. */
  headFirst: boolean;
  words: WordLists;
}

const require = createRequire(import.meta.url);
const same = (word: string): string => word;

type Stemmer = (word: string) => string;
const stemmerOf = (module: unknown): Stemmer => (module as { stemmer: Stemmer }).stemmer;

/** Loaded only where a project sets the language. English is stemmed here: see `stemPlural`. */
const stemmers: Readonly<Record<string, () => Stemmer>> = {
  ar: () => stemmerOf(require('@orama/stemmers/arabic')),
  bg: () => stemmerOf(require('@orama/stemmers/bulgarian')),
  da: () => stemmerOf(require('@orama/stemmers/danish')),
  de: () => stemmerOf(require('@orama/stemmers/german')),
  el: () => stemmerOf(require('@orama/stemmers/greek')),
  en: () => stemPlural,
  es: () => spanish(stemmerOf(require('@orama/stemmers/spanish'))),
  fi: () => stemmerOf(require('@orama/stemmers/finnish')),
  fr: () => french(stemmerOf(require('@orama/stemmers/french'))),
  ga: () => stemmerOf(require('@orama/stemmers/irish')),
  hu: () => stemmerOf(require('@orama/stemmers/hungarian')),
  hy: () => stemmerOf(require('@orama/stemmers/armenian')),
  id: () => stemmerOf(require('@orama/stemmers/indonesian')),
  it: () => stemmerOf(require('@orama/stemmers/italian')),
  lt: () => stemmerOf(require('@orama/stemmers/lithuanian')),
  ne: () => stemmerOf(require('@orama/stemmers/nepali')),
  nl: () => dutch(stemmerOf(require('@orama/stemmers/dutch'))),
  no: () => stemmerOf(require('@orama/stemmers/norwegian')),
  pt: () => portuguese(stemmerOf(require('@orama/stemmers/portuguese'))),
  ro: () => stemmerOf(require('@orama/stemmers/romanian')),
  ru: () => stemmerOf(require('@orama/stemmers/russian')),
  sr: () => stemmerOf(require('@orama/stemmers/serbian')),
  sv: () => swedish(stemmerOf(require('@orama/stemmers/swedish'))),
  ta: () => stemmerOf(require('@orama/stemmers/tamil')),
  tr: () => stemmerOf(require('@orama/stemmers/turkish')),
  uk: () => stemmerOf(require('@orama/stemmers/ukrainian')),
};

/** The languages that a project may set, by their ISO 639-1 codes. */
export const languageCodes: readonly string[] = Object.keys(stemmers);

const compounding = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi']);
/** Germanic, Finnic, Turkic and Baltic names end with the noun; all others here begin with it. */
const headLast = new Set(['en', 'de', 'nl', 'sv', 'da', 'no', 'fi', 'hu', 'tr', 'lt', 'hy', 'ne', 'ta']);
const stemmedAsWritten = new Set(['tr']);

/** @throws RangeError for a code that is not in `languageCodes`. */
export function languageOf(code: string): Language {
  const load = Object.hasOwn(stemmers, code) ? stemmers[code] : undefined;
  if (load === undefined) {
    throw new RangeError(
      `Cannot set the language "${code}": the languages known are ${languageCodes.join(', ')}`,
    );
  }
  const letters = letterPairs[code];
  return {
    code,
    stemmer: load(),
    stemsFolded: !stemmedAsWritten.has(code),
    respell: letters?.respell ?? same,
    expand: letters?.expand ?? same,
    compounds: compounding.has(code),
    headFirst: !headLast.has(code),
    words: wordLists[code] ?? { stopWords: [], prepositions: [], qualifiers: [], firstParts: [] },
  };
}

interface LetterPairs {
  respell: (word: string) => string;
  expand: (word: string) => string;
}

const scandinavian: LetterPairs = {
  respell: (word) => word.replace(/aa|ae/g, 'a').replace(/oe/g, 'o'),
  expand: (word) => word.replace(/å/g, 'aa').replace(/[æä]/g, 'ae').replace(/[øö]/g, 'oe'),
};

/** The letters that people write with two where a keyboard has not the one. */
const letterPairs: Readonly<Record<string, LetterPairs>> = {
  de: {
    // "neue", "blauer" and "Quelle" have no umlaut.
    respell: (word) => word.replace(/([ao])e/g, '$1').replace(/(?<![aeiouq])ue/g, 'u'),
    expand: (word) => word.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue'),
  },
  da: scandinavian,
  no: scandinavian,
  sv: scandinavian,
};

/** Plurals in -x: "jeux" of "jeu", "bijoux" of "bijou". */
const french =
  (stem: Stemmer): Stemmer =>
  (word) =>
    stem(/[eo]ux$/.test(word) && word.length > 3 ? word.slice(0, -1) : word);

/** "lápices" is the plural of "lápiz". */
const spanish =
  (stem: Stemmer): Stemmer =>
  (word) =>
    stem(word.length > 4 && word.endsWith('ces') ? `${word.slice(0, -3)}z` : word);

/** Plurals that change the end of the stem: "cartões" of "cartão", "lençóis" of "lençol". */
const portuguese =
  (stem: Stemmer): Stemmer =>
  (word) =>
    stem(word.length > 4 ? word.replace(/[oa]es$/, 'ao').replace(/([aeou])is$/, '$1l') : word);

/** "horloges" of "horloge", "jassen" of "jas"; a second time, as "fietsen" leaves "fiets", and that "fiet". */
const dutch =
  (stem: Stemmer): Stemmer =>
  (word) => {
    const once = stem(word.length > 4 && word.endsWith('es') ? word.slice(0, -1) : word);
    return stem(once).replace(/([bdfgklmnprst])\1$/, '$1');
  };

/** Snowball leaves words alone that are too short for its regions, shoes among them. */
const swedish =
  (stem: Stemmer): Stemmer =>
  (word) =>
    stem(/^skor(?:na)?$/.test(word) ? 'sko' : word);
