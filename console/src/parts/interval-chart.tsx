import type { ReactNode } from 'react';
import { IntervalLine, IntervalNames, intervalScale } from './interval-bar.tsx';

export interface IntervalRow {
  readonly name: string;
  /** What the row counts. */
  readonly hint: string;
  /** The estimate with its interval; null: cannot be told. */
  readonly interval: { readonly low: number; readonly high: number; readonly value: number } | null;
  /** The interval in words. */
  readonly text: string;
}

/** Intervals on one scale around 0, each with its numbers as text. A table with all figures belongs below it. */
export function IntervalChart({
  rows,
  label,
  less,
  more,
}: {
  rows: readonly IntervalRow[];
  label: string;
  /** What the sides of 0 are. */
  less: string;
  more: string;
}): ReactNode {
  const scale = intervalScale(
    rows.flatMap(({ interval }) => (interval === null ? [] : [interval.low, interval.high])),
  );
  return (
    <figure className="intervals" aria-label={label}>
      {rows.map(({ name, hint, interval, text }) => (
        <div key={name} className="intervals-row">
          <div className="intervals-name">
            <strong>{name}</strong>
            <span className="small soft">{hint}</span>
          </div>
          <div aria-hidden="true">{interval !== null && <IntervalLine {...interval} scale={scale} />}</div>
          <div className="intervals-text">{text}</div>
        </div>
      ))}
      <div className="intervals-row" aria-hidden="true">
        <span />
        <IntervalNames less={less} more={more} />
        <span />
      </div>
    </figure>
  );
}
