import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { hrefOf, navigate } from './router.ts';

/** A link to a page of the shop. */
export function Link({
  to,
  onClick,
  ...others
}: { readonly to: string } & AnchorHTMLAttributes<HTMLAnchorElement>): ReactNode {
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isOtherTab = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (event.defaultPrevented || isOtherTab) return;
    event.preventDefault();
    navigate(to);
  };
  return <a href={hrefOf(to)} onClick={follow} {...others} />;
}
