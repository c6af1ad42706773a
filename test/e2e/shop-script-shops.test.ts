import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page, Response } from 'playwright-core';
import sharp from 'sharp';
import { launchChromium, untilInPage } from '../support/chromium.ts';
import { LocalService } from '../support/local-service.ts';
import { noteShifts, searchField, waitPatiently } from '../support/sample-shops/layer-page.ts';
import { sampleProducts } from '../support/sample-shops/products.ts';
import { buildShopScript, ShopStand } from '../support/sample-shops/shop-stand.ts';
import { sampleThemes } from '../support/sample-shops/themes.ts';
import { root } from '../support/service.ts';
import { costlyPollMs, until } from '../support/until.ts';

/** The script on shops after the default themes of platforms, and on a hostile page. */
const jacket = sampleProducts.find(({ name }) => name === 'Denim Jacket')!;

interface Money {
  readonly orders: number;
}

interface Revenue {
  readonly values: readonly { readonly value: string; readonly money: readonly Money[] }[];
  readonly totals: { readonly sales: readonly Money[] };
}

function isSearchFor(response: Response, query: string): boolean {
  const { pathname, searchParams } = new URL(response.url());
  return pathname.startsWith('/search/') && searchParams.get('q') === query;
}

for (const [name, theme] of Object.entries(sampleThemes)) {
  suite(`shop.js on a page after ${theme.name}`, { concurrency: false }, () => {
    let service: LocalService;
    let browser: Browser;
    let stand: ShopStand;
    let context: BrowserContext;
    let page: Page;
    let problems: string[] = [];

    before(async () => {
      buildShopScript();
      service = await LocalService.start();
      browser = await launchChromium({ paints: true });
      stand = await ShopStand.start({ service, theme, project: name });
    });
    after(async () => {
      await browser.close();
      await stand[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    });

    const open = async (path = '/'): Promise<void> => {
      context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
      problems = [];
      page = await context.newPage();
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      await page.addInitScript(waitPatiently);
      await page.addInitScript(noteShifts);
      await page.addInitScript(keepLanguage);
      await page.goto(stand.shop.url + path);
      await untilInPage(page, 'window.vitrine?.tracker !== undefined');
      if (name === 'hostile') await untilInPage(page, isReplaced);
    };
    const close = async (): Promise<void> => {
      await context.close();
      assert.deepEqual(problems, []);
    };
    const search = async (query: string): Promise<void> => {
      await page.locator(searchField).first().click();
      await page.locator('dialog[open]').waitFor();
      const answered = page.waitForResponse((response) => isSearchFor(response, query));
      await page.keyboard.type(query);
      // The product is in the results of the words before, too.
      await answered;
      await page.locator('dialog[open] .loading').waitFor({ state: 'detached' });
      await page.getByRole('link', { name: 'Denim Jacket' }).waitFor();
    };

    test('the layer opens, a product is found and bought, and the sale counts for the search', async () => {
      await open();
      if (name === 'shopware') await page.click('#consent');
      await search('denim jacket');
      await page.getByRole('link', { name: 'Denim Jacket' }).click();
      await page.waitForURL(stand.shop.address(jacket));
      await page.locator('main form [type="submit"], main form button').first().click();
      await page.click('#order');
      await page.waitForURL((url) => /\d{4}/.test(url.pathname));
      if (name === 'shopify') await runPixel();
      let last = '';
      await until(
        () => `The sale does not count for the search: ${last}`,
        async () => {
          const { body } = await service.ask<Revenue>(
            'GET',
            `/api/projects/${name}/analytics/revenue?by=query`,
            {
              key: stand.key,
            },
          );
          last = JSON.stringify(body);
          const found = body.values.find(({ value }) => value === 'denim jacket');
          return countOrders(found?.money) === 1 && countOrders(body.totals.sales) === 1;
        },
      );
      await close();
    });

    /** Runs the pixel as Shopify's checkout does, with what the cart knows. */
    const runPixel = async (): Promise<void> => {
      const [, visit] = /"_vitrine":"(\w+)"/.exec(stand.shop.cartAttributes) ?? [];
      assert.notEqual(visit, undefined, 'the cart does not know the visit');
      const pixel = readFileSync(join(root, 'elements', 'pixels', 'shopify-pixel.js'), 'utf8')
        .replace('https://search.shop.example', service.url)
        .replace("'shop'", `'${name}'`)
        .replace('YOUR_EVENTS_KEY', stand.webKey);
      const checkout = {
        order: { id: 5001 },
        currencyCode: 'EUR',
        attributes: [{ key: '_vitrine', value: visit }],
        lineItems: [
          { quantity: 1, variant: { id: jacket.id, sku: jacket.sku, price: { amount: jacket.price } } },
        ],
      };
      await page.evaluate(
        `(() => { const analytics = { subscribe: (name, handle) => handle({ data: { checkout: ${JSON.stringify(checkout)} } }) }; ${pixel} })()`,
      );
    };

    test('the page is the same with and without the script, outside of its elements', async () => {
      const { tag } = stand.shop;
      stand.shop.tag = '';
      context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
      page = await context.newPage();
      await page.goto(stand.shop.url);
      if (name === 'hostile') await untilInPage(page, isReplaced);
      const look = async (): Promise<Buffer> => {
        await page.evaluate(drawPictures);
        // Pictures are drawn in two steps.
        let last: Buffer = Buffer.alloc(0);
        await until(
          'the page does not come to rest',
          async () => {
            const before = last;
            last = await page.screenshot({ caret: 'initial' });
            return last.equals(before);
          },
          costlyPollMs,
        );
        return last;
      };
      const without = { html: await page.evaluate(outerHtml), picture: await look() };
      stand.shop.tag = tag;
      await context.close();
      await open();
      const assertSame = async (): Promise<void> => {
        assert.equal(await page.evaluate(outerHtml), without.html);
        assert.ok((await compareLooks(await look(), without.picture)) <= roundingMax, 'the pictures differ');
      };
      await assertSame();
      await page.locator(searchField).first().click();
      await page.locator('dialog[open]').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
      await page.evaluate('document.activeElement.blur()');
      await assertSame();
      await close();
    });

    test('axe finds no violation in the layer, also on a phone, and nothing moves', async () => {
      await open();
      await search('denim');
      const shift = (await page.evaluate('window.shift')) as number;
      assert.ok(shift < 0.01, `a shift of ${shift}`);
      if (name === 'hostile') await page.evaluate(restoreLanguage);
      const findViolations = () =>
        page.evaluate(
          `(() => { ${axe.source}; return axe.run('vitrine-search').then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' '))); })()`,
        );
      assert.deepEqual(await findViolations(), []);
      await page.setViewportSize({ width: 390, height: 844 });
      const filters = page.locator('dialog[open] .filter-button');
      await filters.waitFor();
      assert.deepEqual(await findViolations(), []);
      await filters.click();
      assert.deepEqual(await findViolations(), []);
      await close();
    });
  });
}

/** The document without the tag and the elements of the script. */
const outerHtml = `(() => {
  const copy = document.documentElement.cloneNode(true);
  for (const element of copy.querySelectorAll('script[src*="/shop"], vitrine-search, vitrine-list')) element.remove();
  return copy.outerHTML;
})()`;

/** Waits until all pictures can be drawn. */
const drawPictures = `Promise.all([...document.images].map((image) => image.decode()))`;

/** Whether the hostile theme has replaced its search field. */
const isReplaced = `document.documentElement.dataset.replaced === 'yes'`;

/** Gives the page back what axe needs of the language. */
const keepLanguage = `window.keptReduce = Array.prototype.reduce; window.keptEntries = Array.prototype.entries; window.keptFrom = Array.from;`;
const restoreLanguage = `Array.prototype.reduce = window.keptReduce; Array.prototype.entries = window.keptEntries; Array.from = window.keptFrom;
delete Array.prototype.toJSON; delete Array.prototype.each; delete Object.prototype.extendedByTheme;`;

/** Levels of 255 by which edges differ when they are drawn again. */
const roundingMax = 2;

/** The largest difference of a level of a pixel; infinite for another size. */
async function compareLooks(a: Buffer, b: Buffer): Promise<number> {
  const [left, right] = await Promise.all([a, b].map((picture) => sharp(picture).raw().toBuffer()));
  if (left!.length !== right!.length) return Infinity;
  let max = 0;
  for (let at = 0; at < left!.length; at++) max = Math.max(max, Math.abs(left![at]! - right![at]!));
  return max;
}

function countOrders(money: readonly Money[] = []): number {
  return money.reduce((sum, { orders }) => sum + orders, 0);
}
