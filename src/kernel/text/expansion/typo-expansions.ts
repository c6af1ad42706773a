import type { Analyzer } from '../language/analyzer.ts';
import { fuzzyLengthMax, tooFar, type TermVisitor } from '../dictionary/fuzzy.ts';
import type { SharedDictionary } from '../segments/shared-dictionary.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import { createExpansion, toWordSpan, findTermsOfStem, type Expansion } from './expansions.ts';
import type { TypoRules } from './typo-rules.ts';

type Walk = (spelling: string, visit: TermVisitor) => void;

/** Visits each fuzzy match of any spelling once, with its least distances. */
function walkSpellings(spellings: readonly string[], walk: Walk, visit: TermVisitor): void {
  if (spellings.length === 1) {
    walk(spellings[0]!, visit);
    return;
  }
  const nearest = new Map<number, [number, number]>();
  for (const spelling of spellings) {
    if (spelling.length === 0 || spelling.length > fuzzyLengthMax) continue;
    walk(spelling, (term, distance, prefixDistance) => {
      const cached = nearest.get(term);
      nearest.set(term, [
        Math.min(distance, cached?.[0] ?? tooFar),
        Math.min(prefixDistance, cached?.[1] ?? tooFar),
      ]);
    });
  }
  for (const [term, [distance, prefixDistance]] of nearest) visit(term, distance, prefixDistance);
}

/**
 * A word of the index is corrected only to a word with the same first letter that is at least this many times as frequent: a typo that is
 * a word is rare (the noisy channel of spelling correction: Kernighan, Church and Gale 1990), and "xbox" is not "box".
 */
export const correctionRatio = 100;

/**
 * Words within one or two typos, in all their forms, and with `asPrefix` also words with such a prefix. Words with digits and disabled
 * words are never corrections. `frequency` is the number of documents with the word as written.
 */
export function expandTypos(
  states: readonly SegmentState[],
  dictionary: SharedDictionary,
  word: QueryWord,
  analyzer: Analyzer,
  settings: TextSettings,
  { asPrefix, rules, frequency }: { asPrefix: boolean; rules: TypoRules; frequency: number },
): Expansion[] {
  const typos = rules.countAllowedTypos(word);
  if (typos === 0) return [];
  const documents = states.reduce((sum, { liveCount }) => sum + liveCount, 0);
  if (frequency * correctionRatio > documents) return [];
  const mayReplace = frequency > 0 ? createReplacementTest(states, word, frequency * correctionRatio) : null;
  const expandByTypos = (factor: number): GrowingExpansion[] =>
    [1, 2].map((count) => {
      const terms = states.map((): number[] => []);
      const change = { typos: count, factor, parts: [terms], counts: rules.counts };
      return { expansion: createExpansion('typo', toWordSpan(word), change), terms };
    });
  const whole = expandByTypos(1);
  const prefixes = asPrefix ? expandByTypos(settings.ranking.prefix) : [];
  const spellings = analyzer.spellings(word.text);
  const disabledStems = new Set(rules.disabledStems);
  const isCorrection = (stem: string): boolean =>
    stem !== word.stem && !disabledStems.has(stem) && mayReplace?.(stem) !== false;
  const matches = findFuzzyMatches(dictionary, spellings, typos, asPrefix)
    .map((match) => ({ ...match, stem: analyzer.stem(dictionary.readTerm(match.term)) }))
    .filter(({ stem }) => isCorrection(stem));
  // The minimum over all segments by stem, so that results do not depend on the distribution of documents over segments.
  const typosOfStem = new Map<string, number>();
  const prefixesBySegment = states.map((state): readonly FuzzyPrefix[] => {
    const { segment } = state;
    const byPrefix: FuzzyPrefix[] = [];
    const take = (term: number, stem: string, { distance, prefixDistance }: Distances): void => {
      if (distance === tooFar) byPrefix.push({ term, stem, typos: prefixDistance });
      else typosOfStem.set(stem, Math.min(distance, typosOfStem.get(stem) ?? tooFar));
    };
    const terms = dictionary.getTerms(segment);
    if (terms !== undefined)
      for (const match of matches) {
        const term = terms[match.term]!;
        if (term >= 0 && state.countLiveDocuments(term) > 0) take(term, match.stem, match);
      }
    const walk: Walk = (spelling, visit) => dictionary.walkOthers(segment, spelling, typos, visit);
    walkSpellings(spellings, walk, (term, distance, prefixDistance) => {
      if (!isFuzzyMatch(distance, prefixDistance, asPrefix)) return;
      if (state.countLiveDocuments(term) === 0 || segment.termHasDigit(term)) return;
      const stem = segment.stemText(segment.stemOfTerm(term));
      if (isCorrection(stem)) take(term, stem, { distance, prefixDistance });
    });
    return byPrefix;
  });
  const mayComplete = createCompletionTest(word, typosOfStem);
  states.forEach((state, segmentNo) => {
    const { segment } = state;
    const add = ({ expansion, terms }: GrowingExpansion, term: number): void => {
      terms[segmentNo]!.push(term);
      expansion.frequency += state.countLiveDocuments(term);
    };
    // All forms match, as for a word without typos.
    for (const [stem, count] of typosOfStem) {
      const id = state.stemId(stem);
      if (id >= 0) for (const term of segment.listTermsOfStem(id)) add(whole[count - 1]!, term);
    }
    for (const { term, stem, typos: count } of prefixesBySegment[segmentNo]!) {
      if (!typosOfStem.has(stem) && mayComplete(stem)) add(prefixes[count - 1]!, term);
    }
  });
  return [...whole, ...prefixes].map(({ expansion }) => expansion).filter(({ frequency }) => frequency > 0);
}

