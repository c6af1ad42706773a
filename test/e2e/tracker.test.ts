import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium, untilInPage } from '../support/chromium.ts';
import { LocalService } from '../support/local-service.ts';
import { readRecentlyViewed } from '../support/recently-viewed.ts';
import { item } from '../support/service.ts';
import { inSeconds, signedKey } from '../support/signed-key.ts';
import { TrackedPages } from '../support/tracked-page.ts';
import { until } from '../support/until.ts';

const list = `<ul data-vitrine-search="search-1"><li><a data-vitrine-item="a" href="/product">A</a>
  <li><a data-vitrine-item="b" href="/product">B</a></ul>`;

suite('@vitrine/tracker', () => {
  let service: LocalService;
  let browser: Browser;
  let pages: TrackedPages;
  let context: BrowserContext;
  let page: Page;
  let visits = 0;

  before(async () => {
    service = await LocalService.start();
    const key = await service.project('shop');
    await service.ask('POST', '/api/items', {
      key,
      body: { project: 'shop', data: ['a', 'b', 'c'].map((id) => item(id)) },
    });
    const { body } = await service.ask<{ key: string }>('POST', '/admin/keys', {
      body: { kind: 'web', scopes: ['events'], projects: ['shop'] },
      headers: await service.signIn(),
    });
    browser = await launchChromium();
    pages = await TrackedPages.start(
      { '/list': list, '/product': '<h1 data-vitrine-view="b">B</h1>', '/other': '' },
      { url: service.url, project: 'shop', key: body.key },
    );
  });
  after(async () => {
    await browser.close();
    await pages[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  /** A new visitor, who opens a page. */
  const visit = async (path: string): Promise<string> => {
    const session = `visit-${++visits}`;
    context = await browser.newContext();
    page = await context.newPage();
    await page.goto(`${pages.url}${path}${path.includes('?') ? '&' : '?'}session=${session}`);
    return session;
  };
  /** The stored events of a visit, in the order in which they were stored. */
  const eventsOf = (session: string): Record<string, unknown>[] => {
    using database = new DatabaseSync(join(service.dataDir, 'projects', 'shop.db'), { readOnly: true });
    const rows = database.prepare('SELECT key, body FROM log WHERE kind = 3 ORDER BY rev').all();
    return (rows as unknown as { key: string; body: string }[])
      .filter(({ key }) => key === `s:${session}`)
      .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  };
  const typesOf = (session: string): unknown[] => eventsOf(session).map(({ t }) => t);
  const untilStored = (session: string, types: readonly string[]): Promise<void> =>
    until(
      `not stored: ${types.join(', ')}`,
      () => JSON.stringify(typesOf(session)) === JSON.stringify(types),
    );

  /** Until the service has acknowledged all events of the page. */
  const untilNoneWaits = async (): Promise<void> => {
    await untilInPage(page, `!Object.keys(localStorage).some((name) => name.includes(':event:'))`);
  };

  test('sends a click although it opens another page, and the view of that page, with the list', async () => {
    const session = await visit('/list');
    await page.click('[data-vitrine-item="b"]');
    await page.waitForURL('**/product');
    // The link has no session of the test: the next page is told.
    await page.goto(`${pages.url}/product?session=${session}`);
    await until('the click and the view are not stored', () => typesOf(session).length >= 2);
    const click = eventsOf(session).find(({ t }) => t === 'click');
    assert.partialDeepStrictEqual(click, { q: 'search-1', p: 2 });
    const view = eventsOf(session).find(({ t }) => t === 'view');
    assert.partialDeepStrictEqual(view, { q: 'search-1' });
    await context.close();
  });

  test('loses no event and stores none twice when pages close while they are sent', async () => {
    const session = await visit('/other');
    for (let i = 0; i < 10; i++) {
      await page.evaluate(`void vitrine.view('a${i}')`);
      await page.close();
      page = await context.newPage();
      await page.goto(`${pages.url}/other?session=${session}`);
    }
    await until('ten views are not stored', () => typesOf(session).length >= 10);
    await untilNoneWaits();
    assert.equal(new Set(eventsOf(session).map(({ i }) => JSON.stringify(i))).size, 10);
    assert.equal(typesOf(session).length, 10);
    await context.close();
  });

  test('keeps events while the visitor is offline, also when the page closes', async () => {
    const session = await visit('/other');
    await context.setOffline(true);
    // Chromium emulates being offline until the page is closed: a request of its end would arrive at times.
    await page.evaluate(`navigator.sendBeacon = () => false;
      window.fetch = () => Promise.reject(new TypeError('Failed to fetch'));`);
    await page.evaluate(`void vitrine.view('a'); void vitrine.cart({ id: 'a', quantity: 2 });`);
    const other = await context.newPage();
    await page.close();
    assert.deepEqual(typesOf(session), []);
    await context.setOffline(false);
    await until('No later page sent the events', async () => {
      if (typesOf(session).length > 0) return true;
      // Chromium tells other pages what a page stored at its end a little later: then it is the next one that sends.
      await other.goto(`${pages.url}/other?session=${session}`);
      return false;
    });
    await untilStored(session, ['view', 'cart']);
    await other.evaluate(`void vitrine.view('b')`);
    await untilStored(session, ['view', 'cart', 'view']);
    page = other;
    await untilNoneWaits();
    await context.close();
  });

  test('sends again when the visitor is online, without a new page', async () => {
    const session = await visit('/other');
    await context.setOffline(true);
    await page.evaluate(`void vitrine.view('c')`);
    await context.setOffline(false);
    await untilStored(session, ['view']);
    await context.close();
  });

  test('names the list from the click to the purchase, and an order once', async () => {
    const session = await visit('/other');
    await page.evaluate(`vitrine.click('a', { recommendationId: 'list-1', position: 3 })`);
    await page.goto(`${pages.url}/other?session=${session}`);
    await page.evaluate(`vitrine.cart('a')`);
    const buy = `vitrine.purchase([{ id: 'a', quantity: 1, price: 9 }], '4711', 'EUR')`;
    await page.evaluate(buy);
    await page.evaluate(buy);
    const events = eventsOf(session);
    assert.deepEqual(
      events.map(({ t, r }) => [t, r]),
      [
        ['click', 'list-1'],
        ['cart', 'list-1'],
        ['purchase', 'list-1'],
      ],
    );
    await context.close();
  });

  test('stores and sends nothing before the visitor consents, and forgets what is denied', async () => {
    const session = await visit('/other?consent=pending');
    await page.evaluate(`void vitrine.view('a')`);
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate('localStorage.length'), 0);
    assert.deepEqual(typesOf(session), []);
    await page.evaluate(`vitrine.consent('granted')`);
    await untilStored(session, ['view']);
    assert.equal(await page.evaluate('document.cookie'), '');
    const refused = await page.evaluate(
      `vitrine.consent('denied'); vitrine.view('b').catch((error) => [localStorage.length, String(error)])`,
    );
    assert.deepEqual(refused, [0, 'Error: The visitor does not consent']);
    await context.close();
  });

  test('removes what an earlier page stored, when the visitor does not consent any more', async () => {
    const session = await visit('/other');
    await page.evaluate(`vitrine.click('a', { searchId: 's1' })`);
    assert.notEqual(await page.evaluate('localStorage.length'), 0);
    await page.goto(`${pages.url}/other?session=${session}&consent=denied`);
    assert.equal(await page.evaluate('localStorage.length'), 0);
    await page.evaluate(`vitrine.click('b', { searchId: 's2' }).catch(() => vitrine.session)`);
    assert.equal(await page.evaluate('localStorage.length'), 0);
    await context.close();
  });

  test('remembers the list of a click before the consent', async () => {
    const session = await visit('/other?consent=pending');
    await page.evaluate(`void vitrine.click('a', { searchId: 's1' })`);
    await page.evaluate(`vitrine.consent('granted')`);
    await page.evaluate(`vitrine.cart('a')`);
    assert.deepEqual(
      eventsOf(session).map(({ t, q }) => [t, q]),
      [
        ['click', 's1'],
        ['cart', 's1'],
      ],
    );
    await context.close();
  });

  test('sends orders that are longer than browsers send at the end of a page', async () => {
    const session = await visit('/other');
    await page.evaluate(
      `vitrine.purchase(Array.from({ length: 500 }, (_, i) => ({ id: 'item-' + i + 'x'.repeat(120) })), '1')`,
    );
    assert.deepEqual(typesOf(session), ['purchase']);
    await context.close();
  });

  test('corrects the time of late events where the clock of the visitor is wrong', async () => {
    const session = await visit('/other');
    await page.evaluate(
      `localStorage['vitrine:shop:event:late'] = JSON.stringify({ id: 'late', type: 'view', item: 'a', session: '${session}', at: Date.now() + 3 * 86_400_000 - 60_000 })`,
    );
    await page.addInitScript(`{ const now = Date.now; Date.now = () => now() + 3 * 86_400_000; }`);
    await page.goto(`${pages.url}/other?session=${session}`);
    await untilStored(session, ['view']);
    await untilNoneWaits();
    await context.close();
  });

  test('keeps events while the key is refused', async () => {
    const session = await visit('/other?key=vtr_revoked');
    await page.evaluate(`void vitrine.view('a')`);
    await page.waitForTimeout(500);
    await page.goto(`${pages.url}/other?session=${session}`);
    await untilStored(session, ['view']);
    await context.close();
  });

  test('makes a session of its own, the same on each page', async () => {
    context = await browser.newContext();
    page = await context.newPage();
    const session = async (): Promise<string> => {
      await page.goto(`${pages.url}/other`);
      return page.evaluate<string>('vitrine.session');
    };
    const first = await session();
    assert.match(first, /^[0-9a-f]{32}$/);
    assert.equal(await session(), first);
    assert.deepEqual(await context.cookies(), []);
    await context.close();
  });

  test('reports a refused event, and sends the others', async () => {
    const session = await visit('/other');
    const reported = await page.evaluate<string>(
      `const long = vitrine.view('x'.repeat(300)).catch(String); vitrine.view('a').then(() => long)`,
    );
    assert.match(reported, /at most 256 characters/);
    assert.deepEqual(typesOf(session), ['view']);
    await context.close();
  });

  test('a visit becomes the user’s with a signed key of the user, not by the name alone', async () => {
    const { body: server } = await service.ask<{ id: string; key: string }>('POST', '/admin/keys', {
      body: { kind: 'server', scopes: ['events', 'recommend'], projects: ['shop'] },
      headers: await service.signIn(),
    });
    const session = await visit('/other');
    const viewedBy = (user: string): Promise<string[]> =>
      readRecentlyViewed({ service, key: server.key }, { user });
    await page.evaluate(`vitrine.view('a')`);
    await page.evaluate(`vitrine.identify('eva'); vitrine.view('b')`);
    await untilStored(session, ['view', 'view']);
    assert.deepEqual(await viewedBy('eva'), []);
    const userKey = signedKey(server, { exp: inSeconds(600), sub: 'eva', scopes: ['events'] });
    // Each by its key: what waits of the visit before is the visit's.
    await page.evaluate(`Promise.all([vitrine.identify(null), vitrine.cart('b'),
      vitrine.identify('eva', ${JSON.stringify(userKey)}), vitrine.view('c')])`);
    assert.deepEqual(await viewedBy('eva'), ['c', 'b', 'a']);
    await page.evaluate(`void vitrine.view('a')`);
    await page.close();
    await until('the last view is not stored', async () => (await viewedBy('eva'))[0] === 'a');
    await context.close();
  });

  test('has at most 3.1 kB', async () => {
    const script = await (await fetch(`${pages.url}/vitrine-tracker.js`)).arrayBuffer();
    const { length } = gzipSync(Buffer.from(script), { level: 9 });
    assert.ok(length <= 3_100, `${length} bytes`);
  });
});
