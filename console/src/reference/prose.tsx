import type { ReactNode } from 'react';

/** A text with `code` rendered as code. */
export function InlineCode({ text }: { text: string }): ReactNode {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) => (part.startsWith('`') ? <code key={index}>{part.slice(1, -1)}</code> : part));
}

/** A description, as a paragraph. */
export function Prose({ text }: { text: string }): ReactNode {
  if (text === '') return null;
  return (
    <p className="soft">
      <InlineCode text={text} />
    </p>
  );
}
