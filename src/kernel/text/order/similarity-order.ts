import { countProducts } from './grouping.ts';
import type { Grouping } from '../segments/variant-groups.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import type { SimilarityScorer } from '../query/query.ts';
import { similarityRankingKey, rankingKeyOfWords, wordsOfKey } from '../scoring/ranking.ts';

/** The keyword matches, or all documents where the query has no words. */
interface FoundMatches {
  readonly words: readonly unknown[];
  readonly matches: readonly SegmentMatches[];
  readonly total: number;
  readonly totalAllWords: number;
  readonly rankingKeyMin: number;
}

/** Orders the comparable matches by the number of words found, then by similarity, and drops the others. */
export function orderBySimilarity<F extends FoundMatches>(
  found: F,
  similarity: SimilarityScorer | undefined,
  grouping: Grouping | null,
): F {
  if (similarity === undefined) return found;
  const { words, rankingKeyMin } = found;
  const matches = found.matches.map((own) => compared(own, rankingKeyMin, similarity));
  const total = countProducts(matches, grouping);
  const allWordsMin = rankingKeyOfWords(words.length);
  const totalAllWords =
    allWordsMin <= rankingKeyMin
      ? total
      : countProducts(
          found.matches.map((own) => compared(own, allWordsMin, similarity)),
          grouping,
        );
  return { ...found, matches, total, totalAllWords };
}

function compared(own: SegmentMatches, rankingKeyMin: number, similarity: SimilarityScorer): SegmentMatches {
  const documents = new Uint16Array(own.count);
  const rankingKeys = new Float64Array(own.count);
  const { keys } = own.state.segment;
  let count = 0;
  for (let i = 0; i < own.count; i++) {
    const document = own.documents[i]!;
    if (own.rankingKeys[i]! < rankingKeyMin) continue;
    const score = similarity.scoreOf(keys[document]!);
    if (score === null) continue;
    documents[count] = document;
    rankingKeys[count++] = similarityRankingKey(wordsOfKey(own.rankingKeys[i]!), score);
  }
  return { ...own, documents, rankingKeys, count };
}
