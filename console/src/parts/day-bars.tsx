import type { ReactNode } from 'react';
import { count } from './formats.ts';

/** A day's figure, and the part of it that is set off. */
export interface DayBar {
  /** As 2026-01-31. */
  readonly day: string;
  readonly value: number;
  readonly part: number;
}

const width = 720;
const height = 132;
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const named = (day: string): string => short.format(new Date(`${day}T00:00:00Z`));

/** A bar a day; who does not see them reads the same figures in a table. */
export function DayBars({
  bars,
  title,
  value,
  part,
}: {
  readonly bars: readonly DayBar[];
  readonly title: string;
  /** What the whole bar is, and what its lower part is. */
  readonly value: string;
  readonly part: string;
}): ReactNode {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  const step = width / bars.length;
  const thick = Math.max(2, Math.min(28, step * 0.7));
  const heightOf = (amount: number): number => (amount / most) * height;
  return (
    <figure className="day-bars">
      <figcaption className="row small soft">
        <span className="legend whole">{value}</span>
        <span className="legend part">{part}</span>
        <span className="grow" />
        <span>most in a day: {count(most)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {bars.map((bar, i) => (
          <g key={bar.day} transform={`translate(${i * step + (step - thick) / 2} 0)`}>
            <title>{`${named(bar.day)}: ${count(bar.value)} ${value}, ${count(bar.part)} ${part}`}</title>
            <rect className="room" x={(thick - step) / 2} width={step} height={height} />
            <rect
              className="whole"
              y={height - heightOf(bar.value)}
              width={thick}
              height={heightOf(bar.value)}
            />
            <rect
              className="part"
              y={height - heightOf(bar.part)}
              width={thick}
              height={heightOf(bar.part)}
            />
          </g>
        ))}
      </svg>
      <div className="row small faint ends">
        <span>{named(bars[0]?.day ?? '')}</span>
        <span>{named(bars.at(-1)?.day ?? '')}</span>
      </div>
      <table className="unseen">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">day</th>
            <th scope="col">{value}</th>
            <th scope="col">{part}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.day}>
              <th scope="row">{named(bar.day)}</th>
              <td>{count(bar.value)}</td>
              <td>{count(bar.part)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
