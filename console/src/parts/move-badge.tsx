import type { ReactNode } from 'react';

/** How an item moved between two lists; `from` undefined: it was not in the first one. */
export function MoveBadge({ from, to }: { from: number | undefined; to: number }): ReactNode {
  if (from === to) return null;
  if (from === undefined) return <span className="badge good">New</span>;
  return (
    <span className="badge">
      {from > to ? '↑' : '↓'} from {from}
    </span>
  );
}
