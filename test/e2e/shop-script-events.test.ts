import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, untilInPage } from '../support/chromium.ts';
import { LocalService } from '../support/local-service.ts';
import { LayerPage } from '../support/sample-shops/layer-page.ts';
import { sampleProducts } from '../support/sample-shops/products.ts';
import { buildShopScript, ShopStand } from '../support/sample-shops/shop-stand.ts';
import { sampleThemes } from '../support/sample-shops/themes.ts';
import { until, untilMatch } from '../support/until.ts';

/** The events that shop.js reads from the page. */
suite('the events of shop.js', { concurrency: false }, () => {
  let service: LocalService;
  let browser: Browser;
  const stands = new Map<keyof typeof sampleThemes, ShopStand>();
  const [product, other] = sampleProducts as [(typeof sampleProducts)[0], (typeof sampleProducts)[0]];

  before(async () => {
    buildShopScript();
    service = await LocalService.start();
    browser = await launchChromium();
    for (const name of ['woocommerce', 'prestashop', 'shopware', 'plain'] as const)
      stands.set(name, await ShopStand.start({ service, theme: sampleThemes[name], project: name }));
  });
  after(async () => {
    await browser.close();
    for (const stand of stands.values()) await stand[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const getStand = (name: keyof typeof sampleThemes): ShopStand => stands.get(name)!;
  /** The stored events of a shop, in their order: type and items. */
  const readEvents = (name: string): string[] => {
    using database = new DatabaseSync(join(service.dataDir, 'projects', `${name}.db`), { readOnly: true });
    const rows = database.prepare('SELECT body FROM log WHERE kind = 3 ORDER BY rev').all() as {
      body: string;
    }[];
    return rows.map(({ body }) => {
      const { t, i } = JSON.parse(body) as { t: string; i: readonly unknown[] };
      return `${t} ${JSON.stringify(i)}`;
    });
  };
  const countEvents = (name: string, type: string): number =>
    readEvents(name).filter((event) => event.startsWith(`${type} `)).length;
  const untilEvents = (name: string, wanted: Readonly<Record<string, number>>): Promise<void> =>
    until(
      () => `${JSON.stringify(wanted)} expected: ${readEvents(name).join('; ')}`,
      () => Object.entries(wanted).every(([type, count]) => countEvents(name, type) === count),
    );
  const formatPath = (name: keyof typeof sampleThemes, shown = product): string =>
    sampleThemes[name].productPath(shown);
  /** Until nothing waits in the page. */
  const untilSent = (shop: LayerPage) =>
    untilInPage(shop.page, `!Object.keys(localStorage).some((name) => name.includes(':event:'))`);

  test('what the form and gtag() both tell counts once; two additions count twice', async () => {
    const stand = getStand('prestashop');
    {
      await using shop = await LayerPage.open(browser, stand, formatPath('prestashop'));
      await untilEvents('prestashop', { view: 1 });
      await shop.page.click('#add');
      await shop.page.waitForURL('**/panier');
      await untilEvents('prestashop', { view: 1, cart: 1 });
      await shop.page.goto(stand.shop.url + formatPath('prestashop', other));
      await shop.untilStarted();
      await shop.page.click('#add');
      await untilEvents('prestashop', { view: 2, cart: 2 });
      await shop.page.click('#order');
      await untilEvents('prestashop', { purchase: 1 });
      // The thank-you page is opened again, as from an e-mail.
      await shop.page.reload();
      await shop.untilStarted();
      await untilSent(shop);
    }
    assert.equal(countEvents('prestashop', 'purchase'), 1);
  });

  test('an event at the end of the page is not lost', async () => {
    const stand = getStand('prestashop');
    await using shop = await LayerPage.open(browser, stand);
    const before = countEvents('prestashop', 'click');
    await shop.page.evaluate(
      `gtag('event', 'select_item', { items: [{ item_id: '${product.id}' }] }); location.href = '/panier'`,
    );
    await shop.page.waitForURL('**/panier');
    await untilEvents('prestashop', { click: before + 1 });
  });

  test('events wait for Consent Mode, and count for the visit that goes on', async () => {
    const stand = getStand('shopware');
    await using shop = await LayerPage.open(browser, stand, formatPath('shopware'));
    const { page } = shop;
    assert.deepEqual(readEvents('shopware'), []);
    assert.deepEqual(await page.evaluate('Object.keys(localStorage)'), []);
    await page.click('#consent');
    await untilEvents('shopware', { view: 1 });
    const session = await page.evaluate('window.vitrine.tracker.session');
    await page.goto(stand.shop.url + formatPath('shopware', other));
    await shop.untilStarted();
    await untilEvents('shopware', { view: 2 });
    assert.equal(await page.evaluate('window.vitrine.tracker.session'), session);
    await page.evaluate(`gtag('consent', 'update', { analytics_storage: 'denied' })`);
    assert.deepEqual(await page.evaluate('Object.keys(localStorage)'), []);
  });

  test('search works without consent, and names no visit', async () => {
    const stand = getStand('shopware');
    await using shop = await LayerPage.open(browser, stand);
    const sent: string[] = [];
    shop.page.on('request', (request) => {
      if (request.url().includes('/search/')) sent.push(request.url() + (request.postData() ?? ''));
    });
    await shop.search('denim jacket', /denim/i);
    assert.ok(sent.length > 0 && sent.every((text) => !text.includes('session')), sent.join('\n'));
    assert.equal(await shop.page.evaluate('Object.keys(localStorage).length'), 0);
    assert.equal((await shop.context.cookies()).length, 0);
  });

  test('consent by a call, where the settings require it', async () => {
    const stand = getStand('woocommerce');
    const front = { consent: 'required' };
    await service.ask('PUT', '/api/projects/woocommerce/settings', { key: stand.key, body: { front } });
    await using shop = await LayerPage.open(browser, stand, formatPath('woocommerce'));
    await shop.page.evaluate(
      `document.querySelector('form.cart').addEventListener('submit', (event) => event.preventDefault())`,
    );
    await shop.page.click('#add');
    assert.deepEqual(readEvents('woocommerce'), []);
    await shop.page.evaluate(`window.vitrine.consent('granted')`);
    await untilEvents('woocommerce', { cart: 1 });
    // The page tells of its product by JSON-LD and its form.
    await untilEvents('woocommerce', { view: 1, cart: 1 });
    // An addition that names no product is ignored.
    await shop.page.evaluate(
      `jQuery(document.body).trigger('added_to_cart', [{}, 'hash', jQuery(document.createElement('a'))])`,
    );
    await untilSent(shop);
    assert.equal(countEvents('woocommerce', 'cart'), 1);
  });

  test('pages that change by the history API count as pages', async () => {
    const stand = getStand('plain');
    await using shop = await LayerPage.open(browser, stand, formatPath('plain'));
    await untilEvents('plain', { view: 1 });
    const described = JSON.stringify({ '@type': 'Product', sku: other.id, name: other.name });
    await shop.page.evaluate(`history.pushState({}, '', '${formatPath('plain', other)}');
      document.querySelector('script[type="application/ld+json"]').textContent = ${JSON.stringify(described)};`);
    await untilEvents('plain', { view: 2 });
    // The layer changes the address, too, which is no page.
    await shop.search('denim jacket', /denim/i);
    await shop.page.waitForURL('**vitrine=denim**');
    await shop.page.keyboard.press('Escape');
    await untilSent(shop);
    assert.equal(countEvents('plain', 'view'), 2);
  });

  test('a data layer that a page replaces is followed, and an entry counts once', async () => {
    const stand = getStand('plain');
    await using shop = await LayerPage.open(browser, stand);
    const before = countEvents('plain', 'cart');
    await shop.page.evaluate(
      `window.dataLayer = [{ event: 'add_to_cart', ecommerce: { items: [{ item_id: '${product.id}' }] } }]; document.body.click();`,
    );
    await untilEvents('plain', { cart: before + 1 });
    await shop.page.evaluate(
      `document.body.click(); dataLayer.push({ event: 'add_to_cart', items: [{ item_id: '${other.id}' }] });`,
    );
    await untilEvents('plain', { cart: before + 2 });
  });

  test('the cart button of a card and the page it leads to count once', async () => {
    const stand = getStand('plain');
    const front = { cartUrl: '/cart-add?add-to-cart={id}' };
    await service.ask('PUT', '/api/projects/plain/settings', { key: stand.key, body: { front } });
    await using shop = await LayerPage.open(browser, stand);
    const before = countEvents('plain', 'cart');
    await shop.search('denim jacket', /denim/i);
    await shop.dialog.getByRole('link', { name: /^Aggiungi al carrello: Denim Jacket/ }).click();
    await shop.page.waitForURL('**/carrello');
    await shop.untilStarted();
    await shop.page.evaluate(
      `dataLayer.push({ event: 'add_to_cart', ecommerce: { items: [{ item_id: '1' }] } })`,
    );
    await untilSent(shop);
    await untilEvents('plain', { cart: before + 1 });
    await untilMatch(() => shop.page.innerText('main'), /Denim Jacket/);
  });

  test('with tracker.js on the page, the first of both scripts works alone, and the other one says so', async () => {
    const stand = getStand('plain');
    await using shop = await LayerPage.open(browser, stand);
    const { page } = shop;
    const before = countEvents('plain', 'view');
    const addScript = (name: string) =>
      page.evaluate(`new Promise((resolve, reject) => {
        const script = Object.assign(document.createElement('script'), { src: '${service.url}/${name}', onload: resolve, onerror: reject });
        Object.assign(script.dataset, { project: 'plain', key: '${stand.webKey}' });
        document.head.append(script);
      })`);
    const add = async (name: string): Promise<string> => {
      const [warning] = await Promise.all([page.waitForEvent('console'), addScript(name)]);
      return warning.text();
    };
    assert.match(await add('tracker.js'), /^Vitrine: \/tracker\.js does nothing beside \/shop\.js/);
    assert.equal(await page.evaluate(`'track' in window.vitrine`), false);
    await page.route('**/shop.js', (route) => route.abort());
    await page.goto(stand.shop.url + formatPath('plain'));
    await page.unroute('**/shop.js');
    await addScript('tracker.js');
    assert.match(await add('shop.js'), /^Vitrine: \/shop\.js does nothing beside \/tracker\.js/);
    assert.equal(await page.evaluate(`'track' in window.vitrine`), true);
    assert.equal(countEvents('plain', 'view'), before);
  });
});
