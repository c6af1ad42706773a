import type { ExperimentReply } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { dayOf, metricOf, metricTexts, verdictOf } from '../app/experiment-texts.ts';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath } from '../app/router.tsx';
import { messageOf, service } from '../app/service.ts';
import { counted, share, time } from '../parts/formats.ts';
import { View } from '../parts/shell.tsx';
import { Empty, ErrorNote, Skeleton } from '../parts/states.tsx';

/** Computing results takes the service up to seconds in a large shop: the list has those of the first ones. */
const verdictsMax = 10;

/** The experiments of a project, those that run first. */
export function Experiments({ project }: ProjectView): ReactNode {
  const loaded = useLoad(project.id, (signal) => service.experiments.list(project.id, { signal }));
  const all = loaded.value?.experiments ?? null;
  const experiments =
    all?.toSorted((a, b) => Number(a.endedAt !== null) - Number(b.endedAt !== null)) ?? null;
  return (
    <View
      title="Experiments"
      intro="Show a draft to a part of your visitors, and see what it changes before you publish it."
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {experiments === null && loaded.error === null && <Skeleton count={2} height="10rem" />}
      {experiments?.length === 0 && (
        <Empty
          icon="experiment"
          title="No experiments"
          sample={{
            kind: 'rows',
            rows: [
              ['As it is', 'half of the visitors', '3.1% buy'],
              ['Winter sale', 'half of the visitors', '3.6% buy'],
            ],
          }}
          action={
            <Link className="button main" to={projectPath(project.id, '/drafts')}>
              Drafts
            </Link>
          }
        >
          Open a draft and choose “Start an experiment”.
        </Empty>
      )}
      {experiments !== null && experiments.length > 0 && (
        <ul className="stack" aria-label="Experiments">
          {experiments.map((reply, i) => (
            <ExperimentItem
              key={reply.experiment.id}
              project={project.id}
              reply={reply}
              hasVerdict={i < verdictsMax}
            />
          ))}
        </ul>
      )}
    </View>
  );
}

function ExperimentItem({
  project,
  reply,
  hasVerdict,
}: {
  project: string;
  reply: ExperimentReply;
  hasVerdict: boolean;
}): ReactNode {
  const { experiment, endedAt, startedAt } = reply;
  const { id, name, draft, mode, shares } = experiment;
  const results = useLoad(`${project} ${id} ${startedAt}`, async (signal) =>
    hasVerdict ? service.experiments.results(project, id, { signal }) : null,
  );
  const isInterleaved = mode === 'interleaving';
  const days = counted(dayOf(reply, Date.now()), 'day');
  return (
    <li className="panel">
      <div className="rule-head">
        <div className="rule-title">
          <h2>
            <Link to={projectPath(project, `/experiments/${encodeURIComponent(id)}`)}>{name ?? id}</Link>
          </h2>
          <span className={endedAt === null ? 'badge good' : 'badge'}>
            {endedAt === null ? 'Running' : 'Ended'}
          </span>
        </div>
        {hasVerdict && (
          <p className="rule-sentence">
            {results.error !== null
              ? messageOf(results.error)
              : results.value === null
                ? 'Counting …'
                : `${verdictOf(reply, results.value)}.`}
          </p>
        )}
        <p className="small soft">
          Draft {draft} · {isInterleaved ? 'both orders in one list' : metricTexts[metricOf(reply)].name} ·{' '}
          {share((shares?.control ?? 0.5) + (shares?.treatment ?? 0.5))} of visitors ·{' '}
          {endedAt === null ? `day ${dayOf(reply, Date.now())}` : `${days}, ended ${time(endedAt)}`}
        </p>
      </div>
    </li>
  );
}
