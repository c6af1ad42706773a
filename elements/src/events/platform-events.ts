import type { ShopEvent } from './shop-event.ts';

type Handler = (
  event: unknown,
  fragments: unknown,
  hash: unknown,
  button: { data?: (name: string) => unknown },
) => void;

interface PlatformGlobals {
  readonly jQuery?: (target: unknown) => { on?: (events: string, handler: Handler) => void };
  readonly prestashop?: {
    on?: (name: string, handler: (event: { reason?: Readonly<Record<string, unknown>> }) => void) => void;
  };
  readonly Shopify?: { readonly routes?: { readonly root?: string } };
}

/** Listens to what WooCommerce and PrestaShop tell scripts of the page. Returns whether one of them was found. */
export function followPlatform(record: (event: ShopEvent) => void): boolean {
  const { jQuery, prestashop } = globalThis as PlatformGlobals;
  const recordItem = (name: unknown, quantity: unknown): void => {
    if (typeof name !== 'string' && typeof name !== 'number') return;
    record({ type: 'cart', lines: [{ name: String(name), quantity: Number(quantity) || 1 }] });
  };
  prestashop?.on?.('updateCart', ({ reason }) => {
    if (reason?.['linkAction'] === 'add-to-cart') recordItem(reason['idProduct'], reason['quantity']);
  });
  if (typeof jQuery !== 'function') return prestashop !== undefined;
  // WooCommerce tells additions from lists of products by an event of jQuery, which no listener of the browser hears.
  jQuery(document.body).on?.('added_to_cart', (_event, _fragments, _hash, button) =>
    recordItem(button?.data?.('product_id'), button?.data?.('quantity')),
  );
  return true;
}

/** The order of WooCommerce's thank-you page, whose items are named by their addresses; null on other pages. */
export function readThankYouPage(): ShopEvent | null {
  const order =
    /\/order-received\/(\d+)/.exec(location.pathname)?.[1] ??
    new URLSearchParams(location.search).get('order-received');
  if (order === null || order === undefined) return null;
  const lines = [...document.querySelectorAll('.woocommerce-table--order-details .order_item')].flatMap(
    (row) => {
      const link = row.querySelector<HTMLAnchorElement>('.product-name a[href]');
      const quantity = Number(
        /\d+/.exec(row.querySelector('.product-quantity')?.textContent ?? '')?.[0] ?? 1,
      );
      return link === null ? [] : [{ name: link.href, quantity }];
    },
  );
  return lines.length === 0 ? null : { type: 'purchase', lines, order };
}

/**
 * Tells Shopify's cart the visit, as its checkout runs no script of the theme: a custom pixel sends the purchase for the same visit. Once per
 * visit, after the first addition to the cart.
 */
export function nameVisitInShopifyCart(session: string, pageStorage: Storage | null): void {
  const { Shopify } = globalThis as PlatformGlobals;
  if (Shopify === undefined) return;
  const key = 'vitrine:cart-visit';
  try {
    if (pageStorage?.getItem(key) === session) return;
    pageStorage?.setItem(key, session);
  } catch {
    // The browser refuses storage: the cart is told again.
  }
  void fetch(`${Shopify.routes?.root ?? '/'}cart/update.js`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"attributes":{"_vitrine":${JSON.stringify(session)}}}`,
    keepalive: true,
  }).catch(() => undefined);
}
