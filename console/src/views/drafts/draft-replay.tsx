import type { MeanDifference, Replay, ReplayTask } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad, type Loaded } from '../../app/load.ts';
import { messageOf, service } from '../../app/service.ts';
import { useToast } from '../../app/toasts.tsx';
import { count, counted, share, time } from '../../parts/formats.ts';
import { ErrorNote, Skeleton } from '../../parts/states.tsx';
import { ReplayedLists } from './replayed-lists.tsx';

const pollMs = 1_000;

/** What a draft would have changed in the newest searches and lists of shoppers. */
export function DraftReplay({
  project,
  draft,
  replay,
}: {
  project: string;
  draft: string;
  replay: Loaded<{ readonly replay: Replay | null }>;
}): ReactNode {
  const [task, setTask] = useState<ReplayTask | null>(null);
  const notify = useToast();
  const start = async (): Promise<void> => {
    try {
      setTask((await service.drafts.startReplay(project, draft)).task);
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
  };
  const found = replay.value?.replay ?? null;
  return (
    <section className="panel" aria-labelledby="draft-replay">
      <h2 id="draft-replay">Replay</h2>
      <p className="soft">
        Runs the newest searches and lists of your shoppers again, live and with the draft: which lists
        change, and whether products that were clicked or bought rank higher.
      </p>
      {replay.error !== null && <ErrorNote error={replay.error} retry={replay.reload} />}
      {replay.value === null && replay.error === null && <Skeleton height="5rem" />}
      {found !== null && <Result project={project} replay={found} />}
      {task !== null && <Progress key={task.id} task={task} onEnd={() => (setTask(null), replay.reload())} />}
      {replay.value !== null && task === null && (
        <div>
          <button type="button" className="button" onClick={() => void start()}>
            {found === null ? 'Run a replay' : 'Run again'}
          </button>
        </div>
      )}
    </section>
  );
}

function Progress({ task, onEnd }: { task: ReplayTask; onEnd: () => void }): ReactNode {
  const notify = useToast();
  const loaded = useLoad(
    task.id,
    async (signal) => {
      const latest = await service.items.task(task.id, { signal });
      if (latest.status === 'failed') notify(latest.error?.detail ?? 'The replay failed.', 'bad');
      if (latest.status !== 'running') onEnd();
      return latest;
    },
    pollMs,
  );
  const current = loaded.value ?? task;
  const { replayed, total } = current.kind === 'replay' ? current.progress : task.progress;
  return (
    <div role="status">
      <p className="small">
        {total === 0 ? 'The replay begins' : `Replayed ${count(replayed)} of ${count(total)}`}
      </p>
      <progress max={Math.max(1, total)} value={replayed} aria-label="Searches and lists replayed" />
    </div>
  );
}

function Result({ project, replay }: { project: string; replay: Replay }): ReactNode {
  const { summary, lists, isCurrent } = replay;
  const { impressions, skipped, from, to, changed, withoutResults, clicks, revenue } = summary;
  if (impressions === 0)
    return (
      <p className="note">
        No searches or lists of shoppers are recorded yet, so there is nothing to replay.
      </p>
    );
  return (
    <>
      {!isCurrent && <p className="note warn">The draft has changed since this replay.</p>}
      <p className="small soft">
        {counted(impressions, 'search or list', 'searches and lists')} from {time(from)} to {time(to)}
        {skipped > 0 && `; ${count(skipped)} could not be replayed`}. Shoppers clicked or bought from{' '}
        {count(summary.judged)} of them ({counted(summary.visitors, 'visitor')}).
      </p>
      <dl className="counts large">
        <div>
          <dt>Lists that change</dt>
          <dd>{share(changed)}</dd>
        </div>
        <Difference name="Without results" difference={withoutResults} isGood="less" format={share} />
        <Difference name="Ranking of clicked products" difference={clicks} isGood="more" format={score} />
        <Difference name="Ranking of revenue" difference={revenue} isGood="more" format={score} />
      </dl>
      <p className="small soft">
        The ranking is from 0 to 1 (NDCG): 1 if all products that were clicked or bought come first.
      </p>
      <ReplayedLists project={project} lists={lists} />
    </>
  );
}

function Difference({
  name,
  difference,
  isGood,
  format,
}: {
  name: string;
  difference: MeanDifference | null;
  isGood: 'more' | 'less';
  format: (value: number) => string;
}): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {difference === null ? '–' : `${format(difference.before)} → ${format(difference.after)}`}
        <span className="small soft replay-verdict">{verdictOf(difference, isGood)}</span>
      </dd>
    </div>
  );
}

/** Whether the 95 % interval of the difference is on one side of 0. */
export function verdictOf(difference: MeanDifference | null, isGood: 'more' | 'less'): string {
  if (difference === null) return 'nothing to compare';
  const { before, after, low, high } = difference;
  if (before === after) return 'no difference';
  if (low === null || high === null) return 'too few visitors to tell';
  if (low <= 0 && high >= 0) return 'no clear difference';
  return low > 0 === (isGood === 'more') ? 'better' : 'worse';
}

const score = (value: number): string => value.toFixed(3);
