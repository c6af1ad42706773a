import { popCount } from '../../bits/bitmap.ts';
import type { QueryWord } from '../language/query-words.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import { noStem, zoneLengthMax } from '../segments/segment-reader.ts';
import type { SegmentState } from '../segments/segment-state.ts';
import type { StrictCriterion, TextSettings } from '../schema/settings.ts';
import type { Expansion, ExpansionKind } from '../expansion/expansions.ts';
import { zonesOf } from '../schema/zones.ts';

/**
 * The list a merchandiser reads: documents with more of the words stand first, always; among them the text score
 * decides, BM25F times a few named bonuses; then the shop's own rank; then the key, so that the order is total.
 */
export interface Ranking {
  /** Words of the query found, and how many it has. */
  words: number;
  wordsTotal: number;
  /** BM25F times the bonuses below. */
  text: number;
  bm25: number;
  allWordsInName: number;
  phraseInName: number;
  headNounMatch: number;
  numbersInName: number;
  exactWordForms: number;
  typos: number;
  typoFactor: number;
  popularity: number;
  /** How each word was found; only where it was asked for. */
  matches?: readonly TermMatch[];
  /** The strict criteria as one number that orders as they do; 0 where there are none. */
  criteria: number;
}

/** How a word of the query, or several together, was found in a document. */
export interface TermMatch {
  /** As the query has it. */
  words: string;
  how: ExpansionKind;
  /** As the document has it. */
  found: string;
  typos: number;
  /** Share of what an exact match contributes. */
  factor: number;
  /** Whether it stands in the name. */
  inName: boolean;
}

/** Sums over the live documents of an index; all integers, hence exact whatever was added and removed. */
export interface CorpusStats {
  documentCount: number;
  zoneLengthSums: readonly number[];
  /** Documents that have any word in the zone. */
  zoneDocumentCounts: readonly number[];
}

/** Robertson's idf, never negative. */
export function inverseDocumentFrequency(frequency: number, documentCount: number): number {
  const present = Math.min(frequency, documentCount);
  return Math.log(1 + (documentCount - present + 0.5) / (present + 0.5));
}

/**
 * By zone and length: the weight of one occurrence, weight / (1 - b + b length / mean length), the mean taken over the
 * documents that have the zone.
 */
export function zoneNorms(stats: CorpusStats, settings: TextSettings): Float64Array[] {
  const zones = zonesOf(settings);
  const means = zones.map((_, zone) =>
    Math.max(stats.zoneLengthSums[zone]! / Math.max(stats.zoneDocumentCounts[zone]!, 1), 1e-9),
  );
  return zones.map(({ weight: weightWhenLong, weightWhenShort = weightWhenLong, lengthPenalty }, zone) => {
    const mean = means[zone]!;
    const weight = weightWhenLong + (weightWhenShort - weightWhenLong) * Math.min(1, means[0]! / mean);
    const norms = new Float64Array(zoneLengthMax + 1);
    for (let length = 0; length <= zoneLengthMax; length++) {
      norms[length] = weight / (1 - lengthPenalty + (lengthPenalty * length) / mean);
    }
    return norms;
  });
}

/** What was found of the query in one document, as bits of its words. */
export interface MatchDetail {
  found: number;
  inName: number;
  same: number;
  typos: number;
  bm25: number;
}

/** What the bonuses need to know of the query in one segment. */
export interface NameQuery {
  allBits: number;
  wordCount: number;
  numericBits: number;
  numericCount: number;
  /** For each word in query order the groups that stand for it; made when first asked for, as most documents need none. */
  readonly groups: readonly (readonly number[])[];
  /** Index in `groups` of the word that says what is looked for: the last, or the first, that is no number; or -1. */
  nounIndex: number;
}

export function nameQuery(
  words: readonly QueryWord[],
  variants: readonly Expansion[],
  state: SegmentState,
  s: number,
  headFirst: boolean,
): NameQuery {
  const numericBits = words.reduce((bits, word) => bits | (word.numeric ? word.bit : 0), 0);
  const nounIndex = headFirst
    ? words.findIndex((word) => !word.numeric)
    : words.findLastIndex((word) => !word.numeric);
  let groups: number[][] | null = null;
  return {
    allBits: words.reduce((bits, word) => bits | word.bit, 0),
    wordCount: words.length,
    numericBits,
    numericCount: popCount(numericBits),
    nounIndex,
    get groups() {
      return (groups ??= words.map((word) => groupsOfWord(word, variants, state, s)));
    },
  };
}

