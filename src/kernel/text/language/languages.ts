import { createRequire } from 'node:module';
import { finnish } from './finnish.ts';
import { stemPlural } from './stemmer.ts';
import { wordLists, type WordLists } from './word-lists.ts';

/** The rules of a language. All words are in lower case. */
export interface Language {
  code: string;
  /** Maps the inflections of a word to one stem. */
  stemmer: (word: string) => string;
  /**
   * Whether accents are folded before stemming, so that words typed without accents have the same stem. Words are stemmed as
   * written where accents determine endings (Turkish), or in another script.
   */
  stemsFolded: boolean;
  /** Maps two spellings of a letter to one: German "ae" and "ä" become "a". Expects and returns folded words. */
  respell: (word: string) => string;
  /** Replaces letters with their digraphs, such as "ü" with "ue". */
  expand: (word: string) => string;
  /** Whether a stem begins with the first letter of its words, except for those of `listIrregularWords()`. */
  keepsFirstLetter: boolean;
  /** Whether the language has compounds whose last part is the head: "Kinderschuhe" are "Schuhe". */
  compounds: boolean;
  /** Whether the head noun of a name is its first noun ("Chaussures de sport"), instead of the last before a preposition. */
  headFirst: boolean;
  words: WordLists;
}

const require = createRequire(import.meta.url);
const identity = (word: string): string => word;

type Stemmer = (word: string) => string;
const toStemmer = (module: unknown): Stemmer => (module as { stemmer: Stemmer }).stemmer;

/** Stemmers, loaded only for languages that a project uses. English has its own (see `stemPlural`). */
const stemmers: Readonly<Record<string, () => Stemmer>> = {
  ar: () => toStemmer(require('@orama/stemmers/arabic')),
  bg: () => toStemmer(require('@orama/stemmers/bulgarian')),
  da: () => toStemmer(require('@orama/stemmers/danish')),
  de: () => toStemmer(require('@orama/stemmers/german')),
  el: () => toStemmer(require('@orama/stemmers/greek')),
  en: () => stemPlural,
  es: () => spanish(toStemmer(require('@orama/stemmers/spanish'))),
  fi: () => finnish(toStemmer(require('@orama/stemmers/finnish'))),
  fr: () => french(toStemmer(require('@orama/stemmers/french'))),
  ga: () => toStemmer(require('@orama/stemmers/irish')),
  hu: () => toStemmer(require('@orama/stemmers/hungarian')),
  hy: () => toStemmer(require('@orama/stemmers/armenian')),
  id: () => toStemmer(require('@orama/stemmers/indonesian')),
  it: () => toStemmer(require('@orama/stemmers/italian')),
  lt: () => toStemmer(require('@orama/stemmers/lithuanian')),
  ne: () => toStemmer(require('@orama/stemmers/nepali')),
  nl: () => dutch(toStemmer(require('@orama/stemmers/dutch'))),
  no: () => toStemmer(require('@orama/stemmers/norwegian')),
  pt: () => portuguese(toStemmer(require('@orama/stemmers/portuguese'))),
  ro: () => toStemmer(require('@orama/stemmers/romanian')),
  ru: () => toStemmer(require('@orama/stemmers/russian')),
  sr: () => toStemmer(require('@orama/stemmers/serbian')),
  sv: () => swedish(toStemmer(require('@orama/stemmers/swedish'))),
  ta: () => toStemmer(require('@orama/stemmers/tamil')),
  tr: () => toStemmer(require('@orama/stemmers/turkish')),
  uk: () => toStemmer(require('@orama/stemmers/ukrainian')),
};

/** The two written forms of Norwegian. */
const written: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

const iso6391 =
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd ' +
  'gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg ' +
  'mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss ' +
  'st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu';
/** All languages, as ISO 639-1 codes. Words of those without a stemmer match as they are written. */
export const languageCodes: readonly string[] = iso6391.split(' ');

/** The languages whose word forms are known. */
export const stemmedLanguages: readonly string[] = languageCodes.filter((code) =>
  Object.hasOwn(stemmers, written[code] ?? code),
);

