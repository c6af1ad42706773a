import type { Item } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { Link } from '../app/link.tsx';
import { Page } from '../app/page.tsx';
import { categoryPage, textOf } from '../parts/item-fields.ts';
import { ProductPicture } from '../parts/product-picture.tsx';
import { useLanguage } from '../texts/language.ts';
import { categoryName } from '../texts/names.ts';
import { AddToCart } from './add-to-cart.tsx';
import { VariantChoice } from './variant-choice.tsx';

/** Fields below the description. */
export const detailFields = ['material'] as const;

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
    <Page title={chosen.name} className="product" hidesTitle={false}>
      <div className="product-picture">
        <ProductPicture item={chosen} isFirstRow />
      </div>
      <div className="product-text">
        <Levels category={textOf(chosen, 'category') ?? ''} />
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

function Levels({ category }: { readonly category: string }): ReactNode {
  const { code, texts } = useLanguage();
  const levels = category.split(' > ').filter((level) => level !== '');
  return (
    <nav className="levels-above" aria-label={texts.facets.category}>
      <ol>
        {levels.map((level, index) => (
          <li key={level}>
            <Link to={categoryPage(levels.slice(0, index + 1).join(' > '))}>{categoryName(level, code)}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

const fewMax = 5;

function Stock({ item }: { readonly item: Item }): ReactNode {
  const { product } = useLanguage().texts;
  const { stock } = item;
  if (typeof stock !== 'number') return null;
  if (stock <= 0) return <p className="stock none">{product.soldOut}</p>;
  return (
    <p className={stock <= fewMax ? 'stock few' : 'stock'}>
      {stock <= fewMax ? product.fewLeft(stock) : product.inStock}
    </p>
  );
}
