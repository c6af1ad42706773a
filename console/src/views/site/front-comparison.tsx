import type { ReactNode } from 'react';
import { useLoad } from '../../app/load.ts';
import { service } from '../../app/service.ts';
import { count, share, time } from '../../parts/formats.ts';
import { ErrorNote } from '../../parts/states.tsx';
import { TableFrame } from '../../parts/table-frame.tsx';

/** Sales of visitors with the elements of the script and of those without, where only a share of the visitors sees them. */
export function FrontComparison({ project, version }: { project: string; version: number }): ReactNode {
  const loaded = useLoad(`front ${project} ${version}`, (signal) =>
    service.analytics.front(project, { signal }),
  );
  const report = loaded.value;
  if (loaded.error !== null) return <ErrorNote error={loaded.error} retry={loaded.reload} />;
  const results = report?.results ?? null;
  if (report === null || results === null || report.startedAt === null) return null;
  const { visitors, metrics, sampleRatio, winner } = results;
  return (
    <section className="panel stack" aria-labelledby="front-comparison">
      <h2 id="front-comparison">Sales with and without</h2>
      <p className="soft">
        {share(report.share)} of the visitors see search and lists since {time(report.startedAt)}:{' '}
        {count(visitors.treatment)} with, {count(visitors.control)} without.
      </p>
      {metrics.length > 0 && (
        <TableFrame>
          <table>
            <thead>
              <tr>
                <th>For each visitor</th>
                <th className="right">Without</th>
                <th className="right">With</th>
                <th className="right">Difference, 95 % interval</th>
              </tr>
            </thead>
            <tbody>
              {metrics.map(({ metric, control, treatment, difference, interval }) => (
                <tr key={metric}>
                  <td>{metric === 'conversion' ? 'Orders' : 'Revenue'}</td>
                  <td className="right num">{format(metric, control)}</td>
                  <td className="right num">{format(metric, treatment)}</td>
                  <td className="right num">
                    {format(metric, difference)}
                    {interval !== null &&
                      ` (${format(metric, interval.low)} to ${format(metric, interval.high)})`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      )}
      <p className="small soft">
        {winner === null ? 'Not decided yet.' : winner === 'treatment' ? 'It sells more.' : 'It sells less.'}
        {sampleRatio?.isOff === true &&
          ' The shares of the visitors are off: check that all pages have the tag.'}
      </p>
    </section>
  );
}

function format(metric: string, value: number | null): string {
  if (value === null) return '–';
  return metric === 'conversion' ? share(value) : value.toFixed(2);
}
