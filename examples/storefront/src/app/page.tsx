import { useEffect, useRef, type ReactNode } from 'react';
import { shopName } from './shop-name.ts';

/**
 * A page with its heading. The heading gets the focus, so that screen readers read the new page. `keepsFocus`: the focus
 * stays where it is, as in the search field.
 */
export function Page({
  title,
  className = '',
  keepsFocus = false,
  children,
}: {
  readonly title: string;
  readonly className?: string;
  readonly keepsFocus?: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title === '' ? shopName : `${title} · ${shopName}`;
  }, [title]);
  useEffect(() => {
    // Not when the shop is opened: the browser then begins at the top of the page.
    if (isFirstPage) isFirstPage = false;
    else if (!keepsFocus) heading.current?.focus({ preventScroll: true });
  }, [keepsFocus]);
  return (
    <div className={`page ${className}`}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
}

let isFirstPage = true;
