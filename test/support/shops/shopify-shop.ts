import { html, json, notFound, ShopServer, type ShopAnswer } from './shop-server.ts';

/** A product as `/products.json` of a Shopify shop has it. */
export interface ShopifyProduct {
  readonly id: number;
  title: string;
  readonly handle: string;
  body_html: string;
  published_at: string;
  vendor: string;
  product_type: string;
  tags: string[];
  variants: {
    id: number;
    title: string;
    option1: string | null;
    option2: string | null;
    option3: string | null;
    sku: string;
    featured_image: { src: string } | null;
    available: boolean;
    price: string;
    compare_at_price: string | null;
  }[];
  images: { src: string; variant_ids: number[] }[];
  options: { name: string; position: number; values: string[] }[];
}

const colors = ['Red', 'Blue', 'Sea "Green"'];
const sizes = ['S', 'M'];

/** Products with six variants, and every third with one. Prices, stock and pictures follow from the number. */
export function createShopifyProducts(count: number): ShopifyProduct[] {
  return Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    const id = 8_000_000_000_000 + number;
    const isPlain = number % 3 === 0;
    const chosen = isPlain
      ? [['Default Title', null]]
      : colors.flatMap((color) => sizes.map((size) => [color, size]));
    const cdn = 'https://cdn.shopify.example/s/files/1/0001';
    return {
      id,
      title: isPlain ? `Mug No. ${number}` : `Shirt No. ${number} &amp; more`,
      handle: isPlain ? `mug-${number}` : `shirt-${number}`,
      body_html: `<p>Made of <b>cotton</b>, number&nbsp;${number}.</p>\n<ul><li>washable</li></ul>`,
      published_at: '2026-03-01T10:00:00+01:00',
      vendor: number % 2 === 0 ? 'Acme' : 'Müller & Söhne',
      product_type: isPlain ? 'Mugs' : 'Shirts',
      tags: ['cotton', `season-${number % 4}`],
      variants: chosen.map(([option1, option2], place) => ({
        id: 44_000_000_000_000 + number * 100 + place,
        title: option2 === null ? 'Default Title' : `${option1} / ${option2}`,
        option1: option1 ?? null,
        option2: option2 ?? null,
        option3: null,
        sku: place === 5 ? '' : `S-${number}-${place}`,
        featured_image:
          place % 2 === 1 && !isPlain ? { src: `${cdn}/shirt-${number}-${place}.jpg?v=1` } : null,
        available: (number + place) % 5 !== 0,
        price: `${10 + number}.${place}5`,
        compare_at_price: place === 0 ? `${20 + number}.00` : place === 1 ? '0.00' : null,
      })),
      images: [
        { src: `${cdn}/front-${number}.jpg?v=1`, variant_ids: [] },
        ...(isPlain
          ? []
          : [
              {
                src: `${cdn}/shirt-${number}-1.jpg?v=1`,
                variant_ids: [44_000_000_000_000 + number * 100 + 1],
              },
            ]),
      ],
      options: isPlain
        ? [{ name: 'Title', position: 1, values: ['Default Title'] }]
        : [
            { name: 'Color', position: 1, values: colors },
            { name: 'Größe', position: 2, values: sizes },
          ],
    };
  });
}

export interface ShopifyShopOptions {
  readonly currency?: string;
  /** Whether the shop asks for a password. */
  readonly isClosed?: boolean;
}

/** A shop with the public addresses of Shopify: `/products.json`, `/meta.json` and a start page. */
export async function startShopifyShop(
  products: { list: ShopifyProduct[] },
  { currency = 'EUR', isClosed = false }: ShopifyShopOptions = {},
): Promise<ShopServer> {
  const answer = (url: URL): ShopAnswer => {
    const { pathname, searchParams } = url;
    if (isClosed)
      return pathname === '/password'
        ? html('<form><input type="password"></form>')
        : { status: 302, headers: { location: '/password' } };
    if (pathname === '/products.json') {
      const limit = Math.min(250, Number(searchParams.get('limit') ?? 30));
      const page = Number(searchParams.get('page') ?? 1);
      return json({ products: products.list.slice((page - 1) * limit, page * limit) });
    }
    if (pathname === '/meta.json')
      return json({
        id: 1,
        name: 'Sample',
        currency,
        published_products_count: products.list.length,
        money_format: '{{amount}}',
      });
    if (pathname === '/')
      return html(
        '<h1>Sample</h1><p>Shirts and mugs for everyone, made to last.</p>',
        'de',
        '<script src="//cdn.shopify.com/s/theme.js"></script>',
      );
    return notFound;
  };
  const shop = await ShopServer.start(answer);
  shop.robots =
    'User-agent: *\nDisallow: /admin\nDisallow: /cart\nDisallow: /checkout\nSitemap: https://sample.example/sitemap.xml\n';
  return shop;
}
