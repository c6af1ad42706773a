// Takes the pictures of the guides for platforms: sample shops built after their default themes, with the layer open, in Chromium.
import { join } from 'node:path';
import sharp from 'sharp';
import { launchChromium, untilInPage } from '../test/support/chromium.ts';
import { LocalService } from '../test/support/local-service.ts';
import { sampleThemes } from '../test/support/sample-shops/themes.ts';
import { buildShopScript, ShopStand } from '../test/support/sample-shops/shop-stand.ts';
import { root } from '../test/support/service.ts';

const query = 'ja';

buildShopScript();
await using service = await LocalService.start();
const browser = await launchChromium({ paints: true });
const { hostile: _, ...themes } = sampleThemes;
for (const [name, theme] of Object.entries(themes)) {
  await using stand = await ShopStand.start({ service, theme, project: name });
  const page = await browser.newPage({ viewport: { width: 1200, height: 720 }, locale: theme.language });
  await page.goto(stand.shop.url);
  await untilInPage(page, 'typeof window.vitrine?.open === "function"');
  await page.evaluate(`window.vitrine.open(${JSON.stringify(query)})`);
  await page.getByRole('dialog').waitFor();
  await page.waitForLoadState('networkidle');
  await sharp(await page.screenshot())
    .webp({ quality: 75 })
    .toFile(join(root, 'docs', 'pictures', `site-${name === 'plain' ? 'html' : name}.webp`));
  await page.close();
}
await browser.close();
