import { countProducts } from './grouping.ts';
import type { Grouping } from '../segments/group-numbers.ts';
import type { SegmentMatches } from '../scoring/matcher.ts';
import type { Likeness } from '../query/query.ts';
import { likenessPrimary, primaryOfWords, wordsOfPrimary } from '../scoring/ranking.ts';

/** What words found, or all there is where there are none. */
interface Found {
  readonly words: readonly unknown[];
  readonly matches: readonly SegmentMatches[];
  readonly total: number;
  readonly totalAllWords: number;
  readonly primaryMin: number;
}

/** Of what was found, what can be compared: by the number of words found as before, and then by likeness. */
export function byLikeness<F extends Found>(
  found: F,
  likeness: Likeness | undefined,
  grouping: Grouping | null,
): F {
  if (likeness === undefined) return found;
  const { words, primaryMin } = found;
  const matches = found.matches.map((own) => compared(own, primaryMin, likeness));
  const total = countProducts(matches, grouping);
  const allWordsMin = primaryOfWords(words.length);
  const totalAllWords =
    allWordsMin <= primaryMin
      ? total
      : countProducts(
          found.matches.map((own) => compared(own, allWordsMin, likeness)),
          grouping,
        );
  return { ...found, matches, total, totalAllWords };
}

function compared(own: SegmentMatches, primaryMin: number, likeness: Likeness): SegmentMatches {
  const documents = new Uint16Array(own.count);
  const primaries = new Float64Array(own.count);
  const { keys } = own.slot.segment;
  let count = 0;
  for (let i = 0; i < own.count; i++) {
    const document = own.documents[i]!;
    if (own.primaries[i]! < primaryMin) continue;
    const score = likeness.scoreOf(keys[document]!);
    if (score === null) continue;
    documents[count] = document;
    primaries[count++] = likenessPrimary(wordsOfPrimary(own.primaries[i]!), score);
  }
  return { ...own, documents, primaries, count };
}
