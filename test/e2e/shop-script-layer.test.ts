import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium, untilInPage } from '../support/chromium.ts';
import { LocalService } from '../support/local-service.ts';
import { LayerPage } from '../support/sample-shops/layer-page.ts';
import { buildShopScript, ShopStand } from '../support/sample-shops/shop-stand.ts';
import { sampleThemes } from '../support/sample-shops/themes.ts';
import { root } from '../support/service.ts';
import { until, untilEqual, untilMatch } from '../support/until.ts';

const dialog = `document.querySelector('vitrine-search').shadowRoot.querySelector('dialog')`;

/** What shoppers do in the layer of shop.js. */
suite('the layer of shop.js', { concurrency: false }, () => {
  let service: LocalService;
  let browser: Browser;
  let stand: ShopStand;

  before(async () => {
    buildShopScript();
    service = await LocalService.start();
    browser = await launchChromium();
    stand = await ShopStand.start({ service, theme: sampleThemes.woocommerce, project: 'shop' });
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

  test('focus by the keyboard opens nothing; typing opens the layer with what was typed', async () => {
    await using shop = await LayerPage.open(browser, stand);
    await shop.field.focus();
    await untilInPage(
      shop.page,
      `performance.getEntriesByType('resource').some(({ name }) => name.includes('shop-views'))`,
    );
    await untilEqual(() => shop.dialog.count(), 0);
    await shop.field.pressSequentially('denim jac', { delay: 20 });
    await shop.dialog.waitFor();
    await shop.page.keyboard.type('ket');
    await shop.untilNames(([first]) => first === 'Denim Jacket');
    await untilMatch(() => shop.combobox.inputValue(), /^denim jac\w*$/);
  });

  test('the combobox follows the keys of the ARIA pattern', async () => {
    await using shop = await LayerPage.open(browser, stand);
    await shop.search('bag', /bag/i);
    const { combobox, page } = shop;
    const listbox = page.getByRole('listbox');
    await listbox.getByRole('option', { name: /bag/i }).first().waitFor();
    await untilEqual(() => combobox.getAttribute('aria-expanded'), 'true');
    await untilEqual(() => combobox.getAttribute('aria-controls'), await listbox.getAttribute('id'));
    await page.keyboard.press('ArrowDown');
    const first = listbox.getByRole('option').first();
    await untilEqual(() => first.getAttribute('aria-selected'), 'true');
    await untilEqual(() => combobox.getAttribute('aria-activedescendant'), await first.getAttribute('id'));
    await page.keyboard.press('Escape');
    await untilEqual(() => combobox.getAttribute('aria-activedescendant'), null);
    await untilEqual(() => shop.dialog.count(), 1);
    await page.keyboard.press('ArrowUp');
    const last = listbox.getByRole('option').last();
    await untilEqual(() => last.getAttribute('aria-selected'), 'true');
    const text = (await last.innerText()).toLowerCase();
    await page.keyboard.press('Enter');
    await until('the suggestion is not searched', async () =>
      (await combobox.inputValue()).toLowerCase().endsWith(text),
    );
    await page.keyboard.press('Escape');
    await shop.dialog.waitFor({ state: 'detached' });
    assert.equal(await page.evaluate('document.activeElement.name'), 's');
  });

  test('Enter in the field shows the same products as the layer', async () => {
    await using typed = await LayerPage.open(browser, stand);
    await typed.search('jacket', /jacket/i);
    const names = await typed.names();
    await using entered = await LayerPage.open(browser, stand);
    // The views are there, so that Enter need not wait for the network of a busy machine.
    await entered.page.evaluate(`window.vitrine.open().then(() => window.vitrine.close())`);
    await entered.dialog.waitFor({ state: 'detached' });
    await entered.page.evaluate(`document.querySelector('.search-field').value = 'jacket'`);
    await entered.field.press('Enter');
    await entered.untilNames((found) => found.join() === names.join());
  });

  test('the address has the state: the back button, a reload and the way back from a product lead to it', async () => {
    await using shop = await LayerPage.open(browser, stand);
    const { page } = shop;
    await shop.search('bag', /bag/i);
    await page.waitForURL('**/?vitrine=bag');
    await shop.dialog.getByRole('checkbox', { name: /^Lune/ }).check();
    await page.waitForURL('**/?vitrine=bag&vitrine.f.brand=Lune');
    await shop.untilNames((names) => names.length === 5);
    await page.goBack();
    await page.waitForURL('**/?vitrine=bag');
    await shop.untilNames((names) => names.length > 5);
    await page.goForward();
    await shop.untilNames((names) => names.length === 5);
    await page.reload();
    await shop.dialog.waitFor();
    await shop.untilNames((names) => names.length === 5);
    await untilEqual(() => shop.combobox.inputValue(), 'bag');
    await shop.cards.first().click();
    await page.waitForURL('**/product/**');
    await page.goBack();
    await shop.untilNames((names) => names.length === 5);
    await shop.dialog.getByRole('button', { name: 'Close search' }).click();
    await shop.dialog.waitFor({ state: 'detached' });
    await page.waitForURL((url) => !url.search.includes('vitrine'));
  });

  test('the back button closes the layer, and closing it leaves no entry behind', async () => {
    await using shop = await LayerPage.open(browser, stand, '/collections/all');
    const { page } = shop;
    await page.goto(stand.shop.url);
    await shop.untilStarted();
    await shop.search('bag', /bag/i);
    await page.waitForURL('**/?vitrine=bag');
    await page.goBack();
    await shop.dialog.waitFor({ state: 'detached' });
    await shop.openLayer();
    await page.keyboard.press('Escape');
    await shop.dialog.waitFor({ state: 'detached' });
    await page.waitForURL(`${stand.shop.url}/`);
    await page.goBack();
    await page.waitForURL('**/collections/all');
  });

  test('filters, the range of prices, the order and further products', async () => {
    await using shop = await LayerPage.open(browser, stand);
    await shop.openLayer();
    await shop.dialog.getByRole('heading', { name: 'Popular products' }).waitFor();
    const { page, dialog } = shop;
    assert.equal((await shop.names()).length, 24);
    await dialog.getByRole('button', { name: 'Show more' }).click();
    await shop.untilNames((names) => names.length === 48);
    await dialog.getByRole('combobox', { name: 'Sort' }).selectOption('price:desc');
    const prices = async (): Promise<number[]> =>
      (await dialog.locator('[part=price]').allInnerTexts()).map((text) =>
        Number(text.replace(/[^\d.]/g, '')),
      );
    await until('not by price', async () => {
      const all = await prices();
      return all.length >= 24 && all.every((price, i) => i === 0 || price <= all[i - 1]!);
    });
    await dialog.getByRole('spinbutton', { name: 'Price to' }).fill('50');
    await page.keyboard.press('Enter');
    await until('not up to 50', async () => (await prices()).every((price) => price <= 50));
    await dialog.getByRole('button', { name: /^Remove filter Price/ }).click();
    await until('not without a range', async () => (await prices()).some((price) => price > 50));
  });

  test('corrects typos, says that nothing was found, and remembers searches', async () => {
    await using shop = await LayerPage.open(browser, stand);
    await shop.search('jaket', /jacket/i);
    await shop.dialog.getByText(/Showing results for “jackets?”/).waitFor();
    await shop.page.keyboard.press('Enter');
    await shop.combobox.fill('qwrtzxy');
    await shop.dialog.getByText('Nothing found for “qwrtzxy”').waitFor();
    await shop.dialog.getByRole('heading', { name: 'Popular products' }).waitFor();
    await shop.dialog.getByRole('button', { name: 'Clear', exact: true }).click();
    await shop.page.getByRole('option', { name: 'jaket' }).click();
    await shop.untilNames(([first = '']) => /jacket/i.test(first));
    await shop.combobox.fill('');
    await shop.dialog.getByRole('button', { name: 'Clear list' }).click();
    await untilEqual(() => shop.dialog.locator('[role=option]').count(), 0);
  });

  test('a results page of the shop has the same products', async () => {
    await change({ resultsUrl: '/?s={query}' });
    const { tag } = stand.shop;
    stand.shop.tag = `${tag}<script>addEventListener('DOMContentLoaded', () => { if (location.search.includes('s=')) document.querySelector('main').innerHTML = '<h1>Results</h1><vitrine-results></vitrine-results>'; });</script>`;
    await using shop = await LayerPage.open(browser, stand);
    await shop.search('bag', /bag/i);
    // The most popular products may begin with a bag, too.
    await shop.untilNames((found) => found.length === 12);
    const names = await shop.names();
    await shop.page.keyboard.press('Enter');
    await shop.page.waitForURL('**/?s=bag');
    const results = shop.page.locator('vitrine-results');
    let found: string[] = [];
    await until(
      () => `${found.join()} in place of ${names.join()}`,
      async () => (found = await results.locator('a.card .name').allInnerTexts()).join() === names.join(),
    );
    await results.getByRole('checkbox', { name: /^Lune/ }).check();
    await shop.page.waitForURL('**/?s=bag&f.brand=Lune');
    stand.shop.tag = tag;
    await change({ resultsUrl: '' });
  });

  test('right to left, and in the language of the page', async () => {
    for (const [language, placeholder] of [
      ['ja', '商品を検索'],
      ['pl', 'Szukaj produktów'],
      ['ar', 'Search products'],
    ] as const) {
      const script = `document.addEventListener('DOMContentLoaded', () => { document.documentElement.lang = '${language}'; document.documentElement.dir = '${language === 'ar' ? 'rtl' : 'ltr'}'; }, { once: true })`;
      await using shop = await LayerPage.open(browser, stand, '/', { script });
      await shop.openLayer();
      await untilEqual(() => shop.combobox.getAttribute('placeholder'), placeholder);
      const direction = await shop.page.evaluate(`getComputedStyle(${dialog}).direction`);
      assert.equal(direction, language === 'ar' ? 'rtl' : 'ltr');
    }
  });

  test('on a phone, filters cover the products, and nothing is wider than the screen', async () => {
    await using shop = await LayerPage.open(browser, stand, '/', { viewport: { width: 360, height: 740 } });
    await shop.search('bag', /bag/i);
    const wide = await shop.page.evaluate(`${dialog}.scrollWidth > ${dialog}.clientWidth`);
    assert.equal(wide, false);
    const button = shop.dialog.getByRole('button', { name: 'Filters' });
    await button.click();
    await shop.dialog.getByRole('checkbox', { name: /^Lune/ }).check();
    await shop.page.keyboard.press('Escape');
    await until(
      'the focus is not on the button',
      async () =>
        (await shop.page.evaluate(`${dialog}.getRootNode().activeElement.textContent`)) === 'Filters',
    );
    await shop.untilNames((names) => names.length === 5);
  });

  test('a photo finds products', async () => {
    await using shop = await LayerPage.open(browser, stand);
    await shop.openLayer();
    let sent = '';
    await shop.page.route('**/image-search/**', async (route) => {
      sent = (await route.request().headerValue('content-type')) ?? '';
      const found = await service.ask<{ items: object[] }>('GET', '/search/shop?q=denim&limit=2', {
        key: stand.key,
      });
      await route.fulfill({
        json: { ...found.body, confidence: 'high' },
        headers: { 'access-control-allow-origin': '*' },
      });
    });
    await shop.dialog.locator('input[type=file]').setInputFiles({
      name: 'photo.webp',
      mimeType: 'image/webp',
      buffer: readFileSync(join(root, 'demo', 'pictures', 'denim-jacket-denim-blue.webp')),
    });
    await shop.untilNames(([first = '']) => /denim/i.test(first));
    assert.equal(sent, 'image/jpeg');
    await shop.dialog.locator('.preview canvas').waitFor();
  });

  test('two tags start once', async () => {
    const { tag } = stand.shop;
    stand.shop.tag = tag + tag;
    await using shop = await LayerPage.open(browser, stand);
    await shop.search('denim jacket', /denim/i);
    await untilEqual(() => shop.page.locator('vitrine-search').count(), 1);
    stand.shop.tag = tag;
  });
});
