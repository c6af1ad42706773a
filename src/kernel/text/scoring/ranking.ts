import { hasBit, popCount } from '../../bits/bitmap.ts';
import type { NameQuery } from './name-query.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import { noStem, zoneLengthMax } from '../segments/segment-reader.ts';
import type { CorpusStats } from '../segments/segment-set.ts';
import type { StrictCriterion, TextSettings } from '../schema/settings.ts';
import type { ExpansionKind } from '../expansion/expansions.ts';
import { readZones } from '../schema/zones.ts';
import { expm1 } from '../../../math/exponential.ts';
import { log, log1p } from '../../../math/logarithm.ts';
import { pow } from '../../../math/power.ts';

/**
 * The parts of a document's ranking. Documents with more words of the query rank higher, always; then the text score
 * decides, BM25F times the ranking factors; then the custom ranking; then popularity; then the key, for a total order.
 */
export interface Ranking {
  /** Number of query words found, and of all query words. */
  words: number;
  wordsTotal: number;
  /** BM25F times the ranking factors below. */
  text: number;
  bm25: number;
  allWordsInName: number;
  phraseInName: number;
  headNounMatch: number;
  categoryMatch: number;
  numbersInName: number;
  exactWordForms: number;
  typos: number;
  typoFactor: number;
  popularity: number;
  /** How each word was found; present only on request. */
  matches?: readonly TermMatch[];
  /** The strict criteria packed into one number that orders as they do; 0 without any. */
  criteria: number;
}

/** How a word of the query, or several together, was found in a document. */
export interface TermMatch {
  /** The words as written in the query. */
  words: string;
  how: ExpansionKind;
  /** The term as written in the document. */
  found: string;
  typos: number;
  /** Share of the contribution of an exact match. */
  factor: number;
  /** Whether it occurs in the name. */
  inName: boolean;
}

/** Robertson's idf, never negative. */
export function computeInverseDocumentFrequency(frequency: number, documentCount: number): number {
  const present = Math.min(frequency, documentCount);
  return log(1 + (documentCount - present + 0.5) / (present + 0.5));
}

const normUnits = 2 ** 32;

/**
 * The weight of one occurrence by zone and length, weight / (1 - b + b length / mean length); the mean is taken over the documents with
 * any word in the zone. Norms are multiples of 2^-32, so that sums of occurrences are exact: they do not depend on the order of terms,
 * which differs between segments.
 */
export function computeZoneNorms(stats: CorpusStats, settings: TextSettings): Float64Array[] {
  const zones = readZones(settings);
  const means = zones.map((_, zone) =>
    Math.max(stats.zoneLengthSums[zone]! / Math.max(stats.zoneDocumentCounts[zone]!, 1), 1e-9),
  );
  return zones.map(({ weight: weightWhenLong, weightWhenShort = weightWhenLong, lengthPenalty }, zone) => {
    const mean = means[zone]!;
    const weight = weightWhenLong + (weightWhenShort - weightWhenLong) * Math.min(1, means[0]! / mean);
    const norms = new Float64Array(zoneLengthMax + 1);
    for (let length = 0; length <= zoneLengthMax; length++) {
      const norm = weight / (1 - lengthPenalty + (lengthPenalty * length) / mean);
      norms[length] = Math.round(norm * normUnits) / normUnits;
    }
    return norms;
  });
}

/** The matched words of one document, as bits of the words. */
export interface MatchDetail {
  found: number;
  inName: number;
  /** Words found in the form that the query has. */
  sameForm: number;
  typos: number;
  bm25: number;
}

/** The text score is rounded to steps of 1/4096, so that the custom ranking decides between nearly equal scores. */
const scoreSteps = 4096;
export const scoreLimit = 2 ** 26;
/** Upper limit of the typos in the criterion `typos`. */
const typosMax = 15;
/** Bits of each criterion. With six for the words and one for the tiers, a key fits the 53 bits of a double. */
const criterionBits: Readonly<Record<StrictCriterion, number>> = {
  rules: 4,
  typos: 4,
  allWordsInName: 1,
  headNounMatch: 1,
  phraseInName: 1,
};
const criteriaLimit = 2 ** 11;
/** In the divided tiers of `IndexQuery.lastInTier`, documents that come first have a key this much higher. */
const firstInTierUnit = scoreLimit * criteriaLimit;
const wordsUnit = 2 * firstInTierUnit;

/**
 * The ranking key: words found, then the strict criteria in their order, then the text score. The score has equal steps, or
 * with a tolerance, equal ratios.
 */
export function packRankingKey(ranking: Ranking, settings: TextSettings): number {
  const text = roundTextScore(ranking.text, settings.textScoreTolerance);
  return ranking.words * wordsUnit + ranking.criteria * scoreLimit + text;
}

