import { hasDigit } from '../language/analysis.ts';
import type { Analyzer } from '../language/analyzer.ts';
import { fuzzyLengthMax, tooFar, type TermVisitor } from '../dictionary/fuzzy.ts';
import type { Lexicon } from '../segments/lexicon.ts';
import type { QueryJoin, QueryWord } from '../language/query-words.ts';
import type { SegmentSlot } from '../segments/segment-slot.ts';
import type { TextSettings } from '../schema/settings.ts';
import type { TypoRules } from './typo-rules.ts';

/** `compound`: as the head of a word written together ("Schuhe" in "Kinderschuhe"); `part`: within a part number. */
export type VariantKind = 'exact' | 'compound' | 'synonym' | 'joined' | 'split' | 'prefix' | 'part' | 'typo';

/** A way in which a word of the query, or several together, may be in a document. */
export interface Variant {
  kind: VariantKind;
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
  readonly sought: ReadonlySet<Variant>;
  readonly found: ReadonlyMap<Variant, readonly number[]>;
}

/** Null where the variant was not looked for so. */
export function documentsOfPhrase(
  { sought, found }: PhraseDocuments,
  variant: Variant,
): readonly number[] | null {
  return sought.has(variant) ? (found.get(variant) ?? []) : null;
}

export type WordSpan = Pick<Variant, 'bits' | 'start' | 'end'>;

export function newVariant(
  kind: VariantKind,
  { bits, start, end }: WordSpan,
  change: Partial<Variant> = {},
): Variant {
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
  { phrase, parts }: Variant,
  { segment }: SegmentSlot,
  s: number,
): number[][] | null {
  return (
    phrase?.map((part) => [...new Set(parts[part]![s]!.map((term) => segment.groupOfTerm(term)))]) ?? null
  );
}

interface FoundTerms {
  terms: number[][];
  frequency: number;
}

/** Terms of a base in every slot, with the sum of their live frequencies. */
export function termsOfBase(slots: readonly SegmentSlot[], base: string): FoundTerms {
  let frequency = 0;
  const terms = slots.map((slot) => {
    const group = slot.groupOf(base);
    if (group < 0) return [];
    const list = [...slot.segment.termsOfGroup(group)];
    for (const term of list) frequency += slot.liveFrequency(term);
    return list;
  });
  return { terms, frequency };
}

export function exactVariant(slots: readonly SegmentSlot[], word: QueryWord): Variant {
  const { terms, frequency } = termsOfBase(slots, word.base);
  return newVariant('exact', spanOf(word), { frequency, parts: [terms] });
}

/** Two neighbouring words of the query that documents write as one. */
export function joinedVariants(
  slots: readonly SegmentSlot[],
  joins: readonly QueryJoin[],
  analyzer: Analyzer,
): Variant[] {
  const variants: Variant[] = [];
  for (const join of joins) {
    const { terms, frequency } = termsOfBase(slots, analyzer.baseForm(join.text));
    if (frequency > 0) variants.push(newVariant('joined', join, { frequency, parts: [terms] }));
  }
  return variants;
}

const splitLengthMin = 4;

