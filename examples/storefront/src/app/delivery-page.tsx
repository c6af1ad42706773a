import type { ReactNode } from 'react';
import { useTexts } from '../texts/language.ts';
import { Page } from './page.tsx';

export function DeliveryPage(): ReactNode {
  const { delivery } = useTexts();
  return (
    <Page title={delivery.title} className="prose">
      {delivery.sections.map(([title, text]) => (
        <section key={title}>
          <h2>{title}</h2>
          <p>{text}</p>
        </section>
      ))}
    </Page>
  );
}
