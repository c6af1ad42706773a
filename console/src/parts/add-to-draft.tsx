import type { Draft } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { draftIdOf } from '../app/draft-changes.ts';
import { useLoad } from '../app/load.ts';
import { service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { Dialog } from './dialog.tsx';
import { Field, SelectField } from './field.tsx';
import { ErrorNote, Skeleton } from './states.tsx';

/** Edits of a form that can be added to a draft in place of being saved. */
export interface DraftTarget {
  readonly project: string;
  /** The draft with the edits of the form. */
  readonly change: (draft: Draft) => Draft;
  /** The edits are in a draft: the form shows the live state again. */
  readonly onAdded: () => void;
}

const newDraft = '';

/** Asks for the draft, which may be a new one. Outside of the form that it belongs to: forms are not nested. */
export function AddToDraft({ target, onClose }: { target: DraftTarget; onClose: () => void }): ReactNode {
  const { project, change, onAdded } = target;
  const loaded = useLoad(project, (signal) => service.drafts.list(project, { signal }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [showsError, setShowsError] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const notify = useToast();
  const drafts = loaded.value?.drafts ?? [];
  const id = chosen ?? drafts[0]?.id ?? newDraft;
  const isNew = id === newDraft;
  const add = async (): Promise<void> => {
    if (isNew && name.trim() === '') {
      setShowsError(true);
      return;
    }
    setBusy(true);
    setError(null);
    try {
      if (isNew) {
        const taken = drafts.map((draft) => draft.id);
        const created = { id: draftIdOf(name, taken), name: name.trim() };
        await service.drafts.put(project, change(created), { ifVersion: 0 });
      } else {
        const { draft, version } = await service.drafts.get(project, id);
        await service.drafts.put(project, change(draft), { ifVersion: version });
      }
      const title = isNew ? name.trim() : (drafts.find((draft) => draft.id === id)?.name ?? id);
      notify(`Added to the draft “${title}”. Nothing is live yet.`);
      onClose();
      onAdded();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return createPortal(
    <Dialog title="Add to a draft" onClose={onClose}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => (event.preventDefault(), event.stopPropagation(), void add())}
      >
        <p className="soft">
          A draft collects changes that are not live. You can preview all of them together, and publish them
          in one step.
        </p>
        {loaded.error !== null && <ErrorNote error={loaded.error} retry={loaded.reload} />}
        {loaded.value === null && loaded.error === null && <Skeleton height="4rem" />}
        {loaded.value !== null && drafts.length > 0 && (
          <SelectField
            label="Draft"
            value={id}
            onValue={setChosen}
            options={[
              ...drafts.map((draft) => [draft.id, draft.name] as const),
              [newDraft, 'New draft'] as const,
            ]}
          />
        )}
        {loaded.value !== null && isNew && (
          <Field
            label="Name of the new draft"
            placeholder="Winter sale"
            maxLength={200}
            autoFocus
            autoComplete="off"
            value={name}
            onValue={setName}
            error={showsError && name.trim() === '' ? 'Name the draft.' : undefined}
          />
        )}
        {error !== null && <ErrorNote error={error} />}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button main" disabled={busy || loaded.value === null}>
            Add to draft
          </button>
        </div>
      </form>
    </Dialog>,
    document.body,
  );
}