function groupsOfWord(
  word: QueryWord,
  variants: readonly Expansion[],
  state: SegmentState,
  s: number,
): number[] {
  const groups = new Set<number>();
  for (const { kind, bits, parts } of variants) {
    if (bits !== word.bit || kind === 'prefix' || kind === 'infix' || parts.length > 1) continue;
    for (const term of parts[0]![s]!) groups.add(state.segment.stemOfTerm(term));
  }
  return [...groups];
}

/** The score is kept in steps of 1/4096, so that the shop's own criteria decide between practically equal texts. */
const scoreSteps = 4096;
const scoreLimit = 2 ** 26;
/** Typos beyond count as so many where they are a criterion. */
const typosMax = 15;
/** Bits of each criterion. Words take six, so that all fits a double's 53. */
const criterionBits: Readonly<Record<StrictCriterion, number>> = {
  rules: 4,
  typos: 4,
  allWordsInName: 1,
  headNounMatch: 1,
  phraseInName: 1,
};
const criteriaLimit = 2 ** 11;
const wordsUnit = scoreLimit * criteriaLimit;

/**
 * What orders the documents, as one number: words found, then the strict criteria in their order, then the text score,
 * in even steps or, where scores within a share of each other are equal, in even ratios.
 */
export function rankingKeyOf(ranking: Ranking, settings: TextSettings): number {
  const text = textSteps(ranking.text, settings.textScoreTolerance);
  return ranking.words * wordsUnit + ranking.criteria * scoreLimit + text;
}

/** A text score as the whole number that orders; never less for a greater score. */
export function textSteps(text: number, textScoreTolerance: number): number {
  const steps = Math.round(text * scoreSteps);
  const even =
    textScoreTolerance === 0 ? steps : Math.floor(Math.log1p(steps) / Math.log1p(textScoreTolerance));
  return Math.min(even, scoreLimit - 1);
}

/** The text score of so many even steps. */
export function textOfSteps(steps: number): number {
  return steps / scoreSteps;
}

/**
 * What one step of the criterion `rules` adds to a primary: 0 to 15 steps fit. They are added afterwards, as most searches
 * have none.
 */
export function rulesUnit({ criteria }: TextSettings): number {
  const after = criteria.slice(criteria.indexOf('rules') + 1);
  return scoreLimit * 2 ** after.reduce((bits, criterion) => bits + criterionBits[criterion], 0);
}

/** The least that a document with so many words has. */
export function rankingKeyOfWords(words: number): number {
  return words * wordsUnit;
}

/** What orders by words found and, in place of the text score, by a likeness from -1 to 1. */
export function similarityRankingKey(words: number, score: number): number {
  return words * wordsUnit + Math.round(((score + 1) / 2) * (scoreLimit - 1));
}

export function wordsOfKey(rankingKey: number): number {
  return Math.floor(rankingKey / wordsUnit);
}

/** The strict criteria of a primary, as one number. */
export function criteriaOfKey(rankingKey: number): number {
  return Math.floor((rankingKey % wordsUnit) / scoreLimit);
}

/** The text score of a primary, as far as its steps tell. */
export function textOfKey(rankingKey: number, { textScoreTolerance }: TextSettings): number {
  const steps = rankingKey % scoreLimit;
  return textOfSteps(textScoreTolerance === 0 ? steps : Math.expm1(steps * Math.log1p(textScoreTolerance)));
}

/** Marks what is ordered by words and meaning: above all text scores there are. */
const fusedMark = scoreLimit / 2;
const fusedSteps = fusedMark / 2;

/** What differs by less is equal, so that the shop's own criteria decide: finer steps ordered no judged query better. */
const fusedLevels = 100;

/**
 * The primary of what is ordered by words and meaning: `named` by the whole query first, then by `fused`, 0 to 1, in even steps or,
 * where scores within a share of each other are equal, in even ratios.
 */
export function fusedRankingKey(
  of: { words: number; criteria: number; named: boolean; fused: number },
  { textScoreTolerance }: TextSettings,
): number {
  const fused = Math.min(1, Math.max(0, of.fused)) * fusedLevels;
  const share =
    textScoreTolerance === 0
      ? Math.round(fused) / fusedLevels
      : Math.floor(Math.log1p(fused) / Math.log1p(textScoreTolerance)) /
        Math.ceil(Math.log1p(fusedLevels) / Math.log1p(textScoreTolerance));
  const steps = Math.round(share * (fusedSteps - 1));
  const place = fusedMark + (of.named ? fusedSteps : 0) + steps;
  return of.words * wordsUnit + of.criteria * scoreLimit + place;
}

