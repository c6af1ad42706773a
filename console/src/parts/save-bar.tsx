import { useState, type ReactNode } from 'react';
import { AddToDraft, type DraftTarget } from './add-to-draft.tsx';

/** The buttons of a form with unsaved changes, which stay in view. `children`: what is saved, or that it is not. */
export function SaveBar({
  canSave,
  canDiscard,
  onDiscard,
  draft,
  children,
}: {
  canSave: boolean;
  canDiscard: boolean;
  onDiscard: () => void;
  draft: DraftTarget;
  children: ReactNode;
}): ReactNode {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <div className="row sticky-end">
        <button type="submit" className="button main" disabled={!canSave}>
          Save
        </button>
        <button type="button" className="button" disabled={!canSave} onClick={() => setIsAdding(true)}>
          Add to draft
        </button>
        <button type="button" className="button" disabled={!canDiscard} onClick={onDiscard}>
          Discard changes
        </button>
        <span className="small soft" role="status">
          {children}
        </span>
      </div>
      {isAdding && <AddToDraft target={draft} onClose={() => setIsAdding(false)} />}
    </>
  );
}
