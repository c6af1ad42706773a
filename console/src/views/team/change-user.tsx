import type { ConsoleUser, Project } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { service } from '../../app/service.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/states.tsx';
import { GrantFields, isCompleteGrant, type GrantDraft } from './grant-fields.tsx';

/** Changes role and projects of a user. */
export function ChangeUser({
  user,
  title,
  projects,
  onChanged,
  onClose,
}: {
  user: ConsoleUser;
  title: string;
  projects: readonly Project[];
  onChanged: () => void;
  onClose: () => void;
}): ReactNode {
  const [grant, setGrant] = useState<GrantDraft>({ role: user.role, projects: user.projects });
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await service.admin.changeUser(user.id, grant);
      onChanged();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={(event) => (event.preventDefault(), void save())}>
        <GrantFields grant={grant} projects={projects} onGrant={setGrant} />
        <p className="soft small">A change signs the user out at once.</p>
        {error !== null && <ErrorNote error={error} />}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button main" disabled={busy || !isCompleteGrant(grant)}>
            Save
          </button>
        </div>
      </form>
    </Dialog>
  );
}
