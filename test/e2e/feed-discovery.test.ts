import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { discoverShop, parseShopAddress } from '../../src/domain/shops/discover-shop.ts';
import { WorkSlices } from '../../src/lib/work-slices.ts';
import { ShopFetcher } from '../../src/outbound/shop-fetcher.ts';
import { LocalService } from '../support/local-service.ts';
import { startBrokenShop } from '../support/shops/broken-shop.ts';
import { countItems, ProjectFeeds } from '../support/shops/feed-runs.ts';
import {
  createPageProducts,
  markMagento,
  markPrestaShop,
  markShopware,
  startPageShop,
} from '../support/shops/page-shop.ts';
import { html, notFound, ShopServer, xml } from '../support/shops/shop-server.ts';
import { createShopifyProducts, startShopifyShop } from '../support/shops/shopify-shop.ts';
import { startWooCommerceShop } from '../support/shops/woocommerce-shop.ts';

/** What discovery finds out about sample shops on loopback. */
let service: LocalService;
let feeds: ProjectFeeds;
before(async () => {
  service = await LocalService.start({ VITRINE_FEED_HOSTS: '127.0.0.1', VITRINE_CRAWL_RATE: '1000' });
  feeds = await ProjectFeeds.open(service, 'shop');
});
after(() => service[Symbol.asyncDispose]());

