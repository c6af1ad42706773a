import { useState, type ReactNode } from 'react';
import { ErrorNote } from './states.tsx';
import { Field } from './field.tsx';
import { Sheet } from './sheet.tsx';

/** Asks before something that cannot be taken back; with `typed`, only after that was typed. */
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
    <Sheet title={title} onClose={onClose}>
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
            {busy ? 'One moment …' : action}
          </button>
        </div>
      </form>
    </Sheet>
  );
}
