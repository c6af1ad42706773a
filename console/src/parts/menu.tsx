import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';

/** A button that opens a panel below it. Escape, a click outside and leaving it with Tab close it. */
export function Menu({
  label,
  name,
  className = 'button small',
  isRight = false,
  isInGrid = false,
  children,
}: {
  /** Content of the button. */
  label: ReactNode;
  /** Name of the panel. */
  name: string;
  className?: string;
  /** Whether the panel ends at the right edge of the button. */
  isRight?: boolean;
  /** Whether the button is in a cell of a grid, which Enter presses. */
  isInGrid?: boolean;
  children: (close: () => void) => ReactNode;
}): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    panel.current?.querySelector<HTMLElement>('input, button, a[href]')?.focus();
    const onPointerDown = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    addEventListener('pointerdown', onPointerDown);
    return () => removeEventListener('pointerdown', onPointerDown);
  }, [isOpen]);
  const close = (): void => {
    setIsOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    close();
  };
  const onBlur = (event: FocusEvent): void => {
    const next = event.relatedTarget;
    if (next instanceof Node && !root.current?.contains(next)) setIsOpen(false);
  };
  return (
    <div className="menu-anchor" ref={root} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        type="button"
        className={className}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        ref={button}
        {...(isInGrid ? { tabIndex: -1, 'data-enter': true } : {})}
        onClick={() => setIsOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && (
        <div ref={panel} className={isRight ? 'menu right' : 'menu'} role="dialog" aria-label={name}>
          {children(close)}
        </div>
      )}
    </div>
  );
}
