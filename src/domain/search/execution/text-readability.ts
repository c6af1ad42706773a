import type { Lexicon, Lexicons } from '../../../ports/catalog/lexicon.ts';

/** The minimum shares of letters that are in known words: the names of items have brands, models and abbreviations among them. */
export const knownShareMin = { query: 1 / 2, item: 1 / 3 } as const;
/**
 * Shorter words are often words of several languages. What an apostrophe parts is read as two words: that of "men's" and "they're" is before
 * it, that of "d'olive" after it, and the other one is shorter.
 */
const wordLengthMin = 3;

const word = /[\p{L}\p{M}]+/gu;
const latinLetter = /\p{Script=Latin}/u;

/** The unreadable part of a text: its script, or its words. */
export type Unreadable = 'script' | 'words';

/**
 * Whether text models can make sense of texts. A model splits words that it does not know into pieces, down to single letters, whose meanings
 * say nothing: to one of English, all Japanese products are alike, and "asdfgh" is near to asparagus. So a text counts as readable where half of
 * its letters are in words of the model's languages. Without a lexicon of them, every text does.
 */
export class TextReadability {
  readonly #lexicons: Lexicons;

  constructor(lexicons: Lexicons) {
    this.#lexicons = lexicons;
  }

  /** Returns null for a readable text. `languages` are those of the model, null for all. Words of the catalog (`isKnown`) are readable. */
  findUnreadable(
    languages: readonly string[] | null,
    text: string,
    {
      isKnown = () => false,
      shareMin = knownShareMin.query,
    }: {
      readonly isKnown?: (word: string) => boolean;
      readonly shareMin?: number;
    } = {},
  ): Unreadable | null {
    const letters = this.countLetters(languages, text, isKnown);
    if (letters === null || letters.known >= shareMin * letters.all) return null;
    return letters.hasOtherScript ? 'script' : 'words';
  }

  /** Whether a text has one of the most frequent words of the languages, so that it is hardly in another one. */
  hasFrequentWord(languages: readonly string[] | null, text: string): boolean {
    const lexicons = this.#findLexicons(languages) ?? [];
    return Array.from(text.matchAll(word), ([typed]) => typed.toLowerCase()).some((form) =>
      lexicons.some((lexicon) => lexicon.isFrequent?.(form) === true),
    );
  }

  /**
   * Whether a text has a word of Latin script with letters beyond A to Z that is in no lexicon, also without their marks ("jalapeño"). The
   * parameters are as above.
   */
  hasForeignLetters(
    languages: readonly string[] | null,
    text: string,
    isKnown: (word: string) => boolean,
  ): boolean {
    const lexicons = this.#findLexicons(languages);
    if (lexicons === null) return false;
    return Array.from(text.matchAll(word), ([typed]) => typed).some((typed) => {
      if (!latinLetter.test(typed) || /^[a-z]+$/i.test(typed) || isKnown(typed)) return false;
      const form = typed.toLowerCase();
      const plain = form.normalize('NFD').replaceAll(/\p{M}/gu, '');
      return !lexicons.some((lexicon) => lexicon.has(form) || lexicon.has(plain));
    });
  }

  /** Counts the letters in words, and those in readable ones; null without lexicons of all languages. The parameters are as above. */
  countLetters(
    languages: readonly string[] | null,
    text: string,
    isKnown: (word: string) => boolean,
  ): { readonly all: number; readonly known: number; readonly hasOtherScript: boolean } | null {
    const lexicons = this.#findLexicons(languages);
    if (lexicons === null) return null;
    const letters = { all: 0, known: 0 };
    let hasOtherScript = false;
    for (const [typed] of text.matchAll(word)) {
      const form = typed.toLowerCase();
      if (!latinLetter.test(form)) {
        // The number of letters does not matter: a word of Chinese has one or two.
        letters.all += Math.max(wordLengthMin, form.length);
        hasOtherScript = true;
      } else if (form.length >= wordLengthMin) {
        letters.all += form.length;
        if (lexicons.some((lexicon) => lexicon.has(form)) || isKnown(typed)) letters.known += form.length;
      }
    }
    return { ...letters, hasOtherScript };
  }

  /** The lexicons of languages; null without one of each. */
  #findLexicons(languages: readonly string[] | null): Lexicon[] | null {
    const found = (languages ?? []).flatMap((code) => this.#lexicons.get(code) ?? []);
    return found.length === 0 || found.length < (languages?.length ?? 0) ? null : found;
  }
}
