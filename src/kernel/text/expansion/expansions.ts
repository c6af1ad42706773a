import { hasDigit } from '../language/tokenizer.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { fuzzyLengthMax, tooFar, type TermVisitor } from '../dictionary/fuzzy.ts';
import type { SharedDictionary } from '../segments/shared-dictionary.ts';
import type { QueryJoin, QueryWord } from '../language/query-words.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';
import type { TypoRules } from './typo-rules.ts';

/** `compound`: as the head of a word written together ("Schuhe" in "Kinderschuhe"); `part`: within a part number. */
export type ExpansionKind =
  | 'exact'
  | 'compound'
  | 'synonym'
  | 'joined'
  | 'split'
  | 'prefix'
  | 'infix'
  | 'typo';

/** A way in which a word of the query, or several together, may be in a document. */
export interface Expansion {
  kind: ExpansionKind;
  /** Bits of the words that it stands for. */
  bits: number;
  /** Where those words stand in the query's text. */
  start: number;
  end: number;
  typos: number;
  /** Share of an exact match's contribution. */
  factor: number;
  /** Documents with it, summed over its terms: what idf is made of. */
  frequency: number;
  /**
   * For each slot of the index its terms. A document must have a term of each part: one part, but several where a word
   * was split or a synonym has several words.
   */
  parts: number[][][];
  /** Where the parts must stand side by side in the name, their indexes in the order of reading. */
  phrase: readonly number[] | null;
  /**
   * Masks over the counts of a posting (see `PostingSlice`): the variant may stand in the zones that they let through;
   * null for all.
   */
  counts: Uint8Array | null;
  /** The word meant, where what was found is its synonym, or the part of it that was found. */
  meant: string | null;
}

/** Of phrases that were looked for in all names of a segment: the documents that have each, ascending. */
export interface PhraseDocuments {
  readonly sought: ReadonlySet<Expansion>;
  readonly found: ReadonlyMap<Expansion, readonly number[]>;
}

/** Null where the variant was not looked for so. */
export function documentsOfPhrase(
  { sought, found }: PhraseDocuments,
  variant: Expansion,
): readonly number[] | null {
  return sought.has(variant) ? (found.get(variant) ?? []) : null;
}

export type WordSpan = Pick<Expansion, 'bits' | 'start' | 'end'>;

export function newExpansion(
  kind: ExpansionKind,
  { bits, start, end }: WordSpan,
  change: Partial<Expansion> = {},
): Expansion {
  return {
    kind,
    bits,
    start,
    end,
    typos: 0,
    factor: 1,
    frequency: 0,
    parts: [[]],
    phrase: null,
    counts: null,
    meant: null,
    ...change,
  };
}

export const spanOf = ({ bit, start, end }: QueryWord): WordSpan => ({ bits: bit, start, end });

/** For each place of the phrase the groups that may stand there; null where the parts may stand anywhere. */
export function phraseGroups(
  { phrase, parts }: Expansion,
  { segment }: SegmentState,
  s: number,
): number[][] | null {
  return (
    phrase?.map((part) => [...new Set(parts[part]![s]!.map((term) => segment.stemOfTerm(term)))]) ?? null
  );
}

interface FoundTerms {
  terms: number[][];
  frequency: number;
}

/** Terms of a base in every slot, with the sum of their live frequencies. */
export function termsOfStemIn(states: readonly SegmentState[], base: string): FoundTerms {
  let frequency = 0;
  const terms = states.map((state) => {
    const group = state.groupOf(base);
    if (group < 0) return [];
    const list = [...state.segment.termsOfStem(group)];
    for (const term of list) frequency += state.liveFrequency(term);
    return list;
  });
  return { terms, frequency };
}

export function exactExpansion(states: readonly SegmentState[], word: QueryWord): Expansion {
  const { terms, frequency } = termsOfStemIn(states, word.stem);
  return newExpansion('exact', spanOf(word), { frequency, parts: [terms] });
}

