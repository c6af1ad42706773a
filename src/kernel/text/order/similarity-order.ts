import { countProducts } from './grouping.ts';
import type { Grouping } from '../segments/variant-groups.ts';
import type { SegmentMatches } from '../scoring/scorer.ts';
import type { SimilarityScorer } from '../query/query.ts';
import { encodeSimilarity, encodeWords, readWords } from '../scoring/ranking.ts';

/** The keyword matches, or all documents if the query has no words. */
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
  const matches = found.matches.map((segmentMatches) =>
    listComparableMatches(segmentMatches, rankingKeyMin, similarity),
  );
  const total = countProducts(matches, grouping);
  const allWordsMin = encodeWords(words.length);
  const totalAllWords =
    allWordsMin <= rankingKeyMin
      ? total
      : countProducts(
          found.matches.map((segmentMatches) =>
            listComparableMatches(segmentMatches, allWordsMin, similarity),
          ),
          grouping,
        );
  return { ...found, matches, total, totalAllWords };
}

function listComparableMatches(
  segmentMatches: SegmentMatches,
  rankingKeyMin: number,
  similarity: SimilarityScorer,
): SegmentMatches {
  const documents = new Uint16Array(segmentMatches.count);
  const rankingKeys = new Float64Array(segmentMatches.count);
  const { keys } = segmentMatches.state.segment;
  let count = 0;
  for (let i = 0; i < segmentMatches.count; i++) {
    const document = segmentMatches.documents[i]!;
    if (segmentMatches.rankingKeys[i]! < rankingKeyMin) continue;
    const score = similarity.getScore(keys[document]!);
    if (score === null) continue;
    documents[count] = document;
    rankingKeys[count++] = encodeSimilarity(readWords(segmentMatches.rankingKeys[i]!), score);
  }
  return { ...segmentMatches, documents, rankingKeys, count };
}
