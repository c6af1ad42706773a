import { useState, type ReactNode } from 'react';
import { ErrorNote } from './states.tsx';
import { Field } from './field.tsx';
import { Dialog } from './dialog.tsx';

/** Asks for confirmation of an action that cannot be undone. With `typed`, the user must type that text first. */
export function Confirm(options: {
  title: string;
  children: ReactNode;
  action: string;
  typed?: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}): ReactNode {
  const { title, children, action, typed, onConfirm, onClose } = options;
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    try {
      await onConfirm();
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  const ready = !busy && (typed === undefined || text === typed);
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={(event) => (event.preventDefault(), ready && void confirm())}>
        <div className="soft">{children}</div>
        {typed !== undefined && (
          <Field
            label={`Type ${typed} to confirm`}
            value={text}
            onValue={setText}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {error !== null && <ErrorNote error={error} />}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button bad main" disabled={!ready}>
            {busy ? 'Please wait …' : action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
