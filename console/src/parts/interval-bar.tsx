import type { ReactNode } from 'react';

/** The half width of the scale is at least this, so that tiny intervals do not look wide. */
const scaleMin = 0.01;

/** An interval around a difference, drawn over 0; the figures stand next to it. */
export function IntervalBar({
  low,
  high,
  value,
  less,
  more,
}: {
  low: number;
  high: number;
  value: number;
  /** What differences below and above 0 are. */
  less: string;
  more: string;
}): ReactNode {
  const scale = 1.15 * Math.max(scaleMin, Math.abs(low), Math.abs(high));
  const at = (position: number): number => 50 + (50 * position) / scale;
  return (
    <div className="interval" aria-hidden="true">
      <div className="interval-line">
        <span className="interval-zero" />
        <span
          className="interval-range"
          style={{ left: `${at(low)}%`, width: `max(2px, ${at(high) - at(low)}%)` }}
        />
        <span className="interval-value" style={{ left: `${at(value)}%` }} />
      </div>
      <div className="interval-names small soft">
        <span>← {less}</span>
        <span>0</span>
        <span>{more} →</span>
      </div>
    </div>
  );
}
