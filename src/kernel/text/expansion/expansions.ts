import { isDimension, isFraction, parseNumerals } from '../language/numerals.ts';
import { hasDigit } from '../language/tokenizer.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { fuzzyLengthMax } from '../dictionary/fuzzy.ts';
import type { QueryJoin, QueryWord } from '../language/query-words.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { TextSettings } from '../schema/settings.ts';

/**
 * How a word is expanded. `compound` is the last part of a compound ("Schuhe" in "Kinderschuhe"), `learned` a learned correction, `infix`
 * a part of a part number.
 */
export type ExpansionKind =
  | 'exact'
  | 'compound'
  | 'synonym'
  | 'learned'
  | 'joined'
  | 'split'
  | 'prefix'
  | 'infix'
  | 'typo';

/** Terms by segment. */
export type TermsBySegment = readonly (readonly number[])[];

/** A way in which a word of the query, or several together, may match a document. */
export interface Expansion {
  kind: ExpansionKind;
  /** Bits of the query words that it covers. */
  bits: number;
  /** The span of those words in the query's text. */
  start: number;
  end: number;
  typos: number;
  /** Share of the contribution of an exact match. */
  factor: number;
  /** Document frequency, summed over its terms; the base of its idf. */
  frequency: number;
  /**
   * The terms of each part by segment. A document must contain a term of each part. There is one part, or several for a split word or a
   * synonym of several words.
   */
  parts: readonly TermsBySegment[];
  /** Indexes of the parts in reading order, if they must be adjacent in the name; null if they need not be. */
  phrase: readonly number[] | null;
  /** The spellings of a prefix, which is in the name only if it begins a word of a document's own; null for other expansions. */
  prefixes: readonly string[] | null;
  /** Masks over the counts of a posting (see `PostingSlice`) that select the allowed zones; null for all. */
  counts: Uint8Array | null;
  /**
   * The replacement of the word: the intended word whose synonym was found, the learned correction, the part number's matched part, or
   * the words that it was split into; null for the numbers of a dimension, which is no correction.
   */
  intended: string | null;
}

/** Whether a match of the expansion differs from the query as written. */
export const isCorrection = ({
  kind,
  typos,
  intended,
}: Pick<Expansion, 'kind' | 'typos' | 'intended'>): boolean =>
  typos > 0 || kind === 'learned' || kind === 'joined' || (kind === 'split' && intended !== null);

/** Phrases searched in all names of a segment, with the documents of each, ascending. */
export interface PhraseDocuments {
  readonly searched: ReadonlySet<Expansion>;
  readonly found: ReadonlyMap<Expansion, readonly number[]>;
}

/** The documents of a phrase, or null if the expansion was not searched in this way. */
export function findPhraseDocuments(
  { searched, found }: PhraseDocuments,
  expansion: Expansion,
): readonly number[] | null {
  return searched.has(expansion) ? (found.get(expansion) ?? []) : null;
}

export type WordSpan = Pick<Expansion, 'bits' | 'start' | 'end'>;

export function createExpansion(
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
    prefixes: null,
    counts: null,
    intended: null,
    ...change,
  };
}

export const toWordSpan = ({ bit, start, end }: QueryWord): WordSpan => ({ bits: bit, start, end });

/** The stems that may occur at each position of the phrase, or null if the parts need not be adjacent. */
export function listPhraseStems(
  { phrase, parts }: Expansion,
  { segment }: SegmentState,
  segmentNo: number,
): number[][] | null {
  return (
    phrase?.map((part) => [...new Set(parts[part]![segmentNo]!.map((term) => segment.stemOfTerm(term)))]) ??
    null
  );
}

interface FoundTerms {
  readonly terms: TermsBySegment;
  readonly frequency: number;
}

const noTerms: readonly number[] = [];
/** The terms of a stem that no segment has, shared as a search looks up a dozen such stems. */
let termsOfNoSegment: TermsBySegment = [];

