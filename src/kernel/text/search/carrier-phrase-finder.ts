import type { Analyzer } from '../language/analyzer.ts';
import { hasLiveStem } from '../expansion/expansions.ts';
import { loadCarrierTable, type FoundPhrase, type PhraseSide } from '../language/carrier-table.ts';
import { queryLengthMax, queryWordsMax } from '../language/query-words.ts';
import { isApostrophe, isJoiner } from '../language/characters.ts';
import { foldAccents, tokenize } from '../language/tokenizer.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import { isBrand } from './brand-values.ts';
import { isInName } from './name-phrases.ts';

/** A part of a text, in UTF-16 units. */
export interface PhraseSpan {
  readonly start: number;
  readonly end: number;
}

interface Catalog {
  /** Whether a name has these stems next to each other, in order. */
  readonly hasInName: (stems: readonly string[]) => boolean;
  /** Whether any text has the word, in any form. */
  readonly hasWord: (word: string) => boolean;
  /** Whether the query has a brand or an author of several words that includes some of these words. */
  readonly isInBrand: (phrase: readonly Token[]) => boolean;
}

/** Longest brand or author that is looked up, in words. */
const brandWordsMax = 5;

/** Languages in which a phrase of one word counts, as codes. */
interface KnownLanguages {
  readonly all: Set<string>;
  /** Languages that a phrase of several words in this query has identified. */
  readonly identified: Set<string>;
}

interface Token extends PhraseSpan {
  readonly unaccented: string;
  /** Whether a hyphen or similar joins it with the token before it. */
  readonly isHyphenated: boolean;
  /** The stem, or null for a stop word, which the index leaves out of names. */
  readonly stem: string | null;
}

/**
 * The carrier phrases of a query, in order: the words of a request around the product, as in "where can I buy a laptop, please". A phrase
 * stays in the query if it belongs to a product: a name has it next to the same word ("The Best of Queen"), a text has it and that word
 * as one ("Fisher-Price"), or it is in a brand or an author of the catalog ("Me to You"). It also stays if no other words would be left.
 * `language` is that of the query, if known.
 */
export function findCarrierPhrases(
  text: string,
  language: string | undefined,
  {
    analyzer,
    languages,
    states,
    brandFields,
    isVisible,
  }: {
    analyzer: Analyzer;
    languages: readonly string[];
    states: readonly SegmentState[];
    /** Fields of brands and authors. */
    brandFields: readonly string[];
    /** Says which documents' names and brands count, by key. */
    isVisible?: (key: number) => boolean;
  },
): PhraseSpan[] {
  const known: KnownLanguages = {
    all: new Set(language === undefined ? languages : [...languages, language]),
    identified: new Set(),
  };
  const { tokens, isTruncated } = tokenizePhrase(text, analyzer);
  let brands: readonly PhraseSpan[] | null = null;
  const isValue = (value: string): boolean => isBrand(states, brandFields, value, isVisible);
  const catalog: Catalog = {
    isInBrand: (phrase) =>
      (brands ??= findBrands(text, tokens, isValue)).some(
        ({ start, end }) => start < phrase.at(-1)!.end && phrase[0]!.start < end,
      ),
    hasWord: (word) => hasLiveStem(states, analyzer.stem(word)),
    hasInName: (stems) => isInName(states, stems, isVisible),
  };
  const phrases: PhraseSpan[] = [];
  let rest: readonly Token[] = tokens;
  for (;;) {
    const cut =
      cutPhrase(rest, 'before', known, catalog) ??
      (isTruncated ? null : cutPhrase(rest, 'after', known, catalog));
    if (cut === null) break;
    phrases.push(createSpan(cut.phrase));
    rest = cut.rest;
    for (const code of cut.languages) {
      known.all.add(code);
      if (cut.phrase.length > 1) known.identified.add(code);
    }
  }
  if (phrases.length === 0 || isPhrase(rest, known)) return [];
  const articles = rest.slice(0, loadCarrierTable().measureArticle(readUnaccented(rest), known.all));
  const isRemovable = articles.length > 0 && !hasStem(articles) && !catalog.isInBrand(articles);
  if (isRemovable) phrases.push(createSpan(articles));
  return phrases.sort((a, b) => a.start - b.start);
}

/** The longest carrier phrase at the start (`before`) or the end of the tokens, and the rest; null if there is none. */
function cutPhrase(
  tokens: readonly Token[],
  side: PhraseSide,
  known: KnownLanguages,
  catalog: Catalog,
): { phrase: readonly Token[]; rest: readonly Token[]; languages: readonly string[] } | null {
  const isFirst = side === 'before';
  for (const { length, articleLength, languages, isListed } of findPhrasesAt(tokens, side, known)) {
    const phrase = isFirst ? tokens.slice(0, length) : tokens.slice(-length);
    const rest = isFirst ? tokens.slice(length) : tokens.slice(0, -length);
    const isWithinWord = (isFirst ? rest : phrase)[0]?.isHyphenated === true;
    if (isWithinWord || !hasStem(rest)) continue;
    const articles = phrase.slice(length - articleLength);
    if (belongsToProductName({ phrase, articles, rest }, side, catalog)) continue;
    if (!isListed && matchesProductName({ phrase, rest }, side, catalog)) continue;
    return { phrase, rest, languages };
  }
  return null;
}

