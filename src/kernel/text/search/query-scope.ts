import { productsNeeded } from '../order/diversification.ts';
import { fusedByWordsMax } from '../order/fusion.ts';
import { rerankedMax } from '../order/reranking.ts';
import type { FilterNode, IndexQuery } from '../query/query.ts';
import { TopScores } from '../../bits/top-scores.ts';
import type { Grouping } from '../segments/variant-groups.ts';

/** The filter with the hidden documents excluded. */
export function visibleFilter(
  hidden: FilterNode | undefined,
  filter: FilterNode | undefined,
): FilterNode | undefined {
  if (hidden === undefined) return filter;
  const visible: FilterNode = { kind: 'not', clause: hidden };
  return filter === undefined ? visible : { kind: 'and', clauses: [filter, visible] };
}

/** Of the last call, with its size: most pages have the same size. */
let previous = { size: 0, scores: new TopScores(0) };

/**
 * The bound below which documents need no score; null if sorting, tiers, rules, similarity or grouping need all scores. Valid until
 * the next call.
 */
export function minCompetitiveScore(
  { sort = [], rules = {}, last, caps = [], similarity, adjustments, offset, limit, semantic }: IndexQuery,
  grouping: Grouping | null,
): TopScores | null {
  const { boosts = [], pins = [] } = rules;
  if (similarity !== undefined || last !== undefined) return null;
  if (sort.length + boosts.length + pins.length > 0 || grouping !== null) return null;
  const listed = caps.length === 0 ? offset + limit : productsNeeded(offset + limit);
  const reranked = adjustments === undefined ? 1 : rerankedMax;
  const size = Math.max(semantic === undefined ? 1 : fusedByWordsMax, reranked, listed);
  if (previous.size !== size) previous = { size, scores: new TopScores(size) };
  previous.scores.clear();
  return previous.scores;
}
