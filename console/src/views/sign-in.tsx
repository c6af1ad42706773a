import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isNoAnswer } from '../app/connection.ts';
import { messageOf, service } from '../app/service.ts';
import { session } from '../app/session.ts';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';
import { Sheet } from '../parts/sheet.tsx';

const hint = 'The first start printed the first one. Lost it? Run “vitrine password reset” on the server.';

/** The sign-in page. */
export function SignIn(): ReactNode {
  const { password, form, fault, busy } = usePassword();
  useEffect(() => {
    document.title = 'Sign in · Vitrine';
  }, []);
  return (
    <main className="alone">
      <form className="pane" {...form}>
        <div className="stack tight">
          <span className="brand">
            <Icon name="window" size={26} />
            Vitrine
          </span>
          <h1>Sign in</h1>
        </div>
        <Field label="Password" {...password} fault={fault} hint={hint} />
        <button type="submit" className="button main" disabled={busy}>
          {busy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}

/** Asks for the password over the page whose session has ended: what was typed there stays, and what was sent is sent again. */
export function SignInAgain(): ReactNode {
  const { password, form, fault, busy } = usePassword();
  return (
    <Sheet title="Your session has ended" onClose={() => session.set('paused')}>
      <form className="stack" {...form}>
        <p className="soft">Enter the password to go on where you are. Nothing on this page is lost.</p>
        <Field label="Password" {...password} fault={fault} />
        <div className="row end">
          <button type="button" className="button" onClick={() => session.set('paused')}>
            Not now
          </button>
          <button type="submit" className="button main" disabled={busy}>
            {busy ? 'Signing in …' : 'Sign in'}
          </button>
        </div>
      </form>
    </Sheet>
  );
}

/** A form that takes the password; the service says by the session that it was right. */
function usePassword() {
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const focus = (): void => ref.current?.querySelector('input')?.focus();
  useEffect(focus, []);
  const signIn = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await service.admin.signIn(value);
    } catch (error) {
      setFault(isNoAnswer(error) ? 'Vitrine is not responding' : messageOf(error));
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
    fault,
    busy,
  };
}