/** The text score as a whole number, monotonic in the score. */
export function roundTextScore(text: number, textScoreTolerance: number): number {
  const steps = Math.round(text * scoreSteps);
  const quantized = textScoreTolerance === 0 ? steps : Math.floor(log1p(steps) / log1p(textScoreTolerance));
  return Math.min(quantized, scoreLimit - 1);
}

/** The text score of this many steps, without a tolerance. */
export function convertTextSteps(steps: number): number {
  return steps / scoreSteps;
}

/**
 * The size of one step of the criterion `rules` in a ranking key, which has room for 0 to 15 of them. Rules are added to the
 * key later, as most searches have none.
 */
export function computeRulesUnit({ criteria }: TextSettings): number {
  const after = criteria.slice(criteria.indexOf('rules') + 1);
  return (
    scoreLimit *
    pow(
      2,
      after.reduce((bits, criterion) => bits + criterionBits[criterion], 0),
    )
  );
}

/** The lowest ranking key of a document with this many words. */
export function encodeWords(words: number): number {
  return words * wordsUnit;
}

/** The summand of a ranking key for a place in the tier. `last` are the documents that come last; undefined if undivided. */
export function placeInTier(last: Uint32Array | undefined, document: number): number {
  return last === undefined || hasBit(last, document) ? 0 : firstInTierUnit;
}

/** The lowest ranking key of a tier. */
export function encodeTier(tier: number): number {
  return tier * firstInTierUnit;
}

/** The tier of a ranking key: words found, then whether the document comes first among those with as many. */
export function readTier(rankingKey: number): number {
  return Math.floor(rankingKey / firstInTierUnit);
}

/** The ranking key of words found and, instead of the text score, a similarity from -1 to 1. */
export function encodeSimilarity(words: number, similarity: number): number {
  return words * wordsUnit + Math.round(((similarity + 1) / 2) * (scoreLimit - 1));
}

/** The ranking key of a similarity with a positive one multiplied by the factor; it stays at most 1. */
export function multiplySimilarity(rankingKey: number, factor: number): number {
  const similarity = ((rankingKey % wordsUnit) / (scoreLimit - 1)) * 2 - 1;
  if (similarity <= 0) return rankingKey;
  return encodeSimilarity(readWords(rankingKey), Math.min(1, similarity * factor));
}

export function readWords(rankingKey: number): number {
  return Math.floor(rankingKey / wordsUnit);
}

/** The strict criteria in a ranking key, after the place in the tier, as one number. */
export function readCriteria(rankingKey: number): number {
  return Math.floor((rankingKey % wordsUnit) / scoreLimit);
}

/** The text score in a ranking key, to the precision of its steps. */
export function readTextScore(rankingKey: number, { textScoreTolerance }: TextSettings): number {
  const steps = rankingKey % scoreLimit;
  return convertTextSteps(textScoreTolerance === 0 ? steps : expm1(steps * log1p(textScoreTolerance)));
}

/** Distinguishes fused scores from text scores; above any text score that occurs. */
export const fusedMark = scoreLimit / 2;
export const fusedSteps = fusedMark / 2;

/** Number of levels of a fused score, so that the custom ranking breaks ties. More levels improved no judged query. */
export const fusedLevels = 100;

/**
 * The ranking key of a document with a fused score: documents named exactly by the query first, then `fused`, 0 to 1. The
 * score has equal steps, or with a tolerance, equal ratios.
 */
export function packFusedRankingKey(
  of: { words: number; criteria: number; named: boolean; fused: number },
  { textScoreTolerance }: TextSettings,
): number {
  const fused = Math.min(1, Math.max(0, of.fused)) * fusedLevels;
  const share =
    textScoreTolerance === 0
      ? Math.round(fused) / fusedLevels
      : Math.floor(log1p(fused) / log1p(textScoreTolerance)) /
        Math.ceil(log1p(fusedLevels) / log1p(textScoreTolerance));
  const steps = Math.round(share * (fusedSteps - 1));
  const fusedScore = fusedMark + (of.named ? fusedSteps : 0) + steps;
  return of.words * wordsUnit + of.criteria * scoreLimit + fusedScore;
}

/** How a list is ordered, for the scores of its hits. */
interface ScoreScale {
  /** Whether fusion orders the list: documents without a fused score stay below a half. */
  readonly reordered: boolean;
  /** Whether scores include the strict criteria; otherwise they order only documents with equal criteria. */
  readonly withCriteria: boolean;
  /** Whether tiers are divided: documents that come last in theirs stay in its lower half. */
  readonly isDivided: boolean;
}

