import type { JsonObject } from '../../ports/catalog/json.ts';
import { FeedError } from '../../ports/catalog/feeds.ts';
import type { ShopReply } from '../../ports/catalog/shops.ts';
import { isObject } from '../contract/object-fields.ts';
import { listObjects, parseJsonBody, readText } from './shop-items.ts';
import { checkStatus, ignoreShopError, isGone, type ShopVisit, type VisitedPage } from './shop-visit.ts';
import {
  createCategoryPaths,
  createWooCommerceItems,
  listVariationIds,
  type CategoryPaths,
} from './woocommerce-products.ts';

/** Products of a page: the most that the Store API gives. */
const pageSize = 100;
/** Pages of categories that are read. */
const categoryPagesMax = 20;
/** Variations that are requested one by one where the shop does not list them. */
const singleVariationsMax = 1_000;

const apiRoute = '/wc/store/v1/products';

/**
 * The address of the Store API, below the folder of a shop such as `https://example.com/shop/`. A shop with plain permalinks has it at the
 * parameter `rest_route`, which the address of the shop has then.
 */
export function formatStoreAddress(shop: string, query: string, path = ''): string {
  const url = new URL(shop);
  if (url.searchParams.has('rest_route')) {
    url.search = query;
    url.searchParams.set('rest_route', `${apiRoute}${path}`);
    return url.href;
  }
  const folder = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  return new URL(`${folder}wp-json${apiRoute}${path}?${query}`, url).href;
}

/** The addresses under which a WooCommerce shop may have its Store API: below the page, at the root, and with plain permalinks. */
export function listStoreAddresses(page: string): string[] {
  const root = new URL('/', page).href;
  return [...new Set([page, root, `${root}?rest_route=${encodeURIComponent(apiRoute)}`])];
}

/** The part of a visit that requests something: discovery has its own. */
export type Requester = Pick<ShopVisit, 'request'>;

/** A list of the Store API, or null where the reply is none. */
export function parseStoreList(body: Uint8Array): JsonObject[] | null {
  const list = parseJsonBody(body);
  return Array.isArray(list) ? listObjects(list) : null;
}

/** The categories of the shop with their parents, or none where it does not tell them. */
export async function readCategories(visit: Requester, shop: string): Promise<CategoryPaths> {
  const categories: JsonObject[] = [];
  for (let page = 1; page <= categoryPagesMax; page++) {
    const url = formatStoreAddress(shop, `per_page=${pageSize}&page=${page}`, '/categories');
    const reply = await visit.request(url).catch(ignoreShopError);
    const list = reply?.status === 200 ? parseStoreList(reply.body) : null;
    if (list === null) break;
    categories.push(...list);
    if (list.length < pageSize) break;
  }
  return createCategoryPaths(categories);
}

interface Variations {
  readonly byProduct: ReadonlyMap<string, JsonObject[]>;
  readonly parts: readonly { readonly url: string; readonly etag: string | null }[];
}

/** The variations of products: in lists, or one by one where the shop does not list them. */
export async function readVariations(
  visit: Requester,
  shop: string,
  products: readonly JsonObject[],
): Promise<Variations> {
  const variable = products.filter((product) => listVariationIds(product).length > 0);
  const wanted = new Set(variable.flatMap((product) => listVariationIds(product)));
  const found = new Map<string, JsonObject>();
  const parts: { url: string; etag: string | null }[] = [];
  if (variable.length > 0) {
    const parents = variable.map(({ id }) => readText(id)).join(',');
    for (let page = 1; ; page++) {
      const query = `type=variation&parent=${parents}&per_page=${pageSize}&page=${page}`;
      const url = formatStoreAddress(shop, query);
      const reply = await visit.request(url);
      const list = reply.status === 200 ? parseStoreList(reply.body) : null;
      // An older shop does not know this type of product.
      if (list === null) break;
      parts.push({ url, etag: reply.etag });
      for (const variation of list) {
        const id = readText(variation['id']);
        // A host may list others, of which none is kept.
        if (wanted.has(id)) found.set(id, variation);
      }
      if (list.length < pageSize || page >= (reply.totalPages ?? page + 1)) break;
    }
  }
  let single = 0;
  const byProduct = new Map<string, JsonObject[]>();
  for (const product of variable) {
    const own: JsonObject[] = [];
    for (const id of listVariationIds(product)) {
      const known = found.get(id);
      if (known !== undefined) own.push(known);
      else {
        if (++single > singleVariationsMax)
          throw new FeedError(
            `The shop lists no variations, and a page has more than ${singleVariationsMax}`,
          );
        const variation = await readVariation(visit, shop, id);
        if (variation !== null) own.push(variation);
      }
    }
    byProduct.set(readText(product['id']), own);
  }
  return { byProduct, parts };
}

