import type { ExperimentReply, ExperimentResults, MetricResult } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import {
  change,
  changeInterval,
  dayOf,
  metricOf,
  metricTexts,
  verdictOf,
  type Metric,
} from '../../app/experiment-texts.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { count, money, share } from '../../parts/formats.ts';
import { IntervalChart, type IntervalRow } from '../../parts/interval-chart.tsx';
import { TableFrame } from '../../parts/table-frame.tsx';

/** The results of an experiment. */
export function Results({
  project,
  reply,
  results,
}: {
  project: ProjectView['project'];
  reply: ExperimentReply;
  results: ExperimentResults;
}): ReactNode {
  const { experiment, endedAt } = reply;
  const { visitors, preference, sampleRatio } = results;
  const isSplit = preference === null;
  return (
    <>
      <section className="panel" aria-labelledby="verdict">
        <h2 id="verdict" className="verdict">
          {verdictOf(reply, results)}
        </h2>
        {sampleRatio?.isOff === true && (
          <p className="note bad" role="alert">
            <strong>Visitors are not divided as planned</strong>
            <span>
              {count(visitors.control)} visitors saw the live configuration and {count(visitors.treatment)}{' '}
              the draft, which does not match the planned shares (sample ratio mismatch). Find the cause and
              start again.
            </span>
          </p>
        )}
        <p className="soft">{explanationOf(reply, results)}</p>
        <dl className="counts">
          {isSplit && (
            <>
              <div>
                <dt>Visitors, live</dt>
                <dd>{count(visitors.control)}</dd>
              </div>
              <div>
                <dt>Visitors, draft</dt>
                <dd>{count(visitors.treatment)}</dd>
              </div>
            </>
          )}
          {!isSplit && (
            <div>
              <dt>Searches with a click that counts</dt>
              <dd>{count(preference.searches)}</dd>
            </div>
          )}
          <div>
            <dt>{endedAt === null ? 'Day' : 'Days'}</dt>
            <dd>{count(dayOf(reply, results.at))}</dd>
          </div>
          <div>
            <dt>Share of visitors</dt>
            <dd>{share((experiment.shares?.control ?? 0.5) + (experiment.shares?.treatment ?? 0.5))}</dd>
          </div>
        </dl>
      </section>
      {isSplit ? (
        <Metrics project={project} reply={reply} metrics={results.metrics} />
      ) : (
        <Preference preference={preference} />
      )}
    </>
  );
}

function explanationOf(reply: ExperimentReply, { preference, winner }: ExperimentResults): string {
  const look = 'You can check the results every day and stop at any time.';
  if (preference !== null)
    return `Each visitor sees both orders in one list. A search is won by the order whose products are clicked more. ${look}`;
  const { noun } = metricTexts[metricOf(reply)];
  const decides = `Decided by ${noun}: 95% confidence interval, valid however often you check.`;
  return winner === null && reply.endedAt === null ? `${decides} ${look}` : decides;
}

function Metrics({
  project,
  reply,
  metrics,
}: {
  project: ProjectView['project'];
  reply: ExperimentReply;
  metrics: readonly MetricResult[];
}): ReactNode {
  const main = metricOf(reply);
  const sorted = metrics.toSorted((a, b) => Number(b.metric === main) - Number(a.metric === main));
  const format = (metric: Metric, value: number | null): string =>
    value === null ? '–' : metric === 'revenue' ? money(value, project.currency) : share(value);
  return (
    <section className="panel" aria-labelledby="metrics">
      <h2 id="metrics">Draft compared with live</h2>
      <IntervalChart
        rows={sorted.map((one) => rowOf(one, main))}
        label="Change of each metric under the draft, with its interval"
        less="draft is worse"
        more="draft is better"
      />
      <details>
        <summary>All figures</summary>
        <TableFrame>
          <table className="queries">
            <caption className="visually-hidden">Figures of the experiment</caption>
            <thead>
              <tr>
                <th scope="col">Metric</th>
                <th scope="col" className="right">
                  Live
                </th>
                <th scope="col" className="right">
                  Draft
                </th>
                <th scope="col" className="right">
                  Change
                </th>
                <th scope="col" className="right">
                  Interval
                </th>
              </tr>
            </thead>
            <tbody>
              {sorted.map(({ metric, control, treatment, lift, liftInterval }) => (
                <tr key={metric}>
                  <th scope="row">{metricTexts[metric].name}</th>
                  <td className="right">{format(metric, control)}</td>
                  <td className="right">{format(metric, treatment)}</td>
                  <td className="right">{lift === null ? '–' : change(lift)}</td>
                  <td className="right">{liftInterval === null ? '–' : changeInterval(liftInterval)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableFrame>
      </details>
    </section>
  );
}

function rowOf({ metric, lift, liftInterval }: MetricResult, main: Metric): IntervalRow {
  const { name, counts } = metricTexts[metric];
  return {
    name,
    hint: metric === main ? `${counts} · decides` : counts,
    interval: lift === null || liftInterval === null ? null : { ...liftInterval, value: lift },
    text: liftInterval === null ? 'Not enough data' : changeInterval(liftInterval),
  };
}

function Preference({ preference }: { preference: NonNullable<ExperimentResults['preference']> }): ReactNode {
  const { searches, preference: value, interval } = preference;
  return (
    <section className="panel" aria-labelledby="metrics">
      <h2 id="metrics">Draft compared with live</h2>
      <IntervalChart
        rows={[
          {
            name: 'Searches won',
            hint: 'By the draft, minus those that it lost',
            interval: value === null || interval === null ? null : { ...interval, value },
            text: interval === null ? 'Not enough data' : changeInterval(interval),
          },
        ]}
        label="Searches won by the draft minus those that it lost, with its interval"
        less="live order is better"
        more="draft is better"
      />
      <details>
        <summary>All figures</summary>
        <TableFrame>
          <table className="queries">
            <caption className="visually-hidden">Figures of the experiment</caption>
            <tbody>
              <tr>
                <th scope="row">Searches with a click that counts</th>
                <td className="right">{count(searches)}</td>
              </tr>
              <tr>
                <th scope="row">Won by the draft minus lost, as a share</th>
                <td className="right">{value === null ? '–' : change(value)}</td>
              </tr>
              <tr>
                <th scope="row">Interval</th>
                <td className="right">{interval === null ? '–' : changeInterval(interval)}</td>
              </tr>
            </tbody>
          </table>
        </TableFrame>
      </details>
    </section>
  );
}
