import type { ReactNode } from 'react';

/** A description with `code` rendered as code. */
export function Prose({ text }: { text: string }): ReactNode {
  if (text === '') return null;
  return (
    <p className="soft">
      {text
        .split(/(`[^`]+`)/)
        .map((part, index) => (part.startsWith('`') ? <code key={index}>{part.slice(1, -1)}</code> : part))}
    </p>
  );
}
