import type { FeedSourceName } from '../../ports/catalog/feeds.ts';
import { VitrineError } from '../../ports/errors.ts';
import type { Json } from '../../ports/catalog/json.ts';
import { limits } from '../../ports/limits.ts';
import type { ShopClient, ShopError, ShopReply } from '../../ports/catalog/shops.ts';
import type { WorkSlices } from '../../lib/work-slices.ts';
import { mapInOrder } from '../../lib/ordered-lookahead.ts';
import type { ImportFormat } from '../catalog/import-files/file-findings.ts';
import { DiscoveryVisit, tryStep } from './discovery-visit.ts';
import {
  isPerhapsFeed,
  listFilesInRobots,
  listUsualFeeds,
  recognizePlatform,
  type ShopPlatform,
} from './shop-platforms.ts';
import { readPageMarkup, type PageMarkup } from './page-markup.ts';
import { formatShopifyPage, parseShopifyMeta, readProducts } from './read-shopify.ts';
import { isHtml, readOwnItems } from './read-sitemap.ts';
import {
  formatStoreAddress,
  listStoreAddresses,
  parseStoreList,
  readCategories,
  readVariations,
} from './read-woocommerce.ts';
import { readText, type ShopItem } from './shop-items.ts';
import { createShopifyItems } from './shopify-products.ts';
import { describeFields, listMissingFields, type FoundField, type MissingPart } from './shop-findings.ts';
import { choosePagesByLanguage, cutCountry, listSitemapPages } from './sitemap-pages.ts';
import type { SitemapEntry } from './sitemap-entries.ts';
import { createWooCommerceItems } from './woocommerce-products.ts';

/** A feed to put, without its id and schedule. */
export interface ProposedFeed {
  readonly name: string;
  readonly source: FeedSourceName;
  readonly url: string;
  readonly format?: ImportFormat;
  readonly absent: 'deactivate';
}

export interface ShopDiscovery {
  readonly platform: ShopPlatform;
  /** Null if nothing was found that can be read. */
  readonly feed: ProposedFeed | null;
  /** Up to ten items as they would be imported. */
  readonly items: readonly Json[];
  readonly fields: readonly FoundField[];
  readonly missing: readonly MissingPart[];
}

/** Reads the beginning of a file of products; null if it is none. `isPart` says that the file is longer. */
export type FeedPreviewer = (
  bytes: Uint8Array,
  file: { readonly url: string; readonly contentType: string; readonly isPart: boolean },
) => Promise<{ readonly items: readonly ShopItem[]; readonly format: ImportFormat } | null>;

/** What a discovery knows so far. */
interface Findings {
  platform: ShopPlatform;
  feed: ProposedFeed | null;
  items: ShopItem[];
  readonly missing: MissingPart[];
  isFinished: boolean;
}

interface Discovery {
  readonly visit: DiscoveryVisit;
  readonly findings: Findings;
  readonly url: string;
  readonly previewFeed: FeedPreviewer;
}

const productsShown = limits.discoverItemsMax;
/** Sitemaps and pages that are read, feeds that are tried, and the beginning of one that is read. */
const sitemapsMax = 4;
const pagesMax = 24;
const feedsMax = 10;
const itemsOfPageMax = 3;
const beginningBytes = 512 * 1024;
const requestsAtOnce = 4;
/** A page with less text than this many characters is made by its scripts. */
const textLengthMin = 300;

/** The address of a shop as people write it: `shop.example` is `https://shop.example/`. Null if it is none. */
export function parseShopAddress(text: string): string | null {
  const trimmed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  if (
    url === null ||
    url.hostname === '' ||
    (!url.hostname.includes('.') && url.hostname !== 'localhost' && !url.hostname.startsWith('['))
  )
    return null;
  url.hash = '';
  return url.href;
}

export interface DiscoveryOptions {
  readonly client: ShopClient;
  readonly previewFeed: FeedPreviewer;
  readonly slices: WorkSlices;
  /** Ends the discovery with its reason. */
  readonly signal: AbortSignal;
  /** Ends the discovery with what is known by then. */
  readonly deadline: AbortSignal;
}

/**
 * Finds out how the products of a shop can be read: by Shopify's or WooCommerce's public interface, a product feed, or the pages of its
 * sitemap, the first that has products. Replies with what is known at the deadline.
 * @throws VitrineError shop_unreachable if the host cannot be reached
 */
