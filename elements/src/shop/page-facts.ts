import type { PlacedList, ScriptSettings } from './script-settings.ts';
import { describesType, readDescribedProduct } from './structured-data.ts';

export type PageKind = Exclude<PlacedList['pages'], 'all'> | 'other';

interface ShopifyGlobals {
  readonly Shopify?: { readonly currency?: { readonly active?: string } };
  readonly ShopifyAnalytics?: {
    readonly meta?: {
      readonly selectedVariantId?: unknown;
      readonly product?: { readonly variants?: readonly { readonly id?: unknown }[] };
    };
  };
}

/** The language of the page: a setting, or `<html lang>`. */
export function readLanguage(settings: ScriptSettings): string {
  const named = (settings.language || document.documentElement.lang).replaceAll('_', '-');
  try {
    return Intl.getCanonicalLocales(named)[0] ?? 'en';
  } catch {
    // The page names no language: the service would refuse it.
    return 'en';
  }
}

/** The currency of the page as ISO 4217, or empty where it says none. */
export function readCurrency(settings: ScriptSettings, ofTag: string | undefined): string {
  const named =
    settings.currency ||
    ofTag ||
    document.documentElement.dataset['currency'] ||
    (globalThis as ShopifyGlobals).Shopify?.currency?.active ||
    readDescribedProduct()?.currency ||
    readMeta('product:price:currency') ||
    readMeta('og:price:currency');
  return /^[a-z]{3}$/i.test(named) ? named.toUpperCase() : '';
}

/** The item of a product page by what the page says; the first is the most exact. */
export function listItemNames(): string[] {
  const { meta } = (globalThis as ShopifyGlobals).ShopifyAnalytics ?? {};
  const shopify = meta?.selectedVariantId ?? meta?.product?.variants?.[0]?.id;
  const woocommerce = document.querySelector<HTMLElement>('form.cart [name="add-to-cart"]');
  const described = readDescribedProduct();
  const names = [
    typeof shopify === 'number' || typeof shopify === 'string' ? String(shopify) : '',
    woocommerce?.getAttribute('value') ?? '',
    described?.sku ?? '',
    described?.productId ?? '',
    described?.url ?? '',
    readMeta('product:retailer_item_id'),
  ];
  return [...new Set(names.filter((name) => name !== ''))];
}

/** What kind of page the shopper is on, for the lists that stand on some of them. */
export function readPageKind(): PageKind {
  const { pathname } = location;
  const { classList } = document.body;
  const hasClass = (...names: readonly string[]): boolean => names.some((name) => classList.contains(name));
  if (/\/(?:cart|basket|warenkorb|panier|carrito|carrello|winkelwagen|koszyk)(?:\.php|\/|$)/i.test(pathname))
    return 'cart';
  if (hasClass('woocommerce-cart', 'checkout-cart-index', 'template-cart')) return 'cart';
  if (readDescribedProduct() !== null || readMeta('og:type') === 'product') return 'product';
  if (hasClass('single-product', 'catalog-product-view', 'template-product')) return 'product';
  if (hasClass('home', 'cms-index-index', 'template-index') || isHomePath(pathname)) return 'home';
  if (describesType('CollectionPage') || describesType('ItemList')) return 'category';
  if (
    hasClass('tax-product_cat', 'post-type-archive-product', 'catalog-category-view', 'template-collection')
  )
    return 'category';
  return /\/(?:collections?|category|product-category|c)\//i.test(pathname) ? 'category' : 'other';
}

/** `/`, or the language as in `/de/` and `/en-gb`. */
function isHomePath(pathname: string): boolean {
  return /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?(?:index\.(?:php|html?))?$/i.test(pathname);
}

function readMeta(name: string): string {
  const meta = document.querySelector(`meta[property="${name}"], meta[name="${name}"]`);
  return meta?.getAttribute('content') ?? '';
}
