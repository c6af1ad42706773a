import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { Steps } from '../support/console-steps.ts';
import { assertAccessible } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { untilEqual } from '../support/until.ts';

/** More than an interval needs. */
const visitors = 30;

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

const path = '/api/projects/shop';
const dialog = () => page.getByRole('dialog');
const traffic = () => page.getByRole('region', { name: 'Recent traffic' });

async function send<T>(method: string, to: string, body?: object): Promise<T> {
  const answer = await service.ask<T>(method, to, { key, ...(body === undefined ? {} : { body }) });
  assert.ok(answer.status < 300, `${method} ${to}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function open(to: string, heading: string): Promise<void> {
  await page.goto(`${service.url}/console/p/shop${to}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

const pin = { id: 'wood-first', when: { query: 'lamp' }, pin: [{ id: 'wood', position: 1 }] };
const better = { id: 'better', name: 'Wood first', rules: { put: [pin] } };

// The tests depend on each other, in order.
describe('a draft on recent traffic in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:write', 'events', 'settings']);
    await service.project('new', ['search']);
    const data = ['brass', 'steel', 'wood'].map((material, i) =>
      item(material, { name: `${material} lamp`, price: 10, popularity: 3 - i }),
    );
    await send('POST', '/api/items', { project: 'shop', data });
    for (let i = 0; i < visitors; i++) {
      const session = `v${i}`;
      const { searchId } = await send<{ searchId: string }>('GET', `/search/shop?q=lamp&session=${session}`);
      const click = { type: 'click', session, item: 'wood', searchId };
      await send('POST', '/api/events', { project: 'shop', data: click });
    }
    await send('PUT', `${path}/drafts/better`, { draft: better });
    browser = await launchChromium();
    const url = `${service.url}/console/p/shop/drafts/better`;
    ({ page, errors: browserErrors } = await openConsole(browser, url));
    await page.getByRole('heading', { level: 1, name: 'Wood first' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('tries a change on recent traffic in 1 step from the draft, and tells what it found', async () => {
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog().getByText('It was not tried on recent traffic: the version will have no proof.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    const steps = new Steps();
    await steps.click(page.getByRole('button', { name: 'Try on recent traffic' }));
    await traffic().getByText('The draft changes 100% of 30 searches and lists of shoppers').waitFor();
    await traffic().getByText('What visitors clicked or bought stands first more often.').waitFor();
    await traffic().getByText('first in 0 of 10 before, first in 10 of 10 after: +100 points').waitFor();
    await traffic().getByText('No measurable difference.').waitFor();
    assert.equal(steps.count, 1);
    await traffic().getByText('Figures for all places').click();
    await traffic().getByText('What visitors clicked or bought ranks higher.').waitFor();
    await traffic().getByText('NDCG 0.500 before, NDCG 1.000 after: +0.500').waitFor();
    await traffic().getByText('Nothing was bought in these lists.').waitFor();
    await untilEqual(() => traffic().locator('.interval').count(), 3);
  });

  it('shows changed lists side by side, with what moved, the rules and the rank of what was chosen', async () => {
    await traffic().getByText('shown 30 times, mean rank of what was chosen: 3.0 → 1.0').waitFor();
    const side = (name: string) => traffic().getByRole('region', { name, exact: true });
    await untilEqual(
      () => side('Before').getByRole('listitem').allTextContents(),
      ['brass lamp ', 'steel lamp ', 'wood lamp '],
    );
    await untilEqual(
      () => side('After').getByRole('listitem').allTextContents(),
      ['wood lamp ↑ from 3', 'brass lamp ↓ from 1', 'steel lamp ↓ from 2'],
    );
    await side('Before').getByText('No rule applied.').waitFor();
    await side('After').getByText('Rule: wood-first').waitFor();
  });

  it('is accessible: light and dark, wide and narrow, and by keyboard', async () => {
    await assertAccessible(page, 'draft with a replay');
  });

  it('tells when the draft or the live shop has changed since', async () => {
    await send('PUT', `${path}/rules`, {
      rules: [{ id: 'other', when: { query: 'sofa' }, hide: ['brass'] }],
    });
    await open('/drafts/better', 'Wood first');
    await traffic().getByText('The live shop has changed since this was tried.').waitFor();
    await send('PUT', `${path}/drafts/better`, { draft: { ...better, name: 'Wood at the top' } });
    await open('/drafts/better', 'Wood at the top');
    await traffic().getByText('The draft has changed since this was tried.').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog().getByText('The draft has changed since it was tried on recent traffic').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await traffic().getByRole('button', { name: 'Try again' }).click();
    await traffic().getByText('The draft has changed since').waitFor({ state: 'detached' });
  });

  it('keeps the proof with the published version', async () => {
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog().getByText('The version keeps the result.').waitFor();
    await dialog().getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await page
      .getByText(
        'Tried on 30 searches and lists before it was published: 100% of them changed. What visitors clicked or bought stands first more often.',
      )
      .waitFor();
  });

  it('says under Relevance in words how well search does, and measures unsaved changes', async () => {
    await open('/relevance', 'Relevance');
    const quality = page.getByRole('region', { name: 'How well search does' });
    await quality.getByText('Not measured this week.').waitFor();
    await quality.getByRole('button', { name: 'Measure' }).click();
    await quality.getByText('Finds what shoppers clicked first in 10 of 10 searches and lists.').waitFor();
    await quality.getByText('Figures', { exact: true }).click();
    await quality.getByText('100% of 30 searches and lists with a click or purchase').waitFor();
    await assertAccessible(page, 'the quality of search');
    await page.reload();
    await quality.getByText('Finds what shoppers clicked first in 10 of 10 searches and lists.').waitFor();
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await page.getByLabel('One rule per line').fill('lamp, sofa');
    await quality.getByRole('button', { name: 'Measure with your changes' }).click();
    await quality.getByText('With your changes in 10 of 10.').waitFor();
    await quality.getByText('No measurable difference.').waitFor();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    const { drafts } = await send<{ drafts: unknown[] }>('GET', `${path}/drafts`);
    assert.deepEqual(drafts, []);
  });

  it('tells if there is no traffic to try a draft on', async () => {
    const headers = await service.signIn();
    const { status } = await service.ask('PUT', '/api/projects/new/drafts/first', {
      headers,
      body: { draft: { id: 'first', rules: { put: [{ id: 'r', hide: ['x'] }] } } },
    });
    assert.ok(status < 300);
    await page.goto(`${service.url}/console/p/new/drafts/first`);
    await page.getByRole('button', { name: 'Try on recent traffic' }).click();
    await traffic().getByText('No searches or lists of shoppers are recorded yet.').waitFor();
    assert.deepEqual(browserErrors, []);
  });
});