/** Terms of a stem in every segment, with the sum of their live frequencies. */
export function findTermsOfStem(states: readonly SegmentState[], stem: string): FoundTerms {
  let frequency = 0;
  let terms: (readonly number[])[] | null = null;
  // Plain loops, as a search looks up a dozen stems in each segment.
  for (let segmentNo = 0; segmentNo < states.length; segmentNo++) {
    const state = states[segmentNo]!;
    const stemId = state.stemId(stem);
    if (stemId < 0) continue;
    const list = state.segment.listTermsOfStem(stemId);
    for (let i = 0; i < list.length; i++) frequency += state.countLiveDocuments(list[i]!);
    terms ??= states.map(() => noTerms);
    terms[segmentNo] = list;
  }
  if (terms !== null) return { terms, frequency };
  if (termsOfNoSegment.length !== states.length) termsOfNoSegment = states.map(() => noTerms);
  return { terms: termsOfNoSegment, frequency };
}

/** Whether a live document has a term of the stem that passes: the first segment mostly tells, where `findTermsOfStem()` reads all. */
function hasLiveTerm(
  states: readonly SegmentState[],
  stem: string,
  passes: (segment: SegmentReader, term: number) => boolean,
): boolean {
  for (let segmentNo = 0; segmentNo < states.length; segmentNo++) {
    const state = states[segmentNo]!;
    const stemId = state.stemId(stem);
    if (stemId < 0) continue;
    const terms = state.segment.listTermsOfStem(stemId);
    for (let i = 0; i < terms.length; i++)
      if (passes(state.segment, terms[i]!) && state.countLiveDocuments(terms[i]!) > 0) return true;
  }
  return false;
}

/** Whether a live document has the stem. */
export const hasLiveStem = (states: readonly SegmentState[], stem: string): boolean =>
  hasLiveTerm(states, stem, () => true);

/** Whether a live document has the word in exactly this form. It is found by its stem, as stems are found faster. */
export const isLiveWord = (states: readonly SegmentState[], word: string, stem: string): boolean =>
  hasLiveTerm(states, stem, (segment, term) => segment.isTerm(term, word));

export function expandExactly(states: readonly SegmentState[], word: QueryWord): Expansion {
  const { terms, frequency } = findTermsOfStem(states, word.stem);
  return createExpansion('exact', toWordSpan(word), { frequency, parts: [terms] });
}

/** Two adjacent words of the query that documents write as one. */
export function expandJoinedWords(
  states: readonly SegmentState[],
  joins: readonly QueryJoin[],
  analyzer: Analyzer,
): Expansion[] {
  const expansions: Expansion[] = [];
  for (const join of joins) {
    const { terms, frequency } = findTermsOfStem(states, analyzer.stem(join.text));
    if (frequency > 0)
      expansions.push(createExpansion('joined', join, { frequency, parts: [terms], intended: join.text }));
  }
  return expansions;
}

const splitLengthMin = 4;

/** Whether the name of a live document has these stems next to each other. */
export type NameTest = (stems: readonly string[]) => boolean;

/**
 * Splits a word without documents into two words that are adjacent in names, both in exactly these forms; null if there is no such split.
 * It matches only such names, from the first stage on: the word may have synonyms ("extensioncord": "extension cable").
 */
export function splitUnknownWord(
  states: readonly SegmentState[],
  word: QueryWord,
  analyzer: Analyzer,
  isInName: NameTest,
): Expansion | null {
  if (hasLiveStem(states, word.stem)) return null;
  const split = findBestWordSplit(states, word, analyzer, ({ forms, stems, hasLetterAlone }) =>
    !hasLetterAlone && areLiveWords(states, forms, stems) && isInName(stems) ? 0 : null,
  );
  return split === null ? null : { ...split, phrase: [0, 1] };
}

/**
 * Splits a word that documents write as two. Splits into forms that documents contain come first, then splits into other forms of their
 * words, then a letter and a word that are adjacent in a name ("vitamind"). Among equals, the split whose rarer half is the most frequent
 * wins.
 */
export function splitExpansion(
  states: readonly SegmentState[],
  word: QueryWord,
  analyzer: Analyzer,
  settings: TextSettings,
  isInName: NameTest,
): Expansion | null {
  if (isDimension(word.text) || isFraction(word.text)) return splitNumbers(states, word, analyzer, settings);
  return findBestWordSplit(states, word, analyzer, ({ forms, stems, hasLetterAlone }) => {
    if (hasLetterAlone) return isInName(stems) ? 2 : null;
    return areLiveWords(states, forms, stems) ? 0 : 1;
  });
}

/**
 * The numbers of a dimension in different places of a document ("width 140 cm, length 200 cm"), and those of a fraction next to each other in
 * the name ("size 7, 8").
 */
