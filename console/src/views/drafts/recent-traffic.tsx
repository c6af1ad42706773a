import type { MeanDifference, Replay, ReplayTask } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import type { DraftReplay } from '../../app/draft-replay.ts';
import type { ProjectView } from '../../app/project-view.ts';
import { count, counted, time } from '../../parts/formats.ts';
import { IntervalBar } from '../../parts/interval-bar.tsx';
import { Allowed } from '../../parts/read-only.tsx';
import { ErrorNote } from '../../parts/states.tsx';
import { changedText, differenceText, type ComparedFigure } from './replay-text.ts';
import { ReplayedLists } from './replayed-lists.tsx';

/** Runs the shop's recent searches and lists under the draft, and shows what changes. */
export function RecentTraffic({
  project,
  replay: { replay, isLiveOutdated, running, error, start },
}: {
  project: ProjectView['project'];
  replay: DraftReplay;
}): ReactNode {
  return (
    <section className="panel" aria-labelledby="recent-traffic">
      <div className="row" style={{ justifyContent: 'space-between' }}>
        <h2 id="recent-traffic">Recent traffic</h2>
        <Allowed operation="replayDraft">
          <button type="button" className="button" disabled={running !== null} onClick={start}>
            {replay == null ? 'Try on recent traffic' : 'Try again'}
          </button>
        </Allowed>
      </div>
      {error !== null && <ErrorNote error={error} />}
      {running !== null && <Progress task={running.task} />}
      {replay === null && running === null && (
        <p className="soft">
          Runs the last 10,000 searches and lists of shoppers again, live and under the draft. Nothing live
          changes.
        </p>
      )}
      {replay != null && (
        <>
          <Age replay={replay} isLiveOutdated={isLiveOutdated} />
          <Summary replay={replay} />
          <ReplayedLists project={project.id} lists={replay.lists} />
        </>
      )}
    </section>
  );
}

function Progress({ task }: { task: ReplayTask | null }): ReactNode {
  const { replayed, total, draft } = task?.progress ?? { replayed: 0, total: 0, draft: '' };
  return (
    <div className="stack tight" role="status">
      <span className="small soft">
        {total === 0
          ? 'Starting …'
          : `Draft ${draft}: ${count(replayed)} of ${counted(total, 'search or list', 'searches and lists')} compared`}
      </span>
      <div
        className="bar"
        role="progressbar"
        aria-label="Searches and lists compared"
        aria-valuemin={0}
        aria-valuemax={Math.max(1, total)}
        aria-valuenow={replayed}
      >
        <span style={{ width: `${(100 * replayed) / Math.max(1, total)}%` }} />
      </div>
    </div>
  );
}

/** When it ran, and whether the draft or the live shop has changed since. */
function Age({ replay, isLiveOutdated }: { replay: Replay; isLiveOutdated: boolean }): ReactNode {
  const { isCurrent, summary } = replay;
  const since = !isCurrent ? 'The draft' : isLiveOutdated ? 'The live shop' : null;
  return (
    <>
      {since !== null && (
        <p className="note warn" role="status">
          {since} has changed since this was tried. Try it again.
        </p>
      )}
      <p className="small soft">
        Tried {time(summary.finishedAt)}, on traffic from {time(summary.from)} to {time(summary.to)}
        {summary.skipped > 0 && `; ${count(summary.skipped)} sorted lists, photo searches and others skipped`}
        .
      </p>
    </>
  );
}

function Summary({ replay: { summary } }: { replay: Replay }): ReactNode {
  const { chosenFirst = null, clicks, revenue, withoutResults, judged, visitors, impressions } = summary;
  return (
    <>
      <p>
        <strong>{changedText(summary)}</strong>
      </p>
      {impressions > 0 && (
        <dl className="replay-figures">
          <Difference name="chosenFirst" title="Clicks and purchases" difference={chosenFirst} />
          <Difference name="withoutResults" title="Without results" difference={withoutResults} />
        </dl>
      )}
      {judged > 0 && (
        <>
          <p className="small soft">
            {counted(judged, 'search or list', 'searches and lists')} of {counted(visitors, 'visitor')} had a
            click or purchase.
          </p>
          <details>
            <summary>Figures for all places</summary>
            <div className="stack">
              <dl className="replay-figures">
                <Difference name="clicks" title="Clicks and purchases" difference={clicks} />
                <Difference name="revenue" title="Revenue" difference={revenue} />
              </dl>
              <p className="small soft">
                NDCG is 1 if what was chosen ranks first, less the lower it ranks, corrected for positions
                that are seen less. Items that were never shown have no clicks, so it may understate new ones.
              </p>
            </div>
          </details>
        </>
      )}
    </>
  );
}

const directions: Readonly<Record<ComparedFigure, readonly [less: string, more: string]>> = {
  chosenFirst: ['less often', 'more often'],
  clicks: ['ranks lower', 'ranks higher'],
  revenue: ['ranks lower', 'ranks higher'],
  withoutResults: ['fewer', 'more'],
};

function Difference({
  name,
  title,
  difference,
}: {
  name: ComparedFigure;
  title: string;
  /** Null: there was nothing to compare. */
  difference: MeanDifference | null;
}): ReactNode {
  const text = difference === null ? null : differenceText(name, difference);
  const [less, more] = directions[name];
  return (
    <div>
      <dt>{title}</dt>
      {text === null || difference === null ? (
        <dd>Nothing was {name === 'revenue' ? 'bought' : 'clicked or bought'} in these lists.</dd>
      ) : (
        <dd>
          <strong>{text.verdict}</strong> {text.figures}
          {difference.low !== null && difference.high !== null && (
            <IntervalBar
              low={difference.low}
              high={difference.high}
              value={difference.after - difference.before}
              less={less}
              more={more}
            />
          )}
        </dd>
      )}
    </div>
  );
}
