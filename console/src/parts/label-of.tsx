import type { ReactNode } from 'react';

/** The label of one of several equal fields: screen readers say whose it is. */
export function LabelOf({ text, name }: { text: string; name: string }): ReactNode {
  return (
    <>
      {text}
      <span className="visually-hidden"> of {name}</span>
    </>
  );
}