function splitNumbers(
  states: readonly SegmentState[],
  word: QueryWord,
  analyzer: Analyzer,
  settings: TextSettings,
): Expansion | null {
  const numberTerms = parseNumerals(word.text).map((number) =>
    findTermsOfStem(states, analyzer.stem(number)),
  );
  const frequency = Math.min(...numberTerms.map((part) => part.frequency));
  return frequency === 0
    ? null
    : createExpansion('split', toWordSpan(word), {
        frequency,
        parts: numberTerms.map(({ terms }) => terms),
        ...(isFraction(word.text) && { phrase: [0, 1], factor: settings.ranking.prefix }),
      });
}

interface Split {
  readonly forms: readonly [left: string, right: string];
  readonly stems: readonly [left: string, right: string];
  /** Whether a part is a single letter, and not next to a digit. */
  readonly hasLetterAlone: boolean;
}

/** Whether live documents have both words in exactly these forms. */
const areLiveWords = (
  states: readonly SegmentState[],
  [left, right]: Split['forms'],
  [leftStem, rightStem]: Split['stems'],
): boolean => isLiveWord(states, left, leftStem) && isLiveWord(states, right, rightStem);

/** The best split of a word. `rank` orders kinds of splits, lowest first; null excludes a split. */
function findBestWordSplit(
  states: readonly SegmentState[],
  word: QueryWord,
  analyzer: Analyzer,
  rank: (split: Split) => number | null,
): Expansion | null {
  let best: Expansion | null = null;
  let bestRank = Infinity;
  if (word.text.length < splitLengthMin) return null;
  for (let at = 1; at < word.text.length; at++) {
    const left = word.text.slice(0, at);
    const right = word.text.slice(at);
    const kindChanges = hasDigit(left.at(-1)!) !== hasDigit(right[0]!);
    const hasLetterAlone = !kindChanges && (left.length < 2 || right.length < 2);
    const leftStem = analyzer.stem(left);
    if (!hasLiveStem(states, leftStem)) continue;
    const rightStem = analyzer.stem(right);
    if (!hasLiveStem(states, rightStem)) continue;
    const splitRank = rank({ forms: [left, right], stems: [leftStem, rightStem], hasLetterAlone });
    if (splitRank === null || splitRank > bestRank) continue;
    const first = findTermsOfStem(states, leftStem);
    const second = findTermsOfStem(states, rightStem);
    const frequency = Math.min(first.frequency, second.frequency);
    if (splitRank === bestRank && frequency <= best!.frequency) continue;
    bestRank = splitRank;
    best = createExpansion('split', toWordSpan(word), {
      frequency,
      parts: [first.terms, second.terms],
      intended: `${left} ${right}`,
    });
  }
  return best;
}

/** Shorter prefixes are too ambiguous next to another word, and short numbers are prefixes of too many numbers. */
const prefixLengthMin = 2;
const numericPrefixLengthMin = 3;

/** Whether the word may match as a prefix. */
export function canBePrefix(word: QueryWord, wordCount: number): boolean {
  return wordCount === 1 || word.folded.length >= (word.numeric ? numericPrefixLengthMin : prefixLengthMin);
}

/** Words with this prefix, without exact matches; null if there are none. */
export function expandPrefix(
  states: readonly SegmentState[],
  word: QueryWord,
  analyzer: Analyzer,
  settings: TextSettings,
): Expansion | null {
  if (word.folded.length > fuzzyLengthMax) return null;
  const spellings = analyzer.spellings(word.text).filter(({ length }) => length > 0);
  const [spelling] = spellings;
  let frequency = 0;
  const terms = states.map((state): readonly number[] => {
    const { segment } = state;
    const exactStem = state.stemId(word.stem);
    const all =
      spellings.length === 1
        ? segment.findTermsByPrefix(spelling!)
        : new Set(spellings.flatMap((each) => segment.findTermsByPrefix(each)));
    const matching: number[] = [];
    for (const term of all) {
      if (segment.stemOfTerm(term) === exactStem) continue;
      matching.push(term);
      frequency += state.countLiveDocuments(term);
    }
    return matching;
  });
  if (frequency === 0) return null;
  const { prefix: factor } = settings.ranking;
  return createExpansion('prefix', toWordSpan(word), {
    factor,
    frequency,
    parts: [terms],
    prefixes: spellings,
  });
}
