import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { LocalService } from '../support/local-service.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { plainTheme } from '../support/sample-shops/themes/plain.ts';
import { buildShopScript, ShopStand } from '../support/sample-shops/shop-stand.ts';
import { until, untilEqual } from '../support/until.ts';

let service: LocalService;
let stand: ShopStand;
let browser: Browser;
let page: Page;
let frame: FrameLocator;
const errors: string[] = [];

interface Front {
  readonly enabled: boolean;
  readonly cardFields: readonly string[];
  readonly style: { readonly accent: string | null };
  readonly lists: readonly { readonly selector: string; readonly position: string }[];
  readonly texts: Readonly<Record<string, string>>;
}
const readFront = async (): Promise<Front> => {
  const path = '/api/projects/shop/settings';
  const { body } = await service.ask<{ settings: { front: Front } }>('GET', path, { key: stand.key });
  return body.settings.front;
};
const save = async (): Promise<void> => {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
};

/** Clicks again where a click opens nothing: the script may not listen yet, and leaves the search to the shop after a reply that took three seconds. */
async function openLayer(shop: FrameLocator): Promise<void> {
  const timeout = 10_000;
  await until('the layer does not open', async () => {
    await shop
      .getByRole('searchbox', { name: 'Search' })
      .click({ timeout })
      .catch(() => undefined);
    return shop
      .getByRole('dialog')
      .waitFor({ timeout })
      .then(
        () => true,
        () => false,
      );
  });
}

describe('the page “On your site”, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    buildShopScript();
    service = await LocalService.start();
    stand = await ShopStand.start({ service, theme: plainTheme, project: 'shop' });
    const placement = { id: 'home', list: 'popular', title: 'Popular now', fallbacks: ['content'] };
    const path = '/api/projects/shop/placements/home';
    await service.ask('PUT', path, { key: stand.key, body: { placement } });
    browser = await launchChromium();
    const opened = await openConsole(browser, `${service.url}/console/p/shop/site`);
    page = opened.page;
    errors.push(...opened.errors);
    frame = page.frameLocator('iframe');
    await page.getByRole('heading', { level: 1, name: 'On your site' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await stand?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
    assert.deepEqual(errors, []);
  });

  it('makes the tag, with a key for the pages of the shop alone', async () => {
    await page.getByLabel('Address of the shop').fill('shop.example/');
    await page.getByRole('button', { name: 'Create a key for the tag' }).click();
    const tag = page.getByRole('region', { name: 'Tag', exact: true });
    await tag.getByText(/data-key="vtr_[\w-]+"/).waitFor();
    const key = /data-key="([^"]+)"/.exec(await tag.innerText())?.[1];
    const read = (origin: string): Promise<Response> =>
      fetch(`${service.url}/front/shop.json?key=${key}`, { headers: { origin } });
    assert.equal((await read('https://shop.example')).status, 200);
    assert.equal((await read('https://other.example')).status, 403);
  });

  it('shows changes in the sample page before they are saved', async () => {
    await frame.locator('.card b').getByText('€').first().waitFor();
    await openLayer(frame);
    await page.getByText('Own texts').click();
    await page.getByLabel('Search products').fill('What do you need?');
    await frame.getByPlaceholder('What do you need?').first().waitFor();
    assert.deepEqual((await readFront()).texts, {});
    await save();
    assert.deepEqual((await readFront()).texts, { placeholder: 'What do you need?' });
    await page.getByLabel('Search products').fill('');
    await save();
    assert.deepEqual((await readFront()).texts, {});
  });

  it('places a list where the page is clicked', async () => {
    await page.goto(`${service.url}/console/p/shop/site`);
    await page.getByRole('button', { name: 'Popular now' }).click();
    await frame.getByRole('heading', { name: 'Popular now' }).waitFor();
    await page.getByRole('button', { name: 'Pick on the page' }).click();
    const note = page.getByText('Click the element of the page');
    await note.waitFor();
    // The frame learns of it by a message.
    await until('no place was picked', async () => {
      await frame.locator('.hero').click();
      return !(await note.isVisible());
    });
    await untilEqual(() => page.getByLabel('Element (CSS selector)').inputValue(), 'section.hero');
    await frame.locator('.hero + vitrine-list').waitFor();
    await save();
    const [list] = (await readFront()).lists;
    assert.deepEqual([list?.selector, list?.position], ['section.hero', 'after']);
  });

  it('orders fields of cards, and names an error at its field', async () => {
    await page.getByRole('group', { name: 'Add to Under the name' }).getByText('Other field').click();
    await page.getByLabel('Field', { exact: true }).fill('material');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Move material up' }).click();
    await page.getByLabel('Colour of buttons').fill('red;}');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.locator('.field-error').first().waitFor();
    await page.getByLabel('Colour of buttons').fill('rebeccapurple');
    await page.getByLabel('Colour picker for buttons').fill('#123456');
    await untilEqual(() => page.getByLabel('Colour of buttons').inputValue(), '#123456');
    await save();
    const { cardFields, style } = await readFront();
    assert.deepEqual([cardFields, style.accent], [['material', 'brand'], '#123456']);
  });

  it('shows a page of the shop that has the tag, and what came from it', async () => {
    await page.getByLabel('Page of your shop').fill(stand.shop.url);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await frame.getByText('Larkfield').waitFor();
    await page.getByLabel('Show on the site').uncheck();
    const context = await browser.newContext();
    const shopper = await context.newPage();
    await shopper.goto(stand.shop.url);
    await page
      .getByRole('region', { name: 'Seen in the last hour' })
      .getByText('/', { exact: true })
      .waitFor();
    await context.close();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    assert.equal((await readFront()).enabled, true);
  });

  it('takes everything off the site by one switch', async () => {
    await page.getByLabel('Show on the site').uncheck();
    await save();
    assert.equal((await readFront()).enabled, false);
  });

  it('fits narrow pages, in light and dark, and is used by keyboard', async () => {
    for (const scheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.setViewportSize({ width, height: 900 });
        await untilEqual(() => overflowPixels(page), 0, `${scheme} at ${width} pixels`);
        assert.deepEqual(await pageViolations(page), [], `${scheme} at ${width} pixels`);
      }
    assert.deepEqual(await keyboardViolations(page), []);
  });
});
