import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isUnreachable } from '../app/connection.ts';
import { messageOf, service } from '../app/service.ts';
import { session } from '../app/session.ts';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { Dialog } from '../parts/dialog.tsx';

const hint =
  'Vitrine prints the initial password on its first start. Lost it? Run “vitrine password reset” on the server.';

/** The sign-in page. */
export function SignIn(): ReactNode {
  const { password, form, error, busy } = usePassword();
  useEffect(() => {
    document.title = 'Sign in · Vitrine';
  }, []);
  return (
    <main className="centered">
      <form className="panel" {...form}>
        <div className="stack tight">
          <span className="brand">
            <Icon name="logo" size={26} />
            Vitrine
          </span>
          <h1>Sign in</h1>
        </div>
        <Field label="Password" {...password} error={error} hint={hint} />
        <button type="submit" className="button main" disabled={busy}>
          {busy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}

/** Asks for the password over the page after its session has ended. Failed requests are sent again. */
export function SignInAgain(): ReactNode {
  const { password, form, error, busy } = usePassword();
  return (
    <Dialog title="Your session has ended" onClose={() => session.set('paused')}>
      <form className="stack" {...form}>
        <p className="soft">Enter the password to continue. Nothing on this page is lost.</p>
        <Field label="Password" {...password} error={error} />
        <div className="row end">
          <button type="button" className="button" onClick={() => session.set('paused')}>
            Not now
          </button>
          <button type="submit" className="button main" disabled={busy}>
            {busy ? 'Signing in …' : 'Sign in'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** State and handlers of a password form. */
function usePassword() {
  const [value, setValue] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const focus = (): void => ref.current?.querySelector('input')?.focus();
  useEffect(focus, []);
  const signIn = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await service.admin.signIn(value);
    } catch (failure) {
      setError(isUnreachable(failure) ? 'Vitrine is not responding' : messageOf(failure));
      setBusy(false);
      focus();
    }
  };
  return {
    password: {
      type: 'password',
      autoComplete: 'current-password',
      required: true,
      value,
      onValue: setValue,
    },
    form: {
      ref,
      onSubmit: (event: { preventDefault: () => void }) => (event.preventDefault(), void signIn()),
    },
    error,
    busy,
  };
}
