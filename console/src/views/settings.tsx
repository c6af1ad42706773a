import { VitrineError } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useLoad } from '../app/load.ts';
import { isSessionEnd, messageOf, service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { unsaved, useUnsaved } from '../app/unsaved.ts';
import { Field } from '../parts/field.tsx';
import { time } from '../parts/formats.ts';

export function Settings(): ReactNode {
  const session = useLoad('session', (signal) => service.admin.session({ signal }));
  const health = useLoad('health', (signal) => service.health({ signal }));
  const notify = useToast();
  const signOut = async (): Promise<void> => {
    if (!(await unsaved.mayLeave())) return;
    try {
      await service.admin.signOut();
    } catch (error) {
      // A session that has expired is signed out already.
      if (!isSessionEnd(error)) return notify(messageOf(error), 'bad');
    }
    // Reloads the page, so that no data of this session remains in it.
    location.assign('/console/');
  };
  const ends = session.value?.expiresAt ?? null;
  return (
    <View title="Settings" intro={health.value === null ? undefined : `Vitrine ${health.value.version}`}>
      <div className="columns">
        <ChangePassword />
        <section className="panel" aria-labelledby="session">
          <h2 id="session">This session</h2>
          <p className="soft">{ends === null ? 'Signed in.' : `Signed in until ${time(ends)}.`}</p>
          <div>
            <button type="button" className="button" onClick={() => void signOut()}>
              Sign out
            </button>
          </div>
        </section>
      </div>
    </View>
  );
}

function ChangePassword(): ReactNode {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [fieldErrors, setFieldErrors] = useState<{ current?: string; next?: string; confirmation?: string }>(
    {},
  );
  const [busy, setBusy] = useState(false);
  const notify = useToast();
  useUnsaved(
    [current, next, confirmation].every((text) => text === '')
      ? null
      : { detail: 'The new password is not saved.' },
  );
  const change = async (): Promise<void> => {
    if (next !== confirmation) {
      setFieldErrors({ confirmation: 'The passwords do not match' });
      return;
    }
    setFieldErrors({});
    setBusy(true);
    try {
      await service.admin.changePassword(current, next);
      // The change ends every session including this one: sign in with the new password.
      await service.admin.signIn(next);
      setCurrent('');
      setNext('');
      setConfirmation('');
      notify('Password changed. All other sessions have ended.');
    } catch (error) {
      if (error instanceof VitrineError && error.code === 'sign_in_failed')
        setFieldErrors({ current: error.detail });
      else setFieldErrors({ next: messageOf(error) });
    }
    setBusy(false);
  };
  return (
    <form
      className="panel"
      aria-labelledby="password"
      onSubmit={(event) => (event.preventDefault(), void change())}
    >
      <h2 id="password">Change password</h2>
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onValue={setCurrent}
        error={fieldErrors.current}
      />
      <Field
        label="New password"
        hint="At least 8 characters."
        type="password"
        autoComplete="new-password"
        required
        minLength={8}
        value={next}
        onValue={setNext}
        error={fieldErrors.next}
      />
      <Field
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        required
        value={confirmation}
        onValue={setConfirmation}
        error={fieldErrors.confirmation}
      />
      <div>
        <button type="submit" className="button main" disabled={busy}>
          Change password
        </button>
      </div>
    </form>
  );
}
