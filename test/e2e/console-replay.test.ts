import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { overflowPixels, pageViolations } from '../support/page-rules.ts';
import { item, RunningService } from '../support/service.ts';

const waitMsMax = 60_000;
const visitors = 40;

let service: RunningService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

const path = '/api/projects/shop';
const ask = async <T>(method: string, to: string, body?: object): Promise<T> => {
  const answer = await service.ask<T>(method, to, { key, ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, JSON.stringify(answer.body));
  return answer.body;
};
const replay = () => page.getByRole('region', { name: 'Replay' });

// The tests depend on each other, in order.
describe('replays of drafts in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await RunningService.start();
    key = await service.project('shop', ['search', 'recommend', 'items:write', 'events', 'settings']);
    const data = ['Brass', 'Steel', 'Wood'].map((material, no) =>
      item(material.toLowerCase(), { name: `${material} lamp`, price: 10, popularity: 3 - no }),
    );
    await ask('POST', '/api/items', { project: 'shop', data });
    const rules = {
      put: [{ id: 'wood', name: 'Wood first', when: { query: 'lamp' }, pin: [{ id: 'wood', position: 1 }] }],
    };
    await ask('PUT', `${path}/drafts/wood`, { draft: { id: 'wood', name: 'Wood first', rules } });
    browser = await launchChromium();
    const url = `${service.url}/console/p/shop/drafts/wood`;
    ({ page, errors: browserErrors } = await openConsole(browser, url, waitMsMax));
    await page.getByRole('heading', { level: 1, name: 'Wood first' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('says that there is nothing to replay before shoppers search', async () => {
    await replay().getByRole('button', { name: 'Run a replay' }).click();
    await replay().getByText('No searches or lists of shoppers are recorded yet').waitFor();
    assert.deepEqual(await pageViolations(page), []);
  });

  it('shows which lists of shoppers change, and that clicked products rank higher', async () => {
    for (let no = 0; no < visitors; no++) {
      const session = `v${no}`;
      const { searchId } = await ask<{ searchId: string }>('GET', `/search/shop?q=lamp&session=${session}`);
      const click = { type: 'click', session, item: 'wood', searchId };
      await ask('POST', '/api/events', { project: 'shop', data: [click] });
    }
    await replay().getByRole('button', { name: 'Run again' }).click();
    await replay().getByText(`${visitors} searches and lists`).waitFor();
    await replay().getByText('100%').waitFor();
    assert.match(
      (await replay().getByText('Ranking of clicked products').locator('..').textContent()) ?? '',
      /better$/,
    );
    const lists = replay().getByRole('list', { name: 'Changed lists' });
    await lists.getByText(`${visitors} times · clicked products from place 3.0 to 1.0`).click();
    await lists.getByRole('list', { name: 'With the draft' }).getByText('Wood lamp↑ from 3').waitFor();
    assert.deepEqual(await lists.getByRole('list', { name: 'Live' }).locator('li').allTextContents(), [
      'Brass lamp',
      'Steel lamp',
      'Wood lamp',
    ]);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
      assert.deepEqual(await pageViolations(page), [], colorScheme);
    }
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      assert.equal(await overflowPixels(page), 0, `at ${width} pixels`);
      assert.deepEqual(await pageViolations(page), [], `at ${width} pixels`);
    }
  });

  it('publishes a draft with its replay as the proof, and says where there is none', async () => {
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByText('The replay is kept with them.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await page.getByText('version 1 · with a replay').waitFor();
    await ask('PUT', `${path}/drafts/next`, { draft: { id: 'next', rules: { remove: ['wood'] } } });
    await page.goto(`${service.url}/console/p/shop/drafts/next`);
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByText('it is published without proof').waitFor();
    assert.deepEqual(browserErrors, []);
  });
});
