import { useEffect, useRef, useState, type ReactNode } from 'react';
import { isUnreachable } from '../app/connection.ts';
import { useLoad } from '../app/load.ts';
import { messageOf, service } from '../app/service.ts';
import { session } from '../app/session.ts';
import { CenteredPanel } from '../parts/centered-panel.tsx';
import { Field } from '../parts/field.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Skeleton } from '../parts/states.tsx';

const ownerHint =
  'Vitrine prints the initial password on its first start. Lost it? Run “vitrine password reset” on the server.';
const memberHint = 'Lost it? Ask an owner for a link to set a new one.';

/** The sign-in page. It asks for the email address once there is more than the first owner without one. */
export function SignIn(): ReactNode {
  const options = useLoad('sign-in', (signal) => service.admin.signInOptions({ signal }));
  return (
    <CenteredPanel title="Sign in">
      {options.value === null && options.error === null ? (
        <Skeleton height="8rem" />
      ) : (
        <>
          <ProviderSignIn name={options.value?.provider ?? null} />
          <SignInForm needsEmail={options.value?.needsEmail ?? true} />
        </>
      )}
    </CenteredPanel>
  );
}

/** Why the identity provider's sign-in failed, by the code in the address. */
const providerFailures: Readonly<Record<string, string>> = {
  identity_refused:
    'You signed in, but have no access here. Ask an owner to invite your email address, which the provider must have verified.',
  provider_unavailable: 'The sign-in service does not respond. Use your password, or try again later.',
  sign_in_failed: 'The sign-in was not completed. Try again.',
};

/** The way to the identity provider, and what came of it. */
function ProviderSignIn({ name }: { name: string | null }): ReactNode {
  const failure = new URLSearchParams(location.search).get('sign-in');
  if (name === null) return null;
  return (
    <div className="stack">
      {failure !== null && (
        <p className="note bad" role="alert">
          {providerFailures[failure] ?? providerFailures['sign_in_failed']}
        </p>
      )}
      <a className="button main" href="/admin/oidc/start">
        Sign in with {name}
      </a>
      <p className="soft small">Or with a password:</p>
    </div>
  );
}

function SignInForm({ needsEmail }: { needsEmail: boolean }): ReactNode {
  const { email, password, form, error, busy } = useSignIn(needsEmail, '');
  return (
    <form className="stack" {...form}>
      {needsEmail && <Field label="Email address" {...email} />}
      <Field label="Password" {...password} error={error} hint={needsEmail ? memberHint : ownerHint} />
      <button type="submit" className="button main" disabled={busy}>
        {busy ? 'Signing in …' : 'Sign in'}
      </button>
    </form>
  );
}

/** Asks for the password over the page after its session has ended. Failed requests are sent again. `email`: of the user. */
export function SignInAgain({ email: known }: { email: string | null }): ReactNode {
  const { email, password, form, error, busy } = useSignIn(known !== null, known ?? '');
  const provider = useLoad('sign-in', (signal) => service.admin.signInOptions({ signal })).value?.provider;
  return (
    <Dialog title="Your session has ended" onClose={() => session.set('paused')}>
      <form className="stack" {...form}>
        <p className="soft">Enter the password to continue. Nothing on this page is lost.</p>
        {provider != null && (
          // The new tab resumes this one.
          <a className="button" href="/admin/oidc/start" target="_blank" rel="noreferrer">
            Sign in with {provider} in a new tab
          </a>
        )}
        {known !== null && <Field label="Email address" {...email} />}
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

/** State and handlers of a sign-in form. */
function useSignIn(needsEmail: boolean, knownEmail: string) {
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const ref = useRef<HTMLFormElement>(null);
  const focus = (selector: string): void => ref.current?.querySelector<HTMLElement>(selector)?.focus();
  useEffect(() => focus(knownEmail === '' ? 'input' : 'input[type=password]'), [knownEmail]);
  const signIn = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await service.admin.signIn(password, needsEmail ? { email } : {});
    } catch (failure) {
      setError(isUnreachable(failure) ? 'Vitrine is not responding' : messageOf(failure));
      setBusy(false);
      focus('input[type=password]');
    }
  };
  return {
    email: { type: 'email', autoComplete: 'username', required: true, value: email, onValue: setEmail },
    password: {
      type: 'password',
      autoComplete: 'current-password',
      required: true,
      value: password,
      onValue: setPassword,
    },
    form: {
      ref,
      onSubmit: (event: { preventDefault: () => void }) => (event.preventDefault(), void signIn()),
    },
    error,
    busy,
  };
}
