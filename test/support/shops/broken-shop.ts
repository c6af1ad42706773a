import { html, notFound, redirect, ShopServer, xml, type ShopAnswer } from './shop-server.ts';

const script = (text: string): string => `<script type="application/ld+json">${text}</script>`;
const product = (sku: string, name: string, price: unknown, more: object = {}): string =>
  script(
    JSON.stringify({
      '@context': 'http://schema.org',
      '@type': 'Product',
      sku,
      name,
      image: '/a.jpg',
      offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
      ...more,
    }),
  );

/** The items that the pages of the broken shop have, by id: their names, prices and addresses. */
export const brokenShopItems: Readonly<
  Record<string, readonly [name: string, price: number | null, path: string]>
> = {
  'D-1': ['Sessel', 1_299, '/de/sessel'],
  'D-2': ['Lampe', 1_299.5, '/de/lampe'],
  'D-3': ['Tisch', 89, '/de/tisch'],
  'D-4': ['Regal', 12.5, '/de/regal'],
  'D-5': ['Bank "Eiche"\nmassiv'.replaceAll('\n', ' '), 450, '/de/bank'],
  'D-6': ['Hocker', 0, '/de/hocker'],
  'D-8': ['Truhe', 77, '/de/truhe'],
  'D-9': ['Spiegel', 1_234.56, '/de/spiegel'],
  'de/ohne-nummer': ['Ohne Nummer', 20, '/de/ohne-nummer'],
  'V-red': ['Kissen', 10, '/de/kissen?color=red'],
  'V-blue': ['Kissen', 11, '/de/kissen?color=blue'],
  'OG-1': ['Vase', 1_099.9, '/de/vase'],
};

