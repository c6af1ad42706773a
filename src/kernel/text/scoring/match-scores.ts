import { hasBit, popCount } from '../../bits/bitmap.ts';
import {
  hasPhrase,
  isHeadNoun,
  createRanking,
  placeInTier,
  packRankingKey,
  encodeTier,
  rankInto,
  convertTextSteps,
  roundTextScore,
  type MatchDetail,
  type Ranking,
} from './ranking.ts';
import type { NameQuery } from './name-query.ts';
import { queryWordsMax } from '../language/query-words.ts';
import type { TopScores } from '../../bits/top-scores.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import type { TextSettings } from '../schema/settings.ts';
import { pow } from '../../../math/power.ts';

/** The match details of a list of documents, by position in the list (see `MatchDetail`). */
export interface MatchDetails {
  found: Uint32Array;
  inName: Uint32Array;
  sameForm: Uint32Array;
  typos: Uint8Array;
  bm25: Float64Array;
}

const detail: MatchDetail = { found: 0, inName: 0, sameForm: 0, typos: 0, bm25: 0 };
const rankingBuffer = createRanking();

/** The ranking of the document at position `i`. Valid until the next call. */
export function computeRankingAt(
  details: MatchDetails,
  i: number,
  document: number,
  query: NameQuery,
  segment: SegmentReader,
  settings: TextSettings,
): Ranking {
  detail.found = details.found[i]! | 0;
  detail.inName = details.inName[i]! | 0;
  detail.sameForm = details.sameForm[i]! | 0;
  detail.typos = details.typos[i]!;
  detail.bm25 = details.bm25[i]!;
  return rankInto(rankingBuffer, detail, query, segment, document, settings);
}

/** The data that ranking keys need besides the documents and the query. */
interface KeyScope {
  /** The documents of the segment that come last in their tier; undefined if tiers are not divided. */
  readonly last: Uint32Array | undefined;
  readonly minCompetitive: TopScores | null;
}

/**
 * The ranking keys of the documents of a list (see `rankingKeyOf`). A document that cannot reach the minimum competitive
 * score gets the lowest key of its tier instead, which saves the random access to its name.
 */
export function computeRankingKeys(
  details: MatchDetails,
  documents: Uint16Array,
  query: NameQuery,
  segment: SegmentReader,
  settings: TextSettings,
  { last, minCompetitive }: KeyScope,
): Float64Array {
  const rankingKeys = new Float64Array(documents.length);
  if (settings.criteria.length > 0) {
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i]!;
      const ranking = computeRankingAt(details, i, document, query, segment, settings);
      rankingKeys[i] = packRankingKey(ranking, settings) + placeInTier(last, document);
    }
    return rankingKeys;
  }
  const { found, inName, sameForm, typos, bm25 } = details;
  const { textScoreTolerance } = settings;
  const factors = computeRankingFactors(query, settings);
  const { numbers: numbersFactors, sameForm: sameFormFactors, headNounMax, phraseMax } = factors;
  const { allBits, wordCount, numericBits, headNounIndex, isInCategory } = query;
  const categoryMax = isInCategory === undefined ? 1 : Math.max(1, settings.ranking.categoryMatch);
  const typoFactors = [1];
  let keyMin = minCompetitive?.floor ?? -Infinity;
  /** The lowest text score of each tier, before ranking factors, that can reach the minimum competitive score. */
  const needed = neededBuffer.subarray(0, 2 * (wordCount + 1)).fill(0);
  const factorMax = factors.product * categoryMax;
  fillNeeded(needed, keyMin, factorMax, textScoreTolerance);
  for (let i = 0; i < documents.length; i++) {
    const isFirst = last !== undefined && !hasBit(last, documents[i]!);
    const tier = 2 * popCount(found[i]!) + Number(isFirst);
    const keyOfTier = encodeTier(tier);
    if (bm25[i]! < needed[tier]!) {
      rankingKeys[i] = keyOfTier;
      continue;
    }
    const inNameBits = inName[i]! | 0;
    const allInName = inNameBits === allBits;
    const typoCount = typos[i]!;
    const all = allInName ? factors.allWordsInName : 1;
    const numbers =
      numericBits === 0 ? numbersFactors[0]! : numbersFactors[popCount(inNameBits & numericBits)]!;
    const forms = sameFormFactors[popCount(sameForm[i]!)]!;
    while (typoFactors.length <= typoCount) typoFactors.push(pow(factors.typo, typoFactors.length));
    const typo = typoFactors[typoCount]!;
    const base = bm25[i]! * all;
    const mayBePhrase = allInName && wordCount > 1 && factors.phrase !== 1;
    const textMax = base * (mayBePhrase ? phraseMax : 1) * headNounMax * categoryMax * numbers * forms * typo;
    // Adds a step, as the order of multiplication affects the last digit.
    if (keyOfTier + roundTextScore(textMax, textScoreTolerance) + 1 < keyMin) {
      rankingKeys[i] = keyOfTier;
      continue;
    }
    const document = documents[i]!;
    const phrase = mayBePhrase && hasPhrase(query.stems, segment, document) ? factors.phrase : 1;
    const headNoun =
      factors.headNoun !== 1 &&
      headNounIndex >= 0 &&
      isHeadNoun(query.stems[headNounIndex]!, segment.headNouns[document]!)
        ? factors.headNoun
        : 1;
    const category = isInCategory?.(document) === true ? settings.ranking.categoryMatch : 1;
    const text = base * phrase * headNoun * category * numbers * forms * typo;
    const rankingKey = keyOfTier + roundTextScore(text, textScoreTolerance);
    rankingKeys[i] = rankingKey;
    if (minCompetitive !== null && rankingKey > keyMin) {
      minCompetitive.offer(0, rankingKey, 0);
      if (minCompetitive.floor !== keyMin) {
        keyMin = minCompetitive.floor;
        fillNeeded(needed, keyMin, factorMax, textScoreTolerance);
      }
    }
  }
  return rankingKeys;
}

