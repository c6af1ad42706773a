import { useTrack } from '@vitrine/react';
import type { Item } from '@vitrine/sdk/shop';
import { useState, type ReactNode } from 'react';
import { Link } from '../app/link.tsx';
import { addToCart } from '../cart/cart.ts';
import { Icon } from '../parts/icons.tsx';
import { isSoldOut } from '../parts/item-fields.ts';
import { useTexts } from '../texts/language.ts';

export function AddToCart({ item }: { readonly item: Item }): ReactNode {
  const { product } = useTexts();
  const track = useTrack();
  const [added, setAdded] = useState<string | null>(null);
  const add = (): void => {
    addToCart(item.id);
    setAdded(item.id);
    void track.cart(item.id);
  };
  return (
    <div className="add-to-cart">
      <button type="button" className="button primary" disabled={isSoldOut(item)} onClick={add}>
        {isSoldOut(item) ? product.soldOut : product.add}
      </button>
      <p role="status" className="added">
        {added === item.id && (
          <>
            <Icon name="check" /> {product.added} · <Link to="/cart">{product.viewCart}</Link>
          </>
        )}
      </p>
    </div>
  );
}