/** Two neighbouring words of the query that documents write as one. */
export function joinedExpansions(
  states: readonly SegmentState[],
  joins: readonly QueryJoin[],
  analyzer: Analyzer,
): Expansion[] {
  const variants: Expansion[] = [];
  for (const join of joins) {
    const { terms, frequency } = termsOfStemIn(states, analyzer.stem(join.text));
    if (frequency > 0) variants.push(newExpansion('joined', join, { frequency, parts: [terms] }));
  }
  return variants;
}

const splitLengthMin = 4;

/** A word that documents write as two: of all ways to cut it, the one whose rarer half is the most frequent. */
export function splitExpansion(
  states: readonly SegmentState[],
  word: QueryWord,
  analyzer: Analyzer,
): Expansion | null {
  let best: Expansion | null = null;
  if (word.text.length < splitLengthMin) return null;
  for (let at = 1; at < word.text.length; at++) {
    const left = word.text.slice(0, at);
    const right = word.text.slice(at);
    const kindChanges = hasDigit(left.at(-1)!) !== hasDigit(right[0]!);
    if (!kindChanges && (left.length < 2 || right.length < 2)) continue;
    const first = termsOfStemIn(states, analyzer.stem(left));
    if (first.frequency === 0) continue;
    const second = termsOfStemIn(states, analyzer.stem(right));
    const frequency = Math.min(first.frequency, second.frequency);
    if (frequency === 0 || frequency <= (best?.frequency ?? 0)) continue;
    best = newExpansion('split', spanOf(word), { frequency, parts: [first.terms, second.terms] });
  }
  return best;
}

/** Shorter beginnings say too little beside another word, and short numbers begin half of all numbers. */
const prefixLengthMin = 2;
const numericPrefixLengthMin = 3;

/** Whether the word may stand for those that begin with it. */
export function mayBePrefix(word: QueryWord, wordCount: number): boolean {
  return wordCount === 1 || word.folded.length >= (word.numeric ? numericPrefixLengthMin : prefixLengthMin);
}

/** Words that begin with this one, exact matches left out; null where there are none. */
export function prefixExpansion(
  states: readonly SegmentState[],
  word: QueryWord,
  analyzer: Analyzer,
  settings: TextSettings,
): Expansion | null {
  if (word.folded.length > fuzzyLengthMax) return null;
  const variant = newExpansion('prefix', spanOf(word), { factor: settings.ranking.prefix });
  const spellings = analyzer.spellings(word.text).filter(({ length }) => length > 0);
  states.forEach((state, s) => {
    const exactGroup = state.groupOf(word.stem);
    const begun = spellings.map((spelling) => state.segment.termsBeginningWith(spelling));
    const all = begun.length === 1 ? begun[0]! : [...new Set(begun.flat())];
    const terms = all.filter((term) => state.segment.stemOfTerm(term) !== exactGroup);
    for (const term of terms) variant.frequency += state.liveFrequency(term);
    variant.parts[0]![s] = terms;
  });
  return variant.frequency > 0 ? variant : null;
}

type Walk = (spelling: string, visit: TermVisitor) => void;

/** Visits each term near to any of the spellings once, with the least distances. */
function walkSpellings(spellings: readonly string[], walk: Walk, visit: TermVisitor): void {
  if (spellings.length === 1) {
    walk(spellings[0]!, visit);
    return;
  }
  const nearest = new Map<number, [number, number]>();
  for (const spelling of spellings) {
    if (spelling.length === 0 || spelling.length > fuzzyLengthMax) continue;
    walk(spelling, (term, distance, prefixDistance) => {
      const known = nearest.get(term);
      nearest.set(term, [
        Math.min(distance, known?.[0] ?? tooFar),
        Math.min(prefixDistance, known?.[1] ?? tooFar),
      ]);
    });
  }
  for (const [term, [distance, prefixDistance]] of nearest) visit(term, distance, prefixDistance);
}

/**
 * A word that documents have is taken for another one that is at least so many times as frequent: a typo that yields a word
 * is rare (the noisy channel of spelling correction: Kernighan, Church and Gale 1990).
 */
export const correctionRatio = 100;

