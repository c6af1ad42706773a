import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import axe from 'axe-core';
import type { Browser } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { LocalService } from '../support/local-service.ts';
import { LayerPage, noteShifts } from '../support/sample-shops/layer-page.ts';
import { sampleProducts } from '../support/sample-shops/products.ts';
import { buildShopScript, ShopStand } from '../support/sample-shops/shop-stand.ts';
import { sampleThemes } from '../support/sample-shops/themes.ts';
import { until, untilEqual } from '../support/until.ts';

/** The elements of shop.js on pages of the shop. */
suite('the elements of shop.js', { concurrency: false }, () => {
  let service: LocalService;
  let browser: Browser;
  let stand: ShopStand;
  let tag = '';
  const [product] = sampleProducts as [(typeof sampleProducts)[0]];

  before(async () => {
    buildShopScript();
    service = await LocalService.start();
    browser = await launchChromium({ paints: true });
    stand = await ShopStand.start({ service, theme: sampleThemes.magento, project: 'shop' });
    tag = stand.tag;
    for (const [id, list] of [
      ['popular', { list: 'popular', title: 'Beliebt', limit: 8 }],
      ['similar', { list: 'similar', title: 'Ähnlich', limit: 4 }],
      ['empty', { list: 'again', title: 'Wieder kaufen' }],
    ] as const) {
      const { status } = await service.ask('PUT', `/api/projects/shop/placements/${id}`, {
        key: stand.key,
        body: { placement: { id, ...list } },
      });
      assert.ok(status < 300, `${id}: ${status}`);
    }
  });
  after(async () => {
    await browser.close();
    await stand[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
  });

  const change = async (front: object): Promise<void> => {
    const { status } = await service.ask('PUT', '/api/projects/shop/settings', {
      key: stand.key,
      body: { front },
    });
    assert.equal(status, 200);
  };
  const list = (placement: string): string => `vitrine-list[placement=${placement}]`;

  test('lists of the settings stand on their pages, move nothing that is seen, and name the list of a click', async () => {
    await change({
      lists: [
        { placement: 'similar', selector: '.product-page', position: 'after', pages: 'product', title: '' },
        { placement: 'popular', selector: 'main', position: 'end', pages: 'all', title: 'Meistgekauft' },
        { placement: 'empty', selector: 'main', position: 'end', pages: 'all', title: '' },
      ],
    });
    const small = { viewport: { width: 1280, height: 420 } };
    await using shop = await LayerPage.open(browser, stand, sampleThemes.magento.productPath(product), {
      ...small,
      script: noteShifts,
      isPainted: true,
    });
    const { page } = shop;
    await page.evaluate(`window.scrollTo(0, document.body.scrollHeight)`);
    await page
      .locator(`${list('popular')} a.card`)
      .first()
      .waitFor();
    await page
      .locator(`${list('similar')} a.card`)
      .first()
      .waitFor();
    await untilEqual(() => page.locator(`${list('popular')} h2`).innerText(), 'Meistgekauft');
    await untilEqual(() => page.locator(`${list('similar')} h2`).innerText(), 'Ähnlich');
    await page.evaluate('window.scrollTo(0, 0)');
    await until('the empty list is not hidden', async () => await page.locator(list('empty')).isHidden());
    const shift = (await page.evaluate('window.shift')) as number;
    assert.ok(shift < 0.01, `a shift of ${shift}`);
    const names = await page.locator(`${list('similar')} a.card .name`).allInnerTexts();
    assert.ok(names.length === 4 && !names.includes(product.name));
    await page
      .locator(`${list('similar')} a.card`)
      .first()
      .click();
    await page.waitForURL((url) => url.pathname !== sampleThemes.magento.productPath(product));
    await until('the click does not count for the list', async () => {
      const { body } = await service.ask<{ values: { value: string; clicked: number }[] }>(
        'GET',
        '/api/projects/shop/analytics/revenue?by=placement',
        { key: stand.key },
      );
      return body.values.some(({ value, clicked }) => value === 'similar' && clicked === 1);
    });
    await change({ lists: [] });
  });

  const withMain = (html: string): void => {
    stand.shop.tag = `${tag}<script>addEventListener('DOMContentLoaded', () => { document.querySelector('main').innerHTML = '<h1>Seite</h1>' + ${JSON.stringify(html)}; });</script>`;
  };

  test('<vitrine-results> shows the products of a filter, with facets and an address', async () => {
    withMain(`<vitrine-results filters='brand:"Lune"'></vitrine-results>`);
    await using shop = await LayerPage.open(browser, stand);
    const results = shop.page.locator('vitrine-results');
    await results.locator('a.card').first().waitFor();
    const count = sampleProducts.filter(({ brand }) => brand === 'Lune').length;
    await untilEqual(() => results.locator('a.card').count(), count);
    await results.getByLabel('Sortieren').selectOption('price:asc');
    await shop.page.waitForURL('**/?sort=price%3Aasc');
    await shop.page.evaluate(
      `document.querySelector('vitrine-results').setAttribute('filters', 'brand:"Morrow"')`,
    );
    await until('other products', async () =>
      (await results.locator('.detail').allInnerTexts()).every(
        (text) => text === 'Morrow' || text.includes('€'),
      ),
    );
    stand.shop.tag = tag;
  });

  test('<vitrine-search> has a field and results in place; so has the container of the settings', async () => {
    withMain('<vitrine-search></vitrine-search>');
    {
      await using shop = await LayerPage.open(browser, stand);
      const search = shop.page.locator('main vitrine-search');
      await search.locator('input[role=combobox]').fill('denim jacket');
      await search.getByRole('link', { name: 'Denim Jacket' }).waitFor();
      await until(
        () => shop.page.url(),
        () => shop.page.url().endsWith('/?q=denim+jacket'),
      );
    }
    withMain('<div id="here"></div>');
    await change({ layout: 'container', container: '#here' });
    await using shop = await LayerPage.open(browser, stand);
    await shop.page.locator('#here vitrine-search input[role=combobox]').waitFor();
    await change({ layout: 'layer', container: '' });
    stand.shop.tag = tag;
  });

  test('<vitrine-search> is the field of <vitrine-results> on the same page', async () => {
    withMain('<vitrine-search></vitrine-search><vitrine-results></vitrine-results>');
    await using shop = await LayerPage.open(browser, stand);
    await shop.page.locator('vitrine-search input[role=combobox]').fill('denim jacket');
    const first = shop.page.locator('vitrine-results a.card .name').first();
    await until('not searched', async () => (await first.innerText()) === 'Denim Jacket');
    await untilEqual(() => shop.page.locator('vitrine-search .card').count(), 0);
    stand.shop.tag = tag;
  });

  test('<vitrine-photo> shows what looks like a photo', async () => {
    withMain('<vitrine-photo></vitrine-photo>');
    await using shop = await LayerPage.open(browser, stand);
    await shop.page.route('**/image-search/**', (route) =>
      route.fulfill({
        json: { code: 'vision_unavailable', detail: 'no model' },
        status: 503,
        headers: { 'access-control-allow-origin': '*' },
      }),
    );
    const photo = shop.page.locator('vitrine-photo');
    await photo.getByRole('button', { name: 'Mit Foto suchen' }).waitFor();
    const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    await photo.locator('input[type=file]').setInputFiles(file);
    await photo.getByText('Dieses Foto kann nicht gelesen werden').waitFor();
    stand.shop.tag = tag;
  });

  test('a list says by its attributes what it is about, and is empty without a placement', async () => {
    withMain(
      `<vitrine-list placement="similar" item="${product.id}" heading="Dazu passt" limit="2"></vitrine-list><vitrine-list placement="none"></vitrine-list>`,
    );
    await using shop = await LayerPage.open(browser, stand);
    await until(
      'not two products',
      async () => (await shop.page.locator(`${list('similar')} a.card`).count()) === 2,
    );
    await untilEqual(() => shop.page.locator(`${list('similar')} h2`).innerText(), 'Dazu passt');
    await until('not hidden', () => shop.page.locator(list('none')).isHidden());
    stand.shop.tag = tag;
  });

  test('a list shows the banners of its placement and its rules, but none without products', async () => {
    const write = async (path: string, body: object): Promise<void> => {
      const { status } = await service.ask('PUT', `/api/projects/shop/${path}`, { key: stand.key, body });
      assert.ok(status < 300, `${path}: ${status}`);
    };
    const banner = { text: 'Nur diese Woche', link: '/woche' };
    for (const [id, source] of [
      ['week', 'popular'],
      ['never', 'again'],
    ])
      await write(`placements/${id}`, { placement: { id, list: source, userData: { banner } } });
    const among = { text: 'Für Neue', place: 2 };
    await write('rules', {
      rules: [{ id: 'new', when: { context: { placement: 'week' } }, userData: { banner: among } }],
    });
    withMain('<vitrine-list placement="week"></vitrine-list><vitrine-list placement="never"></vitrine-list>');
    await using shop = await LayerPage.open(browser, stand);
    const week = shop.page.locator(list('week'));
    const link = week.locator('.banners').first().getByRole('link', { name: 'Nur diese Woche' });
    await link.waitFor();
    await untilEqual(() => link.getAttribute('href'), '/woche');
    await untilEqual(() => week.locator('[part="products"] > li').nth(1).innerText(), 'Für Neue');
    await until('not hidden', () => shop.page.locator(list('never')).isHidden());
    await write('rules', { rules: [] });
    stand.shop.tag = tag;
  });

  test('a list of many products scrolls in itself, and waits while its place is seen', async () => {
    await change({
      lists: [
        { placement: 'popular', selector: '.related', position: 'before', pages: 'product', title: '' },
      ],
    });
    await using shop = await LayerPage.open(browser, stand, sampleThemes.magento.productPath(product), {
      viewport: { width: 390, height: 2_000 },
      script: noteShifts,
      isPainted: true,
    });
    const { page } = shop;
    await page.waitForLoadState('networkidle');
    await untilEqual(() => page.locator('vitrine-list').count(), 0);
    await page.click('h1');
    await page.locator('vitrine-list a.card').nth(7).waitFor();
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    const shift = (await page.evaluate('window.shift')) as number;
    assert.ok(shift < 0.01, `a shift of ${shift}`);
    await change({ lists: [] });
  });

  test('lists of a group show no product twice', async () => {
    for (const id of ['similar', 'popular']) {
      const placement = { id, list: 'similar', limit: 4, group: 'page' };
      const body = { placement };
      const { status } = await service.ask('PUT', `/api/projects/shop/placements/${id}`, {
        key: stand.key,
        body,
      });
      assert.equal(status, 200);
    }
    withMain(
      `<vitrine-list placement="similar" item="${product.id}"></vitrine-list><vitrine-list placement="popular" item="${product.id}"></vitrine-list>`,
    );
    await using shop = await LayerPage.open(browser, stand);
    const names = shop.page.locator('vitrine-list a.card .name');
    await until('not eight products', async () => (await names.count()) === 8);
    await untilEqual(async () => new Set(await names.allInnerTexts()).size, 8);
    stand.shop.tag = tag;
  });

  test('badges stay readable while the next products load', async () => {
    await using shop = await LayerPage.open(browser, stand);
    await shop.search('body warmer', /body warmer/i);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await shop.page.route('**/search/**', async (route) => {
      await released;
      await route.continue();
    });
    await shop.combobox.fill('body warmers');
    await shop.dialog.locator('.search.loading .badge').first().waitFor();
    const unreadable = await shop.page.evaluate(`(() => {
      ${axe.source};
      return axe.run('vitrine-search', { runOnly: ['color-contrast'] })
        .then(({ violations }) => violations.flatMap(({ nodes }) => nodes.map(({ html }) => html)));
    })()`);
    assert.deepEqual(unreadable, []);
    release();
  });

  test('custom properties and settings change the look', async () => {
    await change({
      style: { accent: '#0b6e4f', radius: '9px' },
      texts: { search: 'Finden' },
      cardFields: ['brand', 'category'],
    });
    await using shop = await LayerPage.open(browser, stand);
    await shop.search('body warmer', /body warmer/i);
    const read = (selector: string, property: string): Promise<unknown> =>
      shop.page.evaluate(
        `getComputedStyle(document.querySelector('vitrine-search').shadowRoot.querySelector('${selector}')).${property}`,
      );
    assert.equal(await read('.badge', 'backgroundColor'), 'rgb(11, 110, 79)');
    assert.equal(await read('.field-box', 'borderTopLeftRadius'), '9px');
    await untilEqual(() => shop.combobox.getAttribute('aria-label'), 'Finden');
    await untilEqual(() => shop.dialog.locator('.cell').first().locator('.detail').count(), 2);
    await shop.page.evaluate(
      `document.querySelector('vitrine-search').style.setProperty('--vitrine-accent', 'rgb(1, 2, 3)')`,
    );
    assert.equal(await read('.badge', 'backgroundColor'), 'rgb(1, 2, 3)');
  });
});
