import { FeedError } from '../../ports/catalog/feeds.ts';
import { ShopError, type ShopReply } from '../../ports/catalog/shops.ts';
import { dayMs } from '../../lib/days.ts';
import { isSameShop } from '../../lib/same-shop.ts';
import { mapInOrder } from '../../lib/ordered-lookahead.ts';
import { readPageMarkup, type PageMarkup } from './page-markup.ts';
import { readPageItems } from './page-products.ts';
import type { PageState } from './page-states.ts';
import type { ShopItem } from './shop-items.ts';
import { choosePagesByLanguage, cutCountry, listSitemapPages } from './sitemap-pages.ts';
import type { SitemapEntry } from './sitemap-entries.ts';
import { checkStatus, ignoreShopError, isGone, type ShopVisit, type VisitedPage } from './shop-visit.ts';

/** Requests at once: the pace of the host is the limit, unless its pages take seconds. */
const requestsAtOnce = 4;
/** Milliseconds after which a page is read again, although its `lastmod` is the same: prices can change without it. */
const pageAgeMsMax = 7 * dayMs;
/** Unreadable pages in a row after which a run ends. */
const unreadInRowMax = 20;

/** Reads the pages that the sitemaps of a shop list, and the product of each by its markup. */
export async function* readSitemap(visit: ShopVisit): AsyncGenerator<VisitedPage> {
  const { states } = visit;
  const { entries: listed, isComplete } = await listSitemapPages(visit);
  await states.begin(null);
  const language = await readShopLanguage(visit);
  const entries = choosePagesByLanguage(listed, language);
  visit.total = entries.length;
  const urls = new Set(entries.map(({ url }) => url));
  let unreadInRow = 0;
  let items = 0;
  for await (const page of mapInOrder(entries, requestsAtOnce, (entry) =>
    visitEntry(visit, entry, { urls, language }),
  )) {
    unreadInRow = page.kind === 'unread' ? unreadInRow + 1 : 0;
    if (page.kind === 'read') items += page.items.length;
    if (page.kind === 'kept') items += states.get(page.key)?.ids.length ?? 0;
    yield page;
    if (unreadInRow >= unreadInRowMax)
      throw new FeedError(
        `${unreadInRow} pages in a row could not be read: ${visit.listWarnings().at(-1)?.detail ?? ''}`,
      );
  }
  if (items === 0)
    visit.warn('no_products', 'No page of the sitemap has a product in JSON-LD, microdata or Open Graph');
  if (!isComplete) yield { kind: 'unread', key: '' };
}

interface Surroundings {
  /** The pages of the run. */
  readonly urls: ReadonlySet<string>;
  /** The language of the start page, or empty. */
  readonly language: string;
}

async function visitEntry(visit: ShopVisit, entry: SitemapEntry, around: Surroundings): Promise<VisitedPage> {
  const { url: key, lastmod } = entry;
  const state = visit.states.get(key);
  if (
    visit.states.findReadInRun(key) !== null ||
    (state !== null && isUnchanged(state, entry, visit.clock.now()))
  )
    return visit.count({ kind: 'kept', key }, { isRequested: false });
  try {
    const reply = await visit.request(key, state);
    const renewed = { lastmod, readAt: visit.clock.now() };
    if (reply.status === 304) return visit.count({ kind: 'kept', key, renewed }, { isRequested: true });
    const { etag, lastModified } = reply;
    const read = (items: readonly ShopItem[]): VisitedPage =>
      visit.count(
        { kind: 'read', key, state: { lastmod, etag, lastModified }, items },
        { isRequested: true },
      );
    if (isGone(reply.status)) {
      visit.warn('page_gone', `The sitemap lists ${key}, which answered ${reply.status}`);
      return read([]);
    }
    checkStatus(reply);
    return read(await readEntryItems(reply, visit, around));
  } catch (error) {
    // What was never read has no items that could be missed, unless it cannot be reached only now.
    if (error instanceof ShopError && error.code !== 'unreachable' && (state?.ids.length ?? 0) === 0) {
      visit.warn(error.code === 'forbidden' ? 'robots' : 'page_unread', error.message);
      return visit.count(
        { kind: 'read', key, state: { lastmod, etag: null, lastModified: null }, items: [] },
        { isRequested: true },
      );
    }
    return visit.countUnread(key, error);
  }
}

/** Whether a page needs no request: its `lastmod` is that of the last time. A page without a product and `lastmod` is not read each time. */
function isUnchanged(state: PageState, { lastmod }: SitemapEntry, now: number): boolean {
  const isNew = now - state.readAt < pageAgeMsMax;
  return isNew && state.lastmod === lastmod && (lastmod !== null || state.ids.length === 0);
}

async function readEntryItems(
  reply: ShopReply,
  { feed, slices }: ShopVisit,
  around: Surroundings,
): Promise<readonly ShopItem[]> {
  if (!isHtml(reply)) return [];
  return readOwnItems(await readPageMarkup(reply.body, reply.url, slices), reply.url, {
    ...around,
    shop: feed.url,
  });
}

/** The items of a page, unless it says that another page of the shop has them: its canonical one, or that of the main language. */
export function readOwnItems(
  markup: PageMarkup,
  url: string,
  { urls, language, shop }: Surroundings & { readonly shop: string },
): ShopItem[] {
  const address = choosePageAddress(markup, url, shop);
  if (address !== url && urls.has(address)) return [];
  return isTranslation(markup, url, language) ? [] : readPageItems(markup, address);
}

export function isHtml({ contentType }: Pick<ShopReply, 'contentType'>): boolean {
  return contentType === '' || /html|xml/i.test(contentType);
}

/** The canonical address of a page if it is one of the shop, or else its own. Some shops name their start page for all. */
function choosePageAddress({ canonical }: PageMarkup, url: string, shop: string): string {
  const address = canonical === null ? null : URL.parse(canonical);
  const isUsable = address !== null && isSameShop(address, new URL(shop)) && address.pathname !== '/';
  return isUsable ? address.href : url;
}

/** Whether a page is in another language than the shop's start page, and says where it is in that one. */
function isTranslation({ language, alternates }: PageMarkup, url: string, main: string): boolean {
  if (main === '' || language === '' || cutCountry(language) === cutCountry(main)) return false;
  return alternates.some((one) => cutCountry(one.language) === cutCountry(main) && one.url !== url);
}

async function readShopLanguage(visit: ShopVisit): Promise<string> {
  const reply = await visit.request(new URL('/', visit.feed.url).href).catch(ignoreShopError);
  if (reply?.status !== 200 || !isHtml(reply)) return '';
  return (await readPageMarkup(reply.body, reply.url, visit.slices)).language;
}
