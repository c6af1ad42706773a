import type { Steps } from '../../bits/steps.ts';
import type { IndexResult } from '../query/query.ts';

/** A search with its hits, and facets still to be counted. */
export interface StartedSearch {
  /** The result without facets. */
  readonly result: IndexResult;
  readonly facets: Steps<IndexResult['facets']>;
}
