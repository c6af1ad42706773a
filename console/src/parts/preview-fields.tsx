import type { ReactNode } from 'react';

/** Fields of a preview in a form: Enter refreshes the preview instead of submitting the form. */
export function PreviewFields({
  onRefresh,
  children,
}: {
  onRefresh: () => void;
  children: ReactNode;
}): ReactNode {
  return (
    <div
      className="stack"
      onKeyDown={(event) => {
        const isEnter = event.key === 'Enter' && event.target instanceof HTMLInputElement;
        // A list of options has used the key.
        if (!isEnter || event.isDefaultPrevented()) return;
        event.preventDefault();
        onRefresh();
      }}
    >
      {children}
    </div>
  );
}
