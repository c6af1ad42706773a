import type { ReactNode } from 'react';
import { ProductRow } from '../parts/product-row.tsx';
import { useTexts } from '../texts/language.ts';
import { Page } from './page.tsx';

export function NotFoundPage(): ReactNode {
  const { notFound } = useTexts();
  return (
    <Page title={notFound.title} className="prose">
      <p>{notFound.text}</p>
      <ProductRow placement="home-trending" />
    </Page>
  );
}
