import type { DraftReply, ExperimentReply } from '@vitrine/sdk';
import type { ReactNode } from 'react';
import { service } from '../../app/service.ts';
import { useToast } from '../../app/toasts.tsx';
import { ConfirmChange } from '../../parts/confirm-change.tsx';

/** Asks before the draft of an experiment is published, which ends the experiment. */
export function PublishExperiment({
  project,
  reply,
  draft,
  verdict,
  onClose,
  onPublished,
}: {
  project: string;
  reply: ExperimentReply;
  draft: DraftReply;
  verdict: string | null;
  onClose: () => void;
  onPublished: () => void;
}): ReactNode {
  const { experiment, startedAt, endedAt } = reply;
  const notify = useToast();
  const publish = async (force: boolean): Promise<void> => {
    const message = `Experiment ${experiment.name ?? experiment.id}${verdict === null ? '' : `: ${verdict}`}`;
    await service.drafts.publish(project, draft.draft.id, { force, message }, { ifVersion: draft.version });
    notify('Published. Applies to the next request.');
    // The draft is live and removed: publishing it again would fail.
    if (endedAt === null)
      await service.experiments
        .stop(project, experiment.id)
        .catch(() => notify('The experiment is still running. Stop it on its page.', 'bad'));
    onPublished();
  };
  return (
    <ConfirmChange
      title="Publish the draft?"
      action="Publish"
      conflict="draft_outdated"
      onConfirm={publish}
      onClose={onClose}
    >
      {verdict !== null && (
        <p>
          <strong>{verdict}.</strong>
        </p>
      )}
      <p className="soft">
        All visitors see its changes from the next request on
        {endedAt === null && ', and the experiment ends'}. The draft is removed, and its changes can be taken
        back together in History.
      </p>
      {draft.changedAt > startedAt && (
        <p className="note warn">
          The draft has changed since the experiment started: visitors did not see the later changes.
        </p>
      )}
    </ConfirmChange>
  );
}
