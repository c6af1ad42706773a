import { VitrineError } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { useIdentity } from '../app/identity.tsx';
import { useLoad } from '../app/load.ts';
import { messageOf, service } from '../app/service.ts';
import { View } from '../parts/shell.tsx';
import { useToast } from '../app/toasts.tsx';
import { useUnsaved } from '../app/unsaved.ts';
import { Field } from '../parts/field.tsx';
import { NewPasswordFields } from '../parts/new-password-fields.tsx';
import { SettingsTabs } from '../parts/settings-tabs.tsx';
import { Profile, Sessions } from './profile.tsx';

export function Settings(): ReactNode {
  const health = useLoad('health', (signal) => service.health({ signal }));
  const { user } = useIdentity();
  return (
    // A line that appeared with the version would move the form under the pointer.
    <View title="Settings" intro={`Vitrine ${health.value?.version ?? ''}`}>
      <SettingsTabs />
      <div className="columns">
        {user !== null && <Profile />}
        {user?.hasPassword !== false && <ChangePassword />}
        {user !== null && <Sessions />}
      </div>
    </View>
  );
}

const empty = { password: '', confirmation: '' };

function ChangePassword(): ReactNode {
  const [current, setCurrent] = useState('');
  const [typed, setTyped] = useState(empty);
  const [fieldErrors, setFieldErrors] = useState<{
    current?: string;
    password?: string;
    confirmation?: string;
  }>({});
  const [busy, setBusy] = useState(false);
  const { user } = useIdentity();
  const notify = useToast();
  useUnsaved(
    [current, ...Object.values(typed)].every((text) => text === '')
      ? null
      : { detail: 'The new password is not saved.' },
  );
  const change = async (): Promise<void> => {
    const { password: next, confirmation } = typed;
    if (next !== confirmation) {
      setFieldErrors({ confirmation: 'The passwords do not match' });
      return;
    }
    setFieldErrors({});
    setBusy(true);
    try {
      await service.admin.changePassword(current, next);
      // The change ends every session including this one: sign in with the new password.
      await service.admin.signIn(next, user?.email == null ? {} : { email: user.email });
      setCurrent('');
      setTyped(empty);
      notify('Password changed. Your other sessions have ended.');
    } catch (error) {
      if (error instanceof VitrineError && error.code === 'sign_in_failed')
        setFieldErrors({ current: error.detail });
      else setFieldErrors({ password: messageOf(error) });
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
      <NewPasswordFields label="new password" value={typed} onValue={setTyped} errors={fieldErrors} />
      <div>
        <button type="submit" className="button main" disabled={busy}>
          Change password
        </button>
      </div>
    </form>
  );
}
