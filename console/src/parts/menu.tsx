import {
  useEffect,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';

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
  const [, setScrolls] = useState(0);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    panel.current?.querySelector<HTMLElement>('input, button, a[href]')?.focus();
    const onPointerDown = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    // A panel that is placed in the window does not move with its button by itself.
    const onScroll = (): void => setScrolls((count) => count + 1);
    addEventListener('pointerdown', onPointerDown);
    if (isInGrid) addEventListener('scroll', onScroll, true);
    return () => {
      removeEventListener('pointerdown', onPointerDown);
      removeEventListener('scroll', onScroll, true);
    };
  }, [isOpen, isInGrid]);
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
        <div
          ref={panel}
          style={isInGrid ? placeInWindow(button.current) : undefined}
          className={isRight ? 'menu right' : 'menu'}
          role="dialog"
          aria-label={name}
        >
          {children(close)}
        </div>
      )}
    </div>
  );
}

const panelHeightPx = 200;

/** Below the button, or above it near the end of the window: a table that scrolls sideways would cut the panel off. */
function placeInWindow(button: HTMLElement | null): CSSProperties {
  if (button === null) return {};
  const { top, bottom, right } = button.getBoundingClientRect();
  const place = { position: 'fixed', right: innerWidth - right } as const;
  return bottom + panelHeightPx > innerHeight
    ? { ...place, top: 'auto', bottom: innerHeight - top + 4 }
    : { ...place, top: bottom + 4 };
}
