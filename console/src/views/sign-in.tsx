import { useEffect, useRef, useState, type ReactNode } from 'react';
import { messageOf, service } from '../app/service.ts';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icons.tsx';

const passwordHint =
  'The first start printed the first one. Lost it? Run “vitrine password reset” on the server.';

export function SignIn({ onSignedIn }: { onSignedIn: () => void }): ReactNode {
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    document.title = 'Sign in · Vitrine';
    form.current?.querySelector('input')?.focus();
  }, []);
  const signIn = async (): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await service.admin.signIn(password);
      onSignedIn();
    } catch (error) {
      setFault(messageOf(error));
      setBusy(false);
      form.current?.querySelector('input')?.focus();
    }
  };
  return (
    <main className="alone">
      <form className="pane" ref={form} onSubmit={(event) => (event.preventDefault(), void signIn())}>
        <div className="stack tight">
          <span className="brand">
            <Icon name="window" size={26} />
            Vitrine
          </span>
          <h1>Sign in</h1>
        </div>
        <Field
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onValue={setPassword}
          fault={fault}
          hint={passwordHint}
        />
        <button type="submit" className="button main" disabled={busy}>
          {busy ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
    </main>
  );
}