/**
 * One readable number that orders as `primary` does: words found, and what else is ranked by squeezed below 1. In a list that is
 * `reordered` by meaning too, what is not stands below a half. Without the strict criteria it tells nothing of them, and orders
 * only what they have equal.
 */
export function publicScore(rankingKey: number, reordered = false, withCriteria = true): number {
  const words = wordsOfKey(rankingKey);
  const steps = rankingKey % scoreLimit;
  const ranked = withCriteria ? rankingKey % wordsUnit : steps;
  if (ranked === steps && steps >= fusedMark) return words + 0.5 + (steps - fusedMark) / (2 * fusedMark);
  const rest = ranked / scoreSteps;
  return words + (reordered ? 0.5 : 1) * (rest / (1 + rest));
}

export function newRanking(): Ranking {
  return {
    words: 0,
    wordsTotal: 0,
    text: 0,
    bm25: 0,
    allWordsInName: 1,
    phraseInName: 1,
    headNounMatch: 1,
    numbersInName: 1,
    exactWordForms: 1,
    typos: 0,
    typoFactor: 1,
    popularity: 0,
    criteria: 0,
  };
}

/** Writes into `to`, and gives it back: one object serves all matches of a search. */
export function rankInto(
  to: Ranking,
  finding: MatchDetail,
  query: NameQuery,
  segment: SegmentReader,
  document: number,
  { ranking: settings, criteria }: TextSettings,
): Ranking {
  const { found, inName, same, typos, bm25 } = finding;
  const allInName = inName === query.allBits;
  const phrase = allInName && query.wordCount > 1 && hasPhrase(query.groups, segment, document);
  const itself =
    query.nounIndex >= 0 && isHeadNoun(query.groups[query.nounIndex]!, segment.headNouns[document]!);
  const bonuses = criteria.length === 0;
  const numberShare =
    query.numericCount === 0 ? 0 : popCount(inName & query.numericBits) / query.numericCount;
  to.words = popCount(found);
  to.wordsTotal = query.wordCount;
  to.bm25 = bm25;
  to.allWordsInName =
    allInName && (bonuses || !criteria.includes('allWordsInName')) ? settings.allWordsInName : 1;
  to.phraseInName = phrase && (bonuses || !criteria.includes('phraseInName')) ? settings.phraseInName : 1;
  to.headNounMatch = itself && (bonuses || !criteria.includes('headNounMatch')) ? settings.headNounMatch : 1;
  to.numbersInName = 1 + (settings.numbersInName - 1) * numberShare;
  to.exactWordForms = 1 + (settings.exactWordForms - 1) * (popCount(same) / query.wordCount);
  to.typos = typos;
  to.typoFactor = typos === 0 || (!bonuses && criteria.includes('typos')) ? 1 : settings.typo ** typos;
  to.popularity = segment.popularities[document]!;
  to.text =
    bm25 *
    to.allWordsInName *
    to.phraseInName *
    to.headNounMatch *
    to.numbersInName *
    to.exactWordForms *
    to.typoFactor;
  to.criteria = 0;
  if (!bonuses) {
    const met = {
      rules: 0,
      typos: typosMax - Math.min(typos, typosMax),
      allWordsInName: Number(allInName),
      phraseInName: Number(phrase),
      headNounMatch: Number(itself),
    };
    for (const criterion of criteria)
      to.criteria = to.criteria * 2 ** criterionBits[criterion] + met[criterion];
  }
  return to;
}

export const isHeadNoun = (groups: readonly number[], noun: number): boolean =>
  noun !== noStem && groups.includes(noun);

/** Whether the name has the words of the query next to each other in their order. */
export function hasPhrase(
  groups: readonly (readonly number[])[],
  segment: SegmentReader,
  document: number,
): boolean {
  const { nameStems: nameGroups } = segment;
  const end = segment.nameOffsets[document + 1]! - groups.length;
  for (let start = segment.nameOffsets[document]!; start <= end; start++) {
    let i = 0;
    while (i < groups.length && groups[i]!.includes(nameGroups[start + i]!)) i++;
    if (i === groups.length) return true;
  }
  return false;
}
