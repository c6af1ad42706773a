import { useTrack } from '@vitrine/react';
import { useState, type ReactNode } from 'react';
import { Link } from '../app/link.tsx';
import { Page } from '../app/page.tsx';
import { Icon } from '../parts/icons.tsx';
import { isSoldOut } from '../parts/item-fields.ts';
import { ProductRow } from '../parts/product-row.tsx';
import { useLanguage } from '../texts/language.ts';
import { addToCart, emptyCart, useCart } from './cart.ts';
import { CartLines } from './cart-lines.tsx';
import { totalsOf } from './totals.ts';
import { useItems } from './use-items.ts';

export function CartPage(): ReactNode {
  const lines = useCart();
  const { texts } = useLanguage();
  const [order, setOrder] = useState<string | null>(null);
  if (order !== null) return <Thanks order={order} />;
  if (lines.length === 0)
    return (
      <Page title={texts.cart.empty} className="cart-empty">
        <p>{texts.cart.emptyText}</p>
        <p>
          <Link to="/" className="button primary">
            {texts.cart.startShopping}
          </Link>
        </p>
        <ProductRow placement="home-trending" />
      </Page>
    );
  return (
    <Page title={texts.cart.title} className="cart">
      <FilledCart onOrder={setOrder} />
    </Page>
  );
}

function FilledCart({ onOrder }: { readonly onOrder: (order: string) => void }): ReactNode {
  const lines = useCart();
  const { texts } = useLanguage();
  const track = useTrack();
  const ids = lines.map(({ id }) => id);
  const { items, isLoaded } = useItems(ids);
  // A second try after a failure has the same number, so that it counts once.
  const [order] = useState(orderNumber);
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle');
  const buy = async (): Promise<void> => {
    setState('sending');
    const sold = lines.map(({ id, quantity }) => {
      const price = items.get(id)?.price ?? null;
      return { id, quantity, ...(price === null ? {} : { price }) };
    });
    const isStored = await track.purchase({ items: sold, order, currency: 'EUR' });
    if (!isStored) return setState('failed');
    onOrder(order);
    emptyCart();
  };
  return (
    <>
      <div className="cart-columns">
        <CartLines lines={lines} items={items} isLoaded={isLoaded} />
        <section className="summary" aria-label={texts.cart.total}>
          <Totals totals={totalsOf(lines, items)} />
          <button
            type="button"
            className="button primary"
            disabled={!isLoaded || state === 'sending'}
            onClick={() => void buy()}
          >
            {texts.cart.buy}
          </button>
          <p className="hint">{texts.cart.demo}</p>
          <p role="alert">{state === 'failed' ? texts.cart.failed : ''}</p>
        </section>
      </div>
      <ProductRow
        placement="cart-cross-sell"
        items={ids}
        renderAction={(hit) => (
          <button
            type="button"
            className="button small"
            disabled={isSoldOut(hit.item)}
            aria-label={`${texts.product.add}: ${hit.item.name}`}
            onClick={() => {
              addToCart(hit.item.id);
              void track.cart(hit);
            }}
          >
            <Icon name="plus" />
            {texts.product.add}
          </button>
        )}
      />
    </>
  );
}

function Totals({ totals }: { readonly totals: ReturnType<typeof totalsOf> }): ReactNode {
  const { texts, price } = useLanguage();
  return (
    <dl>
      <dt>{texts.cart.subtotal}</dt>
      <dd>{price(totals.subtotal)}</dd>
      <dt>{texts.cart.delivery}</dt>
      <dd>{totals.delivery === 0 ? texts.cart.free : price(totals.delivery)}</dd>
      <dt className="total">{texts.cart.total}</dt>
      <dd className="total">{price(totals.total)}</dd>
    </dl>
  );
}

function Thanks({ order }: { readonly order: string }): ReactNode {
  const { texts } = useLanguage();
  return (
    <Page title={texts.cart.thanks} className="cart-empty">
      <p className="order">{texts.cart.order(order)}</p>
      <p>{texts.cart.thanksText}</p>
      <ProductRow placement="home-for-you" />
    </Page>
  );
}

/** In your shop, the number of the order comes from its backend. */
function orderNumber(): string {
  return `L${Date.now().toString(36)}${Math.trunc(Math.random() * 1_296).toString(36)}`.toUpperCase();
}
