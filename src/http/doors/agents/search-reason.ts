import { identifierReasons, matchReasons } from '../../../domain/search/execution/ranking-explanation.ts';
import type { TextHit } from '../../../ports/text.ts';
import type { ProductReason } from './product-reply.ts';

/** Sentences of a reason: the first ones are the most significant. */
const sentencesMax = 3;

/** Why a search lists a product, in words for shoppers: without names of rules, factors and figures of sales. */
export function searchReason(
  { rules, pinnedIn, identifier, ranking }: Pick<TextHit, 'rules' | 'pinnedIn' | 'identifier' | 'ranking'>,
  isBrowsing: boolean,
): ProductReason {
  if (rules?.pinned != null || pinnedIn !== null) return { code: 'pinned', text: 'Selected by the shop' };
  if (identifier !== null) return { code: 'identifier', text: identifierReasons(identifier).join('. ') };
  if (isBrowsing || ranking === null) return { code: 'popular', text: 'Popular in this shop' };
  if (ranking.semantic?.added === true) return { code: 'semantic', text: 'Similar in meaning' };
  return { code: 'words', text: matchReasons(ranking).slice(0, sentencesMax).join('. ') };
}
