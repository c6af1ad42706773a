import { useId, type ReactNode } from 'react';

/** Fields of a form under a heading. */
export function FormSection({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const heading = useId();
  return (
    <section className="rule-section" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  );
}
