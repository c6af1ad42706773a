import { carrierPhrases, type CarrierPhrases } from './carrier-phrases.ts';
import { foldAccents, tokenize } from './tokenizer.ts';

export type PhraseSide = 'before' | 'after';

/** A phrase at an end of a text, with the article that follows it. */
export interface FoundPhrase {
  /** The length in words, with the article. */
  readonly length: number;
  /** Length of the article in words; 0 without one. */
  readonly articleLength: number;
  /** Codes of the languages that have it. */
  readonly languages: readonly string[];
  /** Whether it is a phrase of the list; otherwise it is a free-form request. */
  readonly isListed: boolean;
}

/** Minimum words of a free-form request, all of one language. */
const requestLengthMin = 2;
/** Maximum words of a request; longer ones are cut in several parts. */
const requestLengthMax = 12;

/** Languages as bits, in the order of `languageCodes`. */
interface RequestWord {
  languages: number;
  /** The languages in which the word is one of `CarrierPhrases.functionWords`. */
  asFunctionWord: number;
}

const languageCodes = Object.keys(carrierPhrases);
const findLanguageBit = (language: string): number => 1 << languageCodes.indexOf(language);

/** The carrier phrases of all languages, looked up by their words without accents. */
class CarrierTable {
  /** The languages of each phrase, by side. */
  readonly #phrases = { before: new Map<string, string[]>(), after: new Map<string, string[]>() };
  /**
   * The length of the longest phrase in words, by its first word (`before`) or its last one (`after`). Few queries begin or end with such
   * a word.
   */
  readonly #lengthMax = { before: new Map<string, number>(), after: new Map<string, number>() };
  readonly #articles = new Map<string, ReadonlySet<string>>();
  readonly #requestWords = new Map<string, RequestWord>();

  constructor() {
    for (const [language, phrases] of Object.entries(carrierPhrases)) {
      const { before, after, articles } = phrases;
      for (const phrase of before) this.#add('before', phrase, language);
      for (const phrase of after) this.#add('after', phrase, language);
      this.#articles.set(language, new Set(articles.map((article) => splitWords(article).join(' '))));
      this.#addRequestWords(phrases, findLanguageBit(language));
    }
  }

  /**
   * The phrases at the start of the words, or at their end for the side `after`, longest first. A phrase of one word counts in the
   * languages `known` only: in another language it may name a product.
   */
  *findPhrasesAt(
    words: readonly string[],
    side: PhraseSide,
    known: ReadonlySet<string>,
  ): Generator<FoundPhrase> {
    const endWord = (side === 'before' ? words[0] : words.at(-1)) ?? '';
    const lengthMax = this.#lengthMax[side].get(endWord) ?? 0;
    for (let length = Math.min(lengthMax, words.length); length > 0; length--) {
      const phrase = side === 'before' ? words.slice(0, length) : words.slice(-length);
      const all = this.#phrases[side].get(phrase.join(' ')) ?? [];
      const languages = length === 1 ? all.filter((language) => known.has(language)) : all;
      if (languages.length === 0) continue;
      const articles = side === 'before' ? this.measureArticle(words.slice(length), languages) : 0;
      if (articles > 0)
        yield { length: length + articles, articleLength: articles, languages, isListed: true };
      yield { length, articleLength: 0, languages, isListed: true };
    }
  }

  /**
   * Free-form requests at the start or end of the words, longest first: at least two request words of one language, one of them a
   * function word ("could you perhaps find me"). One word suffices in a language that another phrase of the query has identified: any
   * request word after the product ("Können Sie mir … empfehlen"), or a function word before it.
   */
  *findRequestsAt(
    words: readonly string[],
    side: PhraseSide,
    identified: ReadonlySet<string>,
  ): Generator<FoundPhrase> {
    const isFirst = side === 'before';
    const identifiedBits = [...identified].reduce((bits, language) => bits | findLanguageBit(language), 0);
    const found: { length: number; bits: number }[] = [];
    let all = -1;
    let withFunctionWord = identifiedBits;
    for (let length = 1; length <= Math.min(words.length, requestLengthMax); length++) {
      const word = words[isFirst ? length - 1 : words.length - length]!;
      const request = this.#requestWords.get(word);
      all &= request?.languages ?? 0;
      if (request === undefined || all === 0) break;
      withFunctionWord |= request.asFunctionWord;
      const alone = isFirst ? identifiedBits & request.asFunctionWord : identifiedBits;
      const bits = all & withFunctionWord & (length >= requestLengthMin ? -1 : alone);
      // A letter next to the product may be part of it ("d battery"), unlike those of "I'd".
      if (bits !== 0 && word.length > 1) found.push({ length, bits });
    }
    for (const { length, bits } of found.toReversed()) {
      const languages = languageCodes.filter((language) => (bits & findLanguageBit(language)) !== 0);
      yield { length, articleLength: 0, languages, isListed: false };
    }
  }

  /** The number of words of the article that the words begin with: 0 to 2. */
  measureArticle(words: readonly string[], languages: Iterable<string>): number {
    const articles = [...languages].map((language) => this.#articles.get(language));
    const isArticle = (length: number): boolean =>
      words.length > length && articles.some((of) => of?.has(words.slice(0, length).join(' ')));
    return isArticle(2) ? 2 : isArticle(1) ? 1 : 0;
  }

  /** Words of longer phrases before the product are request words, too; a phrase of one word may name a product. */
  #addRequestWords({ before, articles, functionWords, requestWords }: CarrierPhrases, bit: number): void {
    const several = before.map(splitWords).filter((words) => words.length > 1);
    const others = [...articles, ...requestWords].map(splitWords);
    const add = (word: string, asFunctionWord: number): void => {
      const known = this.#requestWords.get(word) ?? { languages: 0, asFunctionWord: 0 };
      known.languages |= bit;
      known.asFunctionWord |= asFunctionWord;
      this.#requestWords.set(word, known);
    };
    for (const word of [...several, ...others].flat()) add(word, 0);
    for (const word of functionWords.flatMap(splitWords)) add(word, bit);
  }

  #add(side: PhraseSide, phrase: string, language: string): void {
    const list = splitWords(phrase);
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
function splitWords(phrase: string): string[] {
  const words: string[] = [];
  tokenize(phrase, (word, _start, _end, joined) => {
    if (!joined) words.push(foldAccents(word));
  });
  return words;
}

let table: CarrierTable | null = null;

/** The table, built in milliseconds on first use. */
export const loadCarrierTable = (): CarrierTable => (table ??= new CarrierTable());