const compounding = new Set(['de', 'nl', 'sv', 'da', 'no', 'fi']);
/** Germanic, Finnic, Turkic, Baltic, Indic, Dravidian and East Asian names end with the head noun; those of all others start with it. */
const headLast = new Set(
  'en de nl sv da no fi hu tr lt hy ne ta af bn et fo gu hi is ja ka kn ko lb ml mr my pa si te ur zh az kk ky tk uz'.split(
    ' ',
  ),
);
const stemmedAsWritten = new Set(['tr']);
/** Languages whose stemmers remove prefixes, or write words in another script. */
const stemsBeginOtherwise = new Set(['ar', 'ga', 'id', 'sr', 'ta']);

/** @throws RangeError for a code that is not in `languageCodes`. */
export function findLanguage(code: string): Language {
  if (!languageCodes.includes(code))
    throw new RangeError(`Cannot set the language "${code}": use a code of ISO 639-1, such as en or ja`);
  const rules = written[code] ?? code;
  const load = Object.hasOwn(stemmers, rules) ? stemmers[rules] : undefined;
  const letters = digraphs[rules];
  return {
    code,
    stemmer: load?.() ?? identity,
    stemsFolded: !stemmedAsWritten.has(rules),
    keepsFirstLetter: !stemsBeginOtherwise.has(rules),
    respell: letters?.respell ?? identity,
    expand: letters?.expand ?? identity,
    compounds: compounding.has(rules),
    headFirst: !headLast.has(rules),
    words: wordLists[rules] ?? {
      stopWords: [],
      prepositions: [],
      purposes: [],
      qualifiers: [],
      firstParts: [],
    },
  };
}

interface DigraphRules {
  respell: (word: string) => string;
  expand: (word: string) => string;
}

const scandinavian: DigraphRules = {
  respell: (word) => word.replace(/aa|ae/g, 'a').replace(/oe/g, 'o'),
  expand: (word) => word.replace(/å/g, 'aa').replace(/[æä]/g, 'ae').replace(/[øö]/g, 'oe'),
};

/** Digraphs that replace letters missing on a keyboard. */
const digraphs: Readonly<Record<string, DigraphRules>> = {
  de: {
    // "neue", "blauer" and "Quelle" have no umlaut.
    respell: (word) => word.replace(/([ao])e/g, '$1').replace(/(?<![aeiouq])ue/g, 'u'),
    expand: (word) => word.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue'),
  },
  da: scandinavian,
  no: scandinavian,
  sv: scandinavian,
};

/** Removes the plural in -x: "jeux" of "jeu", "bijoux" of "bijou". */
const french =
  (stem: Stemmer): Stemmer =>
  (word) =>
    stem(/[eo]ux$/.test(word) && word.length > 3 ? word.slice(0, -1) : word);

/** "lápices" is the plural of "lápiz". */
const spanish =
  (stem: Stemmer): Stemmer =>
  (word) =>
    stem(word.length > 4 && word.endsWith('ces') ? `${word.slice(0, -3)}z` : word);

/** Undoes plurals that change the end of the stem: "cartões" of "cartão", "lençóis" of "lençol". */
const portuguese =
  (stem: Stemmer): Stemmer =>
  (word) =>
    stem(word.length > 4 ? word.replace(/[oa]es$/, 'ao').replace(/([aeou])is$/, '$1l') : word);

/** Stems twice ("fietsen" to "fiets" to "fiet"), and undoes changes as in "horloges" of "horloge" and "jassen" of "jas". */
const dutch =
  (stem: Stemmer): Stemmer =>
  (word) => {
    const once = stem(word.length > 4 && word.endsWith('es') ? word.slice(0, -1) : word);
    return stem(once).replace(/([bdfgklmnprst])\1$/, '$1');
  };

/** Snowball does not stem words that are too short for its regions, "skor" (shoes) among them. */
const swedish =
  (stem: Stemmer): Stemmer =>
  (word) =>
    stem(/^skor(?:na)?$/.test(word) ? 'sko' : word);
