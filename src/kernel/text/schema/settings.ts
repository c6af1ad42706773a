/** A zone: a group of text fields with one weight and one length normalization. */
export interface ZoneSettings {
  /** Field paths; a path includes the fields below it ("attrs" includes "attrs.colour"). */
  fields: string[];
  weight: number;
  /**
   * The weight if the mean length of these texts is at most that of the names. `weight` applies if they are far longer, as a line of text
   * describes the product itself, a page much else.
   */
  weightWhenShort?: number;
  /** BM25's b: length normalization, 0 to 1. */
  lengthPenalty: number;
}

/** Ranking factors of the text score; 1 disables a factor. The defaults were measured on three judged product sets. */
export interface RankingSettings {
  /** BM25's k1: term frequency saturation. */
  saturation: number;
  allWordsInName: number;
  phraseInName: number;
  /** Applies if the head noun of the name is that of the query: "phone case" is a case. */
  headNounMatch: number;
  /** Applies if the document is in a category that the query names: "fruit" means products in the category Fruit first of all. */
  categoryMatch: number;
  /** Applies in full if all numbers of the query are in the name. */
  numbersInName: number;
  /** Applies in full if all words occur in the form of the query. */
  exactWordForms: number;
  /** Applies once for each typo. */
  typo: number;
  /** Contribution of a word found only as a prefix. */
  prefix: number;
  /** Contribution of a word found only by a synonym. */
  synonym: number;
  /** Contribution of a word found only as the last part of a compound: "Schuhe" in "Kinderschuhe". */
  compound: number;
}

/**
 * A criterion that ranks before the text score; the ranking factor of the same name then does not apply. `rules` is the sum
 * of the query's boosts: unless listed, it ranks before the others.
 */
export type StrictCriterion = 'rules' | 'typos' | 'allWordsInName' | 'headNounMatch' | 'phraseInName';

/** A criterion of the custom ranking: a field of the items, such as a margin, a popularity or a date. */
export interface CustomCriterion {
  field: string;
  order: 'asc' | 'desc';
}

export interface TypoSettings {
  enabled: boolean;
  /** Minimum word length for one typo. */
  minLengthOneTypo: number;
  /** Minimum word length for two typos. */
  minLengthTwoTypos: number;
  /**
   * Fields, with all fields below them, in which mistyped words are not searched, such as codes. A field of the name disables
   * typos in the whole name.
   */
  disabledFields: string[];
  /** Words that are neither corrected nor corrections: brands that look like another word. */
  disabledWords: string[];
}

/** Each word is a synonym of every other. A "word" of a rule may consist of several, as in "t shirt". */
export interface EquivalentEntry {
  /** Id that the owner of the rule gave it. */
  id?: string;
  kind: 'equivalent';
  words: string[];
}

/** A search for `from` also finds `to`, but not the reverse. */
export interface OneWayEntry {
  id?: string;
  kind: 'oneWay';
  from: string;
  to: string[];
}

export type SynonymEntry = EquivalentEntry | OneWayEntry;

export interface TextSettings {
  /** The first zone is the name, to which the factors for phrases, head nouns and numbers apply. */
  name: ZoneSettings;
  /** Up to 6 further zones. */
  zones: ZoneSettings[];
  /** The zone of all other fields. */
  others: { weight: number; lengthPenalty: number };
  /**
   * Fields that are not searched, such as internal notes and ids of other systems; `*` means all that no zone names. Filters and facets
   * still include them, and identifiers are found by their values.
   */
  unsearchableFields: string[];
  /**
   * Fields whose values identify a document (see `identifiers.ts`): a query for one lists the document first. In order of
   * priority.
   */
  identifiers: string[];
  ranking: RankingSettings;
  /** Criteria that rank after the number of words found, which always comes first, and before the text score. */
  criteria: StrictCriterion[];
  /** Text scores whose ratio differs by at most about this share are equal, so that the custom ranking decides; 0 to 1. */
  textScoreTolerance: number;
  /** Criteria that decide between equal text scores, before the document's popularity. */
  customRanking: CustomCriterion[];
  typos: TypoSettings;
  /**
   * Codes of the languages of the texts (see `languageCodes`), the most frequent first. They determine stems, stop words,
   * folding, compounds and head nouns. With none, words match as written.
   */
  languages: string[];
  /** Replaces the stop words of the languages; null to use those. */
  stopWords: string[] | null;
  /** Synonym rules, in order of priority. See `checkSynonyms`. */
  synonyms: SynonymEntry[];
  /** Whether built-in synonyms apply too; there is a list for English. */
  builtInSynonyms: boolean;
  /** Documents with the same value in this field are variants of one product; empty to disable grouping. */
  groupBy: string;
  /** If fewer documents have all words, prefixes are tried, then typos and split and joined words. */
  typoThreshold: number;
  /** Documents with fewer words are listed, a whole level at a time, until there are this many. */
  dropWordsThreshold: number;
  /** With `few`, the last word matches as a prefix only if `typoThreshold` is not reached otherwise. */
  prefix: 'few' | 'always' | 'off';
}

export const defaultTextSettings: TextSettings = {
  name: { fields: ['name'], weight: 1, lengthPenalty: 0.4 },
  zones: [
    {
      fields: ['description', 'short_description', 'shortDescription', 'subtitle', 'summary'],
      weight: 0.2,
      weightWhenShort: 0.5,
      lengthPenalty: 0.6,
    },
  ],
  others: { weight: 0.2, lengthPenalty: 0.6 },
  unsearchableFields: [],
  identifiers: [
    'id',
    'sku',
    'ean',
    'ean13',
    'gtin',
    'gtin8',
    'gtin12',
    'gtin13',
    'gtin14',
    'upc',
    'isbn',
    'asin',
    'mpn',
    'partNumber',
    'manufacturerPartNumber',
    'modelNumber',
    'articleNumber',
    'groupId',
  ],
  ranking: {
    saturation: 0.8,
    allWordsInName: 1.3,
    phraseInName: 1.3,
    headNounMatch: 1.2,
    categoryMatch: 1.5,
    numbersInName: 1.5,
    exactWordForms: 1.2,
    typo: 0.7,
    prefix: 0.5,
    synonym: 0.8,
    compound: 0.8,
  },
  criteria: [],
  textScoreTolerance: 0,
  customRanking: [],
  typos: { enabled: true, minLengthOneTypo: 4, minLengthTwoTypos: 8, disabledFields: [], disabledWords: [] },
  languages: ['en'],
  stopWords: null,
  synonyms: [],
  builtInSynonyms: true,
  groupBy: 'groupId',
  typoThreshold: 5,
  dropWordsThreshold: 20,
  prefix: 'few',
};
