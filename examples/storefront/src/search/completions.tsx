import type { Item, Suggestion } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { isSoldOut, textOf } from '../parts/item-fields.ts';
import { ProductPicture } from '../parts/product-picture.tsx';
import { useLanguage } from '../texts/language.ts';
import { categoryName } from '../texts/names.ts';

/** A line of the list below the search field: words, or a category with the one above it. */
export function CompletedText({ suggestion }: { readonly suggestion: Suggestion }): ReactNode {
  const { code, texts } = useLanguage();
  const { kind, text, count } = suggestion;
  const levels = kind === 'category' ? text.split(' > ').map((level) => categoryName(level, code)) : [text];
  const parent = levels.at(-2);
  return (
    <>
      <span>
        <span className="completion">{levels.at(-1)}</span>
        {parent !== undefined && <span className="completion-parent">{texts.search.inCategory(parent)}</span>}
      </span>
      <span className="count">{count}</span>
    </>
  );
}

export function CompletedProduct({ item }: { readonly item: Item }): ReactNode {
  const { texts, price } = useLanguage();
  return (
    <>
      <ProductPicture item={item} isFirstRow />
      <span className="completed-product">
        <span className="card-brand">{textOf(item, 'brand') ?? ''}</span>
        <span className="card-name">{item.name}</span>
        <span>
          {item.price !== null && <span className="card-price">{price(item.price)}</span>}
          {isSoldOut(item) && <span className="sold-out">{texts.product.soldOut}</span>}
        </span>
      </span>
    </>
  );
}
