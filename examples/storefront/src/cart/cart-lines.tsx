import type { Item } from '@vitrine/sdk/shop';
import type { ReactNode } from 'react';
import { Link } from '../app/link.tsx';
import { Icon } from '../parts/icons.tsx';
import { pageOf, textOf } from '../parts/item-fields.ts';
import { ProductPicture } from '../parts/product-picture.tsx';
import { useLanguage } from '../texts/language.ts';
import { colorName } from '../texts/names.ts';
import { setQuantity, type CartLine } from './cart.ts';

export function CartLines({
  lines,
  items,
  isLoaded,
}: {
  readonly lines: readonly CartLine[];
  readonly items: ReadonlyMap<string, Item>;
  readonly isLoaded: boolean;
}): ReactNode {
  return (
    <ul className="cart-lines" aria-busy={!isLoaded}>
      {lines.map((line) => {
        const item = items.get(line.id);
        return (
          <li key={line.id} className="cart-line">
            {item === undefined ? <span className="picture" /> : <Line line={line} item={item} />}
          </li>
        );
      })}
    </ul>
  );
}

function Line({ line, item }: { readonly line: CartLine; readonly item: Item }): ReactNode {
  const { code, texts, price } = useLanguage();
  const { id, quantity } = line;
  const color = textOf(item, 'color');
  const variant = [color === null ? null : colorName(color, code), textOf(item, 'size')].filter(Boolean);
  return (
    <>
      <ProductPicture item={item} isFirstRow />
      <div className="cart-line-text">
        <Link to={pageOf(item)}>{item.name}</Link>
        <p className="hint">{variant.join(' · ')}</p>
      </div>
      <p className="cart-line-price">{price((item.price ?? 0) * quantity)}</p>
      <div className="stepper">
        <button
          type="button"
          aria-label={quantity === 1 ? texts.cart.remove(item.name) : texts.cart.less(item.name)}
          onClick={() => setQuantity(id, quantity - 1)}
        >
          <Icon name={quantity === 1 ? 'bin' : 'minus'} />
        </button>
        <span aria-live="polite">{quantity}</span>
        <button
          type="button"
          aria-label={texts.cart.moreOf(item.name)}
          onClick={() => setQuantity(id, quantity + 1)}
        >
          <Icon name="plus" />
        </button>
      </div>
    </>
  );
}