/** The phrases of the list and the free-form requests, longest first. */
function findPhrasesAt(tokens: readonly Token[], side: PhraseSide, known: KnownLanguages): FoundPhrase[] {
  const words = readUnaccented(tokens);
  const table = loadCarrierTable();
  return [
    ...table.findPhrasesAt(words, side, known.all),
    ...table.findRequestsAt(words, side, known.identified),
  ].sort((a, b) => b.length - a.length);
}

/**
 * Whether a name has the words of a request, or some next to the product: "can you find x5" asks for the "Find X5", and "do you have who
 * dares wins" for "Who dares wins".
 */
function matchesProductName(
  { phrase, rest }: { phrase: readonly Token[]; rest: readonly Token[] },
  side: PhraseSide,
  { hasInName }: Catalog,
): boolean {
  const stems = stemTokens(phrase);
  const beside =
    side === 'before' ? [stems.at(-1), stemTokens(rest)[0]] : [stemTokens(rest).at(-1), stems[0]];
  return [stems, beside.filter((stem) => stem !== undefined)].some(
    (name) => name.length > 1 && hasInName(name),
  );
}

/** Whether the phrase, or only its article, is part of a product's name. */
function belongsToProductName(
  {
    phrase,
    articles,
    rest,
  }: { phrase: readonly Token[]; articles: readonly Token[]; rest: readonly Token[] },
  side: PhraseSide,
  { hasInName, hasWord, isInBrand }: Catalog,
): boolean {
  if (isInBrand(phrase)) return true;
  const phraseStems = stemTokens(phrase);
  const isFirst = side === 'before';
  const neighbor = stemTokens(rest).at(isFirst ? 0 : -1)!;
  const asName = [...phraseStems, neighbor];
  // "Cards thank you" asks for the product "Thank you cards".
  const names = isFirst
    ? [asName, [...stemTokens(articles), neighbor]]
    : [[neighbor, ...phraseStems], asName];
  if (names.some((name) => name.length > 1 && hasInName(name))) return true;
  if (phrase.length > 1) return false;
  const [left, right] = isFirst ? [phrase[0]!, rest[0]!] : [rest.at(-1)!, phrase[0]!];
  return hasWord(left.unaccented + right.unaccented);
}

/** The parts of a text that are a brand or an author of several words. */
function findBrands(
  text: string,
  tokens: readonly Token[],
  isValue: (value: string) => boolean,
): PhraseSpan[] {
  return tokens.flatMap((_, first) =>
    tokens
      .slice(first + 1, first + brandWordsMax)
      .map(({ end }) => ({ start: tokens[first]!.start, end }))
      .filter(({ start, end }) => isValue(text.slice(start, end).replaceAll(/\s+/g, ' '))),
  );
}

/** Whether the words are a carrier phrase themselves: a text of phrases alone is searched as written. */
function isPhrase(tokens: readonly Token[], known: KnownLanguages): boolean {
  return (['before', 'after'] as const).some((side) =>
    findPhrasesAt(tokens, side, known).some(({ length }) => length === tokens.length),
  );
}

const readUnaccented = (tokens: readonly Token[]): string[] => tokens.map(({ unaccented }) => unaccented);

const createSpan = (tokens: readonly Token[]): PhraseSpan => ({
  start: tokens[0]!.start,
  end: tokens.at(-1)!.end,
});

const stemTokens = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(({ stem }) => (stem === null ? [] : [stem]));

const hasStem = (tokens: readonly Token[]): boolean => tokens.some(({ stem }) => stem !== null);

/** Tokenizes a text. `isTruncated` says whether the last token is not the last word of the text. */
function tokenizePhrase(text: string, analyzer: Analyzer): { tokens: Token[]; isTruncated: boolean } {
  const tokens: Token[] = [];
  let isTruncated = text.length > queryLengthMax;
  tokenize(text.slice(0, queryLengthMax), (word, start, end, joined) => {
    if (joined) return;
    if (tokens.length === queryWordsMax) {
      isTruncated = true;
      return;
    }
    const before = text.charCodeAt(start - 1);
    tokens.push({
      start,
      end,
      unaccented: foldAccents(word),
      isHyphenated: tokens.at(-1)?.end === start - 1 && isJoiner(before) && !isApostrophe(before),
      // Computed lazily, as few queries have a phrase.
      get stem() {
        return analyzer.isStopWord(word) ? null : analyzer.stem(word);
      },
    });
  });
  return { tokens, isTruncated };
}
