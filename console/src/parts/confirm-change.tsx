import { VitrineError } from '@vitrine/sdk';
import { useState, type ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorNote } from './states.tsx';

/** Asks before a change of the live configuration. After an error with the code `conflict` it asks again, and then forces it. */
export function ConfirmChange(options: {
  title: string;
  children: ReactNode;
  action: string;
  conflict: VitrineError['code'];
  onConfirm: (force: boolean) => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const { title, children, action, conflict, onConfirm, onClose } = options;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const force = error instanceof VitrineError && error.code === conflict;
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await onConfirm(force);
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={(event) => (event.preventDefault(), void confirm())}>
        {children}
        {error !== null && <ErrorNote error={error} />}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button main" disabled={busy}>
            {force ? `${action} anyway` : action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
