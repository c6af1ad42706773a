import type { ReactNode } from 'react';
import { Logo } from '../parts/icons.tsx';
import { useTexts } from '../texts/language.ts';

/** While the service loads the demo. At first nothing is said, as the connection is there at once as a rule. */
export function LoadingShop({ isWaiting }: { readonly isWaiting: boolean }): ReactNode {
  const { loading } = useTexts();
  if (!isWaiting) return null;
  return (
    <main className="loading-shop">
      <Logo />
      <h1>{loading.title}</h1>
      <p role="status">{loading.text}</p>
      <p className="hint">
        {loading.hint} <code>npm run vitrine -- demo</code>
      </p>
    </main>
  );
}
