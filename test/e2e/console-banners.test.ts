import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { LocalService } from '../support/local-service.ts';
import { overflowPixels, pageViolations } from '../support/page-rules.ts';
import { buildShopScript } from '../support/sample-shops/shop-stand.ts';
import { item } from '../support/service.ts';
import { untilEqual } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

const storedBanner = async (): Promise<unknown> => {
  const { body } = await service.ask<{ rules: { userData: unknown }[] }>('GET', '/api/projects/shop/rules', {
    key,
  });
  return body.rules[0]?.userData;
};
const save = async (version: number): Promise<void> => {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(new RegExp(`^1 rule, version ${version}, saved`)).waitFor();
};

// The tests depend on each other, in order.
describe('banners, from the console to the page, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    buildShopScript();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:write', 'settings']);
    const data = ['Oak', 'Elm', 'Ash'].map((wood) => item(wood.toLowerCase(), { name: `${wood} chair` }));
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    await service.ask('PUT', '/api/projects/shop/settings', { key, body: { front: { page: true } } });
    browser = await launchChromium();
    ({ page, errors: browserErrors } = await openConsole(browser, `${service.url}/console/p/shop/rules`));
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('makes a banner without JSON, and previews it on a light page', async () => {
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Query', { exact: true }).first().fill('chair');
    await page.getByRole('button', { name: 'Banner', exact: true }).click();
    await page.getByLabel('Text', { exact: true }).fill('Chairs of the week');
    const preview = page.getByRole('figure', { name: 'On a page' });
    await preview.getByText('Chairs of the week').waitFor();
    await page.getByLabel('Link', { exact: true }).fill('javascript:alert(1)');
    await page.getByText('Enter an address such as https://shop.example/sale').waitFor();
    await page.getByLabel('Link', { exact: true }).fill('/week');
    await page.getByLabel('Picture', { exact: true }).fill(`${service.url}/nowhere.png`);
    await preview.getByText('The picture cannot be loaded from this address.').waitFor();
    await page.getByLabel('Picture', { exact: true }).fill('');
    await page.getByText('— show the banner “Chairs of the week”').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await untilEqual(() => overflowPixels(page), 0);
    await save(1);
    assert.deepEqual(await storedBanner(), { banner: { text: 'Chairs of the week', link: '/week' } });
  });

  it('keeps what a developer has added, and shows JSON of another form as it is', async () => {
    await page.getByText('Advanced', { exact: true }).click();
    const data = page.getByLabel('Data (JSON)');
    await data.fill('{"layout": "wide", "banner": {"text": "Chairs", "tone": "red"}}');
    await page.getByLabel('Place', { exact: true }).selectOption({ label: 'Among the products' });
    await page.getByLabel('At place').fill('2');
    await untilEqual(async () => JSON.parse(await data.inputValue()), {
      layout: 'wide',
      banner: { text: 'Chairs', tone: 'red', place: 2 },
    });
    await save(2);
    await data.fill('{"banner": "winter.png"}');
    await page.getByText('A developer of the shop has given this data another form').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    assert.deepEqual(
      browserErrors.filter((error) => !error.includes('404')),
      [],
    );
  });

  it('shows a banner among the products, above and below them, on the page of results', async () => {
    const shown = await browser.newPage();
    await shown.goto(`${service.url}/s/shop?q=chair`);
    const results = shown.locator('vitrine-results');
    await results.locator('[part="banner"]').waitFor();
    const cells = await results.locator('[part="products"] > li').allInnerTexts();
    assert.equal(cells.length, 4);
    assert.equal(cells[1], 'Chairs');
    const banner = { text: 'Ends on Sunday', link: '/sale' };
    for (const [place, index] of [
      ['above', 0],
      ['below', 1],
    ] as const) {
      const rules = [{ id: 'r', when: { query: 'chair' }, userData: { banner: { ...banner, place } } }];
      await service.ask('PUT', '/api/projects/shop/rules', { key, body: { rules } });
      await shown.reload();
      const link = results.locator('.banners').nth(index).getByRole('link', { name: 'Ends on Sunday' });
      await link.waitFor();
      await untilEqual(() => link.getAttribute('href'), '/sale');
    }
    assert.deepEqual(await pageViolations(shown), []);
    await untilEqual(() => overflowPixels(shown), 0);
    await shown.close();
  });
});