async function readVariation(visit: Requester, shop: string, id: string): Promise<JsonObject | null> {
  const reply = await visit.request(formatStoreAddress(shop, '', `/${encodeURIComponent(id)}`));
  if (isGone(reply.status)) return null;
  checkStatus(reply);
  const variation = parseJsonBody(reply.body);
  return isObject(variation) ? variation : null;
}

/** Reads the products of a WooCommerce shop, 100 at a time, in the order of their ids. */
export async function* readWooCommerce(visit: ShopVisit): AsyncGenerator<VisitedPage> {
  const { states } = visit;
  const shop = visit.feed.url;
  const categories = await readCategories(visit, shop);
  let first: number | null = states.productCount;
  let last: number | null = null;
  let pages: number | null = null;
  for (let page = 1; ; page++) {
    const key = formatStoreAddress(shop, `per_page=${pageSize}&page=${page}&orderby=id&order=asc`);
    const earlier = states.findReadInRun(key);
    if (earlier !== null) {
      yield visit.count({ kind: 'kept', key }, { isRequested: false });
      if (earlier.ids.length === 0) break;
      continue;
    }
    if (pages !== null && page > pages) break;
    const reply = await readListPage(visit, key);
    if (page === 1 || states.isResumed) await states.begin(reply.total);
    first ??= reply.total;
    last = reply.total ?? last;
    pages = reply.totalPages ?? pages;
    visit.total = pages;
    if (reply.status === 304) {
      yield visit.count({ kind: 'kept', key }, { isRequested: true });
      continue;
    }
    const products = parseStoreList(reply.body);
    if (products === null) throw new FeedError(`${key} is no list of products`);
    const { byProduct, parts } = await readVariations(visit, shop, products);
    const items = products.flatMap((product) =>
      createWooCommerceItems(product, byProduct.get(readText(product['id'])) ?? [], {
        base: shop,
        categories,
      }),
    );
    yield visit.count({ kind: 'read', key, state: createState(reply, parts), items }, { isRequested: true });
    if (products.length === 0 || (pages === null && products.length < pageSize)) break;
  }
  if (first === last && (first !== null || !states.isResumed)) return;
  visit.warn('shop_changed', 'Products came or went while the shop was read: none was removed in this run');
  yield { kind: 'unread', key: '' };
}

/** A page of the list. It counts as unchanged if the lists of its variations are so too; else it is requested again. */
async function readListPage(visit: ShopVisit, key: string): Promise<ShopReply> {
  const known = visit.states.get(key);
  const reply = await visit.request(key, known);
  if (reply.status !== 304) {
    checkStatus(reply);
    return reply;
  }
  for (const { url, etag } of known?.parts ?? []) {
    const part = await visit.request(url, { etag, lastModified: null });
    if (part.status === 304) continue;
    const changed = await visit.request(key);
    checkStatus(changed);
    return changed;
  }
  return reply;
}

/** A page whose variations have no ETag has none either, as they may change without it. */
function createState(
  { etag, lastModified }: ShopReply,
  parts: Variations['parts'],
): {
  lastmod: null;
  etag: string | null;
  lastModified: string | null;
  parts: { url: string; etag: string }[];
} {
  const tagged = parts.flatMap(({ url, etag: tag }) => (tag === null ? [] : [{ url, etag: tag }]));
  const isTagged = tagged.length === parts.length;
  return {
    lastmod: null,
    etag: isTagged ? etag : null,
    lastModified: isTagged ? lastModified : null,
    parts: tagged,
  };
}
