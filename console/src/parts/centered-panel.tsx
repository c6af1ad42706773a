import { useEffect, type ReactNode } from 'react';
import { Icon } from './icons.tsx';

/** A page without the shell, as before a sign-in. */
export function CenteredPanel({ title, children }: { title: string; children: ReactNode }): ReactNode {
  useEffect(() => {
    document.title = `${title} · Vitrine`;
  }, [title]);
  return (
    <main className="centered">
      <div className="panel">
        <div className="stack tight">
          <span className="brand">
            <Icon name="logo" size={26} />
            Vitrine
          </span>
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  );
}
