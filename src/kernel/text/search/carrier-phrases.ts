import type { Analyzer } from '../language/analyzer.ts';
import { termsOfStemIn } from '../expansion/expansions.ts';
import { carrierTable, type PhraseSide } from '../language/carrier-table.ts';
import { queryLengthMax, queryWordsMax } from '../language/query-words.ts';
import { foldAccents, isApostrophe, isJoiner, tokenize } from '../language/tokenizer.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import { isInName } from './name-phrases.ts';

/** Where a phrase is in a text, in UTF-16 units. */
export interface PhraseSpan {
  readonly start: number;
  readonly end: number;
}

/** What the documents have. */
interface Catalog {
  /** Whether a name has these stems next to each other. */
  readonly hasName: (stems: readonly string[]) => boolean;
  /** Whether any text has the word, in any form. */
  readonly isTerm: (word: string) => boolean;
}

interface Token extends PhraseSpan {
  /** Without accents. */
  readonly plain: string;
  /** Whether a hyphen or similar joins it with the token before it. */
  readonly isHyphenated: boolean;
  /** Null for a stop word, which names do not contain. */
  readonly stem: string | null;
}

/**
 * The carrier phrases of a query, in order: the wording of a request around what is sought, as in "where can I buy a laptop, please". A
 * phrase that a name has next to the adjacent word of the query is none, as in "The Best of Queen", nor a word that documents join with
 * it, as in "Fisher-Price"; neither is a phrase next to no other word. `language`: of the query, if known.
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
  const found: PhraseSpan[] = [];
  let sought: readonly Token[] = tokensOf(text, analyzer);
  const isTerm = (word: string): boolean => termsOfStemIn(states, analyzer.stem(word)).frequency > 0;
  const catalog: Catalog = { isTerm, hasName: (stems) => isInName(states, stems) };
  for (;;) {
    const cut = cutPhrase(sought, 'before', known, catalog) ?? cutPhrase(sought, 'after', known, catalog);
    if (cut === null) break;
    found.push(spanOf(cut.phrase));
    sought = cut.rest;
    // A phrase of several words tells the language of the request.
    for (const code of cut.languages) known.add(code);
  }
  if (found.length === 0 || isPhrase(sought, known)) return [];
  const articles = sought.slice(0, carrierTable().articleLength(plainOf(sought), known));
  if (articles.length > 0 && stemsOf(articles).length === 0) found.push(spanOf(articles));
  return found.sort((a, b) => a.start - b.start);
}

/** The longest carrier phrase on this side, and the other words; null where there is none. */
function cutPhrase(
  tokens: readonly Token[],
  side: PhraseSide,
  known: ReadonlySet<string>,
  catalog: Catalog,
): { phrase: readonly Token[]; rest: readonly Token[]; languages: readonly string[] } | null {
  const isFirst = side === 'before';
  for (const { length, articleLength, languages } of carrierTable().phrasesAt(plainOf(tokens), side, known)) {
    const phrase = isFirst ? tokens.slice(0, length) : tokens.slice(-length);
    const rest = isFirst ? tokens.slice(length) : tokens.slice(0, -length);
    const isWithinWord = (isFirst ? rest : phrase)[0]?.isHyphenated === true;
    if (isWithinWord || stemsOf(rest).length === 0) continue;
    const articles = phrase.slice(length - articleLength);
    if (!isOfName({ phrase, articles, rest }, side, catalog)) return { phrase, rest, languages };
  }
  return null;
}

/** Whether the phrase is part of a product's name, with or without what is before its article. */
function isOfName(
  {
    phrase,
    articles,
    rest,
  }: { phrase: readonly Token[]; articles: readonly Token[]; rest: readonly Token[] },
  side: PhraseSide,
  { hasName, isTerm }: Catalog,
): boolean {
  const phraseStems = stemsOf(phrase);
  const isFirst = side === 'before';
  const neighbor = stemsOf(rest).at(isFirst ? 0 : -1)!;
  const asName = [...phraseStems, neighbor];
  // "Cards thank you" are the product "Thank you cards".
  const names = isFirst ? [asName, [...stemsOf(articles), neighbor]] : [[neighbor, ...phraseStems], asName];
  if (names.some((name) => name.length > 1 && hasName(name))) return true;
  if (phrase.length > 1) return false;
  const [left, right] = isFirst ? [phrase[0]!, rest[0]!] : [rest.at(-1)!, phrase[0]!];
  return isTerm(left.plain + right.plain);
}

/** Whether the words are a carrier phrase too, so that a text of phrases alone is searched as it is. */
function isPhrase(tokens: readonly Token[], known: ReadonlySet<string>): boolean {
  const words = plainOf(tokens);
  return (['before', 'after'] as const).some((side) =>
    carrierTable()
      .phrasesAt(words, side, known)
      .some(({ length }) => length === words.length),
  );
}

const plainOf = (tokens: readonly Token[]): string[] => tokens.map(({ plain }) => plain);

const spanOf = (tokens: readonly Token[]): PhraseSpan => ({
  start: tokens[0]!.start,
  end: tokens.at(-1)!.end,
});

const stemsOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(({ stem }) => (stem === null ? [] : [stem]));

function tokensOf(text: string, analyzer: Analyzer): Token[] {
  const tokens: Token[] = [];
  tokenize(text.slice(0, queryLengthMax), (word, start, end, joined) => {
    if (joined || tokens.length === queryWordsMax) return;
    const joiner = tokens.at(-1)?.end === start - 1 ? text.charCodeAt(start - 1) : Number.NaN;
    tokens.push({
      start,
      end,
      plain: foldAccents(word),
      isHyphenated: isJoiner(joiner) && !isApostrophe(joiner),
      // Lazy, as few queries have a phrase.
      get stem() {
        return analyzer.isStopWord(word) ? null : analyzer.stem(word);
      },
    });
  });
  return tokens;
}
