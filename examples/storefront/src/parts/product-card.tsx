import { useTrack, type ListedItem } from '@vitrine/react';
import type { Item } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { Link } from '../app/link.tsx';
import { useLanguage } from '../texts/language.ts';
import { isSoldOut, pageOf, textOf } from './item-fields.ts';
import { ProductPicture } from './product-picture.tsx';

/** A product of a list. `isFirstRow`: its picture is loaded at once. */
export function ProductCard({
  hit,
  reason,
  isFirstRow = false,
  children,
}: {
  readonly hit: ListedItem<Item>;
  readonly reason?: string | undefined;
  readonly isFirstRow?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  const { texts, price } = useLanguage();
  const track = useTrack();
  const { item } = hit;
  return (
    <article className="card" data-item={item.id}>
      <Link to={pageOf(item)} className="card-link" onClick={() => void track.click(hit)}>
        <ProductPicture item={item} isFirstRow={isFirstRow} />
        {isSoldOut(item) && <span className="sold-out-badge">{texts.product.soldOut}</span>}
        <span className="card-brand">{textOf(item, 'brand') ?? ''}</span>
        <span className="card-name">{item.name}</span>
      </Link>
      <p className="card-price">{item.price === null ? '' : price(item.price)}</p>
      {reason !== undefined && <p className="card-reason">{reason}</p>}
      {children}
    </article>
  );
}
