import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium, untilInPage } from '../support/chromium.ts';
import { moveTo, openConsole } from '../support/console-page.ts';
import { LocalService } from '../support/local-service.ts';
import { waitPatiently } from '../support/sample-shops/layer-page.ts';
import { sampleProducts } from '../support/sample-shops/products.ts';
import { SampleShop } from '../support/sample-shops/sample-shop.ts';
import { buildShopScript } from '../support/sample-shops/shop-stand.ts';
import { prestashopTheme } from '../support/sample-shops/themes/prestashop.ts';
import { until } from '../support/until.ts';

/** An owner without a developer: the catalog by the shop's address, one tag, and the first sale that counts for a search. */
test('an existing shop is connected in the console alone, and its first sale counts for the search', async () => {
  buildConsole();
  buildShopScript();
  // The service must know the shop's host, and the shop the service's: the tag comes last.
  await using shop = await SampleShop.start({ theme: prestashopTheme, tag: '', service: '' });
  await using service = await LocalService.start({
    VITRINE_FEED_HOSTS: new URL(shop.url).host,
    VITRINE_CRAWL_RATE: '1000',
  });
  const browser = await launchChromium();
  try {
    const { page, errors } = await openConsole(browser, `${service.url}/console/`);
    await page.getByRole('button', { name: 'New project' }).first().click();
    await page.getByLabel('Name').fill('Larkfield');
    await page.getByLabel('Id', { exact: true }).fill('larkfield');
    await page.getByRole('button', { name: 'Create project' }).click();
    await page.waitForURL(/\/p\/larkfield/);

    await moveTo(page, '/console/p/larkfield/import');
    const connect = page.getByRole('region', { name: 'From your shop' });
    await connect.getByLabel('Address of the shop').fill(shop.url);
    await connect.getByRole('button', { name: 'Find products' }).click();
    await connect.getByText(/10 products of its product pages/).waitFor();
    await connect.getByRole('button', { name: 'Import this catalog' }).click();
    await page.getByText(new RegExp(`: ${sampleProducts.length} added, 0 changed`)).waitFor();

    await moveTo(page, '/console/p/larkfield/site');
    await page.getByLabel('Address of the shop').fill(shop.url);
    await page.getByRole('button', { name: 'Create a key for the tag' }).click();
    const tag = page.getByRole('region', { name: 'Tag', exact: true });
    await tag.getByText(/data-key="vtr_[\w-]+"/).waitFor();
    shop.tag = /<script[^>]+><\/script>/.exec(await tag.innerText())![0];

    const shopper = await browser.newPage();
    await shopper.addInitScript(waitPatiently);
    await shopper.goto(shop.url);
    await untilInPage(shopper, 'window.vitrine?.tracker !== undefined');
    await shopper.locator('input[name="s"]').click();
    await shopper.locator('dialog[open]').waitFor();
    await shopper.keyboard.type('denim jacket');
    await shopper.getByRole('link', { name: 'Denim Jacket' }).click();
    await shopper.waitForURL(/-item\.html$/);
    await shopper.locator('main form [type="submit"], main form button').first().click();
    await shopper.click('#order');
    await shopper.waitForURL(/\/confirmation-commande\//);

    const lastHour = page.getByRole('region', { name: 'Seen in the last hour' });
    await until('the orders of the last hour are not shown', async () =>
      /Orders\s*1, the last/.test(await lastHour.innerText()),
    );
    await lastHour.getByText('All events name products of the catalog.').waitFor();
    const later = await openConsole(browser, `${service.url}/console/p/larkfield/revenue`);
    await later.page
      .getByRole('row', { name: /denim jacke.*79/i })
      .first()
      .waitFor();
    assert.deepEqual([...errors, ...later.errors], []);
  } finally {
    await browser.close();
  }
});
