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
  const expandByTypos = (factor: number): Expansion[] =>
    [1, 2].map((count) =>
      createExpansion('typo', toWordSpan(word), {
        typos: count,
        factor,
        parts: [states.map(() => [])],
        counts: rules.counts,
      }),
    );
  const whole = expandByTypos(1);
  const prefixes = asPrefix ? expandByTypos(settings.ranking.prefix) : [];
  const spellings = analyzer.spellings(word.text);
  const matches = findFuzzyMatches(dictionary, spellings, typos, asPrefix);
  const found = states.map((state) =>
    findFuzzyTerms(state, word, rules, mayReplace, (visit) => {
      const terms = dictionary.getTerms(state.segment);
      if (terms !== undefined) {
        for (let i = 0; i < matches.length; i += 3) {
          const term = terms[matches[i]!]!;
          if (term >= 0 && isFuzzyMatch(matches[i + 1]!, matches[i + 2]!, asPrefix))
            visit(term, matches[i + 1]!, matches[i + 2]!);
        }
      }
      const walk: Walk = (spelling, take) => dictionary.walkOthers(state.segment, spelling, typos, take);
      walkSpellings(spellings, walk, (term, distance, prefixDistance) => {
        if (isFuzzyMatch(distance, prefixDistance, asPrefix)) visit(term, distance, prefixDistance);
      });
    }),
  );
  const typosOfStem = findLeastTypos(found);
  const mayComplete = createCompletionTest(word, typosOfStem);
  states.forEach((state, segmentNo) => {
    const { segment } = state;
    const add = (expansion: Expansion, term: number): void => {
      expansion.parts[0]![segmentNo]!.push(term);
      expansion.frequency += state.countLiveDocuments(term);
    };
    // All forms match, as for a word without typos.
    for (const [stem, count] of typosOfStem) {
      const id = state.stemId(stem);
      if (id >= 0) for (const term of segment.listTermsOfStem(id).slice()) add(whole[count - 1]!, term);
    }
    for (const { term, typos: count } of found[segmentNo]!.byPrefix) {
      const stem = segment.stemText(segment.stemOfTerm(term));
      if (!typosOfStem.has(stem) && mayComplete(stem)) add(prefixes[count - 1]!, term);
    }
  });
  return [...whole, ...prefixes].filter((expansion) => expansion.frequency > 0);
}

/** The fuzzy matches of one segment. */
interface FuzzyTerms {
  /** The least number of typos of words that match as a whole, by stem. */
  readonly typosOfStem: ReadonlyMap<string, number>;
  /** Terms with a matching prefix. */
  readonly byPrefix: readonly { readonly term: number; readonly typos: number }[];
}

/** The live terms that `walk` visits, except words with digits, the word itself, disabled words and those that `mayReplace` rejects. */
function findFuzzyTerms(
  state: SegmentState,
  word: QueryWord,
  rules: TypoRules,
  mayReplace: ((stem: string) => boolean) | null,
  walk: (visit: TermVisitor) => void,
): FuzzyTerms {
  const { segment } = state;
  const typosOfStem = new Map<number, number>();
  const byPrefix: { term: number; typos: number }[] = [];
  const exactStem = state.stemId(word.stem);
  const disabledStems = rules.disabledStems.map((stem) => state.stemId(stem));
  walk((term, distance, prefixDistance) => {
    const stem = segment.stemOfTerm(term);
    if (stem === exactStem || disabledStems.includes(stem)) return;
    if (state.countLiveDocuments(term) === 0 || segment.termHasDigit(term)) return;
    if (mayReplace !== null && !mayReplace(segment.stemText(stem))) return;
    if (distance === tooFar) byPrefix.push({ term, typos: prefixDistance });
    else typosOfStem.set(stem, Math.min(distance, typosOfStem.get(stem) ?? tooFar));
  });
  return {
    typosOfStem: new Map([...typosOfStem].map(([stem, count]) => [segment.stemText(stem), count])),
    byPrefix,
  };
}

/** The minimum over all segments by stem, so that results do not depend on the distribution of documents over segments. */
function findLeastTypos(fuzzyTerms: readonly FuzzyTerms[]): ReadonlyMap<string, number> {
  const least = new Map<string, number>();
  for (const { typosOfStem } of fuzzyTerms)
    for (const [stem, count] of typosOfStem) least.set(stem, Math.min(count, least.get(stem) ?? tooFar));
  return least;
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

/** Triples of shared term, distance and prefix distance. */
function findFuzzyMatches(
  dictionary: SharedDictionary,
  spellings: readonly string[],
  typos: 1 | 2,
  asPrefix: boolean,
): number[] {
  const terms: number[] = [];
  const walk: Walk = (spelling, visit) => {
    const matches = dictionary.fuzzyMatches(spelling, typos);
    for (let i = 0; i < matches.length; i += 3) visit(matches[i]!, matches[i + 1]!, matches[i + 2]!);
  };
  walkSpellings(spellings, walk, (term, distance, prefixDistance) => {
    if (isFuzzyMatch(distance, prefixDistance, asPrefix)) terms.push(term, distance, prefixDistance);
  });
  return terms;
}
