import { VitrineError, type ExperimentReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { verdictOf } from '../app/experiment-texts.ts';
import { useMay } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { time } from '../parts/formats.ts';
import { View } from '../parts/shell.tsx';
import { Allowed } from '../parts/read-only.tsx';
import { ErrorNote, Skeleton } from '../parts/states.tsx';
import { Results } from './experiments/experiment-results.tsx';
import { PublishExperiment } from './experiments/publish-experiment.tsx';

const resultsEveryMs = 60_000;

/** The experiment of the address: what it compares, and its results. */
export function ExperimentPage({ project, parts }: ProjectView): ReactNode {
  const id = parts['experiment'] ?? '';
  const key = `${project.id} ${id}`;
  const loaded = useLoad(key, (signal) => service.experiments.get(project.id, id, { signal }));
  const reply = loaded.value;
  const results = useLoad(
    `${key} ${reply?.endedAt}`,
    (signal) => service.experiments.results(project.id, id, { signal }),
    resultsEveryMs,
  );
  const draft = useLoad(`${key} ${reply?.experiment.draft}`, async (signal) =>
    reply === null ? null : draftOf(project.id, reply.experiment.draft, signal),
  );
  const [asks, setAsks] = useState<'publish' | 'stop' | 'delete' | null>(null);
  const { go } = useRouter();
  const notify = useToast();
  const may = useMay();
  const list = projectPath(project.id, '/experiments');
  const stop = async (): Promise<void> => {
    await service.experiments.stop(project.id, id);
    notify('Stopped. All visitors see the live configuration.');
    setAsks(null);
    loaded.reload();
  };
  return (
    <View
      title={reply?.experiment.name ?? id}
      intro={
        <>
          {reply !== null && `${timesOf(reply)}. `}
          <Link to={list}>All experiments</Link>
        </>
      }
      actions={
        reply !== null && (
          <>
            <Allowed operation="deleteExperiment">
              <button type="button" className="button bad" onClick={() => setAsks('delete')}>
                Delete
              </button>
            </Allowed>
            {reply.endedAt === null && may('stopExperiment') && (
              <button type="button" className="button" onClick={() => setAsks('stop')}>
                Stop
              </button>
            )}
            {draft.value !== null && may('publishDraft') && (
              <button type="button" className="button main" onClick={() => setAsks('publish')}>
                Publish the draft
              </button>
            )}
          </>
        )
      }
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {results.error !== null && loaded.error === null && (
        <ErrorNote error={results.error} retry={results.reload} />
      )}
      {reply !== null && results.value !== null && (
        <Results project={project} reply={reply} results={results.value} />
      )}
      {loaded.error === null && results.error === null && (reply === null || results.value === null) && (
        <Skeleton count={2} height="12rem" />
      )}
      {reply !== null && draft.value !== null && asks === 'publish' && (
        <PublishExperiment
          project={project.id}
          reply={reply}
          draft={draft.value}
          verdict={results.value === null ? null : verdictOf(reply, results.value)}
          onClose={() => setAsks(null)}
          onPublished={() => go(projectPath(project.id, '/history'))}
        />
      )}
      {asks === 'stop' && (
        <Confirm
          title="Stop this experiment?"
          action="Stop experiment"
          onClose={() => setAsks(null)}
          onConfirm={stop}
        >
          All visitors see the live configuration. You cannot resume it. Its results and the draft are kept.
        </Confirm>
      )}
      {reply !== null && asks === 'delete' && (
        <Confirm
          title="Delete this experiment?"
          action="Delete experiment"
          onClose={() => setAsks(null)}
          onConfirm={async () => {
            await service.experiments.delete(project.id, id);
            go(list);
          }}
        >
          {reply.endedAt === null ? 'It ends: all visitors see the live configuration. ' : ''}Its results are
          lost. The draft is kept.
        </Confirm>
      )}
    </View>
  );
}

function timesOf({ startedAt, endedAt, author }: ExperimentReply): string {
  return endedAt === null
    ? `Runs since ${time(startedAt)}, started by ${author}`
    : `Ran from ${time(startedAt)} to ${time(endedAt)}, started by ${author}`;
}

/** Null: it was published or deleted. */
async function draftOf(project: string, id: string, signal: AbortSignal) {
  try {
    return await service.drafts.get(project, id, { signal });
  } catch (error) {
    if (error instanceof VitrineError && error.code === 'draft_not_found') return null;
    throw error;
  }
}
