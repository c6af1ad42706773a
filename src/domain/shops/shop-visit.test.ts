import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../ports/limits.ts';
import { ShopError, type ShopClient, type ShopReply } from '../../ports/catalog/shops.ts';
import { WorkSlices } from '../../lib/work-slices.ts';
import { PageStates } from './page-states.ts';
import { readShopify } from './read-shopify.ts';
import { readSitemap } from './read-sitemap.ts';
import { ShopVisit, type VisitedPage } from './shop-visit.ts';

const url = 'https://shop.example/';
const nothing = { get: () => null, put: async () => undefined, names: () => [] };

/** A visit of a shop that answers from memory, as no server can be asked 200,000 times in a test. */
async function visitShop(
  answer: (url: URL) => { status?: number; body?: string; bytes?: number },
  clock: { now: () => number } = { now: () => 0 },
): Promise<ShopVisit> {
  const client: ShopClient = {
    findRefusal: () => null,
    request: async (request): Promise<ShopReply> => {
      const { status = 200, body = '', bytes } = answer(new URL(request.url));
      if (status === 0) throw new ShopError('unreachable', `${request.url} does not answer`);
      const content = Buffer.from(body);
      // The length alone counts.
      if (bytes !== undefined) Object.defineProperty(content, 'length', { value: bytes });
      return {
        status,
        url: request.url,
        contentType: '',
        etag: null,
        lastModified: null,
        total: null,
        totalPages: null,
        body: content,
      };
    },
    readRobots: async () => ({ text: '', sitemaps: [], crawlDelay: null }),
  };
  return new ShopVisit({
    client,
    feed: { url, credentials: null },
    states: await PageStates.open(nothing, 'shop', url),
    clock,
    signal: new AbortController().signal,
    slices: new WorkSlices(1e12),
  });
}

async function collect(pages: AsyncIterable<VisitedPage>): Promise<VisitedPage[]> {
  const all: VisitedPage[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

test('a run requests 200,000 pages, not one more', async () => {
  const visit = await visitShop(() => ({}));
  for (let page = 0; page < limits.crawlPagesMax; page++) await visit.request(url);
  await assert.rejects(visit.request(url), /more than 200000 pages: the next run goes on/);
  assert.equal(visit.isCutOff, true);
});

test('a run ends after its bytes and its time', async () => {
  const large = await visitShop(() => ({ bytes: limits.crawlBytesMax - 1 }));
  await large.request(url);
  await large.request(url);
  await assert.rejects(large.request(url), /bytes: the next run goes on/);
  let now = 0;
  const slow = await visitShop(() => ({}), { now: () => now });
  now = limits.crawlMsMax - 1;
  await slow.request(url);
  now++;
  await assert.rejects(slow.request(url), /took more than 24 hours: the next run goes on/);
});

test('the forecast counts the pages that took a request', async () => {
  let now = 0;
  const visit = await visitShop(() => ({}), { now: () => now });
  assert.equal(visit.progress().remainingSeconds, null);
  visit.total = 10;
  for (let page = 0; page < 4; page++) visit.count({ kind: 'kept', key: '' }, { isRequested: false });
  now = 4_000;
  visit.count({ kind: 'unread', key: '' }, { isRequested: true });
  assert.deepEqual(visit.progress(), { done: 5, total: 10, unchanged: 4, remainingSeconds: 20 });
});

test('a Shopify shop is read to its hundredth page, and more is told', async () => {
  const product = (id: string) => ({ id, title: 'Mug', handle: 'mug', variants: [{ id, price: '1.00' }] });
  const visit = await visitShop(({ pathname, searchParams }) =>
    pathname === '/products.json'
      ? { body: JSON.stringify({ products: [product(searchParams.get('page')!)] }) }
      : { status: 404 },
  );
  const pages = await collect(readShopify(visit));
  assert.deepEqual([pages.length, pages.at(-1)?.kind], [101, 'unread']);
  assert.deepEqual(
    visit.listWarnings().map(({ code }) => code),
    ['too_many_products'],
  );
});

test('a run ends when 20 pages in a row cannot be read, not 19', async () => {
  const read = async (down: number): Promise<number> => {
    const entries = Array.from({ length: 40 }, (_, at) => `<url><loc>${url}p/${at}</loc></url>`);
    const visit = await visitShop(({ pathname }) => {
      if (pathname === '/sitemap.xml') return { body: `<urlset>${entries.join('')}</urlset>` };
      const number = Number(/^\/p\/(\d+)$/.exec(pathname)?.[1] ?? Number.NaN);
      return number < down ? { status: 0 } : { body: '<p>Text</p>' };
    });
    return (await collect(readSitemap(visit))).length;
  };
  assert.equal(await read(19), 40);
  await assert.rejects(read(20), /20 pages in a row could not be read: .*does not answer/);
});
