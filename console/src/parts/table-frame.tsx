import { useLayoutEffect, useRef, type ReactNode } from 'react';

/**
 * The frame of a table whose sticky header stays below the header of the page (styles/tables.css). A table that is wider than the page scrolls
 * sideways in its frame: there the header cannot stick to the page, so it moves with its scrolling, along the height of the table.
 */
export function TableFrame({
  className,
  label,
  children,
}: {
  className?: string;
  /** Names the frame for keyboards and screen readers, where nothing in the table can have the focus. */
  label?: string;
  children: ReactNode;
}): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    const table = element?.querySelector('table');
    if (element == null || table == null) return undefined;
    const measure = (): void => {
      element.toggleAttribute('data-scrolls', table.offsetWidth > element.clientWidth);
      element.style.setProperty('--table-height', `${table.offsetHeight}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={frame}
      className={className === undefined ? 'table-wrap' : `table-wrap ${className}`}
      {...(label === undefined ? {} : { tabIndex: 0, role: 'region', 'aria-label': label })}
    >
      {children}
    </div>
  );
}
