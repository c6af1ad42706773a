import { countProducts } from './grouping.ts';
import type { Grouping } from '../segments/variant-groups.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import type { SimilarityScorer } from '../query/query.ts';
import { similarityRankingKey, rankingKeyOfWords, wordsOfKey } from '../scoring/ranking.ts';

/** What words found, or all there is where there are none. */
interface FoundMatches {
  readonly words: readonly unknown[];
  readonly matches: readonly SegmentMatches[];
  readonly total: number;
  readonly totalAllWords: number;
  readonly rankingKeyMin: number;
}

/** Of what was found, what can be compared: by the number of words found as before, and then by likeness. */
export function orderBySimilarity<F extends FoundMatches>(
  found: F,
  likeness: SimilarityScorer | undefined,
  grouping: Grouping | null,
): F {
  if (likeness === undefined) return found;
  const { words, rankingKeyMin } = found;
  const matches = found.matches.map((own) => compared(own, rankingKeyMin, likeness));
  const total = countProducts(matches, grouping);
  const allWordsMin = rankingKeyOfWords(words.length);
  const totalAllWords =
    allWordsMin <= rankingKeyMin
      ? total
      : countProducts(
          found.matches.map((own) => compared(own, allWordsMin, likeness)),
          grouping,
        );
  return { ...found, matches, total, totalAllWords };
}

function compared(own: SegmentMatches, rankingKeyMin: number, likeness: SimilarityScorer): SegmentMatches {
  const documents = new Uint16Array(own.count);
  const rankingKeys = new Float64Array(own.count);
  const { keys } = own.state.segment;
  let count = 0;
  for (let i = 0; i < own.count; i++) {
    const document = own.documents[i]!;
    if (own.rankingKeys[i]! < rankingKeyMin) continue;
    const score = likeness.scoreOf(keys[document]!);
    if (score === null) continue;
    documents[count] = document;
    rankingKeys[count++] = similarityRankingKey(wordsOfKey(own.rankingKeys[i]!), score);
  }
  return { ...own, documents, rankingKeys, count };
}
