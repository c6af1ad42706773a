import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, suite, test } from 'node:test';
import type { SearchReply } from '@vitrine/sdk';
import axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { overflowPixels } from '../support/page-rules.ts';
import { assertQuickStart } from '../support/quick-start.ts';
import { RunningService, root, withoutServingThreads } from '../support/service.ts';
import { uncertainPicture } from '../support/uncertain-picture.ts';
import { costlyPollMs, until, untilEqual, untilMatch } from '../support/until.ts';
import { isWhole, representative } from '../support/matrix.ts';

const bytesMax = 100_000;
const shiftMax = 0.02;

/** The storefront of the demo shop, on one service for all tests. */
suite('the storefront', { concurrency: false }, () => {
  let service: RunningService;
  let browser: Browser;
  let context: BrowserContext | undefined;
  let page: Page;
  let problems: string[] = [];

  before(async () => {
    service = await RunningService.start({
      ...withoutServingThreads,
      VITRINE_IMAGE_MODEL: 'vendored',
      VITRINE_DEMO: 'on',
      VITRINE_TEXT_MODEL: 'vendored',
      VITRINE_ADMIN_PASSWORD: '',
      VITRINE_LOG_LEVEL: 'info',
    });
    browser = await launchChromium({ paints: true });
    // Until then photo search fails, and a page does not repeat it.
    await until('Photo search was not ready', () => service.output.includes('Photo search is ready'));
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });
  afterEach(async () => {
    await context?.close();
    const found = problems;
    problems = [];
    assert.deepEqual(found, []);
  });

  const open = async (
    path: string,
    { pane = false, ...options }: BrowserContextOptions & { readonly pane?: boolean } = {},
  ): Promise<void> => {
    await context?.close();
    context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'en',
      reducedMotion: 'reduce',
      ...options,
    });
    page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    await page.addInitScript(noteShifts);
    await page.addInitScript(`localStorage['larkfield.pane'] ??= '${pane}'`);
    await page.goto(`${service.url}/demo${path}`);
  };
  const field = () => page.getByRole('combobox', { name: 'Search products' });
  const cards = () => page.locator('main .card[data-item]');
  const names = (list: string): Promise<string[]> => page.locator(`${list} .card-name`).allInnerTexts();
  const firstNameIs = (pattern: RegExp): Promise<void> =>
    until(`The first result does not match ${pattern}`, async () =>
      pattern.test((await names('.results'))[0] ?? ''),
    );
  const chip = (name: string) => page.locator('.chips').getByRole('link', { name });

  test('the first start prints the quick start on stdout once the demo shop is loaded, and logs nothing', () =>
    assertQuickStart(service));

  test('the chips of the home page find what they say', async () => {
    await open('/');
    await chip('something to keep drinks cold').click();
    await until('Nothing keeps drinks cold', async () =>
      (await names('.results')).slice(0, 6).some((name) => /fridge|cool|ice|insulated/i.test(name)),
    );
    await page.goBack();
    await chip('jaket size 46').click();
    await firstNameIs(/jacket|coat|blazer/i);
    await page.getByRole('button', { name: 'Remove filter size 46' }).waitFor();
    await page.goBack();
    await chip('登山靴').click();
    await firstNameIs(/boot/i);
    await page.goBack();
    await chip('gift for a child').click();
    await firstNameIs(/gift|child|kid|bear|toy/i);
    await page.goBack();
    await chip('V549012-BROWN-46').click();
    await firstNameIs(/Tweed Jacket/);
    await untilEqual(() => cards().count(), 1);
  });

  test('the photo chip shows the photo, how sure the search is, and the product', async () => {
    await open('/');
    await chip('By photo').click();
    await page.getByRole('img', { name: 'Your photo' }).waitFor();
    await page.locator('[data-confidence]').waitFor();
    await untilMatch(async () => (await names('main'))[0] ?? '', /tomato/i);
  });

  test('an uncertain photo asks for the category, in the language of the page, until the next photo', async () => {
    await open('/photo', { locale: 'de' });
    const choose = async (buffer: Buffer): Promise<void> =>
      await page
        .locator('main input[type=file]')
        .first()
        .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
    const question = page.getByRole('group', { name: 'Was davon ist es?' });
    await choose(await uncertainPicture());
    await question.getByRole('button').first().waitFor();
    const category = question.getByRole('button').first();
    const before = await names('main');
    await category.click();
    await until(
      'The category does not narrow the results',
      async () => (await names('main')).join() !== before.join(),
    );
    await untilEqual(() => category.getAttribute('aria-pressed'), 'true');
    let search = (): void => undefined;
    const held = new Promise<void>((resolve) => (search = resolve));
    await page.route('**/image-search/**', async (route) => {
      await held;
      await route.continue();
    });
    await choose(readFileSync(join(root, 'demo', 'photos', 'tomatoes.jpg')));
    await until('The question remains', async () => (await question.count()) === 0);
    search();
    await until('The photo was not searched', async () => /tomat/i.test((await names('main'))[0] ?? ''));
    await choose(Buffer.from('Not a picture'));
    await page.getByText('Das ist kein lesbares Bild.').waitFor();
    assert.equal(problems.length, 1, 'Chromium reports the rejected request');
    problems = [];
    await untilEqual(() => question.count(), 0);
  });

  test('typing shows completions and results; facets and prices narrow them', async () => {
    await open('/');
    await field().pressSequentially('boots');
    await page.getByRole('option').first().waitFor();
    await firstNameIs(/boot|wellington/i);
    assert.match(page.url(), /\/demo\/search/);
    await page.keyboard.press('Enter');
    const total = page.locator('.listing-count');
    const before = Number.parseInt(await total.innerText(), 10);
    const filters = page.getByRole('complementary', { name: 'Filters' });
    const brand = filters.getByRole('group', { name: 'Brand' });
    const brands = await brand.getByRole('checkbox').count();
    await brand.getByRole('checkbox').first().check();
    await until('The facet does not narrow the results', async () => {
      const now = Number.parseInt(await total.innerText(), 10);
      return now > 0 && now < before;
    });
    await untilEqual(() => brand.getByRole('checkbox').count(), brands, 'other brands can be added');
    await filters.getByRole('button', { name: 'Clear all' }).click();
    await filters.getByRole('button', { name: /^Outdoor/ }).click();
    await filters.getByRole('button', { name: /^Footwear/ }).click();
    await until('The level is not in the address', () => page.url().includes('f.category=Outdoor'));
    await filters.getByLabel('To', { exact: true }).fill('100');
    await page.keyboard.press('Enter');
    await until('The price is not in the address', () => page.url().includes('r.price=..100'));
  });

  test('the list below the field names categories, shows products, and has the width of a phone', async () => {
    await open('/', { viewport: { width: 390, height: 844 }, bypassCSP: true });
    await field().pressSequentially('jack');
    const products = page.getByRole('group', { name: 'Products' }).getByRole('option');
    const completions = page.getByRole('group', { name: 'Suggestions' }).getByRole('option');
    await until(
      'There are no products or completions',
      async () => (await products.count()) === 4 && (await completions.count()) > 0,
    );
    await completions.filter({ hasText: 'Blazers' }).getByText('in Jackets and coats').waitFor();
    const pictures = products.locator('img');
    await untilEqual(() => pictures.count(), 4);
    for (const product of await products.all()) await untilMatch(() => product.innerText(), /€\d/);
    const list = (await page.getByRole('listbox').boundingBox())!;
    assert.equal(list.x, 0);
    assert.equal(list.width, (await page.locator('.header').boundingBox())!.width);
    await untilEqual(async () => (await overflowPixels(page)) <= 0, true);
    await page.evaluate(axe.source);
    const violations = await page.evaluate<string[]>(
      `axe.run('.header-search').then(({ violations }) => violations.map(({ id }) => id))`,
    );
    assert.deepEqual(violations, []);
    // From the field, the arrow up goes to the last product.
    await page.keyboard.press('ArrowUp');
    const chosen = page.locator('[data-vitrine=option][aria-selected=true]');
    const name = await chosen.locator('.card-name').innerText();
    await untilEqual(() => field().getAttribute('aria-activedescendant'), await chosen.getAttribute('id'));
    const clicked = page.waitForRequest((request) => request.url().endsWith('/api/events'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name }).waitFor();
    assert.match((await clicked).postData() ?? '', /"click"/);
    await untilEqual(() => page.locator('[data-vitrine=option]').count(), 0);
    await field().pressSequentially('jack');
    await completions.filter({ hasText: 'Blazers' }).click();
    await page.getByRole('heading', { level: 1, name: 'Blazers' }).waitFor();
    await untilEqual(() => field().inputValue(), '');
  });

  test('what is sold out is marked in lists and on its page, and cannot be bought', async () => {
    await open('/search?q=wine%20decanter%201.5%20l');
    const card = page.locator('[data-item=decanter-carafe]');
    await card.getByText('Sold out').waitFor();
    await card.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Wine Decanter' }).waitFor();
    await untilEqual(() => page.getByRole('button', { name: 'Sold out' }).isDisabled(), true);
    const opacity = `getComputedStyle(document.querySelector('.product-picture img')).opacity`;
    assert.ok(Number(await page.evaluate<string>(opacity)) < 1);
    await page.locator('.product-picture .sold-out-badge').waitFor();
    await open('/product/city-backpack');
    await page.getByRole('button', { name: 'Add to cart' }).waitFor();
    await untilEqual(() => page.locator('.product-picture .sold-out-badge').count(), 0);
  });

  test('the typefaces come from the service, and nothing moves when they are late', async () => {
    await open('/delivery');
    let send = (): void => undefined;
    const held = new Promise<void>((resolve) => (send = resolve));
    const files: string[] = [];
    await page.route('**/*.woff2', async (route) => {
      files.push(route.request().url());
      await held;
      await route.continue();
    });
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1, name: 'Delivery and returns' }).waitFor();
    const typefaces = (): Promise<string> =>
      page.evaluate(`[...document.fonts].filter(({ status }) => status === 'loaded')
        .map(({ family }) => family.replaceAll('"', '')).filter((family) => family.endsWith('Variable')).sort().join()`);
    assert.equal(await typefaces(), '');
    send();
    await until(
      'The typefaces were not loaded',
      async () => (await typefaces()) === 'Figtree Variable,Fraunces Variable',
    );
    const shift = await page.evaluate<number>(shiftsUntilNow);
    assert.ok(shift < shiftMax, `moved by ${shift}`);
    const names = files.map((file) => /\/demo\/assets\/(.+)-[\w-]{8}\.woff2$/.exec(file)?.[1]);
    assert.deepEqual(new Set(names), new Set(['figtree-latin-wght-normal', 'fraunces-latin-wght-normal']));
  });

  test('a search without results, a banner and a redirect of a rule are told', async () => {
    await open('/search?q=boots&f.brand=Unknown');
    await page.getByRole('heading', { name: 'No products' }).waitFor();
    await page.locator('.results-empty').getByRole('button', { name: 'Clear all' }).click();
    await firstNameIs(/boot|wellington/i);
    await open('/search?q=qwzxvbkj');
    await page.getByRole('heading', { name: 'Nothing matches “qwzxvbkj”' }).waitFor();
    await untilEqual(() => page.locator('.facet, .sort').count(), 0);
    await page.locator('.results-empty').getByRole('link', { name: 'Toys and gifts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Toys and gifts' }).waitFor();
    await open('/search?q=coffee');
    await page.getByText('Coffee week').waitFor();
    await field().fill('delivery');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Delivery and returns' }).waitFor();
    await page.evaluate(
      `history.pushState(null, '', '/demo/product/100%'); dispatchEvent(new Event('popstate'))`,
    );
    await page.getByRole('heading', { level: 1, name: 'This product is not in the shop' }).waitFor();
  });

  test('what was viewed before is listed without the product of the page', async () => {
    await open('/product/kids-hiking-boot');
    await page.locator('[data-placement=product-similar] .card[data-item]').first().waitFor();
    // Its other lists have no boots: a product is in one list of a page.
    await page.goto(`${service.url}/demo/product/aviator-sunglasses`);
    await page.getByRole('heading', { level: 1, name: 'Aviator Sunglasses' }).waitFor();
    const viewed = page.locator('[data-placement=recently-viewed]');
    await viewed.getByText('Hiking Boot for Kids').waitFor();
    await untilEqual(() => viewed.getByText('Aviator Sunglasses').count(), 0);
  });

  test('a product has colours and sizes; the cart sells it', async () => {
    await open('/product/kids-hiking-boot', { pane: true });
    const picture = page.locator('.product-picture img');
    const before = await picture.getAttribute('src');
    await page.locator('.swatches input:not(:checked)').first().click({ force: true });
    await until(
      'The picture is not in the chosen colour',
      async () => (await picture.getAttribute('src')) !== before,
    );
    const size = page.getByRole('group', { name: 'Size' }).locator('input:enabled').last();
    await size.check({ force: true });
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await page.getByRole('link', { name: 'View cart' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your cart' }).waitFor();
    await page.getByRole('button', { name: /^One more of/ }).click();
    await page.locator('[data-placement=cart-cross-sell] .card[data-item]').first().waitFor();
    const orders: unknown[] = [];
    await page.route('**/api/events', (route) => {
      const { data } = route.request().postDataJSON() as { data: { order?: string } };
      if (data.order !== undefined) orders.push(data.order);
      return orders.length === 1 ? route.fulfill({ status: 400, json: {} }) : route.continue();
    });
    const buy = page.getByRole('button', { name: 'Buy now' });
    await buy.click();
    await page.getByText('The order could not be sent. Try again.').waitFor();
    // Chromium notes the refused request.
    problems = [];
    await buy.click();
    await page.getByText(/^Order L/).waitFor();
    assert.deepEqual(orders, [orders[0], orders[0]], 'both tries are of one order');
    assert.equal(await page.evaluate(`localStorage['larkfield.cart']`), '[]');
    const pane = page.getByRole('complementary', { name: 'What just happened' });
    await pane
      .getByText(/^Event: purchase/)
      .first()
      .waitFor();
    await pane.getByText(/^Event: cart/).waitFor();
    await untilMatch(() => pane.innerText(), /round trip \d+/);
  });

  test('"for you" changes with each click, and says why', async () => {
    await open('/', { pane: true });
    const list = '[data-placement=home-for-you]';
    await page.locator('[data-placement=home-trending] .card[data-item]').first().waitFor();
    // Nothing is known of the visitor yet, and the page shows what trends already.
    await page.locator(list).waitFor({ state: 'detached' });
    await page.locator('[data-placement=home-trending] .card-link').nth(1).click();
    await page.getByRole('button', { name: 'Add to cart' }).waitFor();
    await page
      .locator('#pane')
      .getByText(/^Event: view/)
      .waitFor();
    await page.goBack();
    await page.locator(`${list} .card[data-item]`).first().waitFor();
    const trending = await names('[data-placement=home-trending]');
    assert.deepEqual(
      (await names(list)).filter((name) => trending.includes(name)),
      [],
    );
    await page
      .locator(`${list} .card-reason`)
      .getByText(/you looked at/i)
      .first()
      .waitFor();
  });

  test('Arabic runs from right to left, and is remembered', async () => {
    await open('/');
    await page.getByLabel('Language').selectOption('ar');
    await page.locator('html[dir=rtl][lang=ar]').waitFor();
    await page.reload();
    await page.locator('html[dir=rtl]').waitFor();
    await page.getByRole('heading', { level: 1, name: 'أشياء مختارة' }).waitFor();
  });

  test('the search field and the pane work by keyboard', async () => {
    await open('/delivery', { pane: true });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.locator('.skip:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const focused = page.locator('[role=combobox]:focus');
    await focused.waitFor();
    await page.keyboard.type('boot');
    await firstNameIs(/boot|wellington/i);
    // The results page has opened, and the field still has the focus.
    await focused.waitFor();
    const option = page.locator('[data-vitrine=option]').first();
    await option.waitFor();
    await until('The first completion is not chosen', async () => {
      if ((await option.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
      return (await option.getAttribute('aria-selected')) === 'true';
    });
    const completion = await option.locator('.completion').innerText();
    await page.keyboard.press('Enter');
    await until('The query is not in the address', () =>
      page.url().endsWith(`?${new URLSearchParams({ q: completion }).toString()}`),
    );
    await untilEqual(async () => [await field().inputValue(), await option.count()], [completion, 0]);
    await page.keyboard.press('Escape');
    await untilEqual(() => field().inputValue(), '');
    const pane = page.locator('#pane');
    await untilEqual(() => pane.isVisible(), true);
    await pane.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Escape');
    await pane.waitFor({ state: 'hidden' });
  });

  const pages = [
    '/',
    '/search?q=jaket%20size%2046',
    '/product/tweed-jacket',
    '/photo?sample=tomatoes',
    '/cart',
  ];

  test('axe finds no violation, light and dark, in both directions', async () => {
    const looks: readonly (readonly ['en' | 'ar', 'light' | 'dark'])[] = [
      ['en', 'light'],
      ['ar', 'dark'],
      ['en', 'dark'],
      ['ar', 'light'],
    ];
    for (const [no, [locale, colorScheme]] of representative(looks.slice(0, 2), looks).entries()) {
      await open('/', { locale, colorScheme, pane: true, bypassCSP: true });
      await page.evaluate(`localStorage['larkfield.cart'] = '[{"id":"tweed-jacket-brown-46","quantity":1}]'`);
      // Every page in one of two looks, or in all.
      for (const path of pages.filter((_, at) => isWhole || at % 2 === no)) {
        await page.goto(`${service.url}/demo${path}`);
        await page.locator('main .picture img').first().waitFor();
        await page.evaluate(axe.source);
        const violations = await page.evaluate<string[]>(
          `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ')))`,
        );
        assert.deepEqual(violations, [], `${path} ${locale} ${colorScheme}`);
      }
    }
  });

  test('nothing moves while a page loads, no request is large, and no page is wider than a phone', async () => {
    const settings = [
      { pane: true, viewport: { width: 1280, height: 900 } },
      { pane: false, viewport: { width: 390, height: 844 } },
      { pane: false, viewport: { width: 1280, height: 900 } },
    ];
    for (const [no, { pane, viewport }] of representative(settings.slice(0, 2), settings).entries()) {
      // Every page in one of two settings, or in all.
      for (const path of pages.filter((one, at) => one !== '/cart' && (isWhole || at % 2 === no))) {
        const label = `${path}, ${viewport.width} pixels${pane ? ', with the pane' : ''}`;
        await open(path, { pane, viewport });
        const requests: Request[] = [];
        page.on('requestfinished', (request) => requests.push(request));
        await page.reload();
        await page.locator('main .picture img').first().waitFor();
        await page.waitForLoadState('networkidle');
        const shift = await page.evaluate<number>(shiftsUntilNow);
        assert.ok(shift < shiftMax, `${label}: moved by ${shift}`);
        const sizes = await Promise.all(requests.map((request) => sizeOf(request)));
        assert.ok(sizes.length > 0, label);
        assert.deepEqual(
          sizes.filter(({ bytes }) => bytes > bytesMax),
          [],
          label,
        );
        await untilEqual(async () => (await overflowPixels(page)) <= 0, true, label);
      }
    }
  });

  test('a query in another language is told, in the language of the page', async () => {
    const note = (text: string) => page.locator('.notes').getByText(text);
    // The names are embedded for such queries in the background after the start, during the tests above.
    const { key } = (await service.ask<{ key: string }>('GET', '/demo/connection.json')).body;
    const isCompared = async (): Promise<boolean> => {
      const { body } = await service.ask<SearchReply>('GET', '/search/demo?q=krzes%C5%82o', { key });
      return body.semantic?.used ?? false;
    };
    await until('The query was not compared with the names', isCompared, costlyPollMs);
    await open('/search?q=krzesło');
    await note('Shown for your words in English').waitFor();
    await firstNameIs(/chair/i);
    await page.getByLabel('Language').selectOption('de');
    await note('Ergebnisse zu Ihren Wörtern auf Englisch').waitFor();
    await open('/');
    // Items have these words in their translations.
    await chip('登山靴').click();
    await firstNameIs(/boot/i);
    await untilEqual(() => page.locator('.notes .note').count(), 0);
    await open('/search?q=boots');
    await firstNameIs(/boot/i);
    await untilEqual(() => page.locator('.notes .note').count(), 0);
    // German words match the German texts.
    await open('/search?q=wanderstiefel', { locale: 'de' });
    await firstNameIs(/stiefel/i);
    await untilEqual(() => page.locator('.notes .note').count(), 0);
  });
});

/** Sums the layout shifts without an input of the visitor. */
const noteShifts = `
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.layoutShift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

/** The sum, once the shifts of the frames until now are known. */
const shiftsUntilNow = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.layoutShift)));
})`;

/** Of a reply without its headers; pictures count as empty. */
async function sizeOf(request: Request): Promise<{ readonly url: string; readonly bytes: number }> {
  const { responseBodySize } = await request.sizes();
  return { url: request.url(), bytes: request.resourceType() === 'image' ? 0 : responseBodySize };
}
