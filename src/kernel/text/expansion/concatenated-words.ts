import { hasDigit } from '../language/tokenizer.ts';
import type { Analyzer } from '../language/analyzer.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import { hasLiveStem, isLiveWord, toWordSpan, type Expansion, type NameTest } from './expansions.ts';
import { expandTerms } from './synonym-expansions.ts';

/** Maximum words that are written as one. */
const partsMax = 6;
const lengthMax = 40;
/** Minimum average length of parts: the short words of a large catalog make up any word. */
const averageLengthMin = 3;
/** Maximum splits that are looked up in names, which bounds the cost of a mistyped word. */
const splitsTriedMax = 8;
/** Maximum tests of parts, which bounds the cost of a word that has very many splits. */
const partTestsMax = 2_000;
/** Maximum initials in a name. */
const initialsMax = 4;

/**
 * Expands a word without documents that names write as three or more adjacent words ("iphone15promax"), or with initials apart ("opi" for
 * "O P I", "rmwilliams" for "R. M. Williams"); null if no name does. Parts must occur in exactly these forms. Splits into initials are
 * tried first, then those with the fewest parts, then those with the longest first parts.
 */
export function splitConcatenatedWord(
  states: readonly SegmentState[],
  word: QueryWord,
  analyzer: Analyzer,
  isInName: NameTest,
): Expansion | null {
  const { text } = word;
  if (text.length < 2 || text.length > lengthMax) return null;
  if (hasLiveStem(states, word.stem)) return null;
  const isTermByPart = new Map<string, boolean>();
  let tests = 0;
  const isTerm = (part: string): boolean => {
    if (++tests > partTestsMax) return false;
    let isFound = isTermByPart.get(part);
    if (isFound === undefined)
      isTermByPart.set(part, (isFound = isLiveWord(states, part, analyzer.stem(part))));
    return isFound;
  };
  let tried = 0;
  for (const parts of listSplits(text, isTerm)) {
    const stems = findPhrase(parts, analyzer);
    if (stems === null) continue;
    if (++tried > splitsTriedMax) return null;
    if (!isInName(stems)) continue;
    const change = { kind: 'split' as const, intended: parts.join(' ') };
    return expandTerms(states, toWordSpan(word), [{ stems }], change)[0] ?? null;
  }
  return null;
}

/** The stems that must be adjacent in a name, which has no stop words; null if fewer than two are left. */
export function findPhrase(
  parts: readonly string[],
  { stem, isStopWord }: Pick<Analyzer, 'stem' | 'isStopWord'>,
): string[] | null {
  const stems = parts.filter((part) => !isStopWord(part)).map(stem);
  return stems.length < 2 ? null : stems;
}

/** Splits of a text into initials, before a word or alone: "o p i", "r m williams". */
export function listInitialSplits(text: string): string[][] {
  if (!/^\p{L}+$/u.test(text)) return [];
  const splits = text.length <= initialsMax ? [text.split('')] : [];
  for (let count = 2; count < initialsMax && text.length >= count + averageLengthMin; count++)
    splits.push([...text.slice(0, count).split(''), text.slice(count)]);
  return splits;
}

/** The maximum number of parts of a text. */
export function countPartsMax(text: string): number {
  return Math.min(partsMax, Math.ceil(text.length / averageLengthMin));
}

/** Whether a text may be a part: a single letter only as the last one ("xboxseriesx"). */
export const canBePart = (part: string, isLast: boolean): boolean =>
  isLast || part.length > 1 || hasDigit(part);

function* listSplits(text: string, isTerm: (part: string) => boolean): Iterable<readonly string[]> {
  for (const parts of listInitialSplits(text)) if (parts.every(isTerm)) yield parts;
  for (let count = 3; count <= countPartsMax(text); count++) yield* iterateSplits(text, 0, count, isTerm);
}

/** The splits of the rest of a text into `count` parts, those with longer first parts first. */
function* iterateSplits(
  text: string,
  start: number,
  count: number,
  isTerm: (part: string) => boolean,
): Iterable<readonly string[]> {
  if (count === 1) {
    const last = text.slice(start);
    if (isTerm(last)) yield [last];
    return;
  }
  for (let end = text.length - count + 1; end > start; end--) {
    const part = text.slice(start, end);
    if (!canBePart(part, false) || !isTerm(part)) continue;
    for (const rest of iterateSplits(text, end, count - 1, isTerm)) yield [part, ...rest];
  }
}
