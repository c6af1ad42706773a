import type { ItemSet } from './rules.ts';

/** A part of a query's text, in UTF-16 units. */
export interface QuerySpan {
  readonly start: number;
  readonly end: number;
}

/** A part of a query's text, and what replaces it. */
export interface TextEdit extends QuerySpan {
  readonly text: string;
}

/** The text of a query, analyzed once for all steps of a search. */
export interface AnalyzedQuery {
  readonly text: string;
  readonly language: string | undefined;
  /** The searched words in order; texts with the same words are the same search. Empty without words. */
  readonly words: readonly string[];
  /** Positions of the words in the text, in UTF-16 units. */
  readonly spans: readonly QuerySpan[];
  /** Whether the text is a part number or another code, for which semantic search is skipped. */
  readonly isCode: boolean;
}

/** Text analysis with the languages of a project: ignores case, accents and inflection. */
export interface QueryAnalyzer {
  /** `language` is the language of the text, if known; see `TextQuery`. */
  analyze(text: string, language?: string): AnalyzedQuery;
  /**
   * The carrier phrases of a text, in order: the words of a request around the product ("where can I buy", "please"). None that the name
   * of an active item has next to the same word, and none if no other words would be left. The names of items in `hidden` do not count.
   */
  carrierPhrases(text: string, language?: string, hidden?: readonly ItemSet[]): readonly QuerySpan[];
  /**
   * How the active items have each of the words of a text, of which the last one may be a prefix: in a form of it, in a compound, by a
   * synonym or as two words (`known`), as the beginning of words only, or in none of these ways.
   */
  presence(analyzed: AnalyzedQuery): readonly ('known' | 'prefix' | 'unknown')[];
  /**
   * Which of the words are in translated names of active items, but in no name of their own (`name`): they are words of another language than
   * the catalog's. False for words in other fields alone.
   */
  findTranslatedWords(analyzed: AnalyzedQuery): readonly boolean[];
}
