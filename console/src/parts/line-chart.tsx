import { Suspense, type ReactNode } from 'react';
import { lazyView } from '../app/lazy-view.ts';
import type { ChartLine } from './line-canvas.tsx';
import { TableFrame } from './table-frame.tsx';

// The charting library is loaded with the first chart.
const LineCanvas = lazyView(async () => (await import('./line-canvas.tsx')).LineCanvas);

/** Lines over positions such as days, with the same figures in a table that can be opened. */
export function LineChart(options: {
  /** What the values are. */
  title: string;
  /** What the positions are, such as "Day". */
  positions: string;
  /** Short, under the chart. */
  labels: readonly string[];
  /** Names of the positions in the table. */
  rows: readonly string[];
  lines: readonly ChartLine[];
  /** What happened at each position, drawn as marks. */
  annotations?: readonly (readonly string[])[];
  format: (value: number) => string;
  /** At the axis. */
  short: (value: number) => string;
}): ReactNode {
  const { title, positions, labels, rows, lines, annotations = [], format, short } = options;
  const hasAnnotations = annotations.some((texts) => texts.length > 0);
  return (
    <figure className="line-chart">
      {lines.every(({ values }) => values.every((value) => value === null)) ? (
        <p className="line-canvas small soft">There are no figures to draw yet.</p>
      ) : (
        <div className="line-canvas" aria-hidden="true">
          <Suspense fallback={null}>
            <LineCanvas {...{ labels, rows, lines, annotations, format, short }} />
          </Suspense>
        </div>
      )}
      <figcaption>
        <details className="small">
          <summary>
            Show as table<span className="visually-hidden">: {title}</span>
          </summary>
          <TableFrame>
            <table className="queries">
              <caption className="visually-hidden">{title}</caption>
              <thead>
                <tr>
                  <th scope="col">{positions}</th>
                  {lines.map(({ name }) => (
                    <th key={name} scope="col" className="right">
                      {name}
                    </th>
                  ))}
                  {hasAnnotations && <th scope="col">What happened</th>}
                </tr>
              </thead>
              <tbody>
                {rows.map((row, i) => (
                  <tr key={row}>
                    <th scope="row">{row}</th>
                    {lines.map(({ name, values }) => (
                      <td key={name} className="right">
                        {cellOf(values[i], format)}
                      </td>
                    ))}
                    {hasAnnotations && <td>{annotations[i]?.join('; ')}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        </details>
      </figcaption>
    </figure>
  );
}

function cellOf(value: number | null | undefined, format: (value: number) => string): string {
  return value == null ? '–' : format(value);
}
