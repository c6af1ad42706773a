import type { ReactNode } from 'react';

/** Cards that are still loading, of the size of real ones. */
export function CardSkeletons({ count }: { readonly count: number }): ReactNode {
  return Array.from({ length: count }, (_, index) => (
    <li key={index} aria-hidden="true">
      <div className="card skeleton">
        <span className="picture" />
        <span className="line short" />
        <span className="line" />
        <span className="line short" />
      </div>
    </li>
  ));
}
