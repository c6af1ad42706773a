import type { Analyzer } from '../language/analyzer.ts';
import { termsOfStemIn } from '../expansion/expansions.ts';
import { carrierTable, type PhraseSide } from '../language/carrier-table.ts';
import { queryLengthMax, queryWordsMax } from '../language/query-words.ts';
import { foldAccents, isApostrophe, isJoiner, tokenize } from '../language/tokenizer.ts';
import type { SegmentState } from '../segments/segment-state.ts';
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
}

interface Token extends PhraseSpan {
  readonly unaccented: string;
  /** Whether a hyphen or similar joins it with the token before it. */
  readonly isHyphenated: boolean;
  /** Null for a stop word, which the index leaves out of names. */
  readonly stem: string | null;
}

/**
 * The carrier phrases of a query, in order: the words of a request around the product, as in "where can I buy a laptop, please". A
 * phrase stays in the query if it belongs to a product: a name has it next to the same word ("The Best of Queen"), or a text has it and
 * that word as one ("Fisher-Price"). It also stays if no other words would be left. `language`: of the query, if known.
 */
export function findCarrierPhrases(
  text: string,
  language: string | undefined,
  {
    analyzer,
    languages,
    states,
  }: { analyzer: Analyzer; languages: readonly string[]; states: readonly SegmentState[] },
): PhraseSpan[] {
  const known = new Set(language === undefined ? languages : [...languages, language]);
  const catalog: Catalog = {
    hasWord: (word) => termsOfStemIn(states, analyzer.stem(word)).frequency > 0,
    hasInName: (stems) => isInName(states, stems),
  };
  const found: PhraseSpan[] = [];
  const { tokens, isTruncated } = tokensOf(text, analyzer);
  let rest: readonly Token[] = tokens;
  for (;;) {
    const cut =
      cutPhrase(rest, 'before', known, catalog) ??
      (isTruncated ? null : cutPhrase(rest, 'after', known, catalog));
    if (cut === null) break;
    found.push(spanOf(cut.phrase));
    rest = cut.rest;
    // A phrase of several words tells the language of the request.
    for (const code of cut.languages) known.add(code);
  }
  if (found.length === 0 || isPhrase(rest, known)) return [];
  const articles = rest.slice(0, carrierTable().articleLength(unaccentedOf(rest), known));
  if (articles.length > 0 && !hasStem(articles)) found.push(spanOf(articles));
  return found.sort((a, b) => a.start - b.start);
}

/** The longest carrier phrase at the start (`before`) or the end of the tokens, and the rest; null if there is none. */
function cutPhrase(
  tokens: readonly Token[],
  side: PhraseSide,
  known: ReadonlySet<string>,
  catalog: Catalog,
): { phrase: readonly Token[]; rest: readonly Token[]; languages: readonly string[] } | null {
  const isFirst = side === 'before';
  for (const { length, articleLength, languages } of carrierTable().phrasesAt(
    unaccentedOf(tokens),
    side,
    known,
  )) {
    const phrase = isFirst ? tokens.slice(0, length) : tokens.slice(-length);
    const rest = isFirst ? tokens.slice(length) : tokens.slice(0, -length);
    const isWithinWord = (isFirst ? rest : phrase)[0]?.isHyphenated === true;
    if (isWithinWord || !hasStem(rest)) continue;
    const articles = phrase.slice(length - articleLength);
    if (!isOfName({ phrase, articles, rest }, side, catalog)) return { phrase, rest, languages };
  }
  return null;
}

/** Whether the phrase, or only its article, is part of a product's name. */
function isOfName(
  {
    phrase,
    articles,
    rest,
  }: { phrase: readonly Token[]; articles: readonly Token[]; rest: readonly Token[] },
  side: PhraseSide,
  { hasInName, hasWord }: Catalog,
): boolean {
  const phraseStems = stemsOf(phrase);
  const isFirst = side === 'before';
  const neighbor = stemsOf(rest).at(isFirst ? 0 : -1)!;
  const asName = [...phraseStems, neighbor];
  // "Cards thank you" asks for the product "Thank you cards".
  const names = isFirst ? [asName, [...stemsOf(articles), neighbor]] : [[neighbor, ...phraseStems], asName];
  if (names.some((name) => name.length > 1 && hasInName(name))) return true;
  if (phrase.length > 1) return false;
  const [left, right] = isFirst ? [phrase[0]!, rest[0]!] : [rest.at(-1)!, phrase[0]!];
  return hasWord(left.unaccented + right.unaccented);
}

/** Whether the words are a carrier phrase themselves: a text of phrases alone is searched as written. */
function isPhrase(tokens: readonly Token[], known: ReadonlySet<string>): boolean {
  const words = unaccentedOf(tokens);
  return (['before', 'after'] as const).some((side) =>
    carrierTable()
      .phrasesAt(words, side, known)
      .some(({ length }) => length === words.length),
  );
}

const unaccentedOf = (tokens: readonly Token[]): string[] => tokens.map(({ unaccented }) => unaccented);

const spanOf = (tokens: readonly Token[]): PhraseSpan => ({
  start: tokens[0]!.start,
  end: tokens.at(-1)!.end,
});

const stemsOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(({ stem }) => (stem === null ? [] : [stem]));

const hasStem = (tokens: readonly Token[]): boolean => tokens.some(({ stem }) => stem !== null);

/** `isTruncated`: whether the last token is not the last word of the text. */
function tokensOf(text: string, analyzer: Analyzer): { tokens: Token[]; isTruncated: boolean } {
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
      // Lazy, as few queries have a phrase.
      get stem() {
        return analyzer.isStopWord(word) ? null : analyzer.stem(word);
      },
    });
  });
  return { tokens, isTruncated };
}