/** A word that documents write as two: of all ways to cut it, the one whose rarer half is the most frequent. */
export function splitVariant(
  slots: readonly SegmentSlot[],
  word: QueryWord,
  analyzer: Analyzer,
): Variant | null {
  let best: Variant | null = null;
  if (word.text.length < splitLengthMin) return null;
  for (let at = 1; at < word.text.length; at++) {
    const left = word.text.slice(0, at);
    const right = word.text.slice(at);
    const kindChanges = hasDigit(left.at(-1)!) !== hasDigit(right[0]!);
    if (!kindChanges && (left.length < 2 || right.length < 2)) continue;
    const first = termsOfBase(slots, analyzer.baseForm(left));
    if (first.frequency === 0) continue;
    const second = termsOfBase(slots, analyzer.baseForm(right));
    const frequency = Math.min(first.frequency, second.frequency);
    if (frequency === 0 || frequency <= (best?.frequency ?? 0)) continue;
    best = newVariant('split', spanOf(word), { frequency, parts: [first.terms, second.terms] });
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
export function prefixVariant(
  slots: readonly SegmentSlot[],
  word: QueryWord,
  analyzer: Analyzer,
  settings: TextSettings,
): Variant | null {
  if (word.folded.length > fuzzyLengthMax) return null;
  const variant = newVariant('prefix', spanOf(word), { factor: settings.ranking.prefix });
  const spellings = analyzer.spellings(word.text).filter(({ length }) => length > 0);
  slots.forEach((slot, s) => {
    const exactGroup = slot.groupOf(word.base);
    const begun = spellings.map((spelling) => slot.segment.termsBeginningWith(spelling));
    const all = begun.length === 1 ? begun[0]! : [...new Set(begun.flat())];
    const terms = all.filter((term) => slot.segment.groupOfTerm(term) !== exactGroup);
    for (const term of terms) variant.frequency += slot.liveFrequency(term);
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
 * A word that documents have is taken for another one that is at least so many times as frequent: a typo that yields a word is rare
 * (the noisy channel of spelling correction: Kernighan, Church and Gale 1990).
 */
export const correctionRatio = 100;

/**
 * Words that differ by typos: one typo, two typos, and where `asPrefix` words that begin with a mistyped form, again
 * by one and two. Words with digits are nobody's typo, nor are those that the rules name. `frequency`: documents that have the word
 * as it is written.
 */
export function typoVariants(
  slots: readonly SegmentSlot[],
  lexicon: Lexicon,
  word: QueryWord,
  analyzer: Analyzer,
  settings: TextSettings,
  { asPrefix, rules, frequency: own }: { asPrefix: boolean; rules: TypoRules; frequency: number },
): Variant[] {
  const typos = rules.allowed(word);
  if (typos === 0) return [];
  const documents = slots.reduce((sum, { liveCount }) => sum + liveCount, 0);
  if (own * correctionRatio > documents) return [];
  const isFrequent = frequentEnough(slots, own * correctionRatio);
  const made = (factor: number): Variant[] =>
    [1, 2].map((count) =>
      newVariant('typo', spanOf(word), {
        typos: count,
        factor,
        parts: [slots.map(() => [])],
        counts: rules.counts,
      }),
    );
  const whole = made(1);
  const beginnings = made(settings.ranking.prefix);
  const spellings = analyzer.spellings(word.text);
  const near = wordsNear(lexicon, spellings, typos, asPrefix);
  slots.forEach((slot, s) => {
    const exactGroup = slot.groupOf(word.base);
    const offGroups = rules.offBases.map((base) => slot.groupOf(base));
    const take: TermVisitor = (term, distance, prefixDistance) => {
      if (!isNear(distance, prefixDistance, asPrefix)) return;
      const group = slot.segment.groupOfTerm(term);
      if (group === exactGroup || offGroups.includes(group)) return;
      const frequency = slot.liveFrequency(term);
      if (frequency === 0 || slot.segment.termHasDigit(term)) return;
      if (own > 0 && !isFrequent(slot.segment.baseOfGroup(group))) return;
      const isWhole = distance !== tooFar;
      const variant = isWhole ? whole[distance - 1]! : beginnings[prefixDistance - 1]!;
      variant.parts[0]![s]!.push(term);
      variant.frequency += frequency;
    };
    const terms = lexicon.termsOf(slot.segment);
    if (terms === undefined) {
      const walk: Walk = (spelling, visit) => slot.segment.walk(spelling, typos, visit);
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
function frequentEnough(slots: readonly SegmentSlot[], least: number): (base: string) => boolean {
  const known = new Map<string, boolean>();
  return (base) => {
    let isEnough = known.get(base);
    if (isEnough === undefined) {
      isEnough = termsOfBase(slots, base).frequency >= least;
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
  lexicon: Lexicon,
  spellings: readonly string[],
  typos: 1 | 2,
  asPrefix: boolean,
): number[] {
  const found: number[] = [];
  const walk: Walk = (spelling, visit) => {
    const near = lexicon.near(spelling, typos);
    for (let i = 0; i < near.length; i += 3) visit(near[i]!, near[i + 1]!, near[i + 2]!);
  };
  walkSpellings(spellings, walk, (word, distance, prefixDistance) => {
    if (isNear(distance, prefixDistance, asPrefix)) found.push(word, distance, prefixDistance);
  });
  return found;
}
