import type { ReactNode } from 'react';

export interface IntervalRow {
  readonly name: string;
  /** What the row counts. */
  readonly hint: string;
  /** The estimate with its interval; null: cannot be told. */
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** The interval in words. */
  readonly text: string;
}

const scales = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** Intervals on one scale around 0, each with its numbers as text. A table with all figures belongs below it. */
export function IntervalChart({
  rows,
  label,
  low,
  high,
  format,
}: {
  rows: readonly IntervalRow[];
  label: string;
  /** What the sides of 0 mean. */
  low: string;
  high: string;
  format: (value: number) => string;
}): ReactNode {
  const largest = Math.max(0, ...rows.flatMap((row) => [Math.abs(row.low ?? 0), Math.abs(row.high ?? 0)]));
  const scale = scales.find((one) => one >= largest) ?? largest;
  const at = (value: number): number => 50 + (Math.max(-scale, Math.min(scale, value)) / scale) * 50;
  return (
    <figure className="intervals" aria-label={label}>
      {rows.map((row) => (
        <div key={row.name} className="interval-row">
          <div className="interval-name">
            <strong>{row.name}</strong>
            <span className="small soft">{row.hint}</span>
          </div>
          <div className="interval-track" aria-hidden="true">
            {row.low !== null && row.high !== null && (
              <div
                className="interval-range"
                style={{ left: `${at(row.low)}%`, width: `${at(row.high) - at(row.low)}%` }}
              />
            )}
            {row.low !== null && row.value !== null && (
              <div className="interval-value" style={{ left: `${at(row.value)}%` }} />
            )}
          </div>
          <div className="interval-text">{row.text}</div>
        </div>
      ))}
      <div className="interval-row interval-scale small soft" aria-hidden="true">
        <span />
        <div>
          <span>
            {format(-scale)}
            <br />
            {low}
          </span>
          <span>0</span>
          <span>
            {format(scale)}
            <br />
            {high}
          </span>
        </div>
        <span />
      </div>
    </figure>
  );
}