export async function discoverShop(
  url: string,
  { client, previewFeed, slices, signal, deadline }: DiscoveryOptions,
): Promise<Omit<ShopDiscovery, 'items'> & { readonly items: readonly ShopItem[] }> {
  const findings: Findings = { platform: 'other', feed: null, items: [], missing: [], isFinished: false };
  const visit = new DiscoveryVisit(client, url, { signal: AbortSignal.any([signal, deadline]), slices });
  try {
    await findProducts({ visit, findings, url, previewFeed });
    findings.isFinished = true;
  } catch (error) {
    signal.throwIfAborted();
    if (!deadline.aborted) throw error;
  }
  const { platform, feed, items, missing } = findings;
  if (!findings.isFinished)
    missing.push({
      field: null,
      code: 'not_finished',
      text: `The shop answered slowly: this is what was known after ${limits.discoverMsMax / 1_000} seconds.`,
    });
  else if (feed === null)
    missing.push({
      field: null,
      code: 'no_products',
      text: 'No public interface, product feed or page of a sitemap with products was found. Put a feed with the address of an export of the shop.',
    });
  return {
    platform,
    feed,
    items,
    fields: describeFields(items),
    missing: [...missing, ...listMissingFields(items)],
  };
}

async function findProducts(asked: Discovery): Promise<void> {
  const { visit, findings, url } = asked;
  const failures = new Map<ShopPlatform, ShopError>();
  const note = (what: ShopPlatform) => (error: ShopError) => void failures.set(what, error);
  const [home, shopify, store, robots] = await Promise.all([
    tryStep(visit.request(url), note('other')),
    tryStep(visit.request(formatShopifyPage(url, 1, productsShown)), note('shopify')),
    tryStep(visit.request(formatStoreAddress(url, `per_page=${productsShown}&page=1`)), note('woocommerce')),
    tryStep(visit.readRobots()),
  ]);
  const [failure] = failures.values();
  if (
    home === null &&
    shopify === null &&
    store === null &&
    failure !== undefined &&
    failure.code !== 'forbidden'
  )
    throw new VitrineError('shop_unreachable', `The shop cannot be read: ${failure.message}`);
  const markup =
    home?.status === 200 && isHtml(home) ? await readPageMarkup(home.body, home.url, visit.slices) : null;
  if (markup !== null)
    findings.platform = recognizePlatform(markup.meta.get('generator') ?? [], markup.resources);
  // That the interface of another platform is forbidden says nothing.
  const relevant = failures.get('other') ?? failures.get(findings.platform) ?? null;
  addShopWarnings(findings, { home, markup, crawlDelay: robots?.crawlDelay ?? null, failure: relevant });
  const discovery = { ...asked, url: moveToHost(url, home?.url ?? url) };
  if (await findShopifyProducts(discovery, shopify)) return;
  if (await findStoreProducts(discovery, store)) return;
  if (await findFeed(discovery, markup, robots?.text ?? '')) return;
  await findPages(discovery, markup);
}

/** Returns the address on the host that answers, such as `www.shop.example`, so that a run is not redirected for each page. */
function moveToHost(url: string, answering: string): string {
  const { pathname, search } = new URL(url);
  return new URL(`${pathname}${search}`, answering).href;
}

/** What the start page and robots.txt tell people. */
function addShopWarnings(
  { missing }: Findings,
  {
    home,
    markup,
    crawlDelay,
    failure,
  }: {
    home: ShopReply | null;
    markup: PageMarkup | null;
    crawlDelay: number | null;
    failure: ShopError | null;
  },
): void {
  const add = (code: string, text: string): void => void missing.push({ field: null, code, text });
  if (failure?.code === 'forbidden')
    add('robots', `${failure.message}. Allow it there for the user agent \`vitrine\`, if it is your shop.`);
  if (crawlDelay !== null && crawlDelay > 1)
    add(
      'crawl_delay',
      `robots.txt asks for ${crawlDelay} seconds between two requests, so that a run takes long.`,
    );
  if (home !== null && [401, 403].includes(home.status))
    add('blocked', `The start page answered ${home.status}: the shop blocks programs, or needs a sign-in.`);
  if (home !== null && new URL(home.url).pathname === '/password')
    add('password', 'The shop is closed by a password: open it to visitors, or remove the password.');
  if (markup === null) return;
  const languages = new Set([
    ...markup.alternates.map(({ language }) => cutCountry(language)),
    cutCountry(markup.language),
  ]);
  languages.delete('x');
  languages.delete('');
  if (languages.size > 1)
    add(
      'several_languages',
      `The shop has pages in ${[...languages].join(', ')}: the items are in the language of its start page, ${cutCountry(markup.language) || 'whatever it is'}.`,
    );
  if (
    markup.resources.some((address) =>
      /[?&](?:currency|curr|SubmitCurrency|id_currency|wmc-currency)=/i.test(address),
    )
  )
    add(
      'several_currencies',
      'Visitors can choose a currency: the prices are those of a visitor who has not chosen.',
    );
}