/**
 * Words that differ by typos: one typo, two typos, and where `asPrefix` words that begin with a mistyped form, again by one
 * and two. Words with digits are nobody's typo, nor are those that the rules name. `frequency`: documents that have the word
 * as it is written.
 */
export function typoExpansions(
  states: readonly SegmentState[],
  lexicon: SharedDictionary,
  word: QueryWord,
  analyzer: Analyzer,
  settings: TextSettings,
  { asPrefix, rules, frequency: own }: { asPrefix: boolean; rules: TypoRules; frequency: number },
): Expansion[] {
  const typos = rules.allowed(word);
  if (typos === 0) return [];
  const documents = states.reduce((sum, { liveCount }) => sum + liveCount, 0);
  if (own * correctionRatio > documents) return [];
  const isFrequent = frequentEnough(states, own * correctionRatio);
  const made = (factor: number): Expansion[] =>
    [1, 2].map((count) =>
      newExpansion('typo', spanOf(word), {
        typos: count,
        factor,
        parts: [states.map(() => [])],
        counts: rules.counts,
      }),
    );
  const whole = made(1);
  const beginnings = made(settings.ranking.prefix);
  const spellings = analyzer.spellings(word.text);
  const near = wordsNear(lexicon, spellings, typos, asPrefix);
  states.forEach((state, s) => {
    const exactGroup = state.groupOf(word.stem);
    const offGroups = rules.offBases.map((base) => state.groupOf(base));
    const take: TermVisitor = (term, distance, prefixDistance) => {
      if (!isNear(distance, prefixDistance, asPrefix)) return;
      const group = state.segment.stemOfTerm(term);
      if (group === exactGroup || offGroups.includes(group)) return;
      const frequency = state.liveFrequency(term);
      if (frequency === 0 || state.segment.termHasDigit(term)) return;
      if (own > 0 && !isFrequent(state.segment.stemText(group))) return;
      const isWhole = distance !== tooFar;
      const variant = isWhole ? whole[distance - 1]! : beginnings[prefixDistance - 1]!;
      variant.parts[0]![s]!.push(term);
      variant.frequency += frequency;
    };
    const terms = lexicon.termsOf(state.segment);
    if (terms === undefined) {
      const walk: Walk = (spelling, visit) => state.segment.walk(spelling, typos, visit);
      walkSpellings(spellings, walk, take);
      return;
    }
    for (let i = 0; i < near.length; i += 3) {
      const term = terms[near[i]!]!;
      if (term >= 0) take(term, near[i + 1]!, near[i + 2]!);
    }
  });
  return [...whole, ...beginnings].filter((variant) => variant.frequency > 0);
}

/** Whether at least so many documents have a word with the base. */
function frequentEnough(states: readonly SegmentState[], least: number): (base: string) => boolean {
  const known = new Map<string, boolean>();
  return (base) => {
    let isEnough = known.get(base);
    if (isEnough === undefined) {
      isEnough = termsOfStemIn(states, base).frequency >= least;
      known.set(base, isEnough);
    }
    return isEnough;
  };
}

/** Whether a term differs by typos, or begins with what does. */
function isNear(distance: number, prefixDistance: number, asPrefix: boolean): boolean {
  if (asPrefix && prefixDistance === 0) return false;
  return (distance !== tooFar && distance > 0) || asPrefix;
}

/** Word, distance and distance of a beginning of the lexicon's words that count as near. */
function wordsNear(
  lexicon: SharedDictionary,
  spellings: readonly string[],
  typos: 1 | 2,
  asPrefix: boolean,
): number[] {
  const found: number[] = [];
  const walk: Walk = (spelling, visit) => {
    const near = lexicon.fuzzyMatches(spelling, typos);
    for (let i = 0; i < near.length; i += 3) visit(near[i]!, near[i + 1]!, near[i + 2]!);
  };
  walkSpellings(spellings, walk, (word, distance, prefixDistance) => {
    if (isNear(distance, prefixDistance, asPrefix)) found.push(word, distance, prefixDistance);
  });
  return found;
}
