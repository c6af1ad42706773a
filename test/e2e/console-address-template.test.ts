import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { LocalService } from '../support/local-service.ts';
import { until } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

before(async () => {
  buildConsole();
  service = await LocalService.start();
  key = await service.project('shop', ['settings']);
  browser = await launchChromium();
  ({ page, errors: browserErrors } = await openConsole(browser, `${service.url}/console/p/shop/keys`));
});
after(async () => {
  await browser?.close();
  await service?.[Symbol.asyncDispose]();
});

test('the address template of products is set in the console, and a wrong one is told at its field', async () => {
  const stored = async (): Promise<string> =>
    (
      await service.ask<{ settings: { items: { urlTemplate: string } } }>(
        'GET',
        '/api/projects/shop/settings',
        { key },
      )
    ).body.settings.items.urlTemplate;
  const section = page.getByRole('region', { name: 'Addresses of products' });
  const field = section.getByLabel('Address template');
  const save = page.getByRole('main').getByRole('button', { name: 'Save' });
  await field.fill('shop.example/{id}');
  await save.click();
  await section.getByText(/items\.urlTemplate must be/).waitFor();
  assert.equal(await stored(), '');
  await field.fill('https://shop.example/p/{id}');
  await save.click();
  await until('The template is not stored', async () => (await stored()) === 'https://shop.example/p/{id}');
  await page.getByText('Saved').first().waitFor();
  await field.fill('');
  await save.click();
  await until('The template stays', async () => (await stored()) === '');
  assert.deepEqual(
    browserErrors.filter((error) => !error.includes('400')),
    [],
  );
});