/** Steps by which scores may differ, as the order of multiplication affects the last digit. */
const slackSteps = 2;

const neededBuffer = new Float64Array(2 * (queryWordsMax + 1));

function fillNeeded(
  needed: Float64Array,
  keyMin: number,
  factorMax: number,
  textScoreTolerance: number,
): void {
  if (keyMin === -Infinity || textScoreTolerance !== 0) return;
  for (let tier = 0; tier < needed.length; tier++) {
    needed[tier] = convertTextSteps(keyMin - encodeTier(tier) - slackSteps) / factorMax;
  }
}

type RankingFactors = ReturnType<typeof createRankingFactors>;

/** The factors of each settings object by number of words and of numbers, as each segment of each search needs them. */
const factorsBySettings = new WeakMap<TextSettings, Map<number, RankingFactors>>();

/** The factors that `rankInto` multiplies by, without strict criteria. */
function computeRankingFactors(query: NameQuery, settings: TextSettings): RankingFactors {
  let known = factorsBySettings.get(settings);
  if (known === undefined) factorsBySettings.set(settings, (known = new Map()));
  const key = query.wordCount * (queryWordsMax + 1) + query.numericCount;
  let factors = known.get(key);
  if (factors === undefined) known.set(key, (factors = createRankingFactors(query, settings)));
  return factors;
}

function createRankingFactors({ wordCount, numericCount }: NameQuery, { ranking }: TextSettings) {
  const computeShare = (count: number, of: number): number => (of === 0 ? 0 : count / of);
  const counts = Array.from({ length: wordCount + 1 }, (_, count) => count);
  const numbers = counts.map((count) => 1 + (ranking.numbersInName - 1) * computeShare(count, numericCount));
  const sameForm = counts.map((count) => 1 + (ranking.exactWordForms - 1) * computeShare(count, wordCount));
  const phraseMax = Math.max(1, ranking.phraseInName);
  const headNounMax = Math.max(1, ranking.headNounMatch);
  return {
    /** Upper bound of the product of all factors. */
    product:
      Math.max(1, ranking.allWordsInName) *
      phraseMax *
      headNounMax *
      Math.max(...numbers) *
      Math.max(...sameForm) *
      (ranking.typo > 1 ? Infinity : 1),
    allWordsInName: ranking.allWordsInName,
    phrase: ranking.phraseInName,
    phraseMax,
    headNoun: ranking.headNounMatch,
    headNounMax,
    numbers,
    sameForm,
    typo: ranking.typo,
  };
}
