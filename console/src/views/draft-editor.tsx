import type { DraftReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { withoutPart } from '../app/draft-changes.ts';
import { useReplay, type DraftReplay } from '../app/draft-replay.ts';
import { useMay } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import type { ProjectView } from '../app/project-view.ts';
import { Link, projectPath, useRouter } from '../app/router.tsx';
import { messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { Changes } from '../changes/change-list.tsx';
import { ConfirmChange } from '../parts/confirm-change.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { counted, time } from '../parts/formats.ts';
import { View } from '../parts/shell.tsx';
import { Allowed, ReadOnlyNote } from '../parts/read-only.tsx';
import { ErrorNote, Skeleton } from '../parts/states.tsx';
import { DraftPreview } from './drafts/draft-preview.tsx';
import { RecentTraffic } from './drafts/recent-traffic.tsx';
import { StartExperiment } from './experiments/start-experiment.tsx';

/** The draft of the address: what it changes, its conflicts, and searches with and without it. */
export function DraftEditor({ project, parts }: ProjectView): ReactNode {
  const id = parts['draft'] ?? '';
  const loaded = useLoad(`${project.id} ${id}`, (signal) => service.drafts.get(project.id, id, { signal }));
  const reply = loaded.value;
  const replay = useReplay(project.id, id, reply?.version ?? null);
  const [asks, setAsks] = useState<'publish' | 'delete' | null>(null);
  const { go } = useRouter();
  const may = useMay();
  const drafts = projectPath(project.id, '/drafts');
  return (
    <View
      title={reply?.draft.name ?? id}
      intro={
        <>
          {reply !== null && `Changed ${time(reply.changedAt)} by ${reply.author}. `}
          <Link to={drafts}>All drafts</Link>
        </>
      }
      actions={
        reply !== null && (
          <>
            <Allowed operation="deleteDraft">
              <button type="button" className="button bad" onClick={() => setAsks('delete')}>
                Delete
              </button>
            </Allowed>
            {reply.changes.length > 0 && reply.notPreviewed.length === 0 && may('putExperiment') && (
              <StartExperiment project={project.id} draft={reply.draft} />
            )}
            <Allowed operation="publishDraft">
              <button
                type="button"
                className="button main"
                disabled={reply.changes.length === 0}
                onClick={() => setAsks('publish')}
              >
                Publish
              </button>
            </Allowed>
            <ReadOnlyNote operation="publishDraft" what="publish drafts" />
          </>
        )
      }
    >
      {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
      {reply === null && loaded.error === null && <Skeleton count={2} height="12rem" />}
      {reply !== null && <Content project={project} reply={reply} replay={replay} onReload={loaded.reload} />}
      {reply !== null && asks === 'publish' && (
        <Publish
          project={project.id}
          reply={reply}
          replay={replay}
          onClose={() => setAsks(null)}
          onPublished={() => go(projectPath(project.id, '/history'))}
        />
      )}
      {reply !== null && asks === 'delete' && (
        <Confirm
          title="Delete this draft?"
          action="Delete draft"
          onClose={() => setAsks(null)}
          onConfirm={async () => {
            await service.drafts.delete(project.id, id);
            go(drafts);
          }}
        >
          Its changes are lost. Nothing live changes.
        </Confirm>
      )}
    </View>
  );
}

function Content({
  project,
  reply,
  replay,
  onReload,
}: {
  project: ProjectView['project'];
  reply: DraftReply;
  replay: DraftReplay;
  onReload: () => void;
}): ReactNode {
  const { draft, version, changes, conflicts, notPreviewed } = reply;
  const [busy, setBusy] = useState(false);
  const notify = useToast();
  const put = async (next: typeof draft, rebase: boolean): Promise<void> => {
    setBusy(true);
    await service.drafts
      .put(project.id, next, { ifVersion: version, rebase })
      .catch((error: unknown) => notify(messageOf(error), 'bad'));
    setBusy(false);
    onReload();
  };
  return (
    <>
      {conflicts.length > 0 && (
        <div className="note warn" role="status">
          <strong>{counted(conflicts.length, 'part')} changed since in the live shop</strong>
          <span>Publishing replaces these live changes by those of the draft.</span>
          <Changes project={project.id} changes={conflicts} label="Conflicts" />
          <Allowed operation="putDraft">
            <button
              type="button"
              className="button small"
              disabled={busy}
              onClick={() => void put(draft, true)}
            >
              Keep the changes of the draft
            </button>
          </Allowed>
        </div>
      )}
      <section className="panel" aria-labelledby="draft-changes">
        <h2 id="draft-changes">Changes</h2>
        {changes.length === 0 && <p className="soft">The draft changes nothing that is not live already.</p>}
        <Changes
          project={project.id}
          changes={changes}
          label="Changes of the draft"
          actionOf={(change) => (
            <Allowed operation="putDraft">
              <button
                type="button"
                className="button quiet small"
                disabled={busy}
                onClick={() => void put(withoutPart(draft, change), false)}
              >
                Remove from draft
                <span className="visually-hidden">
                  {' '}
                  {change.kind} {change.id}
                </span>
              </button>
            </Allowed>
          )}
        />
      </section>
      {notPreviewed.length > 0 && (
        <p className="note warn">
          The preview is without {notPreviewed.map((path) => path.replace('settings.', '')).join(', ')}: these
          settings need another index, which is built once the draft is published.
        </p>
      )}
      {changes.length > 0 && <RecentTraffic project={project} replay={replay} />}
      <DraftPreview project={project} reply={reply} />
    </>
  );
}

/** What will be the proof of the published version. */
function proofState({ replay, isLiveOutdated }: DraftReplay): string {
  if (replay == null) return 'It was not tried on recent traffic: the version will have no proof.';
  if (!replay.isCurrent)
    return 'The draft has changed since it was tried on recent traffic: the version will have no proof.';
  const at = time(replay.summary.finishedAt);
  return isLiveOutdated
    ? `It was tried on recent traffic (${at}), but the live shop has changed since. The version keeps this.`
    : `It was tried on recent traffic (${at}). The version keeps the result.`;
}

/** Asks before a draft is published; and again where the live configuration has changed since. */
function Publish({
  project,
  reply,
  replay,
  onClose,
  onPublished,
}: {
  project: string;
  reply: DraftReply;
  replay: DraftReplay;
  onClose: () => void;
  onPublished: () => void;
}): ReactNode {
  const notify = useToast();
  const publish = async (force: boolean): Promise<void> => {
    const { task } = await service.drafts.publish(
      project,
      reply.draft.id,
      { force },
      { ifVersion: reply.version },
    );
    notify(
      task === null ? 'Published. Applies to the next request.' : 'Published. The index is being rebuilt.',
    );
    onPublished();
  };
  return (
    <ConfirmChange
      title="Publish this draft?"
      action="Publish"
      conflict="draft_outdated"
      onConfirm={publish}
      onClose={onClose}
    >
      <p className="soft">
        {counted(reply.changes.length, 'change')} will be live from the next request on. The draft is removed,
        and its changes can be taken back together in History.
      </p>
      <p className="soft">{proofState(replay)}</p>
    </ConfirmChange>
  );
}
