// Takes the pictures of README.md: the storefront and the console of the demo shop, in Chromium.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { launchChromium } from '../test/support/chromium.ts';
import { openConsole } from '../test/support/console-page.ts';
import { root, RunningService } from '../test/support/service.ts';
import { until } from '../test/support/until.ts';

const folder = join(root, 'docs', 'pictures');

await using service = await RunningService.start({
  VITRINE_DEMO: 'on',
  VITRINE_TEXT_MODEL: 'vendored',
  VITRINE_IMAGE_MODEL: 'vendored',
});
await until('The demo shop was not loaded', () => service.output.includes('Photo search is ready'));
const browser = await launchChromium({ paints: true });
const look = { viewport: { width: 1440, height: 840 }, deviceScaleFactor: 1.5, locale: 'en' };

const shop = await browser.newPage(look);
// The second time, the page has the speed of a service that is warm.
for (const _ of [1, 2]) {
  await shop.goto(`${service.url}/demo/search?q=winter+jacket`);
  await shop.waitForLoadState('networkidle');
}
await shop.getByText('Why these products').first().click();
await take(shop, 'storefront');

const { page } = await openConsole(browser, `${service.url}/console/p/demo/rules`, look);
await page.waitForLoadState('networkidle');
await take(page, 'console');
await browser.close();

async function take(from: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await sharp(await from.screenshot())
    .webp({ quality: 80 })
    .toFile(join(folder, `${name}.webp`));
}
