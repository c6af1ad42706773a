import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { ExperimentReply, ExperimentsReply } from '../../sdk/src/index.ts';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { Steps } from '../support/console-steps.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { untilEqual, untilMatch } from '../support/until.ts';

const visitors = 240;

let service: LocalService;
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
const open = async (to: string, heading: string): Promise<void> => {
  await page.goto(`${service.url}/console/p/shop${to}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};
const dialog = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Shoppers who search and click: all of those who see the draft, and half of the others. */
async function visit(from: number, to: number): Promise<void> {
  for (let no = from; no < to; no++) {
    const session = `v${no}`;
    const { searchId, items } = await ask<{ searchId: string; items: { id: string }[] }>(
      'GET',
      `/search/shop?q=lamp&session=${session}`,
    );
    if (items[0]!.id !== 'wood' && no % 2 === 0) continue;
    const click = { type: 'click', session, item: 'wood', searchId };
    await ask('POST', '/api/events', { project: 'shop', data: [click] });
  }
}

async function lookEverywhere(): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    assert.deepEqual(await pageViolations(page), [], colorScheme);
  }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await untilEqual(() => overflowPixels(page), 0, `at ${width} pixels`);
    assert.deepEqual(await pageViolations(page), [], `at ${width} pixels`);
  }
}

// The tests depend on each other, in order.
describe('experiments in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:write', 'events', 'settings', 'users']);
    const data = ['Brass', 'Steel', 'Wood'].map((material, no) =>
      item(material.toLowerCase(), { name: `${material} lamp`, price: 10, popularity: 3 - no }),
    );
    await ask('POST', '/api/items', { project: 'shop', data });
    const rules = { put: [{ id: 'wood', when: { query: 'lamp' }, pin: [{ id: 'wood', position: 1 }] }] };
    await ask('PUT', `${path}/drafts/wood`, { draft: { id: 'wood', name: 'Wood first', rules } });
    browser = await launchChromium();
    const url = `${service.url}/console/p/shop/experiments`;
    ({ page, errors: browserErrors } = await openConsole(browser, url));
    await page.getByRole('heading', { level: 1, name: 'Experiments' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('starts an experiment in three steps from the draft, after it said what it can find', async () => {
    await page.getByText('No experiments').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await open('/drafts/wood', 'Wood first');
    const steps = new Steps();
    await steps.click(button('Start an experiment'));
    await dialog().getByText('No visitors were recorded in the last 14 days').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await steps.select(
      dialog().getByLabel('Compare by'),
      'Click-through rate: searches and lists with a click',
    );
    await dialog().getByText('No visitors were recorded in the last 14 days').waitFor();
    await steps.click(dialog().getByRole('button', { name: 'Start' }));
    await page.getByText('Not enough data: too few visitors clicked or bought').waitFor();
    assert.equal(steps.count, 3);
    const { experiments } = await ask<ExperimentsReply>('GET', `${path}/experiments`);
    const { id, name, metric, shares } = experiments[0]!.experiment;
    assert.deepEqual(
      { id, name, metric, shares },
      {
        id: 'wood',
        name: 'Wood first',
        metric: 'clickRate',
        shares: { control: 0.5, treatment: 0.5 },
      },
    );
    assert.equal(experiments[0]!.author, 'console');
  });

  it('tells in a sentence, a drawing and a table that the draft is better', async () => {
    await Promise.all([0, 60, 120, 180].map((from) => visit(from, from + visitors / 4)));
    await open('/experiments/wood', 'Wood first');
    await page.getByRole('heading', { level: 2, name: /^The draft is better by \d.* to \d/ }).waitFor();
    const chart = page.getByRole('figure', { name: 'Change of each metric' });
    await untilMatch(() => chart.textContent(), /Click-through rate.*decides\+\d.*% to \+\d.*%Conversion/);
    await chart.getByText('Not enough data').first().waitFor();
    await page.getByText('All figures').click();
    const row = page.getByRole('row', { name: /Click-through rate/ });
    await untilMatch(() => row.textContent(), /Click-through rate\d+(\.\d)?%100%\+\d+%\+\d+% to \+\d+%$/);
    await lookEverywhere();
    assert.deepEqual(await keyboardViolations(page), []);
  });

  it('lists experiments with their results, and warns that a visitor is in one at most', async () => {
    await open('/experiments', 'Experiments');
    const list = page.getByRole('list', { name: 'Experiments' });
    await list.getByText(/^The draft is better by/).waitFor();
    await list.getByText('Draft wood · Click-through rate · 100% of visitors · day 1').waitFor();
    await lookEverywhere();
    await open('/drafts/wood', 'Wood first');
    await button('Start an experiment').click();
    await dialog().getByText('this one gets no visitors until it ends').waitFor();
    await dialog().getByText('visitors per day').waitFor();
    await dialog().getByLabel('Compare by').selectOption('interleaving');
    await dialog().getByText('Each visitor sees both orders in one list').waitFor();
    await lookEverywhere();
    await dialog().getByRole('button', { name: 'Start' }).click();
    await page.getByText('Not enough data: too few visitors clicked').waitFor();
    assert.equal(
      (await ask<ExperimentReply>('GET', `${path}/experiments/wood-2`)).experiment.mode,
      'interleaving',
    );
    await lookEverywhere();
    await button('Delete').click();
    await dialog().getByRole('button', { name: 'Delete experiment' }).click();
    await page.getByRole('heading', { level: 1, name: 'Experiments' }).waitFor();
    await page.getByText('Running').waitFor();
  });

  it('says that results cannot be used where visitors are not divided as planned', async () => {
    const experiment = { id: 'small', draft: 'wood', shares: { control: 0.5, treatment: 0.5 } };
    await ask('POST', `${path}/experiments/wood/stop`);
    await ask('PUT', `${path}/experiments/small`, { experiment });
    // Something loses the shoppers who see the draft.
    for (let no = 0, kept = 0; kept < 150; no++) {
      const found = await ask<{ items: { id: string }[] }>('GET', `/search/shop?q=lamp&session=x${no}`);
      if (found.items[0]!.id === 'wood') await ask('DELETE', `/api/sessions/x${no}?project=shop`);
      else kept++;
    }
    await open('/experiments/small', 'small');
    await page.getByRole('heading', { level: 2, name: 'These results cannot be used' }).waitFor();
    await page.getByText('Visitors are not divided as planned').waitFor();
    await lookEverywhere();
    await button('Stop').click();
    await dialog().getByRole('button', { name: 'Stop experiment' }).click();
    await page.getByText('Stopped. All visitors see the live configuration.').waitFor();
    await page.getByText('Ran from').waitFor();
  });

  it('publishes the draft, which ends the experiment, and keeps what was found in the history', async () => {
    const experiment = { id: 'again', draft: 'wood' };
    await ask('PUT', `${path}/experiments/again`, { experiment });
    await open('/experiments/again', 'again');
    await button('Publish the draft').click();
    await dialog().getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await page.getByText('Experiment again: Not enough data').waitFor();
    assert.notEqual((await ask<ExperimentReply>('GET', `${path}/experiments/again`)).endedAt, null);
    await open('/experiments/again', 'again');
    await untilEqual(() => button('Publish the draft').count(), 0);
    assert.deepEqual(browserErrors, []);
  });
});
