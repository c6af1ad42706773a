import { VitrineError, type DraftReply, type ExperimentReply } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { service } from '../../app/service.ts';
import { useToast } from '../../app/toasts.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/states.tsx';

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
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const notify = useToast();
  const isOutdated = error instanceof VitrineError && error.code === 'draft_outdated';
  const publish = async (): Promise<void> => {
    setBusy(true);
    try {
      const message = `Experiment ${experiment.name ?? experiment.id}${verdict === null ? '' : `: ${verdict}`}`;
      await service.drafts.publish(
        project,
        draft.draft.id,
        { force: isOutdated, message },
        { ifVersion: draft.version },
      );
      if (endedAt === null) await service.experiments.stop(project, experiment.id);
      notify('Published. Applies to the next request.');
      onPublished();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Dialog title="Publish the draft?" onClose={onClose}>
      <form className="stack" onSubmit={(event) => (event.preventDefault(), void publish())}>
        {verdict !== null && (
          <p>
            <strong>{verdict}.</strong>
          </p>
        )}
        <p className="soft">
          All visitors see its changes from the next request on
          {endedAt === null && ', and the experiment ends'}. The draft is removed, and its changes can be
          taken back together in History.
        </p>
        {draft.changedAt > startedAt && (
          <p className="note warn">
            The draft has changed since the experiment started: visitors did not see the later changes.
          </p>
        )}
        {error !== null && <ErrorNote error={error} />}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button main" disabled={busy}>
            {isOutdated ? 'Publish anyway' : 'Publish'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
