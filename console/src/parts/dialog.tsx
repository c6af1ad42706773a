import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { unsaved } from '../app/unsaved.ts';

/**
 * A modal dialog. The native <dialog> element traps the focus and restores it. With `isForm`, Escape asks for confirmation if there are
 * unsaved changes.
 */
export function Dialog({
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
  const requestClose = async (): Promise<void> => {
    if (!isForm || (await unsaved.mayLeave())) onClose();
  };
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useModal(dialog);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    void requestClose();
  };
  // Browsers may close a dialog without a cancel event, such as on a second Back on a phone: reopen it and ask.
  const onNativeClose = (): void => {
    if (dialog.current === null || dialog.current.open) return;
    dialog.current.showModal();
    void requestClose();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onKeyDown={onKeyDown}
      onCancel={(event) => (event.preventDefault(), void requestClose())}
      onClose={onNativeClose}
    >
      <div className="dialog-body">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** Opens a dialog. It is closed before React removes it: only then the browser gives the focus back. */
export function useModal(dialog: RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, [dialog]);
}
