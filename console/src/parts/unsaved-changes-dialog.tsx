import { useSyncExternalStore, type ReactNode } from 'react';
import { unsaved } from '../app/unsaved.ts';
import { Sheet } from './sheet.tsx';

/** Asks before edits that are not saved are given up. Escape, and the button that has the focus, keep them. */
export function UnsavedChangesDialog(): ReactNode {
  const question = useSyncExternalStore(unsaved.subscribe, unsaved.question);
  if (question === null) return null;
  const { number, title, detail, leave, stay, answer } = question;
  return (
    <Sheet key={number} title={title} onClose={() => answer(false)}>
      <p className="soft">{detail}</p>
      <div className="row end">
        <button type="button" className="button" onClick={() => answer(false)}>
          {stay}
        </button>
        <button type="button" className="button bad main" onClick={() => answer(true)}>
          {leave}
        </button>
      </div>
    </Sheet>
  );
}
