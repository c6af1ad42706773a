import { limits } from '../../ports/limits.ts';

/** The platforms that are told apart. `other` is none of them. */
export const shopPlatforms = [
  'shopify',
  'woocommerce',
  'prestashop',
  'magento',
  'shopware',
  'bigcommerce',
  'squarespace',
  'wix',
  'opencart',
  'ecwid',
  'jtl',
  'oxid',
  'gambio',
  'lightspeed',
  'shoptet',
  'other',
] as const;
export type ShopPlatform = (typeof shopPlatforms)[number];

/** The fingerprints of platforms: the `generator` of their pages, or the addresses of scripts, styles and pictures. */
const fingerprints: readonly {
  readonly platform: ShopPlatform;
  readonly generator: RegExp;
  readonly resource: RegExp;
}[] = [
  {
    platform: 'shopify',
    generator: /^shopify/i,
    resource: /\/\/cdn\.shopify\.com\/|\/cdn\/shop\/|\.myshopify\.com/i,
  },
  { platform: 'woocommerce', generator: /woocommerce/i, resource: /\/plugins\/woocommerce\//i },
  {
    platform: 'prestashop',
    generator: /prestashop/i,
    resource: /\/modules\/ps_|\/themes\/[^/?]+\/assets\/cache\//i,
  },
  {
    platform: 'magento',
    generator: /magento|adobe commerce/i,
    resource: /\/static\/(?:version\d+\/)?frontend\/|\/media\/catalog\/product\//i,
  },
  {
    platform: 'shopware',
    generator: /shopware/i,
    resource: /\/bundles\/storefront\/|\/theme\/[0-9a-f]{32}\/|\/web\/cache\/\d+_/i,
  },
  { platform: 'bigcommerce', generator: /bigcommerce/i, resource: /cdn\d*\.bigcommerce\.com\//i },
  {
    platform: 'squarespace',
    generator: /squarespace/i,
    resource: /static1\.squarespace\.com|assets\.squarespace\.com/i,
  },
  { platform: 'wix', generator: /wix\.com/i, resource: /static\.wixstatic\.com|static\.parastorage\.com/i },
  { platform: 'opencart', generator: /opencart/i, resource: /\/catalog\/view\/(?:theme|javascript)\//i },
  { platform: 'ecwid', generator: /ecwid/i, resource: /app\.ecwid\.com/i },
  { platform: 'jtl', generator: /jtl-shop/i, resource: /\/templates\/(?:NOVA|EVO)\//i },
  { platform: 'oxid', generator: /oxid/i, resource: /\/out\/(?:flow|wave|apex|azure|pictures)\//i },
  { platform: 'gambio', generator: /gambio/i, resource: /\/GXModules\/|\/public\/theme\/javascripts\//i },
  {
    platform: 'lightspeed',
    generator: /lightspeed/i,
    resource: /cdn\.webshopapp\.com|cdn\.shoplightspeed\.com/i,
  },
  { platform: 'shoptet', generator: /shoptet/i, resource: /cdn\.myshoptet\.com/i },
];

/** The platform of a shop by its start page. */
export function recognizePlatform(generators: readonly string[], resources: readonly string[]): ShopPlatform {
  const byGenerator = fingerprints.find(({ generator }) => generators.some((text) => generator.test(text)));
  const found =
    byGenerator ?? fingerprints.find(({ resource }) => resources.some((address) => resource.test(address)));
  return found?.platform ?? 'other';
}

/**
 * Where product feeds are by default. The sources are in docs/decisions/shop-connectors.md. Feeds of other platforms have an address with
 * a secret, or a name that the merchant chose: links and robots.txt may name them.
 */
const usualFeeds: Readonly<Partial<Record<ShopPlatform, readonly string[]>>> = {
  woocommerce: ['/woocommerce_gpf/google'],
  opencart: [
    '/googlebase.xml',
    '/index.php?route=extension/feed/google_base',
    '/index.php?route=feed/google_base',
  ],
};
/** Names that feeds have on any platform. */
const commonFeeds = [
  '/merchant_feed/google.xml',
  '/google-merchant.xml',
  '/google-shopping.xml',
  '/google.xml',
  '/products.xml',
  '/feeds/google.xml',
];

export function listUsualFeeds(platform: ShopPlatform): string[] {
  return [...(usualFeeds[platform] ?? []), ...commonFeeds];
}

/** Words that a link or comment of robots.txt has for a product feed, and words for other feeds. */
const feedWords = /google|merchant|shopping|product|produkt|feed|heureka|idealo|catalog|export|datafeed/i;
const otherWords = /blog|news|comment|podcast|post|article|sitemap|oembed|wp-json|opensearch|xmlrpc|amp/i;

/** Whether an address with its title is perhaps a product feed, and no feed of news. */
export function isPerhapsFeed(address: string, title: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  const text = `${url.pathname}${url.search} ${title}`;
  return feedWords.test(text) && !otherWords.test(text);
}

/** Addresses of files in a robots.txt besides sitemaps: some shops name their feed in a comment or a line of their own. */
export function listFilesInRobots(text: string): string[] {
  // Each word is read once: an expression over the text would start again at each address in an address.
  const found = text.split(/[\s#"'<>]+/).flatMap((word) => {
    const at = word.search(/https?:\/\//i);
    const address = at === -1 || word.length > limits.feedUrlLengthMax ? '' : word.slice(at);
    return /^[^?]+\.(?:xml|csv|tsv|txt|jsonl?|ndjson)(?:\.gz)?(?:$|\?)/i.test(address) ? [address] : [];
  });
  return [...new Set(found)].filter((address) => isPerhapsFeed(address, ''));
}
