import { VitrineError } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { messageOf, service } from '../app/service.ts';
import { CenteredPanel } from '../parts/centered-panel.tsx';
import { Field } from '../parts/field.tsx';
import { time } from '../parts/formats.ts';
import { NewPasswordFields } from '../parts/new-password-fields.tsx';
import { ErrorNote, Skeleton } from '../parts/states.tsx';

/** The path of links that invite a user or set a password. */
export const invitationPath = '/console/invitation';

/** The page of such a link. Its secret follows the `#`, which browsers do not send. */
export function AcceptInvitation(): ReactNode {
  const secret = location.hash.slice(1);
  const loaded = useLoad('invitation', (signal) => service.admin.checkInvitation(secret, { signal }));
  const { value, error } = loaded;
  const title = value?.isNewUser === false ? 'Set a new password' : 'Join the team';
  return (
    <CenteredPanel title={title}>
      {error !== null && <BadLink error={error} retry={loaded.reload} />}
      {value === null && error === null && <Skeleton height="12rem" />}
      {value !== null && <AcceptForm secret={secret} invitation={value} />}
    </CenteredPanel>
  );
}

/** A link that was used or is incomplete. */
function BadLink({ error, retry }: { error: unknown; retry: () => void }): ReactNode {
  const isInvalid =
    error instanceof VitrineError && ['invitation_invalid', 'invalid_request'].includes(error.code);
  if (!isInvalid) return <ErrorNote error={error} retry={retry} />;
  return (
    <div className="stack">
      <p className="note bad" role="alert">
        {error.code === 'invalid_request'
          ? 'The link is incomplete. Copy all of it, with the part behind “#”.'
          : error.detail}
      </p>
      <a href="/console/">Sign in</a>
    </div>
  );
}

function AcceptForm({
  secret,
  invitation,
}: {
  secret: string;
  invitation: Awaited<ReturnType<typeof service.admin.checkInvitation>>;
}): ReactNode {
  const { isNewUser, email, expiresAt } = invitation;
  const [name, setName] = useState(invitation.name);
  const [typed, setTyped] = useState({ password: '', confirmation: '' });
  const [errors, setErrors] = useState<{ password?: string; confirmation?: string }>({});
  const [busy, setBusy] = useState(false);
  const accept = async (): Promise<void> => {
    const { password, confirmation } = typed;
    if (password !== confirmation) return setErrors({ confirmation: 'The passwords do not match' });
    setErrors({});
    setBusy(true);
    try {
      await service.admin.acceptInvitation({ secret, ...(isNewUser ? { name } : {}), password });
      location.replace('/console/');
    } catch (error) {
      setErrors({ password: messageOf(error) });
      setBusy(false);
    }
  };
  return (
    <form className="stack" onSubmit={(event) => (event.preventDefault(), void accept())}>
      <p className="soft">
        {email !== null && <strong>{email}</strong>}
        {email !== null && ' · '}
        valid until {time(expiresAt)}
      </p>
      {isNewUser && (
        <Field
          label="Your name"
          hint="Shown to your team, and in the history of changes."
          autoComplete="name"
          required
          maxLength={100}
          value={name}
          onValue={setName}
        />
      )}
      {/* Password managers store the password for this name. */}
      <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
      <NewPasswordFields label="password" value={typed} onValue={setTyped} errors={errors} />
      <button type="submit" className="button main" disabled={busy}>
        {isNewUser ? 'Join' : 'Set password'}
      </button>
    </form>
  );
}
