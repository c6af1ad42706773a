import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { openFilterText } from '../support/filter-field.ts';
import { Steps } from '../support/console-steps.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { untilEqual } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

const acting = async (parameters: string): Promise<readonly string[]> => {
  const { body } = await service.ask<{ rules: string[] }>('GET', `/search/shop?${parameters}`, { key });
  return body.rules;
};

/** Clicks Save, and waits until the page shows the stored rule, which stays open. */
async function save(version: number, steps = new Steps()): Promise<void> {
  await steps.click(page.getByRole('button', { name: 'Save' }));
  await page.getByText(new RegExp(`^1 rule, version ${version}, saved`)).waitFor();
}

// The tests depend on each other, in order.
describe('rules for visitors in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:write', 'settings', 'events']);
    const data = [
      ...['Oak', 'Elm', 'Ash'].map((wood, no) =>
        item(wood.toLowerCase(), { name: `${wood} chair`, popularity: 9 - no, brand: wood }),
      ),
      item('rug', { name: 'Woollen rug' }),
    ];
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    const bought = { type: 'purchase', user: 'c-7', items: [{ id: 'oak', quantity: 2, price: 80 }] };
    await service.ask('POST', '/api/events', { key, body: { project: 'shop', data: bought } });
    browser = await launchChromium();
    ({ page, errors: browserErrors } = await openConsole(browser, `${service.url}/console/p/shop/rules`));
    await page.getByRole('heading', { level: 1, name: 'Rules' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('makes a rule for buyers of a brand, whose preview is as one of them', async () => {
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Rule name').fill('rugs for oak');
    await page.getByLabel('Query', { exact: true }).first().fill('chair');
    await page.getByRole('button', { name: 'Who bought …' }).click();
    await page.getByRole('button', { name: 'Pin items' }).click();
    await page.getByRole('combobox', { name: 'Pin an item' }).fill('rug');
    await page.getByRole('option', { name: 'Woollen rug' }).click();
    await page.getByText('Incomplete', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Add a condition, such as brand is Nike.').waitFor();
    await (await openFilterText(page, 'Who bought items matching')).fill('brand:Oak');
    await page.getByLabel('In the last … days (bought)').fill('30');
    const preview = page.getByRole('region', { name: 'Preview' });
    const visitors = preview.getByLabel('Visitor', { exact: true });
    await preview.getByText('Pinned by rule “rugs for oak”').waitFor();
    await untilEqual(
      () => visitors.locator('option:checked').textContent(),
      'Someone who bought items where brand is Oak in the last 30 days',
    );
    assert.deepEqual(await pageViolations(page), []);
    await save(1);
    await page
      .getByText(
        'When someone who bought items where brand is Oak in the last 30 days searches for “chair” — show Woollen rug first',
      )
      .waitFor();
    assert.deepEqual(await acting('q=chair'), []);
    assert.deepEqual(await acting('q=chair&user=c-7'), ['rugs for oak']);
  });

  it('previews as another visitor in one step, or as a user', async () => {
    const preview = page.getByRole('region', { name: 'Preview' });
    const visitors = preview.getByLabel('Visitor', { exact: true });
    await preview.getByText('Pinned by rule “rugs for oak”').waitFor();
    const steps = new Steps();
    await steps.select(visitors, 'A new visitor');
    await preview.getByText('No rule applies').waitFor();
    assert.equal(steps.count, 1);
    await visitors.selectOption({ label: 'A customer …' });
    await preview.getByLabel('Id of the customer').fill('c-7');
    await preview.getByText('Pinned by rule “rugs for oak”').waitFor();
    await visitors.selectOption({ label: 'Anyone' });
    await preview.getByText('No rule applies').waitFor();
  });

  it('gives a rule dates and visitors without opening it, in two steps each', async () => {
    const open = page.getByRole('button', { name: 'Dates and visitors of rugs for oak' });
    const when = page.getByRole('dialog', { name: 'Dates and visitors of rugs for oak' });
    const [dates, visitors] = [new Steps(), new Steps()];
    await page.getByRole('button', { name: 'Close rugs for oak' }).click();
    await dates.click(open);
    await dates.fill(when.getByLabel('From'), '2095-01-01');
    await page.getByText('From Jan 1, 2095').waitFor();
    await when.getByLabel('From').press('Escape');
    await visitors.click(open);
    await visitors.select(when.getByLabel('Shown to'), 'New visitors');
    await page
      .getByText(/a new visitor/)
      .first()
      .waitFor();
    assert.deepEqual(await pageViolations(page), []);
    assert.deepEqual([dates.count, visitors.count], [2, 2]);
    await when.getByLabel('Shown to').press('Escape');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Edit rugs for oak' }).click();
  });

  it('gives the rule a date in two steps, and previews another day in one', async () => {
    const preview = page.getByRole('region', { name: 'Preview' });
    const [dates, day] = [new Steps(), new Steps()];
    await dates.fill(page.getByLabel('Start date'), '2095-01-01');
    await preview
      .getByLabel('Visitor', { exact: true })
      .selectOption({ label: 'Someone who bought items where brand is Oak in the last 30 days' });
    await day.fill(preview.getByLabel('Date'), '2095-02-01');
    await preview.getByText('Pinned by rule “rugs for oak”').waitFor();
    await save(2, dates);
    assert.deepEqual([dates.count, day.count], [2, 1]);
    await page.getByLabel('Start date').fill('');
    await save(3);
  });

  it('edits all conditions on visitors, and shows an error at its field', async () => {
    await page.getByLabel('Visitors', { exact: true }).selectOption({ label: 'Returning visitors' });
    await page.getByRole('button', { name: 'Who viewed …' }).click();
    await (await openFilterText(page, 'Who viewed items matching')).fill('brand:');
    await page.getByRole('button', { name: 'Who spent …' }).click();
    await page.getByLabel('Who spent at least').fill('100');
    await page.getByLabel('At most').fill('50');
    await page.getByRole('button', { name: 'Save' }).click();
    const atMost = page.getByLabel('At most');
    await page.locator('[aria-invalid=true]').first().waitFor();
    await untilEqual(() => page.getByLabel('Who viewed items matching').getAttribute('aria-invalid'), 'true');
    await untilEqual(() => atMost.getAttribute('aria-invalid'), 'true');
    await atMost.fill('500');
    await page.getByRole('button', { name: 'Remove viewed items' }).click();
    await save(4);
    await page
      .getByText(
        'When a returning visitor who bought items where brand is Oak in the last 30 days and spent 100 to 500 searches for “chair”',
      )
      .waitFor();
    const { body } = await service.ask<{ rules: { when: unknown }[] }>('GET', '/api/projects/shop/rules', {
      key,
    });
    assert.deepEqual(body.rules[0]?.when, {
      query: 'chair',
      visitor: {
        bought: { filter: 'brand:Oak', days: 30 },
        is: 'returning',
        spent: { min: 100, max: 500 },
      },
    });
  });

  it('is accessible: light and dark, wide and narrow, and by keyboard', async () => {
    await page.locator('[aria-busy=true], .skeleton').first().waitFor({ state: 'detached' });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      assert.deepEqual(await pageViolations(page), [], colorScheme);
    }
    assert.deepEqual(await keyboardViolations(page), []);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await untilEqual(() => overflowPixels(page), 0, `at ${width} pixels`);
    }
    assert.deepEqual(browserErrors, []);
  });
});
