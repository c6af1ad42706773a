import { html, notFound, ShopServer, xml, type ShopAnswer } from './shop-server.ts';

/** A product of a sample shop whose pages are read. */
export interface PageProduct {
  readonly path: string;
  name: string;
  sku: string;
  price: number;
  readonly oldPrice: number | null;
  inStock: boolean;
  readonly brand: string;
  readonly variants: readonly {
    readonly sku: string;
    readonly color: string;
    readonly size: string;
    readonly price: number;
  }[];
  lastmod: string | null;
  /** The status of its page, if it is no page. */
  status?: number;
}

/** Every fourth product has variants. Prices and stock follow from the number. */
export function createPageProducts(count: number): PageProduct[] {
  return Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    const price = 1_000 + number / 4;
    const variants =
      number % 4 !== 0
        ? []
        : ['Rot', 'Blau'].flatMap((color, place) =>
            ['S', 'L'].map((size) => ({
              sku: `P-${number}-${color}-${size}`,
              color,
              size,
              price: price + place,
            })),
          );
    return {
      path: `/p/${number}-stuhl`,
      name: `Stuhl "Nr. ${number}" & Tisch`,
      sku: `P-${number}`,
      price,
      oldPrice: number % 3 === 0 ? price + 200 : null,
      inStock: number % 5 !== 0,
      brand: number % 2 === 0 ? 'Möbel Müller' : 'Acme',
      variants,
      lastmod: number % 2 === 0 ? `2026-10-${String((number % 28) + 1).padStart(2, '0')}` : null,
    };
  });
}

/** How a platform writes the product on its page. */
export type PageMarker = (product: PageProduct, base: string) => { head?: string; body: string };

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const script = (value: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const availability = (isIn: boolean): string => `https://schema.org/${isIn ? 'InStock' : 'OutOfStock'}`;

/** PrestaShop's classic theme: one JSON-LD with an Offer, a breadcrumb, and Open Graph in the head. */
export const markPrestaShop: PageMarker = (product, base) => ({
  head: `<meta property="og:type" content="product"><meta property="og:title" content="${escapeHtml(product.name)}"><meta property="product:price:amount" content="${product.price}"><meta property="product:price:currency" content="EUR"><link rel="canonical" href="${base}${product.path}">`,
  body:
    script({
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: ['Accueil', 'Meubles', 'Chaises', product.name].map((name, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        name,
        item: base,
      })),
    }) +
    script({
      '@context': 'https://schema.org/',
      '@type': 'Product',
      name: product.name,
      description: '<p>En bois.</p>',
      category: 'Chaises',
      image: `${base}/img/${product.sku}.jpg`,
      sku: product.sku,
      mpn: product.sku,
      brand: { '@type': 'Thing', name: product.brand },
      offers: {
        '@type': 'Offer',
        priceCurrency: 'EUR',
        name: product.name,
        price: product.price.toFixed(6),
        url: `${base}${product.path}`,
        priceValidUntil: '2026-12-31',
        image: [`${base}/img/${product.sku}.jpg`, `${base}/img/${product.sku}-2.jpg`],
        availability: availability(product.inStock),
        seller: { '@type': 'Organization', name: 'Shop' },
      },
    }),
});

/** Magento's Luma theme: microdata in the page, with the price in `meta`. */
export const markMagento: PageMarker = (product, base) => ({
  head: `<meta property="og:type" content="product"><meta property="og:image" content="${base}/media/catalog/product/${product.sku}.jpg">`,
  body: `<div class="product-info" itemscope itemtype="http://schema.org/Product"><h1><span itemprop="name">${escapeHtml(product.name)}</span></h1>
    <div>SKU <div itemprop="sku">${product.sku}</div></div>
    <div itemprop="offers" itemscope itemtype="http://schema.org/Offer"><span class="price">${product.price.toLocaleString('de-DE', { minimumFractionDigits: 2 })} €</span>
    <meta itemprop="price" content="${product.price}"><meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="http://schema.org/${product.inStock ? 'InStock' : 'OutOfStock'}"></div>
    <div itemprop="brand" itemscope itemtype="https://schema.org/Brand"><meta itemprop="name" content="${escapeHtml(product.brand)}"></div>
    <div itemprop="description">Aus <b>Holz</b>.</div></div>
    <div class="related"><div itemscope itemtype="http://schema.org/Product"><a itemprop="url" href="/p/99999-other"><span itemprop="name">Something else</span></a></div></div>`,
});

