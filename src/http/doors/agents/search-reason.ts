import { identifierReasons, rankingReasons } from '../../../domain/search/execution/ranking-explanation.ts';
import type { TextHit, TextRanking } from '../../../ports/text.ts';
import type { ProductReason } from './product-reply.ts';

/** Sentences of a reason: the first ones are the most significant. */
const sentencesMax = 3;

/** Factors of 1 and a popularity of 0 have no reasons. */
const noFactors: TextRanking = {
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
};

/** Why a search lists a product, in words for shoppers: without names of rules, factors and figures of sales. */
export function searchReason(
  { rules, pinnedIn, identifier, ranking }: Pick<TextHit, 'rules' | 'pinnedIn' | 'identifier' | 'ranking'>,
  isBrowsing: boolean,
): ProductReason {
  if (rules?.pinned != null || pinnedIn !== null) return { code: 'pinned', text: 'Selected by the shop' };
  if (identifier !== null) return { code: 'identifier', text: identifierReasons(identifier).join('. ') };
  if (isBrowsing || ranking === null) return { code: 'popular', text: 'Popular in this shop' };
  if (ranking.semantic?.added === true) return { code: 'semantic', text: 'Similar in meaning' };
  return { code: 'words', text: wordReasons(ranking) };
}

function wordReasons(ranking: TextRanking): string {
  const { words, wordsTotal, matches } = ranking;
  return rankingReasons({ ...noFactors, words, wordsTotal, ...(matches === undefined ? {} : { matches }) })
    .slice(0, sentencesMax)
    .map((reason) => reason.replace(/ \(× [\d.]{1,10}\)$/, ''))
    .join('. ');
}
