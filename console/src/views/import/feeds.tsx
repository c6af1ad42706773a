import type { FeedWithRun, ImportTask } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../../app/load.ts';
import { messageOf, service } from '../../app/service.ts';
import { useToast } from '../../app/toasts.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { count, counted, time, timeLeft } from '../../parts/formats.ts';
import { Icon } from '../../parts/icons.tsx';
import { ProgressLine } from '../../parts/progress-line.tsx';
import { Allowed } from '../../parts/read-only.tsx';
import { ErrorNote, Skeleton } from '../../parts/states.tsx';
import { FeedDialog } from './feed-dialog.tsx';
import { RejectedLines } from './import-result.tsx';

const reloadMs = 3_000;

/** The feeds of a project, each with its last run. */
export function Feeds({ project }: { project: string }): ReactNode {
  const loaded = useLoad(`feeds ${project}`, (signal) => service.feeds.list(project, { signal }), reloadMs);
  // Null: a new one.
  const [edited, setEdited] = useState<FeedWithRun | null | undefined>(undefined);
  const [toDelete, setToDelete] = useState<FeedWithRun | null>(null);
  const notify = useToast();
  const feeds = loaded.value?.feeds ?? null;
  return (
    <section className="panel stack" aria-labelledby="feeds">
      <div className="row between">
        <h2 id="feeds">Feeds</h2>
        <Allowed operation="putFeed">
          <button type="button" className="button small" onClick={() => setEdited(null)}>
            <Icon name="plus" size={15} />
            New feed
          </button>
        </Allowed>
      </div>
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {feeds === null && loaded.error === null && <Skeleton height="1.5rem" />}
      {feeds?.length === 0 && (
        <p className="soft">
          A feed is a file at an address, or a shop. Vitrine reads it on a schedule and writes what has
          changed.
        </p>
      )}
      {feeds !== null && feeds.length > 0 && (
        <ul className="list">
          {feeds.map((stored) => (
            <FeedItem
              key={stored.feed.id}
              stored={stored}
              project={project}
              onRun={loaded.reload}
              onEdit={() => setEdited(stored)}
              onDelete={() => setToDelete(stored)}
            />
          ))}
        </ul>
      )}
      {edited !== undefined && (
        <FeedDialog
          project={project}
          stored={edited}
          onClose={() => {
            setEdited(undefined);
            loaded.reload();
          }}
        />
      )}
      {toDelete !== null && (
        <Confirm
          title="Delete this feed?"
          action="Delete feed"
          onClose={() => setToDelete(null)}
          onConfirm={async () => {
            await service.feeds.delete(project, toDelete.feed.id, { ifVersion: toDelete.version });
            setToDelete(null);
            loaded.reload();
            notify('Feed deleted');
          }}
        >
          “{toDelete.feed.name}” is not read any more. Its items stay.
        </Confirm>
      )}
    </section>
  );
}

const schedules = {
  off: 'only when asked',
  hour: 'every hour',
  '6_hours': 'every 6 hours',
  day: 'every day',
} as const;

function FeedItem({
  stored: { feed, lastRun, nextRunAt },
  project,
  onRun,
  onEdit,
  onDelete,
}: {
  stored: FeedWithRun;
  project: string;
  onRun: () => void;
  onEdit: () => void;
  onDelete: () => void;
}): ReactNode {
  const notify = useToast();
  const [isStarting, setStarting] = useState(false);
  const runNow = async (): Promise<void> => {
    setStarting(true);
    try {
      await service.feeds.run(project, feed.id);
      onRun();
    } catch (error) {
      notify(messageOf(error), 'bad');
    }
    setStarting(false);
  };
  const name = <span className="visually-hidden"> {feed.id}</span>;
  const schedule = feed.schedule ?? 'off';
  return (
    <li>
      <div className="stack tight grow">
        <div className="row">
          <strong>{feed.name}</strong>
          <code className="soft wrap-anywhere">{feed.url}</code>
        </div>
        <span className="small soft">
          Read {schedules[schedule]}
          {schedule === 'day' && ` at ${feed.at} (${feed.timeZone})`}
          {nextRunAt !== null && `, next ${time(nextRunAt)}`}
        </span>
        {lastRun !== null && <LastRun project={project} task={lastRun.task} />}
      </div>
      <div className="row">
        <Allowed operation="runFeed">
          <button type="button" className="button small" disabled={isStarting} onClick={() => void runNow()}>
            Run now{name}
          </button>
        </Allowed>
        <Allowed operation="putFeed">
          <button type="button" className="button small" onClick={onEdit}>
            Edit{name}
          </button>
        </Allowed>
        <Allowed operation="deleteFeed">
          <button type="button" className="button small bad" onClick={onDelete}>
            Delete{name}
          </button>
        </Allowed>
      </div>
    </li>
  );
}

function LastRun({ project, task: id }: { project: string; task: string }): ReactNode {
  const loaded = useLoad(`feed run ${id}`, (signal) => service.items.task(id, { signal }), reloadMs);
  const [isOpen, setOpen] = useState(false);
  const task = loaded.value;
  if (task?.kind !== 'import') return null;
  const { failed } = task.progress;
  return (
    <>
      <span className="small" role="status">
        <span className={badgeOf(task)}>{stateOf(task)}</span> {time(task.startedAt)}
        {task.error === null ? `: ${countsOf(task)}` : ` ${task.error.detail}`}
      </span>
      {task.status === 'running' && <PagesRead task={task} />}
      {failed > 0 && (
        <div>
          <button
            type="button"
            className="button small quiet"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide' : 'Show'} rejected lines
          </button>
        </div>
      )}
      {isOpen && <RejectedLines task={task} project={project} />}
    </>
  );
}

/** How far a run of a shop is, which reads page by page. */
function PagesRead({ task: { progress } }: { task: ImportTask }): ReactNode {
  const pages = progress.pages ?? null;
  if (pages === null) return null;
  const { done, total, remainingSeconds } = pages;
  const read = total === null ? counted(done, 'page') : `${count(done)} of ${counted(total, 'page')}`;
  const left = remainingSeconds === null ? '' : `, ${timeLeft(remainingSeconds)}`;
  return <ProgressLine label={`${read} read${left}`} done={done} total={total ?? 0} />;
}

function badgeOf({ status, progress }: ImportTask): string {
  if (status === 'failed') return 'badge bad';
  return status === 'succeeded' && progress.failed === 0 ? 'badge good' : 'badge warn';
}

function stateOf({ status }: ImportTask): string {
  return status === 'running' ? 'Running' : status === 'failed' ? 'Failed' : 'Read';
}

function countsOf({ progress, status }: ImportTask): string {
  const { created, updated, failed, unchanged = 0, removed = 0, lines } = progress;
  if (lines === 0 && status === 'succeeded') return 'nothing has changed';
  const counts = [
    [created, 'added'],
    [updated, 'changed'],
    [unchanged, 'unchanged'],
    [removed, 'removed'],
    [failed, 'rejected'],
  ] as const;
  return counts.map(([number, word]) => `${count(number)} ${word}`).join(', ');
}