/** An expansion of one part, to which terms are added by segment. */
interface GrowingExpansion {
  readonly expansion: Expansion;
  readonly terms: readonly number[][];
}

/** The least distances of a term's spellings, and of its prefixes' (see `TermVisitor`). */
interface Distances {
  readonly distance: number;
  readonly prefixDistance: number;
}

/** A live term with a matching prefix, which has no digits and is neither the word itself nor disabled. */
interface FuzzyPrefix {
  readonly term: number;
  readonly stem: string;
  readonly typos: number;
}

/**
 * Returns a test whether the word may be a mistyped prefix of a stem. The first letter may differ only if no whole word with the typed
 * one is one typo away ("jaket" is "jacket", and no prefix of "raketen").
 */
function createCompletionTest(
  word: QueryWord,
  typosOfStem: ReadonlyMap<string, number>,
): (stem: string) => boolean {
  const hasInitial = (stem: string): boolean => stem[0] === word.stem[0];
  const mustHaveInitial = [...typosOfStem].some(([stem, count]) => count === 1 && hasInitial(stem));
  return mustHaveInitial ? hasInitial : () => true;
}

/** Returns a test whether a stem may replace this word of the catalog, see `correctionRatio`. */
function createReplacementTest(
  states: readonly SegmentState[],
  word: QueryWord,
  frequencyMin: number,
): (stem: string) => boolean {
  const known = new Map<string, boolean>();
  return (stem) => {
    let mayReplace = known.get(stem);
    if (mayReplace === undefined) {
      mayReplace = stem[0] === word.stem[0] && findTermsOfStem(states, stem).frequency >= frequencyMin;
      known.set(stem, mayReplace);
    }
    return mayReplace;
  };
}

/** Whether a term, or a prefix of it, is a fuzzy match. */
function isFuzzyMatch(distance: number, prefixDistance: number, asPrefix: boolean): boolean {
  if (asPrefix && prefixDistance === 0) return false;
  return (distance !== tooFar && distance > 0) || asPrefix;
}

/** The matching shared terms. */
function findFuzzyMatches(
  dictionary: SharedDictionary,
  spellings: readonly string[],
  typos: 1 | 2,
  asPrefix: boolean,
): (Distances & { readonly term: number })[] {
  const found: (Distances & { readonly term: number })[] = [];
  const walk: Walk = (spelling, visit) => {
    const matches = dictionary.fuzzyMatches(spelling, typos);
    for (let i = 0; i < matches.length; i += 3) visit(matches[i]!, matches[i + 1]!, matches[i + 2]!);
  };
  walkSpellings(spellings, walk, (term, distance, prefixDistance) => {
    if (isFuzzyMatch(distance, prefixDistance, asPrefix)) found.push({ term, distance, prefixDistance });
  });
  return found;
}
