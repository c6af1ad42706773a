import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

/** Asks for the name of something new. Its editor creates it. */
export function NameDialog({
  title,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => (event.preventDefault(), onSubmit())}>
        {children}
        <div className="row end">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button main">
            Continue
          </button>
        </div>
      </form>
    </Dialog>
  );
}
