import type { SampleProduct } from './products.ts';

export interface CartLine {
  readonly product: SampleProduct;
  readonly quantity: number;
}

/** A page of a shop, which its theme draws. */
export type SampleView =
  | { readonly kind: 'home' | 'category'; readonly products: readonly SampleProduct[] }
  | { readonly kind: 'search'; readonly query: string; readonly products: readonly SampleProduct[] }
  | { readonly kind: 'product'; readonly product: SampleProduct }
  | { readonly kind: 'cart'; readonly lines: readonly CartLine[] }
  | { readonly kind: 'thanks'; readonly lines: readonly CartLine[]; readonly order: string };

/** A page after the default theme of a platform: the structure and the names that its scripts see, written by us. */
export interface SampleTheme {
  readonly name: string;
  readonly language: string;
  readonly style: string;
  /** Attributes of `<body>`. */
  body(view: SampleView): string;
  readonly header: string;
  /** The page's own scripts, before the tag. */
  head(view: SampleView): string;
  main(view: SampleView): string;
  /** At the end of the body. */
  foot(view: SampleView): string;
  productPath(product: SampleProduct): string;
  readonly search: { readonly path: string; readonly parameter: string };
  readonly cart: { readonly path: string; readonly addPath: string; readonly idField: string };
  thanksPath(order: string): string;
  /** Without one: the platform's checkout runs no script of the theme. */
  readonly hasTagOnThanks: boolean;
  /** A content security policy, for the origin of the service. */
  readonly policy?: (service: string) => string;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

export function money(amount: number): string {
  return `€${amount.toFixed(2)}`;
}

/** Items of Google's events. */
export function analyticsItems(lines: readonly CartLine[]): string {
  return JSON.stringify(
    lines.map(({ product, quantity }) => ({
      item_id: product.id,
      item_name: product.name,
      item_brand: product.brand,
      price: product.price,
      quantity,
    })),
  );
}

export function totalPrice(lines: readonly CartLine[]): number {
  return lines.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0);
}

/** `gtag()` as Google documents it. */
export const gtagSnippet = `window.dataLayer = window.dataLayer || []; function gtag() { dataLayer.push(arguments); }`;

/** The product as schema.org describes it. */
export function describeProduct(product: SampleProduct, path: string): string {
  const described = {
    '@context': 'https://schema.org/',
    '@type': 'Product',
    name: product.name,
    sku: product.id,
    url: path,
    image: `/pictures/${product.picture}`,
    description: product.description,
    brand: { '@type': 'Brand', name: product.brand },
    offers: {
      '@type': 'Offer',
      price: product.price,
      priceCurrency: 'EUR',
      availability: `https://schema.org/${product.stock > 0 ? 'InStock' : 'OutOfStock'}`,
    },
  };
  return `<script type="application/ld+json">${JSON.stringify(described)}</script>`;
}

/** Cards of products, with the markup that a theme gives them. */
export function listProducts(
  products: readonly SampleProduct[],
  classes: { readonly list: string; readonly card: string; readonly name: string; readonly price: string },
  path: (product: SampleProduct) => string,
): string {
  const cards = products.map(
    (product) => `<li class="${classes.card}"><a href="${path(product)}">
      <img src="/pictures/${product.picture}" alt="" width="200" height="200">
      <h3 class="${classes.name}">${escapeHtml(product.name)}</h3></a>
      <span class="${classes.price}">${money(product.price)}</span></li>`,
  );
  return `<ul class="${classes.list}">${cards.join('')}</ul>`;
}

interface MainParts {
  readonly classes: Parameters<typeof listProducts>[1];
  readonly path: (product: SampleProduct) => string;
  /** The form that puts a product into the cart. */
  readonly form: (product: SampleProduct) => string;
  /** Classes of the button that orders. */
  readonly button: string;
  /** The order on the thank-you page. */
  readonly receipt?: (lines: readonly CartLine[], order: string) => string;
}

/** The main part of a page, as themes have it in common. */
export function drawMain(view: SampleView, { classes, path, form, button, receipt }: MainParts): string {
  if ('products' in view) {
    const titles = { home: 'New this week', category: 'All products', search: 'Search results' };
    const title = 'query' in view ? `Search results for “${escapeHtml(view.query)}”` : titles[view.kind];
    return `<h1>${title}</h1>${listProducts(view.products, classes, path)}`;
  }
  if (view.kind === 'product') {
    const { product } = view;
    return `${describeProduct(product, path(product))}<div class="product-page"><img src="/pictures/${product.picture}" alt="" width="360" height="360">
<div><h1>${escapeHtml(product.name)}</h1><p class="${classes.price}">${money(product.price)}</p><p>${escapeHtml(product.description)}</p>${form(product)}</div></div>
<section class="related"><h2>About our shop</h2><p>Free delivery from €50, returns within 30 days.</p></section>`;
  }
  const rows = view.lines.map(
    ({ product, quantity }) =>
      `<tr><td>${escapeHtml(product.name)}</td><td>${quantity}</td><td>${money(product.price)}</td></tr>`,
  );
  if (view.kind === 'cart')
    return `<h1>Cart</h1><table>${rows.join('')}</table><form method="post" action="/order"><button type="submit" class="${button}" id="order">Place order</button></form>`;
  return `<h1>Thank you</h1><p>Order ${view.order}</p>${receipt?.(view.lines, view.order) ?? `<table>${rows.join('')}</table>`}`;
}

/** What pages of all themes need to look like a shop. */
export const commonStyle = `main{max-width:1200px;margin:0 auto;padding:24px 20px 64px}ul.products-list{list-style:none;padding:0;margin:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(150px,1fr));gap:24px}
.products-list img{width:100%;height:auto}.product-page{display:flex;flex-wrap:wrap;gap:32px}.product-page>div{flex:1 1 300px}img{max-width:100%}table{border-collapse:collapse}td{padding:8px 16px 8px 0}.related{margin-top:48px}`;