function propose(url: string, source: FeedSourceName, more: Partial<ProposedFeed> = {}): ProposedFeed {
  return { name: new URL(url).hostname, source, url, absent: 'deactivate', ...more };
}

/** Items with one of each product first, so that ten of them show the shop. */
function mixProducts(products: readonly (readonly ShopItem[])[]): ShopItem[] {
  return [...products.flatMap((items) => items.slice(0, 1)), ...products.flatMap((items) => items.slice(1))];
}

async function findShopifyProducts(
  { visit, findings, url }: Discovery,
  reply: ShopReply | null,
): Promise<boolean> {
  const products = reply?.status === 200 ? readProducts(reply.body) : null;
  if (products === null || !products.some(({ variants }) => Array.isArray(variants))) {
    if (findings.platform === 'shopify' && reply !== null)
      noteBlocked(findings, `/products.json of Shopify answered ${reply.status}`);
    return false;
  }
  findings.platform = 'shopify';
  const base = new URL('/', reply!.url).href;
  const meta = await tryStep(visit.request(new URL('/meta.json', base).href));
  const { currency } = parseShopifyMeta(meta?.body ?? new Uint8Array());
  findings.items = mixProducts(products.map((product) => createShopifyItems(product, { base, currency })));
  findings.feed = propose(base === new URL('/', url).href ? url : base, 'shopify');
  return true;
}

async function findStoreProducts(
  { visit, findings, url: asked }: Discovery,
  reply: ShopReply | null,
): Promise<boolean> {
  let url = asked;
  let products = readStoreProducts(reply);
  for (const other of listStoreAddresses(asked).slice(1)) {
    if (products !== null) break;
    url = other;
    const address = formatStoreAddress(other, `per_page=${productsShown}&page=1`);
    products = readStoreProducts(await tryStep(visit.request(address)));
  }
  if (products === null) {
    const isList = reply?.status === 200 && parseStoreList(reply.body) !== null;
    if (findings.platform === 'woocommerce' && reply !== null && !isList)
      noteBlocked(findings, `The Store API of WooCommerce answered ${reply.status}`);
    return false;
  }
  findings.platform = 'woocommerce';
  findings.feed = propose(url, 'woocommerce');
  const create = (
    variations: ReadonlyMap<string, typeof products>,
    categories: ReadonlyMap<string, string>,
  ): ShopItem[] =>
    mixProducts(
      products.map((product) =>
        createWooCommerceItems(product, variations.get(readText(product['id'])) ?? [], {
          base: url,
          categories,
        }),
      ),
    );
  // Known already if the shop is too slow for the rest.
  findings.items = create(new Map(), new Map());
  const [categories, variations] = await Promise.all([
    readCategories(visit, url),
    tryStep(readVariations(visit, url, products.slice(0, productsShown))),
  ]);
  findings.items = create(variations?.byProduct ?? new Map(), categories);
  if (findings.items.every((item) => item['price'] === undefined)) notePrices(findings);
  return true;
}

/** The products of a list of the Store API; null where it is none, or has none. */
function readStoreProducts(reply: ShopReply | null): ReturnType<typeof parseStoreList> {
  const products = reply?.status === 200 ? parseStoreList(reply.body) : null;
  return products?.[0]?.['prices'] === undefined ? null : products;
}

/** A product feed that the shop names, or that is where feeds of its platform are. */
async function findFeed(discovery: Discovery, markup: PageMarkup | null, robots: string): Promise<boolean> {
  const { url, findings } = discovery;
  const named = [
    ...listFilesInRobots(robots),
    ...(markup?.files ?? []).filter((file) => isPerhapsFeed(file.url, file.title)).map((file) => file.url),
  ];
  const usual = listUsualFeeds(findings.platform).map((path) => new URL(path, url).href);
  const addresses = [...new Set([...named, ...usual])].slice(0, feedsMax);
  for await (const found of mapInOrder(addresses, requestsAtOnce, (address) => tryFeed(discovery, address))) {
    if (found === null) continue;
    findings.items = [...found.items];
    findings.feed = propose(found.url, 'file', { name: new URL(url).hostname, format: found.format });
    return true;
  }
  return false;
}

async function tryFeed(
  { visit, previewFeed }: Discovery,
  address: string,
): Promise<{ items: readonly ShopItem[]; format: ImportFormat; url: string } | null> {
  const reply = await tryStep(visit.readBeginning(address, beginningBytes));
  if (reply?.status !== 200) return null;
  const { contentType, body } = reply;
  const file = await previewFeed(body, { url: address, contentType, isPart: body.length >= beginningBytes });
  return file === null ? null : { ...file, url: address };
}

