import { limits } from '../../ports/limits.ts';
import { ShopError } from '../../ports/catalog/shops.ts';
import { isSameShop } from '../../lib/same-shop.ts';
import { chooseProductSitemaps, parseSitemap, type SitemapEntry } from './sitemap-entries.ts';
import { isGone, type ShopVisit } from './shop-visit.ts';

/** The part of a visit that finds sitemaps: discovery has its own. */
export type SitemapRequester = Pick<ShopVisit, 'request' | 'listSitemaps' | 'warn' | 'feed' | 'slices'>;

export interface SitemapPages {
  readonly entries: readonly SitemapEntry[];
  /** Whether all sitemaps were read to their ends. */
  readonly isComplete: boolean;
}

/** Where sitemaps are if robots.txt names none: of the protocol, of Yoast and WordPress, and of Shopware 5. */
const usualSitemaps = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/wp-sitemap.xml',
  '/sitemap.xml.gz',
  '/sitemap-index.xml',
];

/**
 * The pages that the sitemaps of a shop list, without doubles. The address of the feed may be a sitemap itself. Reads at most
 * `sitemapsMax` sitemaps. @throws ShopError if no sitemap can be read
 */
export async function listSitemapPages(
  visit: SitemapRequester,
  sitemapsMax: number = limits.sitemapsMax,
): Promise<SitemapPages> {
  const shop = new URL(visit.feed.url);
  const entries = new Map<string, SitemapEntry>();
  const seen = new Set<string>();
  let isComplete = true;
  let isRead = false;
  const addFile = async (url: string): Promise<void> => {
    const address = URL.parse(url, shop.href);
    if (address === null || seen.has(address.href)) return;
    seen.add(address.href);
    if (!isSameShop(address, shop)) {
      visit.warn('other_host', `The sitemap ${address.href} is on another host, and was not read`);
      return;
    }
    if (seen.size > sitemapsMax) {
      isComplete = false;
      return;
    }
    const reply = await visit.request(address.href, null, limits.sitemapBytesMax);
    if (reply.status !== 200) {
      // A sitemap that is gone lists nothing; one that cannot be read now may list anything.
      if (!isGone(reply.status)) isComplete = false;
      if (isRead) visit.warn('sitemap_unread', `The sitemap ${address.href} answered ${reply.status}`);
      return;
    }
    const sitemap = await parseSitemap(reply.body, address.href, visit.slices);
    if (sitemap.sitemaps.length + sitemap.entries.length > 0) isRead = true;
    if (sitemap.isCut) {
      isComplete = false;
      visit.warn(
        'sitemap_cut',
        `The sitemap ${address.href} is not well-formed, or has more than ${limits.sitemapEntriesMax} entries`,
      );
    }
    for (const entry of sitemap.entries) {
      const page = URL.parse(entry.url);
      if (page === null || entries.has(entry.url)) continue;
      if (!isSameShop(page, shop))
        visit.warn('other_host', `${entry.url} is on another host, and was not read`);
      else if (entries.size >= limits.crawlPagesMax) isComplete = false;
      else entries.set(entry.url, entry);
    }
    for (const child of chooseProductSitemaps(sitemap.sitemaps)) await addChild(child);
  };
  const addChild = async (url: string): Promise<void> => {
    try {
      await addFile(url);
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      isComplete = false;
      visit.warn('sitemap_unread', error.message);
    }
  };
  if (isSitemapAddress(shop)) await addFile(shop.href);
  else {
    for (const url of chooseProductSitemaps(await visit.listSitemaps())) await addChild(url);
    for (const path of usualSitemaps) if (!isRead) await addFile(new URL(path, shop).href);
  }
  if (!isRead)
    throw new ShopError(
      'unreachable',
      `The shop has no sitemap that can be read, such as ${new URL('/sitemap.xml', shop).href}`,
    );
  return { entries: [...entries.values()], isComplete };
}

/** Whether an address is a sitemap, and not the shop itself. */
function isSitemapAddress({ pathname }: URL): boolean {
  return /\.(?:xml|xml\.gz|txt)$/i.test(pathname) || /sitemap/i.test(pathname);
}

/** The language of a page by the first part of its path, such as `/en/` or `/de-ch/`; empty without one. */
function readPathLanguage(url: string): string {
  return /^\/([a-z]{2})(?:[-_][a-z]{2})?(?:\/|$)/i.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
}

/** The part of a language tag before its country. */
export function cutCountry(tag: string): string {
  return tag.split(/[-_]/, 1)[0]!;
}

/**
 * The pages to read in a shop of several languages: those that say to be another language's version of a page in the main one are left
 * out, and pages below the folder of another language come last, so that of two with one product the main language counts.
 */
export function choosePagesByLanguage(entries: readonly SitemapEntry[], language: string): SitemapEntry[] {
  const main = cutCountry(language);
  if (main === '') return [...entries];
  const kept = entries.filter(({ url, alternates }) => {
    const own = alternates.find((alternate) => alternate.url === url && alternate.language !== 'x-default');
    const translated = alternates.some(
      (alternate) => cutCountry(alternate.language) === main && alternate.url !== url,
    );
    return own === undefined || cutCountry(own.language) === main || !translated;
  });
  const inMain: SitemapEntry[] = [];
  const inOthers: SitemapEntry[] = [];
  for (const entry of kept) {
    const isMain = ['', main].includes(readPathLanguage(entry.url));
    (isMain ? inMain : inOthers).push(entry);
  }
  return [...inMain, ...inOthers];
}
