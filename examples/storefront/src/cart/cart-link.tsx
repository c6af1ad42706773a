import type { ReactNode } from 'react';
import { Link } from '../app/link.tsx';
import { Icon } from '../parts/icons.tsx';
import { useTexts } from '../texts/language.ts';
import { countOf, useCart } from './cart.ts';

export function CartLink(): ReactNode {
  const count = countOf(useCart());
  const { cart } = useTexts();
  return (
    <Link to="/cart" className="icon-button" aria-label={cart.button(count)}>
      <Icon name="cart" />
      {count > 0 && (
        <span className="badge" aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  );
}
