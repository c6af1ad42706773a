import type { ReactNode } from 'react';
import { count } from './formats.ts';

/** The figure of one day and the highlighted part of it. */
export interface DayBar {
  /** As 2026-01-31. */
  readonly day: string;
  readonly value: number;
  readonly part: number;
}

const width = 720;
const height = 132;
const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const dayName = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** A bar chart by day, with the same figures in a table for screen readers. */
export function DayBars({
  bars,
  title,
  value,
  part,
}: {
  readonly bars: readonly DayBar[];
  readonly title: string;
  /** Names of the whole bar and of its highlighted part. */
  readonly value: string;
  readonly part: string;
}): ReactNode {
  const valueMax = Math.max(1, ...bars.map((bar) => bar.value));
  const step = width / bars.length;
  const barWidth = Math.max(2, Math.min(28, step * 0.7));
  const heightOf = (amount: number): number => (amount / valueMax) * height;
  return (
    <figure className="day-bars">
      <figcaption className="row small soft">
        <span className="legend whole">{value}</span>
        <span className="legend part">{part}</span>
        <span className="grow" />
        <span>busiest day: {count(valueMax)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((bar, i) => (
          <g key={bar.day} transform={`translate(${i * step + (step - barWidth) / 2} 0)`}>
            <title>{`${dayName(bar.day)}: ${count(bar.value)} ${value}, ${count(bar.part)} ${part}`}</title>
            <rect className="hover-area" x={(barWidth - step) / 2} width={step} height={height} />
            <rect
              className="whole"
              y={height - heightOf(bar.value)}
              width={barWidth}
              height={heightOf(bar.value)}
            />
            <rect
              className="part"
              y={height - heightOf(bar.part)}
              width={barWidth}
              height={heightOf(bar.part)}
            />
          </g>
        ))}
      </svg>
      <div className="row small faint day-range">
        <span>{dayName(bars[0]?.day ?? '')}</span>
        <span>{dayName(bars.at(-1)?.day ?? '')}</span>
      </div>
      <table className="visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">{value}</th>
            <th scope="col">{part}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.day}>
              <th scope="row">{dayName(bar.day)}</th>
              <td>{count(bar.value)}</td>
              <td>{count(bar.part)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
