/** The words of a language, in lower case and in all their forms. Few other texts may be taken for words too. */
export interface Lexicon {
  has(word: string): boolean;
  /** Whether it is one of the most frequent words, which hardly another language has. Absent where that is unknown. */
  isFrequent?(word: string): boolean;
}

/** Lexicons by ISO 639-1 code. */
export type Lexicons = ReadonlyMap<string, Lexicon>;
