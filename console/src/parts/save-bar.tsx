import type { ReactNode } from 'react';

/** The buttons of a form with unsaved changes, which stay in view. `children`: what is saved, or that it is not. */
export function SaveBar({
  canSave,
  canDiscard,
  onDiscard,
  children,
}: {
  canSave: boolean;
  canDiscard: boolean;
  onDiscard: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="row sticky-end">
      <button type="submit" className="button main" disabled={!canSave}>
        Save
      </button>
      <button type="button" className="button" disabled={!canDiscard} onClick={onDiscard}>
        Discard changes
      </button>
      <span className="small soft" role="status">
        {children}
      </span>
    </div>
  );
}