/** Shopware: a ProductGroup with its variants, or a Product, in a graph with references. */
export const markShopware: PageMarker = (product, base) => {
  const offer = (price: number): object => ({
    '@type': 'Offer',
    availability: availability(product.inStock),
    priceCurrency: 'EUR',
    priceSpecification: [
      { '@type': 'UnitPriceSpecification', price, priceCurrency: 'EUR' },
      ...(product.oldPrice === null
        ? []
        : [
            {
              '@type': 'UnitPriceSpecification',
              priceType: 'https://schema.org/StrikethroughPrice',
              price: product.oldPrice,
              priceCurrency: 'EUR',
            },
          ]),
    ],
  });
  const common = {
    name: product.name,
    description: 'Aus Holz, für drinnen & draußen.',
    brand: { '@id': '#brand' },
    image: [
      { '@type': 'ImageObject', contentUrl: `/media/${product.sku}.jpg` },
      `//cdn.example/${product.sku}-2.jpg`,
    ],
  };
  const node =
    product.variants.length === 0
      ? { '@type': 'Product', sku: product.sku, ...common, offers: offer(product.price) }
      : {
          '@type': 'ProductGroup',
          productGroupID: product.sku,
          variesBy: ['https://schema.org/color', 'https://schema.org/size'],
          ...common,
          hasVariant: product.variants.map(({ sku, color, size, price }) => ({
            '@type': 'Product',
            sku,
            color,
            size,
            url: `${base}${product.path}?variant=${sku}`,
            offers: offer(price),
          })),
        };
  return {
    body: script({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'WebPage', '@id': `${base}${product.path}` },
        { '@type': 'Brand', '@id': '#brand', name: product.brand },
        node,
      ],
    }),
  };
};

export interface PageShopOptions {
  readonly mark: PageMarker;
  readonly products: PageProduct[];
  readonly language?: string;
  readonly homeHead?: string;
  readonly isPacked?: boolean;
  /** Other addresses of the shop. */
  readonly others?: (url: URL, base: string) => ShopAnswer | null;
}

/** A shop with an index of sitemaps and a page for each product. */
export async function startPageShop({
  mark,
  products,
  language = 'de',
  homeHead = '',
  isPacked = true,
  others,
}: PageShopOptions): Promise<ShopServer> {
  let base = '';
  const filler = '<p>'.concat('Möbel für jedes Zimmer. '.repeat(20), '</p>');
  const answer = (url: URL): ShopAnswer => {
    const other = others?.(url, base) ?? null;
    if (other !== null) return other;
    if (url.pathname === '/') return html(filler, language, homeHead);
    if (url.pathname === '/sitemap.xml')
      return xml(
        `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${base}/sitemap-pages.xml</loc></sitemap><sitemap><loc>${base}/sitemap-products.xml${isPacked ? '.gz' : ''}</loc></sitemap></sitemapindex>`,
      );
    if (url.pathname.startsWith('/sitemap-products.xml')) {
      const entries = products.map(
        ({ path, lastmod }) =>
          `<url><loc>${base}${path}</loc>${lastmod === null ? '' : `<lastmod>${lastmod}</lastmod>`}<image:image><image:loc>${base}/img${path}.jpg</image:loc></image:image></url>`,
      );
      return {
        ...xml(
          `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${entries.join('')}</urlset>`,
        ),
        isPacked,
      };
    }
    const product = products.find(({ path }) => path === url.pathname);
    if (product === undefined) return notFound;
    if (product.status !== undefined) return { ...notFound, status: product.status };
    const { head = '', body } = mark(product, base);
    return html(`${filler}${body}`, language, head);
  };
  const shop = await ShopServer.start(answer);
  base = shop.url.slice(0, -1);
  return shop;
}
