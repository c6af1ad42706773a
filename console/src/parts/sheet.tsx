import { useEffect, useId, useRef, type ReactNode } from 'react';

/** A dialog above the page. The browser's own <dialog> traps the focus, closes on Escape and gives the focus back. */
export function Sheet({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={heading} onCancel={(event) => (event.preventDefault(), onClose())}>
      <div className="sheet">
        <h2 id={heading}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
