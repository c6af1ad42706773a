import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '../support/chromium.ts';
import { LocalService } from '../support/local-service.ts';
import { overflowPixels, pageViolations } from '../support/page-rules.ts';
import { buildShopScript } from '../support/sample-shops/shop-stand.ts';
import { item } from '../support/service.ts';
import { untilEqual, untilMatch } from '../support/until.ts';

const names = ['Oak chair', 'Oak table', 'Elm chair', 'Elm table', 'Ash bench', 'Ash stool'];

describe('the results page of a project, in Chromium', { concurrency: false }, () => {
  let service: LocalService;
  let browser: Browser;

  /** Opens the page, and collects its errors, such as violations of its content security policy. */
  const open = async (
    path: string,
    { width, colorScheme = 'light' }: { width: number; colorScheme?: 'light' | 'dark' },
  ): Promise<{ page: Page; errors: string[] }> => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${service.url}${path}`);
    return { page, errors };
  };
  const cards = (page: Page) => page.locator('vitrine-results [part="card"]');

  before(async () => {
    buildShopScript();
    service = await LocalService.start();
    const key = await service.project('shop', ['settings', 'items:write']);
    const data = names.map((name, index) => item(`i${index}`, { name, brand: 'Nordin', price: 10 + index }));
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    await service.ask('PUT', '/api/projects/shop/settings', { key, body: { front: { page: true } } });
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('finds products under its content security policy, with the query in its address', async () => {
    const { page, errors } = await open('/s/shop', { width: 1440 });
    await cards(page).nth(5).waitFor();
    await page.locator('vitrine-search input').first().fill('oak');
    await page.keyboard.press('Enter');
    await page.waitForURL(/[?]q=oak$/);
    await page.locator('vitrine-results').getByText('2 products').waitFor();
    await untilMatch(() => cards(page).first().innerText(), /^Oak .*€1\d\.00/s);
    await untilEqual(() => page.locator('vitrine-search [part="card"]').count(), 0, 'results stand once');
    await page.reload();
    await page.locator('vitrine-results').getByText('2 products').waitFor();
    assert.deepEqual(errors, []);
    await page.context().close();
  });

  for (const width of [390, 1440])
    for (const colorScheme of ['light', 'dark'] as const)
      it(`is readable in ${colorScheme} at ${width} pixels`, async () => {
        const { page, errors } = await open('/s/shop?q=chair', { width, colorScheme });
        await cards(page).nth(1).waitFor();
        await untilEqual(() => overflowPixels(page), 0);
        assert.deepEqual(await pageViolations(page), []);
        const box = await page.locator('vitrine-search input').first().boundingBox();
        assert.ok(box!.width > width / 2, `the field is ${box!.width} pixels wide`);
        assert.deepEqual(errors, []);
        await page.context().close();
      });
});
