/** How one group of text fields counts. */
export interface ZoneSettings {
  /** Field paths; a path also covers what lies under it ("attrs" covers "attrs.colour"). */
  fields: string[];
  weight: number;
  /**
   * The weight where these texts are on average as short as the names, `weight` being the one where they are far longer:
   * a line of text says what a product is, a page of it says what may be said of it.
   */
  weightWhenShort?: number;
  /** BM25's b: how much a long text is held against its words, 0 to 1. */
  lengthPenalty: number;
}

/** Factors of the text score; 1 switches one off. Measured on three judged product sets. */
export interface RankingSettings {
  /** BM25's k1: how fast repetitions stop to count. */
  saturation: number;
  allWordsInName: number;
  phraseInName: number;
  /** The name's product noun is the query's last content word: "phone case" is a case. */
  headNounMatch: number;
  /** Reached when all numbers of the query are in the name. */
  numbersInName: number;
  /** Reached when all words are written as in the query. */
  exactWordForms: number;
  /** For each typo. */
  typo: number;
  /** Contribution of a word that was only found as the beginning of another. */
  prefix: number;
  /** Contribution of a word that was only found by a synonym. */
  synonym: number;
  /** Contribution of a word that was only found as the head of a compound: "Schuhe" in "Kinderschuhe". */
  compound: number;
}

/**
 * What may be ranked by strictly, before the text score; the bonus of the same name then plays no part in it. `rules` is what
 * the query's boosts say: where it is not named, it comes before the others.
 */
export type StrictCriterion = 'rules' | 'typos' | 'allWordsInName' | 'headNounMatch' | 'phraseInName';

/** One of the shop's own criteria: a field of its items, such as a margin, a popularity or a date. */
export interface CustomCriterion {
  field: string;
  order: 'asc' | 'desc';
}

export interface TypoSettings {
  enabled: boolean;
  /** Letters from which on one typo is forgiven. */
  minLengthOneTypo: number;
  /** Letters from which on two typos are forgiven. */
  minLengthTwoTypos: number;
  /**
   * Fields in which a mistyped word is not looked for, as codes are; they cover what lies under them. A field of the name
   * takes all of the name with it.
   */
  disabledFields: string[];
  /** Words that are neither looked for with typos nor taken for mistyped ones: brands that look like another word. */
  disabledWords: string[];
}

/** Each word stands for each other. A "word" of a rule may be several, as in "t shirt". */
export interface EquivalentEntry {
  kind: 'equivalent';
  words: string[];
}

/** Who asks for `from` also finds `to`, not the other way round. */
export interface OneWayEntry {
  kind: 'oneWay';
  from: string;
  to: string[];
}

export type SynonymEntry = EquivalentEntry | OneWayEntry;

export interface TextSettings {
  /** The first zone is the name: the phrase, noun and number bonuses look at it. */
  name: ZoneSettings;
  /** Up to 6 more groups of fields with weights of their own. */
  zones: ZoneSettings[];
  /** Every field that is in no group. */
  others: { weight: number; lengthPenalty: number };
  /** Fields whose texts are not searched: notes of the staff, ids of other systems. Filters and facets still have them. */
  unsearchableFields: string[];
  /**
   * Fields whose values name a document (see `identifiers.ts`): a query for one lists the document first. Of several fields
   * that match, the first is told.
   */
  identifiers: string[];
  ranking: RankingSettings;
  /** Between the number of words found, which always comes first, and the text score. */
  criteria: StrictCriterion[];
  /** Text scores that differ by no more than about this share count as equal, so that the shop's own criteria decide; 0 to 1. */
  textScoreTolerance: number;
  /** Decides between equal texts, before the document's rank. */
  customRanking: CustomCriterion[];
  typos: TypoSettings;
  /**
   * Codes of the languages of the texts (see `languageCodes`), the most used first: they decide about stems, stop words,
   * folded letters, compounds and where the product noun stands. None: words are found as written.
   */
  languages: string[];
  /** Instead of the stop words of the languages. */
  stopWords: string[] | null;
  /** Words that stand for each other, in the order of the shop. See `checkSynonyms`. */
  synonyms: SynonymEntry[];
  /** Whether the usual synonyms of the trade are known too; there is a list for English. */
  builtInSynonyms: boolean;
  /** Documents with the same value in this field are variants of one product; empty where each stands for itself. */
  groupBy: string;
  /** Where fewer documents have all words, prefixes and then typos, split and joined words are tried too. */
  typoThreshold: number;
  /** Documents with fewer words are listed, whole levels at a time, until so many are listed. */
  dropWordsThreshold: number;
  /** `few`: the last word counts as a beginning only where `typoThreshold` is not reached without. */
  prefix: 'few' | 'always';
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
