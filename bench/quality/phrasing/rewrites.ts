import type { Random } from '../../../src/lib/seeded-random.ts';

/** A way in which shoppers write a query differently. */
export interface Rewriting {
  readonly name: string;
  /** Whether the result depends on the seed. */
  readonly isRandom: boolean;
  /** Returns the query itself where it cannot be written in this way. */
  readonly rewrite: (query: string, next: Random) => string;
}

const typoLengthMin = 5;
const compoundPartMin = 3;
const isLetters = (word: string): boolean => /^[a-z]+$/.test(word);

const wrapped = (pattern: string): Rewriting => ({
  name: pattern.replace('%', '…'),
  isRandom: false,
  rewrite: (query) => pattern.replace('%', () => query),
});

const changed = (name: string, rewrite: (words: string[], next: Random) => string[]): Rewriting => ({
  name,
  isRandom: true,
  rewrite: (query, next) => rewrite(query.split(' '), next).join(' '),
});

/** Phrases of the list of carrier phrases, in several languages. */
const wrappings: readonly Rewriting[] = [
  'where can i buy %',
  '% for sale',
  '% near me',
  'price of %',
  'best % online',
  'the % please',
  'show me %',
  "i'm looking for a %",
  'wo kann ich % kaufen',
  'je cherche un %',
  'estoy buscando % por favor',
].map(wrapped);

/** Requests that are in no list of phrases. */
const unlistedRequests: readonly Rewriting[] = [
  'could you find me %',
  'help me choose %',
  'which % should i get',
  'hi, do you guys carry %',
  'can anyone suggest % for work',
  'könnt ihr mir % empfehlen',
  'vocês podem me recomendar %',
].map(wrapped);

/** Purposes that say little about the product, or nothing. */
const purposes: readonly Rewriting[] = [
  '% for work',
  '% for school',
  '% for kids',
  '% for everyday use',
  '% for my office',
].map(wrapped);

/** All ways of writing. `isWord`: whether a text is a word of the language or of the catalog. */
export function rewritings(isWord: (text: string) => boolean): Rewriting[] {
  return [
    ...wrappings,
    ...unlistedRequests,
    ...purposes,
    changed('one typo', (words, next) => withOneTypo(words, next, 0)),
    changed('one typo, not in the first letter', (words, next) => withOneTypo(words, next, 1)),
    changed('a typo in each word', (words, next) =>
      words.map((word) => (mayHaveTypo(word) ? withTypo(word, next, 0) : word)),
    ),
    changed('two words together', together),
    changed('a compound apart', (words, next) => apart(words, next, isWord)),
    changed('another order', shuffled),
  ];
}

const mayHaveTypo = (word: string): boolean => word.length >= typoLengthMin && isLetters(word);

function withOneTypo(words: readonly string[], next: Random, from: number): string[] {
  const possible = words.flatMap((word, i) => (mayHaveTypo(word) ? [i] : []));
  const at = pick(possible, next);
  return words.map((word, i) => (i === at ? withTypo(word, next, from) : word));
}

/** A word with a letter too many, another letter, a letter less or two letters swapped, at `from` or later. */
function withTypo(word: string, next: Random, from: number): string {
  const letter = String.fromCharCode(97 + Math.floor(next() * 26));
  const kind = Math.floor(next() * 4);
  const at = from + Math.floor(next() * (word.length - from - (kind === 3 ? 1 : 0)));
  const [before, after] = [word.slice(0, at), word.slice(at + 1)];
  if (kind === 0) return before + letter + word.slice(at);
  if (kind === 1) return before + letter + after;
  if (kind === 2) return before + after;
  return before + word[at + 1]! + word[at]! + word.slice(at + 2);
}

function together(words: readonly string[], next: Random): string[] {
  const pairs = words.flatMap((word, i) =>
    isLetters(word) && i + 1 < words.length && isLetters(words[i + 1]!) ? [i] : [],
  );
  const at = pick(pairs, next);
  if (at === undefined) return [...words];
  return [...words.slice(0, at), words[at]! + words[at + 1]!, ...words.slice(at + 2)];
}

/** Splits a word whose two parts are words. */
function apart(words: readonly string[], next: Random, isWord: (text: string) => boolean): string[] {
  const cuts = words.flatMap((word, i) =>
    isLetters(word)
      ? Array.from(
          { length: Math.max(0, word.length - 2 * compoundPartMin + 1) },
          (_, j) => j + compoundPartMin,
        )
          .filter((cut) => isWord(word.slice(0, cut)) && isWord(word.slice(cut)))
          .map((cut) => ({ i, cut }))
      : [],
  );
  const at = pick(cuts, next);
  return words.flatMap((word, i) => (i === at?.i ? [word.slice(0, at.cut), word.slice(at.cut)] : [word]));
}

function shuffled(words: readonly string[], next: Random): string[] {
  const left = [...words];
  const order: string[] = [];
  while (left.length > 0) order.push(...left.splice(Math.floor(next() * left.length), 1));
  const isSame = order.every((word, i) => word === words[i]);
  return isSame ? order.toReversed() : order;
}

function pick<T>(of: readonly T[], next: Random): T | undefined {
  return of[Math.floor(next() * of.length)];
}
