import type { Item } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { Page } from '../app/page.tsx';
import { Breadcrumbs } from '../parts/breadcrumbs.tsx';
import { isSoldOut, textOf } from '../parts/item-fields.ts';
import { ProductPicture } from '../parts/product-picture.tsx';
import { useLanguage } from '../texts/language.ts';
import { AddToCart } from './add-to-cart.tsx';
import { VariantChoice } from './variant-choice.tsx';

export function ProductDetails({
  variants,
  chosen,
}: {
  readonly variants: readonly Item[];
  readonly chosen: Item;
}): ReactNode {
  const { texts, price } = useLanguage();
  const { product: words } = texts;
  const facts = [
    [words.brand, textOf(chosen, 'brand')],
    [words.material, textOf(chosen, 'material')],
    [words.sku, chosen.sku],
  ].filter((fact): fact is [string, string] => fact[1] !== null);
  return (
    <Page title={chosen.name} className="product">
      <div className="product-picture">
        <ProductPicture item={chosen} isFirstRow />
        {isSoldOut(chosen) && <span className="sold-out-badge">{words.soldOut}</span>}
      </div>
      <div className="product-text">
        <Breadcrumbs levels={textOf(chosen, 'category')?.split(' > ') ?? []} />
        <p className="product-price">{chosen.price === null ? '' : price(chosen.price)}</p>
        <VariantChoice variants={variants} chosen={chosen} />
        <Stock item={chosen} />
        <AddToCart item={chosen} />
        <p className="hint">{words.delivery}</p>
        <p className="description">{chosen.description}</p>
        <h2>{words.details}</h2>
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Page>
  );
}

const fewMax = 5;

function Stock({ item }: { readonly item: Item }): ReactNode {
  const { product } = useLanguage().texts;
  const { stock } = item;
  // The picture and the button say that a product is sold out.
  if (typeof stock !== 'number' || isSoldOut(item)) return null;
  return (
    <p className={stock <= fewMax ? 'stock few' : 'stock'}>
      {stock <= fewMax ? product.fewLeft(stock) : product.inStock}
    </p>
  );
}
