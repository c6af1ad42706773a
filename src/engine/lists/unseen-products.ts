import { readHistory } from '../../kernel/recommend/candidates/subject-history.ts';
import { hasRepeats } from '../../kernel/recommend/candidates/user-candidates.ts';
import type { ForUserRequest } from '../../kernel/recommend/lists/for-user.ts';
import type { RecommenderProjection } from '../counters/recommender-projection.ts';

/**
 * The request, without the other variants of the products in the visitor's history where the items of the history are left out: the
 * same shoe in another size is nothing new.
 */
export function ofUnseenProducts(projection: RecommenderProjection, request: ForUserRequest): ForUserRequest {
  if (request.repeats ?? hasRepeats(projection.state)) return request;
  const productOf = (index: number): string | null => projection.productOf(projection.catalogNumber(index));
  const seen = new Set(readHistory(projection.state, request).items.map(productOf));
  seen.delete(null);
  if (seen.size === 0) return request;
  return { ...request, allow: (index) => request.allow(index) && !seen.has(productOf(index)) };
}