/** Products on the pages of the sitemap. */
async function findPages(discovery: Discovery, home: PageMarkup | null): Promise<void> {
  const { visit, findings, url } = discovery;
  const listed = await tryStep(listSitemapPages(visit, sitemapsMax));
  if (listed === null) return;
  const language = home?.language ?? '';
  const entries = choosePagesByLanguage(listed.entries, language);
  const around = { urls: new Set(entries.map((entry) => entry.url)), language, shop: url };
  const pages: SampledPage[] = [];
  const ids = new Set<unknown>();
  let doubles = 0;
  const sample = chooseSample(entries);
  for await (const page of mapInOrder(sample, requestsAtOnce, (entry) => tryPage(visit, entry, around))) {
    if (page === null) continue;
    pages.push(page);
    const own = page.items.filter(({ id }) => !ids.has(id));
    doubles += page.items.length - own.length;
    for (const { id } of own) ids.add(id);
    if (own.length === 0) continue;
    findings.feed ??= propose(url, 'sitemap');
    findings.items.push(...own.slice(0, itemsOfPageMax));
    if (findings.items.length >= productsShown) break;
  }
  addPageWarnings(findings, pages);
  if (doubles > 0)
    findings.missing.push({
      field: 'id',
      code: 'double_products',
      text: `${doubles} of the products that were read have the number of another one: the first of the sitemap counts.`,
    });
}

/** What the pages tell people. */
function addPageWarnings(findings: Findings, pages: readonly SampledPage[]): void {
  const { items, missing } = findings;
  const add = (field: string | null, code: string, text: string): void =>
    void missing.push({ field, code, text });
  const withItems = pages.filter((page) => page.items.length > 0);
  if (items.length === 0 && pages.some(({ markup }) => markup.textLength < textLengthMin))
    add(
      null,
      'script_only',
      'The pages have no text without their scripts, which are not run: have the shop render them on its server, or put a feed.',
    );
  const asksForSignIn = withItems.some(({ markup }) => markup.hasPasswordField);
  if (items.length > 0 && items.every((item) => item['price'] === undefined) && asksForSignIn)
    notePrices(findings);
  const languages = new Set(withItems.map(({ markup }) => cutCountry(markup.language)));
  languages.delete('');
  if (languages.size > 1 && !missing.some(({ code }) => code === 'several_languages'))
    add(
      null,
      'several_languages',
      `The pages of products are in ${[...languages].join(', ')}: of two with one number, the first of the sitemap counts.`,
    );
  const currencies = new Set(items.map((item) => readText(item['currency'])).filter((text) => text !== ''));
  if (currencies.size > 1)
    add(
      'currency',
      'several_currencies',
      `The pages have prices in ${[...currencies].join(', ')}: a project has one currency.`,
    );
}

/** Pages from the whole sitemap, those with pictures first: they are mostly products. */
function chooseSample(entries: readonly SitemapEntry[]): SitemapEntry[] {
  const pictured = entries.filter(({ hasImages }) => hasImages);
  const pool = pictured.length > 0 ? pictured : entries;
  const step = Math.max(1, pool.length / pagesMax);
  return Array.from({ length: Math.min(pagesMax, pool.length) }, (_, at) => pool[Math.floor(at * step)]!);
}

interface SampledPage {
  readonly items: readonly ShopItem[];
  readonly markup: PageMarkup;
}

async function tryPage(
  visit: DiscoveryVisit,
  entry: SitemapEntry,
  around: Parameters<typeof readOwnItems>[2],
): Promise<SampledPage | null> {
  const reply = await tryStep(visit.request(entry.url));
  if (reply?.status !== 200 || !isHtml(reply)) return null;
  const markup = await readPageMarkup(reply.body, reply.url, visit.slices);
  return { items: readOwnItems(markup, reply.url, around), markup };
}

function noteBlocked({ missing }: Findings, what: string): void {
  missing.push({
    field: null,
    code: 'interface_blocked',
    text: `${what}: the shop, a plugin or its firewall blocks its public interface. Allow the user agent \`Vitrine\` there; the other ways were tried.`,
  });
}

function notePrices({ missing }: Findings): void {
  missing.push({
    field: 'price',
    code: 'prices_for_customers',
    text: 'The shop shows no prices to visitors, perhaps only to signed-in customers. Turn the setting `items.priceOptional` on to import items without prices.',
  });
}
