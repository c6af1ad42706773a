import { useState, type ReactNode } from 'react';
import { useMay } from '../app/identity.tsx';
import { AddToDraft, type DraftTarget } from './add-to-draft.tsx';
import { ReadOnlyNote } from './read-only.tsx';

/** The buttons of a form with unsaved changes, which stay in view. `children`: what is saved, or that it is not. */
export function SaveBar({
  canSave,
  canDiscard,
  onDiscard,
  draft,
  operation,
  children,
}: {
  canSave: boolean;
  canDiscard: boolean;
  onDiscard: () => void;
  draft: DraftTarget;
  /** The operation that saves: a user who may not call it can try changes, but not save them. */
  operation: string;
  children: ReactNode;
}): ReactNode {
  const [isAdding, setIsAdding] = useState(false);
  if (!useMay()(operation)) {
    return (
      <div className="row sticky-end">
        <ReadOnlyNote operation={operation} what="save changes" />
        <button type="button" className="button" disabled={!canDiscard} onClick={onDiscard}>
          Discard changes
        </button>
      </div>
    );
  }
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
