import { FeedError } from '../../ports/catalog/feeds.ts';
import { isObject } from '../contract/object-fields.ts';
import { listObjects, parseJsonBody, readText } from './shop-items.ts';
import { createShopifyItems } from './shopify-products.ts';
import { checkStatus, ignoreShopError, type ShopVisit, type VisitedPage } from './shop-visit.ts';

/** Products of a page: the most that Shopify gives. */
const pageSize = 250;
/** Shopify answers no page beyond it. */
const pagesMax = 100;

export interface ShopifyShop {
  readonly currency: string | null;
  /** Published products, or null where the shop does not tell it. */
  readonly productCount: number | null;
}

export function formatShopifyPage(base: string, page: number, limit: number = pageSize): string {
  return new URL(`/products.json?limit=${limit}&page=${page}`, base).href;
}

/** What `/meta.json` tells of a shop, or nothing. `/products.json` has no currency. */
export function parseShopifyMeta(body: Uint8Array): ShopifyShop {
  const meta = parseJsonBody(body);
  if (!isObject(meta)) return { currency: null, productCount: null };
  const count = meta['published_products_count'];
  const currency = readText(meta['currency']).toUpperCase();
  return {
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
    productCount: typeof count === 'number' && count >= 0 ? count : null,
  };
}

async function readShop(visit: ShopVisit): Promise<ShopifyShop> {
  const reply = await visit.request(new URL('/meta.json', visit.feed.url).href).catch(ignoreShopError);
  return parseShopifyMeta(reply?.body ?? new Uint8Array());
}

/** Reads the products of a Shopify shop, 250 at a time, until a page is empty. */
export async function* readShopify(visit: ShopVisit): AsyncGenerator<VisitedPage> {
  const { states } = visit;
  const base = visit.feed.url;
  const { currency, productCount } = await readShop(visit);
  if (productCount !== null) visit.total = Math.ceil(productCount / pageSize) + 1;
  await states.begin(productCount);
  const countBefore = states.productCount;
  for (let page = 1; ; page++) {
    if (page > pagesMax) {
      visit.warn(
        'too_many_products',
        `Shopify lists at most ${pagesMax * pageSize} products: read the sitemap for more`,
      );
      yield { kind: 'unread', key: '' };
      break;
    }
    const key = formatShopifyPage(base, page);
    const earlier = states.findReadInRun(key);
    if (earlier !== null) {
      yield visit.count({ kind: 'kept', key }, { isRequested: false });
      if (earlier.ids.length === 0) break;
      continue;
    }
    const reply = await visit.request(key, states.get(key));
    if (reply.status === 304) {
      yield visit.count({ kind: 'kept', key }, { isRequested: true });
      if (states.get(key)?.ids.length === 0) break;
      continue;
    }
    checkStatus(reply);
    const products = readProducts(reply.body);
    if (products === null)
      throw new FeedError(`${key} is no list of products: does the shop need a password?`);
    const items = products.flatMap((product) => createShopifyItems(product, { base, currency }));
    const { etag, lastModified } = reply;
    yield visit.count(
      { kind: 'read', key, state: { lastmod: null, etag, lastModified }, items },
      { isRequested: true },
    );
    if (products.length === 0) break;
  }
  if (productCount === null && !states.isResumed) return;
  // Products that come or go move those after them to another page, where a run may miss them.
  const after = productCount === null ? null : (await readShop(visit)).productCount;
  if (after !== null && after === countBefore) return;
  visit.warn('shop_changed', 'Products came or went while the shop was read: none was removed in this run');
  yield { kind: 'unread', key: '' };
}

export function readProducts(body: Uint8Array): ReturnType<typeof listObjects> | null {
  const list = parseJsonBody(body);
  return isObject(list) && Array.isArray(list['products']) ? listObjects(list['products']) : null;
}
