import { popCount } from '../../bits/bitmap.ts';
import {
  hasPhrase,
  isHeadNoun,
  newRanking,
  rankingKeyOf,
  rankingKeyOfWords,
  rankInto,
  textOfSteps,
  textSteps,
  type MatchDetail,
  type NameQuery,
  type Ranking,
} from './ranking.ts';
import type { MinCompetitiveScore } from './min-competitive-score.ts';
import type { SegmentReader } from '../segments/segment-reader.ts';
import type { TextSettings } from '../schema/settings.ts';

/** What was found of the query in each document of a list, by its place there (see `Finding`). */
export interface MatchDetails {
  found: Uint32Array;
  inName: Uint32Array;
  same: Uint32Array;
  typos: Uint8Array;
  bm25: Float64Array;
}

const finding: MatchDetail = { found: 0, inName: 0, same: 0, typos: 0, bm25: 0 };
const rankingMade = newRanking();

/** How the score of the document at place `i` comes about. Valid until the next call. */
export function rankingAt(
  findings: MatchDetails,
  i: number,
  document: number,
  query: NameQuery,
  segment: SegmentReader,
  settings: TextSettings,
): Ranking {
  finding.found = findings.found[i]! | 0;
  finding.inName = findings.inName[i]! | 0;
  finding.same = findings.same[i]! | 0;
  finding.typos = findings.typos[i]!;
  finding.bm25 = findings.bm25[i]!;
  return rankInto(rankingMade, finding, query, segment, document, settings);
}

/**
 * What orders the documents of a list (see `primaryOf`). With a floor, one that cannot reach it has the least of its
 * number of words instead: what its name says, which lies anywhere in memory, is then not looked at.
 */
export function computeRankingKeys(
  findings: MatchDetails,
  documents: Uint16Array,
  query: NameQuery,
  segment: SegmentReader,
  settings: TextSettings,
  floor: MinCompetitiveScore | null,
): Float64Array {
  const rankingKeys = new Float64Array(documents.length);
  if (settings.criteria.length > 0) {
    for (let i = 0; i < documents.length; i++) {
      rankingKeys[i] = rankingKeyOf(
        rankingAt(findings, i, documents[i]!, query, segment, settings),
        settings,
      );
    }
    return rankingKeys;
  }
  const { found, inName, same, typos, bm25 } = findings;
  const { textScoreTolerance } = settings;
  const factors = bonusFactors(query, settings);
  const { allBits, wordCount, numericBits, nounIndex } = query;
  let least = floor?.value ?? -Infinity;
  /** By number of words: what a text score must be before its bonuses to reach the floor at all. */
  const needed = Array<number>(wordCount + 1).fill(0);
  fillNeeded(needed, least, factors.most, textScoreTolerance);
  for (let i = 0; i < documents.length; i++) {
    const wordsFound = popCount(found[i]!);
    const words = rankingKeyOfWords(wordsFound);
    if (bm25[i]! < needed[wordsFound]!) {
      rankingKeys[i] = words;
      continue;
    }
    const inNameBits = inName[i]! | 0;
    const allInName = inNameBits === allBits;
    const typoCount = typos[i]!;
    const all = allInName ? factors.allWordsInName : 1;
    const numbers = factors.numbers[popCount(inNameBits & numericBits)]!;
    const written = factors.same[popCount(same[i]!)]!;
    const typo = typoCount === 0 ? 1 : factors.typo ** typoCount;
    const base = bm25[i]! * all;
    const mayBePhrase = allInName && wordCount > 1 && factors.phrase !== 1;
    const most = base * (mayBePhrase ? factors.phraseMax : 1) * factors.itselfMax * numbers * written * typo;
    // One step more, as factors multiplied in another order differ in the last digit.
    if (words + textSteps(most, textScoreTolerance) + 1 < least) {
      rankingKeys[i] = words;
      continue;
    }
    const document = documents[i]!;
    const phrase = mayBePhrase && hasPhrase(query.groups, segment, document) ? factors.phrase : 1;
    const itself =
      factors.itself !== 1 &&
      nounIndex >= 0 &&
      isHeadNoun(query.groups[nounIndex]!, segment.headNouns[document]!)
        ? factors.itself
        : 1;
    const rankingKey =
      words + textSteps(base * phrase * itself * numbers * written * typo, textScoreTolerance);
    rankingKeys[i] = rankingKey;
    if (floor !== null && rankingKey > least) {
      floor.add(rankingKey);
      if (floor.value !== least) {
        least = floor.value;
        fillNeeded(needed, least, factors.most, textScoreTolerance);
      }
    }
  }
  return rankingKeys;
}

/** Steps that scores may differ by as factors are multiplied in another order. */
const slackSteps = 2;

function fillNeeded(needed: number[], least: number, bonusMax: number, textScoreTolerance: number): void {
  if (least === -Infinity || textScoreTolerance !== 0) return;
  for (let words = 0; words < needed.length; words++) {
    needed[words] = textOfSteps(least - rankingKeyOfWords(words) - slackSteps) / bonusMax;
  }
}

/** The factors that `rankInto` multiplies by, where no criterion takes the place of one. */
function bonusFactors({ wordCount, numericCount }: NameQuery, { ranking }: TextSettings) {
  const share = (count: number, of: number): number => (of === 0 ? 0 : count / of);
  const counts = Array.from({ length: wordCount + 1 }, (_, count) => count);
  const numbers = counts.map((count) => 1 + (ranking.numbersInName - 1) * share(count, numericCount));
  const same = counts.map((count) => 1 + (ranking.exactWordForms - 1) * share(count, wordCount));
  const phraseMax = Math.max(1, ranking.phraseInName);
  const itselfMax = Math.max(1, ranking.headNounMatch);
  return {
    /** No document has more than all bonuses together. */
    most:
      Math.max(1, ranking.allWordsInName) *
      phraseMax *
      itselfMax *
      Math.max(...numbers) *
      Math.max(...same) *
      (ranking.typo > 1 ? Infinity : 1),
    allWordsInName: ranking.allWordsInName,
    phrase: ranking.phraseInName,
    phraseMax,
    itself: ranking.headNounMatch,
    itselfMax,
    numbers,
    same,
    typo: ranking.typo,
  };
}
