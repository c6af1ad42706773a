import { countProductsNeeded } from '../order/diversification.ts';
import { fusedByWordsMax } from '../order/fusion.ts';
import { rerankedMax } from '../order/reranking.ts';
import type { QueryText } from '../language/query-words.ts';
import type { FilterNode, IndexQuery, TextCountQuery } from '../query/query.ts';
import { TopScores } from '../../bits/top-scores.ts';
import type { Grouping } from '../segments/variant-groups.ts';

/** The filter with the hidden documents excluded. */
export function excludeHiddenDocuments(
  hidden: FilterNode | undefined,
  filter: FilterNode | undefined,
): FilterNode | undefined {
  if (hidden === undefined) return filter;
  const visible: FilterNode = { kind: 'not', clause: hidden };
  return filter === undefined ? visible : { kind: 'and', clauses: [filter, visible] };
}

/** The documents whose names decide which words of a purpose are optional. */
export function createPurposeScope({ rules, purposeFilter, filter }: TextCountQuery): FilterNode | undefined {
  return excludeHiddenDocuments(rules?.hidden, purposeFilter ?? filter);
}

/** Divides the tiers of a query. Without words the whole list is one tier; with a sort or a similarity there is none. */
export function withActingTiers<Q extends IndexQuery & { readonly analyzed: QueryText }>(query: Q): Q {
  const { lastInTier, ...undivided } = query;
  if (lastInTier === undefined) return query;
  const isOrdered = (query.sort ?? []).length > 0 || query.similarity !== undefined;
  if (isOrdered) return undivided as Q;
  if (query.analyzed.words.length > 0) return query;
  return { ...undivided, last: query.last ?? lastInTier } as Q;
}

/** Scores of the last call, with its size: most pages have the same size. */
let previous = { size: 0, scores: new TopScores(0) };

/**
 * The bound below which documents need no score; null if sorting, tiers, rules, similarity or grouping need all scores. Valid until
 * the next call.
 */
export function createCompetitiveBound(
  { sort = [], rules = {}, last, caps = [], similarity, adjustments, offset, limit, semantic }: IndexQuery,
  grouping: Grouping | null,
): TopScores | null {
  const { boosts = [], pins = [] } = rules;
  if (similarity !== undefined || last !== undefined) return null;
  if (sort.length + boosts.length + pins.length > 0 || grouping !== null) return null;
  const listed = caps.length === 0 ? offset + limit : countProductsNeeded(offset + limit);
  const reranked = adjustments === undefined ? 1 : rerankedMax;
  const size = Math.max(semantic === undefined ? 1 : fusedByWordsMax, reranked, listed);
  if (previous.size !== size) previous = { size, scores: new TopScores(size) };
  previous.scores.clear();
  return previous.scores;
}
