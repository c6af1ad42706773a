import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { unsaved } from '../app/unsaved.ts';

/**
 * A dialog above the page. The browser's own <dialog> traps the focus, closes on Escape and gives the focus back. `isForm`: Escape asks
 * first where something in it is not saved.
 */
export function Sheet({
  title,
  isForm = false,
  onClose,
  children,
}: {
  title: string;
  isForm?: boolean;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const escape = async (): Promise<void> => {
    if (!isForm || (await unsaved.mayLeave())) onClose();
  };
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    void escape();
  };
  // A browser may close a dialog without asking it, as by a second way back of a phone: what it holds may still be wanted.
  const closed = (): void => {
    if (dialog.current === null || dialog.current.open) return;
    dialog.current.showModal();
    void escape();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onKeyDown={press}
      onCancel={(event) => (event.preventDefault(), void escape())}
      onClose={closed}
    >
      <div className="sheet">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
