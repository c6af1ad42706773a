import type { ScoredItem } from '../../kernel/recommend/rows/scored.ts';
import type { RecommendationSource } from '../../ports/recommenders.ts';

/** What a reply calls the sources of the kernel. */
export const sources: Record<ScoredItem['source'], RecommendationSource> = {
  history: 'history',
  visits: 'history',
  repeat: 'history',
  content: 'content',
  vectors: 'picture',
  baskets: 'together',
  kinds: 'together',
  trend: 'trending',
  popular: 'popular',
  bought: 'bought',
  viewed: 'viewed',
};
/** Of a list of items like another one. */
export const similarSources = { ...sources, history: 'viewed_together', visits: 'viewed_together' } as const;
