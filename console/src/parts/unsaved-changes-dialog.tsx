import { useSyncExternalStore, type ReactNode } from 'react';
import { unsaved } from '../app/unsaved.ts';
import { Dialog } from './dialog.tsx';

/** Asks before unsaved changes are discarded. Escape and the focused button keep them. */
export function UnsavedChangesDialog(): ReactNode {
  const question = useSyncExternalStore(unsaved.subscribe, unsaved.question);
  if (question === null) return null;
  const { number, title, detail, leave, stay, answer } = question;
  return (
    <Dialog key={number} title={title} onClose={() => answer(false)}>
      <p className="soft">{detail}</p>
      <div className="row end">
        <button type="button" className="button" onClick={() => answer(false)}>
          {stay}
        </button>
        <button type="button" className="button bad main" onClick={() => answer(true)}>
          {leave}
        </button>
      </div>
    </Dialog>
  );
}
