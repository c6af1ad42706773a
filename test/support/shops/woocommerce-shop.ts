import { html, json, notFound, ShopServer, type ShopAnswer } from './shop-server.ts';

type Dictionary = Record<string, unknown>;

export interface WooProduct extends Dictionary {
  id: number;
  name: string;
  type: string;
  parent: number;
}

export interface WooShopOptions {
  readonly currency?: string;
  /** Digits after the decimal sign of the currency. */
  readonly minorUnit?: number;
  /** Whether prices are for signed-in customers only. */
  readonly hidesPrices?: boolean;
  /** Whether the Store API lists variations; an old one knows them one by one only. */
  readonly listsVariations?: boolean;
  /** Whether the public interface answers 401. */
  readonly isBlocked?: boolean;
  /** Whether the shop has no rewritten addresses: its interface is at the parameter `rest_route`. */
  readonly hasPlainPermalinks?: boolean;
}

const apiRoute = '/wc/store/v1/products';

const colors = [
  { id: 1, name: 'Red', slug: 'red' },
  { id: 2, name: 'Sea &amp; Sky', slug: 'sea-sky' },
];
const sizes = [
  { id: 11, name: 'S', slug: 's' },
  { id: 12, name: 'M', slug: 'm' },
];
export const wooCategories = [
  { id: 1, name: 'Clothing', slug: 'clothing', parent: 0, count: 10 },
  { id: 2, name: 'Hoodies &amp; more', slug: 'hoodies', parent: 1, count: 10 },
  { id: 3, name: 'Music', slug: 'music', parent: 0, count: 10 },
];

/** Every third product is simple, every seventh sold out, every fifth on sale; the others have four variations. */
export function createWooProducts(
  base: () => string,
  count: number,
  { currency = 'EUR', minorUnit = 2 }: WooShopOptions = {},
): WooProduct[] {
  const prices = (regular: number, sale: number | null): Dictionary => ({
    price: String(sale ?? regular),
    regular_price: String(regular),
    sale_price: String(sale ?? regular),
    price_range: null,
    currency_code: currency,
    currency_symbol: '&euro;',
    currency_minor_unit: minorUnit,
  });
  return Array.from({ length: count }, (_, at) => at + 1).flatMap((number): WooProduct[] => {
    const id = number * 10;
    const isSimple = number % 3 === 0;
    const isOnSale = number % 5 === 0;
    const regular = 1_000 + number * 7;
    const sale = isOnSale ? regular - 250 : null;
    const permalink = `${base()}product/product-${number}/`;
    const product: WooProduct = {
      id,
      name: `Hoodie &#8211; No. ${number}`,
      slug: `product-${number}`,
      parent: 0,
      type: isSimple ? 'simple' : 'variable',
      variation: '',
      permalink,
      sku: `woo-${number}`,
      short_description: '<p>Warm.</p>',
      description: `<p>A hoodie of <em>wool</em> &amp; cotton, No. ${number}.</p>`,
      on_sale: isOnSale,
      prices: prices(regular, sale),
      average_rating: number % 4 === 0 ? '4.50' : '0',
      review_count: number % 4 === 0 ? 12 : 0,
      images: [{ id: 1, src: `${base()}wp-content/uploads/hoodie-${number}.jpg`, name: 'hoodie', alt: '' }],
      categories: [
        { id: number % 2 === 0 ? 2 : 3, name: number % 2 === 0 ? 'Hoodies &amp; more' : 'Music', slug: 'x' },
      ],
      tags: [{ id: 5, name: 'Warm', slug: 'warm' }],
      brands: [{ id: 6, name: 'Woolly', slug: 'woolly' }],
      attributes: [
        {
          id: 1,
          name: 'Color',
          taxonomy: 'pa_color',
          has_variations: !isSimple,
          terms: isSimple ? [colors[0]] : colors,
        },
        {
          id: 2,
          name: 'Size',
          taxonomy: 'pa_size',
          has_variations: !isSimple,
          terms: isSimple ? [sizes[0]] : sizes,
        },
        {
          id: 3,
          name: 'Material',
          taxonomy: null,
          has_variations: false,
          terms: [{ id: 0, name: 'Wool', slug: 'wool' }],
        },
      ],
      variations: [],
      is_purchasable: true,
      is_in_stock: number % 7 !== 0,
      is_on_backorder: false,
      low_stock_remaining: number % 6 === 0 ? 2 : null,
    };
    if (isSimple) return [product];
    const chosen = colors.flatMap((color) => sizes.map((size) => ({ color, size })));
    const variations = chosen.map(({ color, size }, place): WooProduct => ({
      ...product,
      id: id + place + 1,
      parent: id,
      type: 'variation',
      variation: `Color: ${color.name}, Size: ${size.name}`,
      sku: `woo-${number}-${place}`,
      permalink: `${permalink}?attribute_pa_color=${color.slug}&attribute_pa_size=${size.slug}`,
      description: '',
      short_description: '',
      prices: prices(regular + place * 5, isOnSale ? regular + place * 5 - 250 : null),
      images: [
        { id: 2, src: `${base()}wp-content/uploads/hoodie-${number}-${color.slug}.jpg`, name: 'x', alt: '' },
      ],
      attributes: [],
      variations: [],
      is_in_stock: place !== 3,
      low_stock_remaining: null,
    }));
    product['variations'] = variations.map((variation, place) => ({
      id: variation.id,
      attributes: [
        { name: 'Color', value: chosen[place]!.color.slug },
        // The last one is for any size.
        { name: 'Size', value: place === 3 ? null : chosen[place]!.size.slug },
      ],
    }));
    return [product, ...variations];
  });
}