interface Discovery {
  readonly platform: string;
  readonly feed: Readonly<Record<string, unknown>> | null;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly fields: readonly { readonly name: string; readonly share: number; readonly example: string }[];
  readonly missing: readonly {
    readonly field: string | null;
    readonly code: string;
    readonly text: string;
  }[];
}
const discover = async (url: string): Promise<Discovery> => {
  const { status, body } = await feeds.ask<Discovery>('POST', `${feeds.path}/discover`, { url });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const listMissing = ({ missing }: Discovery): string[] =>
  missing.map(({ field, code }) => (field === null ? code : `${field} ${code}`));

test('a Shopify shop is found, with one variant of each of ten products', async () => {
  await using shop = await startShopifyShop({ list: createShopifyProducts(30) }, { currency: 'JPY' });
  const found = await discover(shop.url);
  assert.deepEqual(
    [found.platform, found.feed],
    ['shopify', { name: '127.0.0.1', source: 'shopify', url: shop.url, absent: 'deactivate' }],
  );
  assert.equal(new Set(found.items.map(({ groupId }) => groupId)).size, 10);
  assert.equal(found.items[0]?.['currency'], 'JPY');
  assert.deepEqual(found.fields.find(({ name }) => name === 'price')?.share, 1);
  assert.deepEqual(found.missing, []);
});

test('a WooCommerce shop is found, with variations and paths of categories', async () => {
  await using shop = await startWooCommerceShop(20);
  const found = await discover(shop.url);
  assert.deepEqual(
    [found.platform, found.feed?.['source'], found.items.length],
    ['woocommerce', 'woocommerce', 10],
  );
  assert.deepEqual(
    found.items.map(({ id }) => id),
    ['11', '21', '30', '41', '51', '60', '71', '81', '90', '101'],
  );
  assert.deepEqual(found.items[1]?.['categories'], ['Clothing > Hoodies & more']);
  assert.deepEqual(found.missing, []);
});

test('a WooCommerce shop with plain permalinks is found and read to its last variation', async () => {
  await using shop = await startWooCommerceShop(130, { hasPlainPermalinks: true });
  const { platform, feed, items } = await discover(shop.url);
  assert.deepEqual([platform, items.length], ['woocommerce', 10]);
  assert.deepEqual(items[1]?.['categories'], ['Clothing > Hoodies & more']);
  const project = await ProjectFeeds.open(service, 'plain');
  await project.put('plain', { ...feed, schedule: 'off' });
  const sold = shop.products.filter(({ type }) => type !== 'variable');
  assert.deepEqual(countItems(await project.run('plain')).slice(0, 1), [sold.length]);
});

test('the address may be as people write it', async () => {
  assert.equal(parseShopAddress(' shop.example '), 'https://shop.example/');
  assert.equal(parseShopAddress('http://shop.example:8080/de#top'), 'http://shop.example:8080/de');
  assert.deepEqual(['shop', 'https://', '//'].map(parseShopAddress), [null, null, null]);
  await using shop = await startWooCommerceShop(5);
  const found = await discover(`${shop.url}shop/hoodies#sale`);
  assert.deepEqual([found.platform, found.feed?.['url']], ['woocommerce', shop.url]);
});

test('the proposed feed can be put and read as it is', async () => {
  await using shop = await startWooCommerceShop(8);
  const { feed } = await discover(shop.url.replace('/product', ''));
  await feeds.put('proposed', { ...feed, schedule: 'off' });
  assert.deepEqual(countItems(await feeds.run('proposed')).slice(0, 1), [6 * 4 + 2]);
});

test('prices for customers only, a blocked interface and a password are told', async () => {
  await using hidden = await startWooCommerceShop(5, { hidesPrices: true });
  const woo = await discover(hidden.url);
  assert.deepEqual([woo.feed?.['source'], woo.items.length], ['woocommerce', 10]);
  assert.deepEqual(listMissing(woo), ['price prices_for_customers', 'price missing', 'currency missing']);
  await using blocked = await startWooCommerceShop(5, { isBlocked: true });
  const none = await discover(blocked.url);
  assert.deepEqual(
    [none.platform, none.feed, listMissing(none)],
    ['woocommerce', null, ['interface_blocked', 'no_products']],
  );
  assert.match(none.missing[0]?.text ?? '', /Store API of WooCommerce answered 401/);
  await using closed = await startShopifyShop({ list: createShopifyProducts(3) }, { isClosed: true });
  const password = await discover(closed.url);
  assert.deepEqual([password.feed, listMissing(password)], [null, ['password', 'no_products']]);
});

const googleFeed = xml(
  '<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>' +
    Array.from(
      { length: 30 },
      (_, at) =>
        `<item><g:id>g${at}</g:id><title>Chair ${at}</title><description>Of wood</description><link>https://shop.example/${at}</link><g:image_link>https://shop.example/${at}.jpg</g:image_link><g:price>${at + 10}.50 EUR</g:price><g:availability>in stock</g:availability><g:brand>Acme</g:brand><g:product_type>Chairs</g:product_type></item>`,
    ).join('') +
    '</channel></rss>',
);

test('a product feed is found by a link, by robots.txt, or where its platform has it', async () => {
  const filler = `<p>${'Chairs of wood. '.repeat(40)}</p>`;
  const serve = (path: string, head: string) =>
    ShopServer.start(({ pathname, search }) =>
      pathname === '/' && search === ''
        ? html(filler, 'en', head)
        : `${pathname}${search}` === path
          ? googleFeed
          : notFound,
    );
  await using linked = await serve(
    '/export/catalog',
    '<link rel="alternate" type="application/xml" title="Google Shopping" href="/export/catalog">',
  );
  await using named = await serve('/x/merchant.xml', '');
  named.robots = `# Feed for Google: ${named.url}x/merchant.xml\nUser-agent: *\nAllow: /\n`;
  await using usual = await serve(
    '/index.php?route=extension/feed/google_base',
    '<link rel="stylesheet" href="/catalog/view/theme/default/stylesheet.css">',
  );
  for (const [shop, path, platform] of [
    [linked, 'export/catalog', 'other'],
    [named, 'x/merchant.xml', 'other'],
    [usual, 'index.php?route=extension/feed/google_base', 'opencart'],
  ] as const) {
    const found = await discover(shop.url);
    assert.deepEqual(
      [found.platform, found.feed],
      [
        platform,
        { name: '127.0.0.1', source: 'file', url: `${shop.url}${path}`, format: 'xml', absent: 'deactivate' },
      ],
    );
    assert.deepEqual([found.items.length, found.items[3]?.['price'], listMissing(found)], [10, 13.5, []]);
  }
});

test('pages of a sitemap are found, with the platform, and what is missing', async () => {
  for (const [mark, platform, head, missing] of [
    [markPrestaShop, 'prestashop', '<meta name="generator" content="PrestaShop">', []],
    [
      markMagento,
      'magento',
      '<script src="/static/version1/frontend/Magento/luma/de_DE/require.js"></script>',
      ['category missing'],
    ],
    [
      markShopware,
      'shopware',
      '<link rel="stylesheet" href="/bundles/storefront/a.css">',
      ['category missing'],
    ],
  ] as const) {
    await using shop = await startPageShop({ mark, products: createPageProducts(100), homeHead: head });
    const found = await discover(shop.url);
    assert.deepEqual([found.platform, found.feed?.['source'], found.items.length], [platform, 'sitemap', 10]);
    assert.deepEqual(listMissing(found), missing);
    assert.ok(shop.requests.length < 60, `${shop.requests.length} requests`);
  }
});

test('pages by script, several languages and currencies, and robots.txt are told', async () => {
  const scripted = createPageProducts(6);
  await using empty = await ShopServer.start(({ pathname }) =>
    pathname === '/sitemap.xml'
      ? xml(
          `<urlset>${scripted.map(({ path }) => `<url><loc>${empty.url.slice(0, -1)}${path}</loc></url>`).join('')}</urlset>`,
        )
      : html('<div id="app"></div><script src="/app.js"></script>'),
  );
  assert.deepEqual(listMissing(await discover(empty.url)), ['script_only', 'no_products']);
  await using broken = await startBrokenShop();
  const found = await discover(broken.url);
  assert.deepEqual([found.feed?.['source'], found.items.length], ['sitemap', 10]);
  assert.equal(listMissing(found)[0], 'several_languages');
  await using choosing = await startPageShop({
    mark: markPrestaShop,
    products: createPageProducts(5),
    homeHead: '<a href="/?SubmitCurrency=1&id_currency=2">USD</a>',
  });
  choosing.robots = 'User-agent: *\nDisallow: /products.json\n';
  assert.deepEqual(listMissing(await discover(choosing.url)), ['several_currencies']);
  await using forbidding = await startWooCommerceShop(3);
  forbidding.robots = 'User-agent: *\nDisallow: /wp-json/\n';
  const forbidden = await discover(forbidding.url);
  assert.deepEqual(
    [forbidden.platform, forbidden.feed, listMissing(forbidden)],
    ['woocommerce', null, ['robots', 'no_products']],
  );
  assert.match(forbidden.missing[0]?.text ?? '', /robots\.txt of 127\.0\.0\.1:\d+ forbids \/wp-json/);
});

test('an address that is none is refused with its place, and a host that does not answer is told', async () => {
  const refuse = async (url: unknown): Promise<[number, string, string]> => {
    const { status, body } = await feeds.ask<{ code: string; errors: { path: string; detail: string }[] }>(
      'POST',
      `${feeds.path}/discover`,
      { url },
    );
    return [status, body.code, body.errors[0]?.path ?? ''];
  };
  for (const url of [
    '',
    'shop',
    'ftp://shop.example',
    'https://10.0.0.1/',
    'http://shop.example/',
    'https://user:pass@shop.example/',
    7,
  ])
    assert.deepEqual(await refuse(url), [400, 'invalid_request', 'url'], String(url));
  assert.deepEqual((await refuse('http://127.0.0.1:9/')).slice(0, 2), [422, 'shop_unreachable']);
});

test('at its deadline a discovery replies with what is known', async () => {
  await using shop = await startWooCommerceShop(5);
  await using client = new ShopFetcher({
    allowPrivate: [shop.host],
    userAgent: 'Vitrine',
    requestsPerSecond: 1_000,
  });
  const deadline = new AbortController();
  shop.onRequest = (path) => {
    if (!path.includes('type=variation')) return;
    deadline.abort();
    return new Promise(() => undefined);
  };
  const { platform, feed, items, missing } = await discoverShop(shop.url, {
    client,
    previewFeed: async () => null,
    slices: new WorkSlices(1e9),
    signal: new AbortController().signal,
    deadline: deadline.signal,
  });
  assert.deepEqual([platform, feed?.source, items.length], ['woocommerce', 'woocommerce', 5]);
  assert.deepEqual(
    missing.map(({ code }) => code),
    ['not_finished'],
  );
});

test('a service looks at four shops at once, not five', async () => {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await using shop = await startWooCommerceShop(3);
  shop.onRequest = (path) => {
    if (path !== '/') return;
    if (shop.requests.filter((one) => one === '/').length === 4) asked.resolve();
    return released.promise;
  };
  const running = Array.from({ length: 4 }, () => discover(shop.url));
  await asked.promise;
  const { status, body } = await feeds.ask<{ code: string }>('POST', `${feeds.path}/discover`, {
    url: shop.url,
  });
  assert.deepEqual([status, body.code], [503, 'overloaded']);
  released.resolve();
  for (const { platform } of await Promise.all(running)) assert.equal(platform, 'woocommerce');
});
