import { VitrineError } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useEditedForm } from '../app/edited-form.ts';
import { useIdentity } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import { isSessionEnd, messageOf, service } from '../app/service.ts';
import { useToast } from '../app/toasts.tsx';
import { unsaved, useUnsaved } from '../app/unsaved.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Field } from '../parts/field.tsx';
import { counted, time } from '../parts/formats.ts';

/** Name and email address of the user. */
export function Profile(): ReactNode {
  const { user, reload } = useIdentity();
  const form = useEditedForm({ name: user?.name ?? '', email: user?.email ?? '' }, 0);
  const { values: draft, setValues: setDraft } = form;
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const notify = useToast();
  useUnsaved(form.isChanged ? { detail: 'Changes to your profile are not saved.' } : null);
  const save = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const { email } = draft;
      await service.admin.changeProfile({ name: draft.name, ...(email === '' ? {} : { email }) });
      form.setSaved(draft);
      notify('Saved');
      reload();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  const isOfEmail =
    error instanceof VitrineError && (error.code === 'user_exists' || error.errors[0]?.path === 'email');
  return (
    <form
      className="panel"
      aria-labelledby="profile"
      onSubmit={(event) => (event.preventDefault(), void save())}
    >
      <h2 id="profile">Profile</h2>
      <Field
        label="Name"
        hint="Shown to your team, and in the history of changes."
        autoComplete="name"
        required
        maxLength={100}
        value={draft.name}
        onValue={(name) => setDraft({ ...draft, name })}
        error={error !== null && !isOfEmail ? messageOf(error) : undefined}
      />
      <Field
        label="Email address"
        hint={
          user?.email === null ? 'Not set yet. You sign in with the password alone.' : 'You sign in with it.'
        }
        type="email"
        autoComplete="email"
        required={user?.email !== null}
        maxLength={254}
        value={draft.email}
        onValue={(email) => setDraft({ ...draft, email })}
        error={isOfEmail ? messageOf(error) : undefined}
      />
      <div>
        <button type="submit" className="button main" disabled={busy || !form.isChanged}>
          Save profile
        </button>
      </div>
    </form>
  );
}

/** The sessions of the user, and the ways to end them. */
export function Sessions(): ReactNode {
  const { expiresAt, name } = useIdentity();
  const loaded = useLoad('sessions', (signal) => service.admin.listSessions({ signal }));
  const [isEnding, setIsEnding] = useState(false);
  const notify = useToast();
  // Reloads the page, so that no data of this session remains in it.
  const leave = (): void => location.assign('/console/');
  const signOut = async (): Promise<void> => {
    if (!(await unsaved.mayLeave())) return;
    try {
      await service.admin.signOut();
    } catch (error) {
      // A session that has expired is signed out already.
      if (!isSessionEnd(error)) return notify(messageOf(error), 'bad');
    }
    leave();
  };
  const others = (loaded.value?.sessions.length ?? 1) - 1;
  return (
    <section className="panel" aria-labelledby="session">
      <h2 id="session">This session</h2>
      <p className="soft">
        Signed in as {name}
        {expiresAt !== null && ` until ${time(expiresAt)}`}.
        {others > 0 && ` You have ${counted(others, 'other session')}, on this or other devices.`}
      </p>
      <div className="row">
        <button type="button" className="button" onClick={() => void signOut()}>
          Sign out
        </button>
        {others > 0 && (
          <button type="button" className="button" onClick={() => setIsEnding(true)}>
            Sign out everywhere
          </button>
        )}
      </div>
      {isEnding && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onClose={() => setIsEnding(false)}
          onConfirm={async () => {
            await service.admin.signOutEverywhere();
            leave();
          }}
        >
          All your sessions end, also this one. Edits that are not saved on other devices are lost.
        </Confirm>
      )}
    </section>
  );
}