/** A shop with the Store API of WooCommerce. */
export async function startWooCommerceShop(
  count: number,
  options: WooShopOptions = {},
): Promise<ShopServer & { products: WooProduct[] }> {
  const {
    hidesPrices = false,
    listsVariations = true,
    isBlocked = false,
    hasPlainPermalinks = false,
  } = options;
  let shop: ShopServer | null = null;
  let products: WooProduct[] = [];
  const show = (product: WooProduct): WooProduct => {
    if (!hidesPrices) return product;
    const hidden = {
      price: '',
      regular_price: '',
      sale_price: '',
      price_range: null,
      currency_code: 'EUR',
      currency_minor_unit: 2,
    };
    return { ...product, prices: hidden, price_html: '' };
  };
  const listPage = (list: readonly unknown[], { searchParams }: URL): ShopAnswer => {
    const size = Math.min(100, Number(searchParams.get('per_page') ?? 10));
    const page = Number(searchParams.get('page') ?? 1);
    const headers = {
      'x-wp-total': String(list.length),
      'x-wp-totalpages': String(Math.ceil(list.length / size)),
    };
    return json(list.slice((page - 1) * size, page * size), headers);
  };
  const answer = (url: URL): ShopAnswer => {
    const route = hasPlainPermalinks
      ? (url.searchParams.get('rest_route') ?? '')
      : url.pathname.replace(/^\/wp-json/, '');
    if (url.pathname === '/' && route !== apiRoute && !route.startsWith(`${apiRoute}/`))
      return html(
        '<h1>Woolly</h1><p>Hoodies for cold days and colder nights.</p>',
        'en',
        '<meta name="generator" content="WooCommerce 9.4.2"><link rel="stylesheet" href="/wp-content/plugins/woocommerce/style.css">',
      );
    if (!route.startsWith(apiRoute)) return notFound;
    const path = route.slice(apiRoute.length);
    if (isBlocked)
      return { status: 401, ...json({ code: 'rest_forbidden', message: 'No', data: { status: 401 } }) };
    if (path === '/categories') return listPage(wooCategories, url);
    if (path === '') {
      const type = url.searchParams.get('type');
      if (type === 'variation' && !listsVariations)
        return {
          ...json({ code: 'rest_invalid_param', message: 'type', data: { status: 400 } }),
          status: 400,
        };
      const parents = url.searchParams.get('parent')?.split(',').map(Number);
      const list = products.filter(({ parent, type: own }) =>
        type === 'variation'
          ? own === 'variation' && (parents?.includes(parent) ?? true)
          : own !== 'variation',
      );
      return listPage(list.map(show), url);
    }
    const single = products.find(({ id }) => `/${id}` === path);
    return single === undefined
      ? { ...json({ code: 'woocommerce_rest_product_invalid_id' }), status: 404 }
      : json(show(single));
  };
  shop = await ShopServer.start(answer);
  products = createWooProducts(() => shop.url, count, options);
  return Object.assign(shop, { products });
}
