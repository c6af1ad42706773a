import type { ScoredItem } from '../../kernel/recommend/rows/scored.ts';
import type { RecommendationSource } from '../../ports/recommenders.ts';

/** The names of the kernel's sources in a reply. */
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
/** The sources of a list of similar items. */
export const similarSources = { ...sources, history: 'viewed_together', visits: 'viewed_together' } as const;
