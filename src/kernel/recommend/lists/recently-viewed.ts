import type { RecommenderState } from '../counters/recommender-state.ts';
import type { RecommendRequest, ScoredItem } from '../rows/scored.ts';
import { readHistory, type HistoryRequest } from '../candidates/subject-history.ts';

export interface RecentlyViewedRequest extends RecommendRequest, HistoryRequest {}

/** Items of the visitor's last fifty interactions, newest first, each once. Score = 1 / (1 + age). */
export function recentlyViewed(state: RecommenderState, request: RecentlyViewedRequest): ScoredItem[] {
  const { ages } = readHistory(state, request);
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
