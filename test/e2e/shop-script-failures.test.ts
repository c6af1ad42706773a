import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { launchChromium, untilInPage } from '../support/chromium.ts';
import { LocalService } from '../support/local-service.ts';
import { buildShopScript, ShopStand } from '../support/sample-shops/shop-stand.ts';
import { sampleThemes } from '../support/sample-shops/themes.ts';
import { until, untilEqual } from '../support/until.ts';

/** The shop's own search goes on where the service does not answer. */
suite('shop.js where the service fails', { concurrency: false }, () => {
  let service: LocalService;
  let browser: Browser;
  let stand: ShopStand;
  let context: BrowserContext;
  let page: Page;
  let problems: string[] = [];

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
  afterEach(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });

  const open = async (answer?: (route: Route) => Promise<void>): Promise<void> => {
    context = await browser.newContext();
    page = await context.newPage();
    problems = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    if (answer !== undefined) await page.route(`${service.url}/**`, answer);
    await page.goto(stand.shop.url);
  };
  const field = () => page.locator('.search-field');
  const untilStarted = () => untilInPage(page, 'window.vitrine?.tracker !== undefined');
  /** Types and presses Enter: the shop's own results must come. */
  const searchInShop = async (): Promise<void> => {
    await field().click();
    await field().pressSequentially('denim jacket');
    await field().press('Enter');
    await page.waitForURL('**/?s=denim+jacket**');
    await page.getByRole('heading', { name: 'Search results for “denim jacket”' }).waitFor();
    await untilEqual(() => page.locator('dialog[open]').count(), 0);
  };
  /** Types a query in the open layer, presses Enter and types on, in one task of the page: nothing comes in between. */
  const enterInLayer = (query: string, ...next: readonly string[]): Promise<void> =>
    page.evaluate(`{
      const input = document.querySelector('vitrine-search').shadowRoot.querySelector('[part="field"]');
      const type = (text) => {
        input.value = text;
        input.dispatchEvent(new Event('input'));
      };
      type(${JSON.stringify(query)});
      input.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key: 'Enter', keyCode: 13 }));
      ${JSON.stringify(next)}.forEach(type);
    }`);
  const isScript = (url: string): boolean => /\/shop[\w.-]*\.js$|\/front\//.test(url);

  test('a service that is down changes nothing', async () => {
    await open((route) => route.abort());
    await searchInShop();
    assert.equal(await page.evaluate('window.vitrine'), undefined);
  });

  for (const status of [429, 500, 503])
    test(`searches with the status ${status} go to the shop`, async () => {
      const fail = { status, contentType: 'application/json', body: '{"code":"overloaded","detail":"no"}' };
      await open((route) => (isScript(route.request().url()) ? route.continue() : route.fulfill(fail)));
      await untilStarted();
      await searchInShop();
    });

  test('a service that fails after the script has come changes nothing', async () => {
    await open((route) => (isScript(route.request().url()) ? route.continue() : route.abort()));
    await untilStarted();
    await searchInShop();
  });

  test('a part of the script that cannot be loaded changes nothing', async () => {
    await open((route) =>
      route.request().url().includes('/shop-views.') ? route.abort() : route.continue(),
    );
    await untilStarted();
    await searchInShop();
  });

  test('Enter waits 300 ms at most for a slow service', async () => {
    const held: Route[] = [];
    await open(async (route) => {
      if (isScript(route.request().url())) await route.continue();
      else held.push(route);
    });
    await untilStarted();
    await field().click();
    await field().pressSequentially('denim jacket');
    // The page measures itself how long its form waits. Enter sends a form in the task of the key, unless the script holds it back.
    await page.evaluate(`document.querySelector('.search-field').addEventListener('keypress', () => {
        window.pressed = performance.now();
        window.isHeldBack = false;
        setTimeout(() => (window.isHeldBack = true));
      });
      document.querySelector('.woocommerce-product-search').addEventListener('submit', (event) => {
        event.preventDefault();
        window.sent = { waited: performance.now() - window.pressed, isHeldBack: window.isHeldBack };
      })`);
    await untilInPage(page, 'document.activeElement.name === "s"');
    await field().press('Enter');
    const readSent = async (): Promise<{ waited: number; isHeldBack: boolean }> => {
      await untilInPage(page, 'window.sent !== undefined');
      return (await page.evaluate('window.sent')) as { waited: number; isHeldBack: boolean };
    };
    const { waited, isHeldBack } = await readSent();
    assert.equal(isHeldBack, true);
    // The timer is of 300 ms; a busy machine fires it later.
    assert.ok(waited >= 250, `${waited} ms`);
    assert.ok(held.length > 0);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // After a failure, the shop's own search is left alone.
    await page.evaluate('window.sent = undefined');
    await field().press('Enter');
    assert.equal((await readSent()).isHeldBack, false);
  });

  test('Enter in the open layer shows that products are on their way, and waits 3 seconds at most', async () => {
    await open();
    await untilStarted();
    await field().click();
    const layer = page.locator('dialog[open]');
    const input = layer.locator('[part="field"]');
    await layer.locator('a.card').first().waitFor();
    // The page observes itself: what it shows for a second, a busy machine may ask for too late.
    await page.evaluate(`{
        const { shadowRoot } = document.querySelector('vitrine-search');
        const isLoading = () => shadowRoot.querySelector('.loading .body[aria-busy=true]')?.checkVisibility() === true;
        new MutationObserver(() => (window.wasLoading ||= isLoading())).observe(shadowRoot, {
          attributes: true,
          childList: true,
          subtree: true,
        });
        shadowRoot.addEventListener('keydown', ({ key }) => {
          if (key === 'Enter') window.pressed = performance.now();
        }, true);
      }`);
    await page.route(`${service.url}/search/**`, async (route) => {
      // Longer than a field of the page waits.
      await sleep(600);
      await route.continue().catch(() => undefined);
    });
    await input.fill('denim jacket');
    await input.press('Enter');
    await untilInPage(page, 'window.wasLoading === true');
    await layer.locator('.body[aria-busy=false]').waitFor();
    await layer
      .locator('a.card')
      .filter({ hasText: /denim jacket/i })
      .first()
      .waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await input.fill('');
    await layer.locator('.body[aria-busy=false]').waitFor();
    await page.route(`${service.url}/**`, () => undefined);
    await page.evaluate(`document.querySelector('.woocommerce-product-search').addEventListener('submit', (event) => {
        event.preventDefault();
        window.sent = performance.now() - window.pressed;
      })`);
    await input.fill('denim jacket');
    await input.press('Enter');
    await untilInPage(page, 'window.sent !== undefined');
    const waited = (await page.evaluate('window.sent')) as number;
    assert.ok(waited >= 2_500, `${waited} ms`);
    await untilEqual(() => field().inputValue(), 'denim jacket');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  });

  test('what is typed after an Enter is not sent to the shop when its time is over', async () => {
    await open();
    await untilStarted();
    await field().click();
    const layer = page.locator('dialog[open]');
    await layer.locator('a.card').first().waitFor();
    await page.route(`${service.url}/**`, () => undefined);
    // Requests themselves end after ten seconds.
    await enterInLayer('denim jacket', 'denim', 'denim jacket');
    await page.evaluate(
      `setTimeout(() => (window.isOpen = document.querySelector('vitrine-search') !== null), 3_500)`,
    );
    await untilInPage(page, 'window.isOpen !== undefined');
    assert.equal(await page.evaluate('window.isOpen'), true);
  });

  test('Enter in the open layer goes to the shop as soon as the service fails', async () => {
    await open();
    await untilStarted();
    await field().click();
    const layer = page.locator('dialog[open]');
    await layer.locator('a.card').first().waitFor();
    await page.route(`${service.url}/**`, (route) => route.abort());
    // A failure while the shopper types would close the layer.
    await enterInLayer('denim jacket');
    await page.waitForURL('**/?s=denim+jacket**');
  });

  test('a layer that is open hands over what was typed when the service fails', async () => {
    await open();
    await untilStarted();
    await field().click();
    await page.locator('dialog[open]').waitFor();
    await page.route(`${service.url}/**`, (route) => route.abort());
    await page.keyboard.type('denim');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    await until('the field has not what was typed', async () => (await field().inputValue()).startsWith('d'));
    assert.equal(await page.evaluate('document.activeElement.name'), 's');
    assert.doesNotMatch(page.url(), /vitrine/);
    await field().fill('denim jacket');
    await field().press('Enter');
    await page.waitForURL('**/?s=denim+jacket**');
  });

  test('the settings switch it off', async () => {
    await service.ask('PUT', '/api/projects/shop/settings', {
      key: stand.key,
      body: { front: { enabled: false } },
    });
    await open();
    // The script has run when the page is loaded, and takes itself away when it has read the settings.
    await untilInPage(page, 'window.vitrine === undefined');
    await searchInShop();
    await service.ask('PUT', '/api/projects/shop/settings', {
      key: stand.key,
      body: { front: { enabled: true } },
    });
  });

  test('visitors of the comparison have no elements', async () => {
    await service.ask('PUT', '/api/projects/shop/settings', {
      key: stand.key,
      body: { front: { share: 0 } },
    });
    await open();
    await untilStarted();
    assert.equal(await page.evaluate('window.vitrine.arm'), 'off');
    await searchInShop();
    await service.ask('PUT', '/api/projects/shop/settings', {
      key: stand.key,
      body: { front: { share: 1 } },
    });
  });
});