/** A shop as the web has them: double products, prices in texts, two languages, 404s, redirects, circles, markup that is not valid. */
export async function startBrokenShop(): Promise<ShopServer> {
  let base = '';
  const pages: Readonly<Record<string, () => ShopAnswer>> = {
    '/': () =>
      html(
        '<p>Willkommen</p>',
        'de-DE',
        `<link rel="alternate" hreflang="en" href="${base}/en/"><link rel="alternate" hreflang="de" href="${base}/">`,
      ),
    '/de/sessel': () => html(product('D-1', 'Sessel', '1.299,00 €'), 'de'),
    '/de/sessel-copy': () => html(product('D-1', 'Sessel (Kopie)', '5,00 €'), 'de'),
    '/de/sessel-canonical': () =>
      html(product('D-1x', 'Sessel', '5'), 'de', `<link rel="canonical" href="${base}/de/sessel">`),
    '/de/lampe': () =>
      html(
        '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Lampe</h1><meta itemprop="sku" content="D-2"><span itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">1.299,50&nbsp;&euro;</b></span></div>',
        'de',
      ),
    '/de/tisch': () => html(product('D-3', 'Tisch', ['89.00', '99.00']), 'de'),
    '/de/regal': () =>
      html(
        product('D-4', 'Regal', undefined, {
          offers: {
            '@type': 'AggregateOffer',
            lowPrice: 'ab 12,50 EUR',
            highPrice: 20,
            priceCurrency: 'eur',
          },
        }),
        'de',
      ),
    '/de/bank': () =>
      html(
        script(`<!-- {"@context":"https://schema.org","@type":["Product","Thing"],"sku":"D-5","name":"Bank \\"Eiche\\"
massiv","offers":{"@type":"Offer","price":450,"priceCurrency":"EUR",},} -->`),
        'de',
      ),
    '/de/hocker': () => html(product('D-6', 'Hocker', 0), 'de'),
    '/de/kein-preis': () => html(product('D-7', 'Kein Preis', 'auf Anfrage'), 'de'),
    '/de/truhe': () => html(`${script('{ this is no JSON')}${product('D-8', 'Truhe', '77')}`, 'de'),
    '/de/spiegel': () => html(product('D-9', 'Spiegel', "1'234.56"), 'de'),
    '/de/ohne-nummer': () => html(product('', 'Ohne Nummer', 20), 'de'),
    '/de/kissen': () =>
      html(
        script(
          JSON.stringify({
            '@type': 'Product',
            name: 'Kissen',
            offers: ['red', 'blue'].map((color, at) => ({
              '@type': 'Offer',
              sku: `V-${color}`,
              price: String(10 + at),
              priceCurrency: 'EUR',
              url: `/de/kissen?color=${color}`,
            })),
          }),
        ),
        'de',
      ),
    '/de/vase': () =>
      html(
        '<h1>Vase</h1>',
        'de',
        '<meta property="og:type" content="product"><meta property="og:title" content="Vase"><meta property="product:retailer_item_id" content="OG-1"><meta property="product:price:amount" content="1.099,90"><meta property="product:price:currency" content="EUR">',
      ),
    // A list of products is no product.
    '/de/liste': () =>
      html(
        ['a', 'b', 'c'].map((name) => product(`L-${name}`, name, 1, { url: `/de/${name}` })).join(''),
        'de',
      ),
    '/de/moved': () => redirect('/de/sessel'),
    '/de/circle-a': () => redirect('/de/circle-b'),
    '/de/circle-b': () => redirect('/de/circle-a'),
    '/de/away': () => redirect('https://elsewhere.example/x'),
    '/de/long': () => redirect('/hop/1'),
    '/en/armchair': () => html(product('D-1', 'Armchair', '1299.00'), 'en'),
    '/en/lamp': () =>
      html(
        product('D-2', 'Lamp', '1299.50'),
        'en',
        `<link rel="alternate" hreflang="de" href="${base}/de/lampe">`,
      ),
    '/private/secret': () => html(product('S-1', 'Secret', 1), 'de'),
  };
  const listed = [
    ...Object.keys(pages).filter((path) => path.startsWith('/en/')),
    '/de/gone',
    '/de/gone-too',
    ...Object.keys(pages),
  ];
  const shop = await ShopServer.start(({ pathname }) => {
    if (pathname === '/sitemap.xml') {
      const entries = [...listed, '/de/sessel#again'].map((path) => `<url><loc> ${base}${path} </loc></url>`);
      return xml(
        `<urlset>${entries.join('')}<url><loc>https://elsewhere.example/y</loc></url><url><loc>nonsense:</loc></url></urlset>`,
      );
    }
    const hop = /^\/hop\/(\d+)$/.exec(pathname)?.[1];
    if (hop !== undefined) return redirect(`/hop/${Number(hop) + 1}`);
    return pages[pathname]?.() ?? notFound;
  });
  base = shop.url.slice(0, -1);
  shop.robots = 'User-agent: *\nDisallow: /\nUser-agent: vitrine\nDisallow: /private/\n';
  return shop;
}

/** A shop with an index of sitemaps and many entries, all of which are pages without a product. */
export async function startLargeShop(entries: number): Promise<ShopServer> {
  let base = '';
  const size = 50_000;
  const count = Math.ceil(entries / size);
  const shop = await ShopServer.start(({ pathname }) => {
    if (pathname === '/sitemap.xml')
      return xml(
        `<sitemapindex>${Array.from({ length: count }, (_, at) => `<sitemap><loc>${base}/map-${at}.xml</loc></sitemap>`).join('')}</sitemapindex>`,
      );
    const number = /^\/map-(\d+)\.xml$/.exec(pathname)?.[1];
    if (number === undefined)
      return pathname.startsWith('/page-') || pathname === '/' ? html('<p>Text</p>') : notFound;
    const from = Number(number) * size;
    const own = Array.from(
      { length: Math.min(size, entries - from) },
      (_, at) => `<url><loc>${base}/page-${from + at}</loc><lastmod>2026-01-01</lastmod></url>`,
    );
    return { ...xml(`<urlset>${own.join('')}</urlset>`), isPacked: true };
  });
  base = shop.url.slice(0, -1);
  return shop;
}
