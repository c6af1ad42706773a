import { useTrack } from '@vitrine/react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Page } from '../app/page.tsx';
import { segmentsOf, useShopLocation } from '../app/router.ts';
import { ProductRow } from '../parts/product-row.tsx';
import { useTexts } from '../texts/language.ts';
import { ProductDetails } from './product-details.tsx';
import { ProductSkeleton } from './product-skeleton.tsx';
import { useProduct } from './use-product.ts';
import { chosenVariant } from './variants.ts';

/** `/product/<product>/<variant>`; without a variant, the first one that can be bought. */
export function ProductPage(): ReactNode {
  const { path } = useShopLocation();
  const [, product = '', variant] = segmentsOf(path);
  return <Product key={product} product={product} variant={variant} />;
}

function Product({
  product,
  variant,
}: {
  readonly product: string;
  readonly variant: string | undefined;
}): ReactNode {
  const texts = useTexts();
  const { status, variants, refresh } = useProduct(product);
  const chosen = chosenVariant(variants, variant);
  useView(chosen?.id);
  if (status === 'unknown')
    return (
      <Page title={texts.product.unknown} className="prose">
        <p>{texts.notFound.text}</p>
        <ProductRow placement="home-trending" />
      </Page>
    );
  if (status === 'error')
    return (
      <Page title={texts.failed.title} className="prose">
        <button type="button" className="button" onClick={refresh}>
          {texts.failed.retry}
        </button>
      </Page>
    );
  return (
    <div className="product-page">
      {chosen === undefined ? <ProductSkeleton /> : <ProductDetails variants={variants} chosen={chosen} />}
      {chosen !== undefined && (
        <>
          <ProductRow placement="product-together" item={chosen.id} />
          <ProductRow placement="product-similar" item={chosen.id} />
          <ProductRow placement="recently-viewed" leftOut={variants.map(({ id }) => id)} />
        </>
      )}
    </div>
  );
}

/** Tells the service once for each visit of the page that the product was viewed. Other variants are the same product. */
function useView(item: string | undefined): void {
  const track = useTrack();
  const wasSent = useRef(false);
  useEffect(() => {
    if (item === undefined || wasSent.current) return;
    wasSent.current = true;
    void track.view(item);
  }, [item, track]);
}
