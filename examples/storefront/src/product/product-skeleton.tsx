import type { ReactNode } from 'react';
import { Page } from '../app/page.tsx';

/** The space of a product that is still loading. */
export function ProductSkeleton(): ReactNode {
  return (
    <Page title="" className="product skeleton" keepsFocus>
      <div className="product-picture">
        <span className="picture" />
      </div>
      <div className="product-text">
        <span className="line short" />
        <span className="line" />
        <span className="line short" />
      </div>
    </Page>
  );
}
