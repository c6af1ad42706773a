import type { ReactNode } from 'react';

/** The half width of the scale is at least this, so that tiny intervals do not look wide. */
const scaleMin = 0.01;

/** The half width of a scale for intervals around 0. */
export function intervalScale(bounds: readonly number[]): number {
  return 1.15 * Math.max(scaleMin, ...bounds.map(Math.abs));
}

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
  return (
    <div className="interval" aria-hidden="true">
      <IntervalLine low={low} high={high} value={value} scale={intervalScale([low, high])} />
      <IntervalNames less={less} more={more} />
    </div>
  );
}

/** The line of an interval, on a scale that several may share. */
export function IntervalLine({
  low,
  high,
  value,
  scale,
}: {
  low: number;
  high: number;
  value: number;
  scale: number;
}): ReactNode {
  const at = (position: number): number => 50 + (50 * position) / scale;
  return (
    <div className="interval-line">
      <span className="interval-zero" />
      <span
        className="interval-range"
        style={{ left: `${at(low)}%`, width: `max(2px, ${at(high) - at(low)}%)` }}
      />
      <span className="interval-value" style={{ left: `${at(value)}%` }} />
    </div>
  );
}

/** What the sides of 0 are. */
export function IntervalNames({ less, more }: { less: string; more: string }): ReactNode {
  return (
    <div className="interval-names small soft">
      <span>← {less}</span>
      <span>0</span>
      <span>{more} →</span>
    </div>
  );
}
