import type { ReactNode } from 'react';

/** The buttons of an element of a list that can be opened, moved and removed. `title`: of the element, for screen readers. */
export function RowButtons({
  title,
  isOpen,
  onToggle,
  onUp,
  onDown,
  onRemove,
}: {
  title: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Null: it is the first. */
  onUp: (() => void) | null;
  /** Null: it is the last. */
  onDown: (() => void) | null;
  onRemove: () => void;
}): ReactNode {
  const name = <span className="visually-hidden"> {title}</span>;
  return (
    <>
      <button type="button" className="button small" aria-expanded={isOpen} onClick={onToggle}>
        {isOpen ? 'Close' : 'Edit'}
        {name}
      </button>
      <button type="button" className="button small" disabled={onUp === null} onClick={() => onUp?.()}>
        Up{name}
      </button>
      <button type="button" className="button small" disabled={onDown === null} onClick={() => onDown?.()}>
        Down{name}
      </button>
      <button type="button" className="button small bad" onClick={onRemove}>
        Remove{name}
      </button>
    </>
  );
}
