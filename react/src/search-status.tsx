'use client';

import type { ReactNode } from 'react';
import type { Search } from './use-search.ts';

/** Properties of {@link SearchStatus}. */
export interface SearchStatusProps {
  readonly search: Pick<Search, 'status' | 'total' | 'data' | 'error' | 'isStale'>;
  /** Default: in English. */
  readonly resultsText?: ((total: number) => string) | undefined;
  readonly errorText?: string | undefined;
  readonly className?: string | undefined;
}

/**
 * The number of results, which screen readers read out when it changes. Nothing changes while a search runs, so that they
 * do not speak with each letter.
 *
 * @example
 * ```tsx
 * <SearchStatus search={search} resultsText={(total) => `${total} Artikel`} />
 * ```
 */
export function SearchStatus(props: SearchStatusProps): ReactNode {
  const { search, className, errorText = 'The search failed. Try again.' } = props;
  const { resultsText = (total: number) => `${total} result${total === 1 ? '' : 's'}` } = props;
  const text = search.status === 'error' ? errorText : search.data && resultsText(search.total);
  return (
    <p role="status" className={className} aria-busy={search.isStale}>
      {text}
    </p>
  );
}
