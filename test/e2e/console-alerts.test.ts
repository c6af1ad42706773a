import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { Steps } from '../support/console-steps.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';
import { isSigned, WebhookReceiver } from '../support/webhook-receiver.ts';

let service: LocalService;
let receiver: WebhookReceiver;
let browser: Browser;
let page: Page;
let key = '';
let secret = '';
let browserErrors: string[] = [];

async function importLines(...lines: object[]): Promise<void> {
  const response = await fetch(`${service.url}/api/items/import?project=shop`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  await response.arrayBuffer();
}

// The tests depend on each other, in order.
describe('alerts in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    receiver = await WebhookReceiver.open();
    service = await LocalService.start({ VITRINE_WEBHOOK_HOSTS: receiver.host });
    key = await service.project('shop', ['items:write']);
    browser = await launchChromium();
    const url = `${service.url}/console/p/shop`;
    ({ page, errors: browserErrors } = await openConsole(browser, url));
    await page.getByText('Nothing needs attention.').waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
    await receiver?.[Symbol.asyncDispose]();
    assert.deepEqual(browserErrors, []);
  });

  it('a webhook is created in four steps, shows its secret once, and is tested with one more', async () => {
    const steps = new Steps();
    await page.getByRole('link', { name: 'Alerts', exact: true }).click();
    await page.getByText('No alerts yet.').waitFor();
    await steps.click(page.getByRole('button', { name: 'New webhook' }));
    const dialog = page.getByRole('dialog');
    await steps.fill(dialog.getByRole('textbox', { name: 'Id' }), 'on-call');
    await steps.fill(dialog.getByRole('textbox', { name: 'URL' }), receiver.url);
    await steps.click(dialog.getByRole('button', { name: 'Create webhook' }));
    secret = (await dialog.locator('[data-secret]').textContent()) ?? '';
    assert.equal(steps.count, 4);
    assert.match(secret, /^whsec_/);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await steps.click(page.getByRole('button', { name: 'Send test on-call' }));
    await page.getByText('Test delivered: replied 204').waitFor();
    assert.ok(isSigned(receiver.received.at(-1)!, secret));
    assert.ok(!(await page.content()).includes(secret));
  });

  it('the dialog says what is wrong with an id and an address', async () => {
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Id' }).fill('Pager 1');
    await dialog.getByRole('textbox', { name: 'URL' }).fill('http://10.0.0.1/');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText('Only https is allowed').waitFor();
    await dialog.getByText('must have lower-case letters').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('a failed import shows on the overview and in the navigation, and is sent', async () => {
    await importLines({ id: 'a' });
    await until('no message', () => receiver.types.includes('alert.opened'));
    await page.getByRole('link', { name: 'Overview' }).click();
    const care = page.getByRole('region', { name: 'Needs attention' });
    await care.getByText('An import rejected 1 of 1 lines.').waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Alerts 1 open' }).waitFor();
    await care.getByRole('link', { name: 'Import' }).click();
    await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
  });

  it('the page of alerts follows the rules, wide and narrow, by keyboard', async () => {
    await page.goto(`${service.url}/console/p/shop/alerts`);
    await page.getByText('1 recent message').click();
    await page.getByText('delivered', { exact: true }).waitFor();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await untilEqual(() => overflowPixels(page), 0);
      assert.deepEqual(await pageViolations(page), []);
    }
    assert.deepEqual(await keyboardViolations(page), []);
  });

  it('the next good import resolves the alert', async () => {
    await importLines(item('a'));
    await until('not resolved', () => receiver.types.includes('alert.resolved'));
    await page.reload();
    await page.getByRole('region', { name: 'Resolved' }).getByText('Import failed').waitFor();
    await page.getByText('Nothing needs attention').waitFor();
  });

  it('an edited webhook keeps its secret unless a new one is made, and a deleted one is gone', async () => {
    await page.getByRole('button', { name: 'Edit on-call' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('checkbox', { name: 'Picture host down' }).uncheck();
    await dialog.getByRole('checkbox', { name: 'Import of items' }).check();
    assert.deepEqual(await pageViolations(page), []);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await importLines(item('b'));
    await until('no message of the task', () => receiver.types.includes('task.succeeded'));
    // A message is recorded after the reply to it.
    await until('the message is not listed', async () => {
      await page.reload();
      await page.getByText(/^\d recent messages$/).waitFor();
      return page.getByText('3 recent messages').isVisible();
    });
    await page.getByText('3 recent messages').click();
    await page.getByText('Import of items, succeeded').waitFor();
    await page.getByRole('button', { name: 'Edit on-call' }).click();
    await dialog.getByRole('checkbox', { name: 'Make a new secret' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const rotated = await dialog.locator('[data-secret]').textContent();
    assert.notEqual(rotated, secret);
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Delete on-call' }).click();
    await page.getByRole('button', { name: 'Delete webhook' }).click();
    await page.getByText('A webhook sends alerts').waitFor();
  });
});
