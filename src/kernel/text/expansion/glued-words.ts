import type { Analyzer } from '../language/analyzer.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import { isLiveTerm, spanOf, termsOfStemIn, type Expansion, type NameTest } from './expansions.ts';
import { termsExpansions } from './synonym-expansions.ts';

/** More words are not written as one. */
export const gluedPartsMax = 6;
const gluedLengthMax = 40;
/** Of words that may be parts, and of splits that are looked for in names: they bound the cost of a word without meaning. */
const partsReadMax = 500;
const splitsTriedMax = 20;

/**
 * A word of no document that names have as three words and more next to each other ("iphone15promax"), or as single letters ("opi" of
 * "O P I"); null where no name has them. Parts are in exactly these forms. The fewest parts win, then the longest first ones.
 */
export function splitGluedWord(
  states: readonly SegmentState[],
  word: QueryWord,
  analyzer: Analyzer,
  isInName: NameTest,
): Expansion | null {
  const { text } = word;
  if (text.length < 2 || text.length > gluedLengthMax) return null;
  if (termsOfStemIn(states, word.stem).frequency > 0) return null;
  const isPart = memoizedParts(text, (part) => isLiveTerm(states, part));
  let tried = 0;
  const isFound = (parts: readonly string[]): string[] | null => {
    const stems = phraseOfParts(parts, analyzer);
    if (stems === null || ++tried > splitsTriedMax) return null;
    return isInName(stems) ? stems : null;
  };
  for (let count = 2; count <= gluedPartsMax; count++) {
    const found = findParts(text, count, isPart, isFound);
    if (found === null) continue;
    const change = { kind: 'split' as const, intended: found.parts.join(' ') };
    return termsExpansions(states, spanOf(word), [found], change)[0] ?? null;
  }
  return null;
}

/** The stems that must be next to each other in a name, which has no stop words; null where the parts are no split. */
export function phraseOfParts(
  parts: readonly string[],
  { stem, isStopWord }: Pick<Analyzer, 'stem' | 'isStopWord'>,
): string[] | null {
  if (parts.length < 3 && parts.some(({ length }) => length > 1)) return null;
  const stems = parts.filter((part) => !isStopWord(part)).map(stem);
  return stems.length < 2 ? null : stems;
}

type PartTest = (start: number, end: number) => boolean;

function memoizedParts(text: string, isTerm: (part: string) => boolean): PartTest {
  const known = new Map<number, boolean>();
  return (start, end) => {
    const key = start * (gluedLengthMax + 1) + end;
    let found = known.get(key);
    if (found === undefined) {
      found = known.size < partsReadMax && isTerm(text.slice(start, end));
      known.set(key, found);
    }
    return found;
  };
}

/** The first split into `count` parts that is found. */
function findParts(
  text: string,
  count: number,
  isPart: PartTest,
  isFound: (parts: readonly string[]) => string[] | null,
): { parts: readonly string[]; text: string; stems: readonly string[] } | null {
  const parts: string[] = [];
  /** Positions from which the rest has no split into the parts that are left. */
  const deadEnds = new Set<number>();
  const from = (start: number): ReturnType<typeof findParts> => {
    const left = count - parts.length;
    const key = start * (gluedPartsMax + 1) + left;
    if (left === 0) {
      const stems = start === text.length ? isFound(parts) : null;
      return stems === null ? null : { parts: [...parts], text, stems };
    }
    if (deadEnds.has(key)) return null;
    let isDeadEnd = true;
    const first = left === 1 ? text.length : text.length - left + 1;
    const last = left === 1 ? text.length : start + 1;
    for (let end = first; end >= last; end--) {
      if (!isPart(start, end)) continue;
      parts.push(text.slice(start, end));
      const found = from(end);
      parts.pop();
      if (found !== null) return found;
      isDeadEnd &&= end < text.length && deadEnds.has(end * (gluedPartsMax + 1) + left - 1);
    }
    if (isDeadEnd) deadEnds.add(key);
    return null;
  };
  return from(0);
}
