import type { ReactNode } from 'react';

/** A bar with what it counts. `total` 0: not known yet. */
export function ProgressLine({
  label,
  done,
  total,
}: {
  label: string;
  done: number;
  total: number;
}): ReactNode {
  return (
    <div className="stack tight">
      <span className="small soft" role="status">
        {label}
      </span>
      <div
        className="bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, total)}
        aria-valuenow={done}
      >
        <span style={{ width: `${total === 0 ? 0 : (100 * done) / total}%` }} />
      </div>
    </div>
  );
}
