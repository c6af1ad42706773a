import type { RecommenderState } from '../counters/recommender-state.ts';
import type { RecommendRequest, Scored } from '../rows/scored.ts';
import { readHistory } from '../candidates/subject-history.ts';

export interface RecentlyViewedRequest extends RecommendRequest {
  readonly user?: string;
  /** Items seen just now, oldest first. */
  readonly session?: readonly number[];
}

/** What a visitor touched last, the newest first, each once: of the last fifty touches. Score = 1 / (1 + age). */
export function recentlyViewed(state: RecommenderState, request: RecentlyViewedRequest): Scored[] {
  const { ages } = readHistory(state, request.user, request.session);
  return [...ages]
    .filter(([item]) => request.allow(item))
    .slice(0, request.limit)
    .map(([index, age]) => ({
      index,
      score: 1 / (1 + age),
      source: 'viewed',
      because: [],
      parts: { age },
    }));
}
