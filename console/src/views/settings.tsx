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
  const tell = useToast();
  const signOut = async (): Promise<void> => {
    if (!(await unsaved.mayLeave())) return;
    try {
      await service.admin.signOut();
    } catch (error) {
      // One that has ended by itself is one that is signed out.
      if (!isSessionEnd(error)) return tell(messageOf(error), 'bad');
    }
    // The page is loaded again, so that nothing of this session stays in it.
    location.assign('/console/');
  };
  const ends = session.value?.expiresAt ?? null;
  return (
    <View title="Settings" intro={health.value === null ? undefined : `Vitrine ${health.value.version}`}>
      <div className="columns">
        <ChangePassword />
        <section className="pane" aria-labelledby="session">
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
  const [again, setAgain] = useState('');
  const [faults, setFaults] = useState<{ current?: string; next?: string; again?: string }>({});
  const [busy, setBusy] = useState(false);
  const tell = useToast();
  useUnsaved(
    [current, next, again].every((text) => text === '') ? null : { detail: 'The new password is not saved.' },
  );
  const change = async (): Promise<void> => {
    if (next !== again) {
      setFaults({ again: 'The two are not the same' });
      return;
    }
    setFaults({});
    setBusy(true);
    try {
      await service.admin.changePassword(current, next);
      // The change ended every session, this one too: it is opened again with the new password.
      await service.admin.signIn(next);
      setCurrent('');
      setNext('');
      setAgain('');
      tell('The password is changed; every other session has ended');
    } catch (error) {
      if (error instanceof VitrineError && error.code === 'sign_in_failed')
        setFaults({ current: error.detail });
      else setFaults({ next: messageOf(error) });
    }
    setBusy(false);
  };
  return (
    <form
      className="pane"
      aria-labelledby="password"
      onSubmit={(event) => (event.preventDefault(), void change())}
    >
      <h2 id="password">Change the password</h2>
      <Field
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        value={current}
        onValue={setCurrent}
        fault={faults.current}
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
        fault={faults.next}
      />
      <Field
        label="New password again"
        type="password"
        autoComplete="new-password"
        required
        value={again}
        onValue={setAgain}
        fault={faults.again}
      />
      <div>
        <button type="submit" className="button main" disabled={busy}>
          Change password
        </button>
      </div>
    </form>
  );
}