/** A readable number that orders as the ranking key does: words found, plus the rest squeezed below 1. */
export function computePublicScore(
  rankingKey: number,
  { reordered, withCriteria, isDivided }: ScoreScale,
): number {
  const rest = squeezeRest(rankingKey, reordered, withCriteria);
  return isDivided ? (readTier(rankingKey) + rest) / 2 : readWords(rankingKey) + rest;
}

/** All of the ranking key that is below its tier, as a number from 0 to 1. */
function squeezeRest(rankingKey: number, reordered: boolean, withCriteria: boolean): number {
  const steps = rankingKey % scoreLimit;
  const ranked = withCriteria ? rankingKey % firstInTierUnit : steps;
  if (ranked === steps && steps >= fusedMark) return 0.5 + (steps - fusedMark) / (2 * fusedMark);
  const rest = ranked / scoreSteps;
  return (reordered ? 0.5 : 1) * (rest / (1 + rest));
}

export function createRanking(): Ranking {
  return {
    words: 0,
    wordsTotal: 0,
    text: 0,
    bm25: 0,
    allWordsInName: 1,
    phraseInName: 1,
    headNounMatch: 1,
    categoryMatch: 1,
    numbersInName: 1,
    exactWordForms: 1,
    typos: 0,
    typoFactor: 1,
    popularity: 0,
    criteria: 0,
  };
}

/** Computes a ranking into `to` and returns it, so that one object serves all matches of a search. */
export function rankInto(
  to: Ranking,
  detail: MatchDetail,
  query: NameQuery,
  segment: SegmentReader,
  document: number,
  { ranking: settings, criteria }: TextSettings,
): Ranking {
  const { found, inName, sameForm, typos, bm25 } = detail;
  const allInName = inName === query.allBits;
  const phrase = allInName && query.wordCount > 1 && hasPhrase(query.stems, segment, document);
  const isHeadNounMatch =
    query.headNounIndex >= 0 && isHeadNoun(query.stems[query.headNounIndex]!, segment.headNouns[document]!);
  const hasNoCriteria = criteria.length === 0;
  const numberShare =
    query.numericCount === 0 ? 0 : popCount(inName & query.numericBits) / query.numericCount;
  to.words = popCount(found);
  to.wordsTotal = query.wordCount;
  to.bm25 = bm25;
  to.allWordsInName =
    allInName && (hasNoCriteria || !criteria.includes('allWordsInName')) ? settings.allWordsInName : 1;
  to.phraseInName =
    phrase && (hasNoCriteria || !criteria.includes('phraseInName')) ? settings.phraseInName : 1;
  to.headNounMatch =
    isHeadNounMatch && (hasNoCriteria || !criteria.includes('headNounMatch')) ? settings.headNounMatch : 1;
  to.categoryMatch = query.isInCategory?.(document) === true ? settings.categoryMatch : 1;
  to.numbersInName = 1 + (settings.numbersInName - 1) * numberShare;
  to.exactWordForms = 1 + (settings.exactWordForms - 1) * (popCount(sameForm) / query.wordCount);
  to.typos = typos;
  to.typoFactor =
    typos === 0 || (!hasNoCriteria && criteria.includes('typos')) ? 1 : pow(settings.typo, typos);
  to.popularity = segment.popularities[document]!;
  to.text =
    bm25 *
    to.allWordsInName *
    to.phraseInName *
    to.headNounMatch *
    to.categoryMatch *
    to.numbersInName *
    to.exactWordForms *
    to.typoFactor;
  to.criteria = 0;
  if (!hasNoCriteria) {
    const values = {
      rules: 0,
      typos: typosMax - Math.min(typos, typosMax),
      allWordsInName: Number(allInName),
      phraseInName: Number(phrase),
      headNounMatch: Number(isHeadNounMatch),
    };
    for (const criterion of criteria)
      to.criteria = to.criteria * 2 ** criterionBits[criterion] + values[criterion];
  }
  return to;
}

export const isHeadNoun = (stems: readonly number[], headNoun: number): boolean =>
  headNoun !== noStem && stems.includes(headNoun);

/** Whether the name contains the words of the query next to each other, in order. */
export function hasPhrase(
  stems: readonly (readonly number[])[],
  segment: SegmentReader,
  document: number,
): boolean {
  const { nameStems } = segment;
  const end = segment.nameOffsets[document + 1]! - stems.length;
  for (let start = segment.nameOffsets[document]!; start <= end; start++) {
    let i = 0;
    while (i < stems.length && stems[i]!.includes(nameStems[start + i]!)) i++;
    if (i === stems.length) return true;
  }
  return false;
}
