/** The words of a language, in lower case and in all their forms. Few other texts may be taken for words too. */
export interface Lexicon {
  has(word: string): boolean;
}

/** Lexicons by ISO 639-1 code. */
export type Lexicons = ReadonlyMap<string, Lexicon>;
