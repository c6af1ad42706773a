import { carrierPhrases } from './carrier-phrases.ts';
import { foldAccents, tokenize } from './tokenizer.ts';

export type PhraseSide = 'before' | 'after';

/** A phrase at an end of a text, with the article that follows it. */
export interface FoundPhrase {
  /** In words, with the article. */
  readonly length: number;
  /** Of the article, in words; 0 without one. */
  readonly articleLength: number;
  /** Codes of the languages that have it. */
  readonly languages: readonly string[];
}

/** The carrier phrases of all languages, looked up by their words without accents. */
class CarrierTable {
  /** By side and words: the languages. */
  readonly #phrases = { before: new Map<string, string[]>(), after: new Map<string, string[]>() };
  /**
   * The length of the longest phrase in words, by its first word (`before`) or its last one (`after`). Few queries begin or end with such
   * a word.
   */
  readonly #lengthMax = { before: new Map<string, number>(), after: new Map<string, number>() };
  readonly #articles = new Map<string, ReadonlySet<string>>();

  constructor() {
    for (const [language, { before, after, articles }] of Object.entries(carrierPhrases)) {
      for (const phrase of before) this.#add('before', phrase, language);
      for (const phrase of after) this.#add('after', phrase, language);
      this.#articles.set(language, new Set(articles.map((article) => wordsOf(article).join(' '))));
    }
  }

  /**
   * The phrases that the words begin with, or with the side `after` end with; the longest first. A phrase of one word counts in the
   * languages `known` only: in another language it may name a product.
   */
  *phrasesAt(words: readonly string[], side: PhraseSide, known: ReadonlySet<string>): Generator<FoundPhrase> {
    const endWord = (side === 'before' ? words[0] : words.at(-1)) ?? '';
    const lengthMax = this.#lengthMax[side].get(endWord) ?? 0;
    for (let length = Math.min(lengthMax, words.length); length > 0; length--) {
      const phrase = side === 'before' ? words.slice(0, length) : words.slice(-length);
      const all = this.#phrases[side].get(phrase.join(' ')) ?? [];
      const languages = length === 1 ? all.filter((language) => known.has(language)) : all;
      if (languages.length === 0) continue;
      const articles = side === 'before' ? this.articleLength(words.slice(length), languages) : 0;
      if (articles > 0) yield { length: length + articles, articleLength: articles, languages };
      yield { length, articleLength: 0, languages };
    }
  }

  /** The number of words of the article that the words begin with: 0 to 2. */
  articleLength(words: readonly string[], languages: Iterable<string>): number {
    const articles = [...languages].map((language) => this.#articles.get(language));
    const isArticle = (length: number): boolean =>
      words.length > length && articles.some((of) => of?.has(words.slice(0, length).join(' ')));
    return isArticle(2) ? 2 : isArticle(1) ? 1 : 0;
  }

  #add(side: PhraseSide, phrase: string, language: string): void {
    const list = wordsOf(phrase);
    const endWord = (side === 'before' ? list[0] : list.at(-1)) ?? '';
    const lengths = this.#lengthMax[side];
    lengths.set(endWord, Math.max(list.length, lengths.get(endWord) ?? 0));
    const words = list.join(' ');
    const languages = this.#phrases[side].get(words);
    if (languages === undefined) this.#phrases[side].set(words, [language]);
    else if (!languages.includes(language)) languages.push(language);
  }
}

/** The words of a phrase without accents. */
function wordsOf(phrase: string): string[] {
  const words: string[] = [];
  tokenize(phrase, (word, _start, _end, joined) => {
    if (!joined) words.push(foldAccents(word));
  });
  return words;
}

let table: CarrierTable | null = null;

/** Built on first use, in milliseconds. */
export const carrierTable = (): CarrierTable => (table ??= new CarrierTable());
