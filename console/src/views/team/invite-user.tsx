import { VitrineError, type Project } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { service } from '../../app/service.ts';
import { useUnsaved } from '../../app/unsaved.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { ErrorNote } from '../../parts/states.tsx';
import { GrantFields, isCompleteGrant, type GrantDraft } from './grant-fields.tsx';
import { NewLink } from './new-link.tsx';

/** Invites a user, and shows the link once. */
export function InviteUser({
  projects,
  onClose,
}: {
  projects: readonly Project[];
  onClose: () => void;
}): ReactNode {
  const [link, setLink] = useState<string | null>(null);
  return (
    <Dialog title={link === null ? 'Invite a user' : 'Pass on this link'} isForm onClose={onClose}>
      {link === null ? (
        <InviteForm projects={projects} onInvited={setLink} onClose={onClose} />
      ) : (
        <NewLink link={link} isInvitation onClose={onClose} />
      )}
    </Dialog>
  );
}

function InviteForm({
  projects,
  onInvited,
  onClose,
}: {
  projects: readonly Project[];
  onInvited: (link: string) => void;
  onClose: () => void;
}): ReactNode {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [grant, setGrant] = useState<GrantDraft>({ role: 'editor', projects: null });
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const clearUnsaved = useUnsaved(
    email + name === '' ? null : { title: 'Close without inviting?', detail: 'Your entries will be lost.' },
  );
  const known = error instanceof VitrineError ? error : null;
  const isOfEmail = known?.code === 'user_exists' || known?.errors[0]?.path === 'email';
  const invite = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const invited = await service.admin.inviteUser({
        email,
        name: name === '' ? undefined : name,
        ...grant,
      });
      clearUnsaved();
      onInvited(invited.link);
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <form className="stack" onSubmit={(event) => (event.preventDefault(), void invite())}>
      <Field
        label="Email address"
        hint="The user signs in with it. Vitrine sends no mail to it."
        type="email"
        required
        autoFocus
        autoComplete="off"
        maxLength={254}
        value={email}
        onValue={setEmail}
        error={isOfEmail ? known?.detail : undefined}
      />
      <Field label="Name" autoComplete="off" maxLength={100} value={name} onValue={setName} />
      <GrantFields grant={grant} projects={projects} onGrant={setGrant} />
      {error !== null && !isOfEmail && <ErrorNote error={error} />}
      <div className="row end">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button type="submit" className="button main" disabled={busy || !isCompleteGrant(grant)}>
          Create link
        </button>
      </div>
    </form>
  );
}
