import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { openFilterText } from '../support/filter-field.ts';
import { assertAccessible, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { untilEqual } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

const path = '/api/projects/shop';
const found = async (q: string): Promise<string[]> => {
  const { body } = await service.ask<{ items: { id: string }[] }>('GET', `/search/shop?q=${q}`, { key });
  return body.items.map(({ id }) => id);
};
const open = async (to: string, heading: string): Promise<void> => {
  await page.goto(`${service.url}/console/p/shop${to}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};
const addToDraft = (): Promise<void> => page.getByRole('button', { name: 'Add to draft' }).click();
const dialog = () => page.getByRole('dialog');
const results = (title: string) => page.getByRole('region', { name: title, exact: true }).locator('h3 a');

// The tests depend on each other, in order.
describe('history and drafts in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:write', 'settings']);
    const data = ['Oak', 'Elm', 'Ash'].map((wood, no) =>
      item(wood.toLowerCase(), { name: `${wood} chair`, brand: 'Nord', price: 10 + no, popularity: 9 - no }),
    );
    data.push(item('stool', { name: 'Bar stool', brand: 'Sud' }));
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    const rules = [{ id: 'offer', when: { query: 'chair' }, pin: [{ id: 'ash', position: 1 }] }];
    await service.ask('PUT', `${path}/rules`, { key, body: { rules } });
    await service.ask('PUT', `${path}/rules`, {
      key,
      body: { rules: [...rules, { id: 'wrong', hide: ['oak'] }] },
    });
    browser = await launchChromium();
    const url = `${service.url}/console/p/shop/history`;
    ({ page, errors: browserErrors } = await openConsole(browser, url));
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('takes a change back in two steps', async () => {
    assert.deepEqual(await found('chair'), ['ash', 'elm']);
    await page.getByText('Rule wrong').waitFor();
    await page.getByText('What changed in version 2').click();
    await page.getByRole('heading', { name: 'Hid Oak chair for all searches' }).waitFor();
    await page.getByRole('heading', { name: 'Pinned Ash chair to place 1 for “chair”' }).waitFor();
    const changed = page.getByRole('list', { name: 'Changes of version 2' });
    await changed.getByText('Was not there.').waitFor();
    await changed.getByText('Always — hide Oak chair').waitFor();
    await changed.getByText('Details').click();
    await changed.getByText('{"id":"wrong","hide":["oak"]}').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.getByRole('button', { name: 'Take back version 2' }).click();
    await dialog().getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Taken back. Applies to the next request.').waitFor();
    assert.deepEqual(await found('chair'), ['ash', 'oak', 'elm']);
    await page.getByText('Takes back version 2').waitFor();
    await page.getByText('console · version 3').waitFor();
    await page.getByText('What changed since version 1').click();
    await page.getByText('No differences.').waitFor();
    await untilEqual(() => page.getByText('What changed since version 3').count(), 0);
  });

  it('asks again where later changes changed the same', async () => {
    const rule = { id: 'offer', when: { query: 'chair' }, pin: [{ id: 'elm', position: 1 }] };
    await service.ask('PUT', `${path}/rules`, { key, body: { rules: [rule] } });
    await open('/history?kind=rules', 'History');
    await page.getByRole('button', { name: 'Take back version 1' }).click();
    await dialog().getByRole('button', { name: 'Take back' }).click();
    await dialog().getByText('Version 1 cannot be taken back as later versions changed the same').waitFor();
    assert.deepEqual(await found('chair'), ['elm', 'oak', 'ash']);
    await dialog().getByRole('button', { name: 'Take back anyway' }).click();
    await dialog().waitFor({ state: 'detached' });
    assert.deepEqual(await found('chair'), ['oak', 'elm', 'ash']);
  });

  it('adds changes of several views to a draft, without changing what is live', async () => {
    await open('/relevance', 'Relevance');
    await page.getByRole('button', { name: 'Edit as text' }).click();
    await page.getByLabel('One rule per line').fill('chair, stool');
    await addToDraft();
    await dialog().getByRole('button', { name: 'Add to draft' }).click();
    await dialog().getByText('Name the draft.').waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await dialog().getByLabel('Name of the new draft').fill('Winter sale');
    await dialog().getByRole('button', { name: 'Add to draft' }).click();
    await page.getByText('Added to the draft “Winter sale”. Nothing is live yet.').waitFor();
    await untilEqual(
      () => page.getByLabel('One rule per line').inputValue(),
      '',
      'the form shows the live state',
    );

    await open('/rules', 'Rules');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Rule name').fill('Ash first');
    await page.getByLabel('Query', { exact: true }).first().fill('chair');
    await page.getByRole('button', { name: 'Boost', exact: true }).click();
    await (await openFilterText(page, 'Boost items matching')).fill('id:ash');
    await addToDraft();
    await dialog().getByRole('combobox', { name: 'Draft' }).waitFor();
    await dialog().getByRole('button', { name: 'Add to draft' }).click();
    await page.getByText('Added to the draft “Winter sale”.').first().waitFor();
    await page.getByText('No rules yet').waitFor();

    await open('/facets', 'Facets');
    await page.getByRole('button', { name: 'brand', exact: true }).click();
    await addToDraft();
    await dialog().getByRole('combobox', { name: 'Draft' }).waitFor();
    await dialog().getByRole('button', { name: 'Add to draft' }).click();
    await page.getByText('Added to the draft “Winter sale”.').waitFor();

    await open('/placements/home-top', 'home-top');
    await page.getByLabel('Title').fill('For you');
    await addToDraft();
    await dialog().getByRole('button', { name: 'Add to draft' }).click();
    await page.getByText('Added to the draft “Winter sale”.').waitFor();
    await open('/collections/sale?name=Sale', 'Sale');
    await (await openFilterText(page, 'Items matching')).fill('brand:Nord');
    await addToDraft();
    await dialog().getByRole('button', { name: 'Add to draft' }).click();
    await page.getByText('Added to the draft “Winter sale”.').waitFor();
    assert.deepEqual(await found('chair'), ['oak', 'elm', 'ash'], 'nothing is live');
    const { body } = await service.ask<{ draft: object }>('GET', `${path}/drafts/winter-sale`, { key });
    const rule = { id: 'Ash first', when: { query: 'chair' }, boost: [{ filter: 'id:ash' }] };
    assert.deepEqual(body.draft, {
      id: 'winter-sale',
      name: 'Winter sale',
      settings: {
        search: {
          synonyms: [{ kind: 'equivalent', words: ['chair', 'stool'] }],
          facets: [{ field: 'brand' }],
        },
      },
      rules: { put: [rule], remove: [] },
      collections: { put: [{ id: 'sale', name: 'Sale', filter: 'brand:Nord' }], remove: [] },
      placements: {
        put: [{ id: 'home-top', title: 'For you', list: 'user' }],
        remove: [],
      },
    });
  });

  it('shows what a draft changes, next to what is live, and removes changes from it', async () => {
    await open('/drafts', 'Drafts');
    const winter = page.getByRole('list', { name: 'Drafts' }).locator('li.panel', { hasText: 'Winter sale' });
    const sentences = winter.locator('.change-sentence');
    await sentences
      .last()
      .getByText(/, and \d more$/)
      .waitFor();
    await untilEqual(() => sentences.count(), 2, 'the first two, the others are counted');
    await page.getByRole('link', { name: 'Winter sale' }).click();
    await page.getByRole('heading', { level: 1, name: 'Winter sale' }).waitFor();
    const changes = page.getByRole('list', { name: 'Changes of the draft' });
    await changes.getByText('Placement home-top: For you').waitFor();
    await page.getByLabel('Query').fill('stool');
    await page.getByRole('region', { name: 'Live', exact: true }).getByText('1 item').waitFor();
    await page.getByRole('region', { name: 'With the draft' }).getByText('4 items').waitFor();
    await untilEqual(() => results('Live').allTextContents(), ['Bar stool']);
    await untilEqual(async () => (await results('With the draft').allTextContents()).length, 4);
    await page.getByRole('region', { name: 'With the draft' }).getByText('Nord, Sud').waitFor();
    await page.getByRole('button', { name: 'Remove from draft placements home-top' }).click();
    await changes.getByText('Placement home-top: For you').waitFor({ state: 'detached' });
    const shown = page.getByLabel('Show', { exact: true });
    await untilEqual(() => shown.locator('option').allTextContents(), ['A search', 'Collection Sale']);
    await page.getByLabel('Query').fill('');
    await shown.selectOption('Collection Sale');
    await page
      .getByRole('region', { name: 'Live', exact: true })
      .getByText('Not in the live shop.')
      .waitFor();
    await page.getByRole('region', { name: 'With the draft' }).getByText('3 items').waitFor();
  });

  it('names conflicts, and publishes all of a draft as one version', async () => {
    const synonyms = [{ kind: 'equivalent', words: ['stool', 'seat'] }];
    await service.ask('PUT', `${path}/synonyms`, { key, body: { synonyms } });
    await open('/drafts/winter-sale', 'Winter sale');
    await page.getByText('1 part changed since in the live shop').waitFor();
    await page.getByRole('list', { name: 'Conflicts' }).getByText('Synonyms', { exact: true }).waitFor();
    assert.deepEqual(await pageViolations(page), []);
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog().getByRole('button', { name: 'Publish' }).click();
    await dialog().getByText('The draft "winter-sale" was not published').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Keep the changes of the draft' }).click();
    await page.getByText('1 part changed since').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Publish' }).click();
    await dialog().getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await page.getByText('Winter sale').waitFor();
    assert.equal((await found('stool')).length, 4);
    await open('/drafts', 'Drafts');
    await page.getByText('No drafts').waitFor();
  });

  it('adds the edits of search results to a draft', async () => {
    await open('/search?q=chair', 'Search');
    await page.getByRole('button', { name: 'Hide: Elm chair', exact: true }).click();
    await addToDraft();
    await dialog().getByLabel('Name of the new draft').fill('Without elm');
    await dialog().getByRole('button', { name: 'Add to draft' }).click();
    await page.getByText('Added to the draft “Without elm”.').waitFor();
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
    assert.ok((await found('chair')).includes('elm'), 'nothing is live');
    const { body } = await service.ask<{ items: { id: string }[] }>(
      'GET',
      '/search/shop?q=chair&draft=without-elm',
      {
        key,
      },
    );
    assert.deepEqual(
      body.items.map(({ id }) => id).filter((id) => id === 'elm' || id === 'oak'),
      ['oak'],
    );
    await service.ask('DELETE', `${path}/drafts/without-elm`, { key });
  });

  it('previews the lists that a draft changes, also by a rule', async () => {
    const put = (one: object): Promise<unknown> =>
      service.ask('PUT', `${path}/placements/cart`, { key, body: { placement: { id: 'cart', ...one } } });
    await put({ list: 'popular', filters: 'brand:Nord' });
    const withDraft = async (placements: object): Promise<void> => {
      const draft = { id: 'bar', name: 'Bar', placements };
      await service.ask('PUT', `${path}/drafts/bar`, { key, body: { draft } });
      await open('/drafts/bar', 'Bar');
    };
    const drafted = page.getByRole('region', { name: 'With the draft' });
    await withDraft({ put: [{ id: 'cart', title: 'Stools', list: 'popular', filters: 'brand:Sud' }] });
    await untilEqual(() => page.getByLabel('Show', { exact: true }).inputValue(), 'Placement Stools');
    await untilEqual(() => results('Live').count(), 3);
    await untilEqual(() => results('With the draft').allTextContents(), ['Bar stool']);
    await assertAccessible(page, 'preview of a placement');
    await withDraft({ put: [{ id: 'cart', list: 'popular', enabled: false }] });
    await drafted.getByText('Switched off: pages show nothing.').waitFor();
    await withDraft({ put: [{ id: 'cart', list: 'similar' }] });
    await drafted.getByText(/^On the page of /).waitFor();
    await untilEqual(async () => (await results('With the draft').count()) > 0, true);
    await withDraft({ remove: ['cart'] });
    await drafted.getByText('Not in the shop with this draft.').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('A search');
    await drafted.getByText('4 items').waitFor();
    await put({ list: 'popular' });
    const first = {
      id: 'first',
      name: 'Ash chairs first',
      when: { context: { placement: 'cart' } },
      pin: [{ id: 'ash', position: 1 }],
    };
    const rules = { put: [first] };
    await service.ask('PUT', `${path}/drafts/bar`, {
      key,
      body: { draft: { id: 'bar', name: 'Bar', rules } },
    });
    await open('/drafts/bar', 'Bar');
    await untilEqual(() => page.getByLabel('Show', { exact: true }).inputValue(), 'Placement cart');
    await untilEqual(async () => (await results('With the draft').allTextContents())[0], 'Ash chair');
    await drafted.getByRole('link', { name: 'Ash chairs first' }).waitFor();
    await service.ask('DELETE', `${path}/drafts/bar`, { key });
  });

  it('is accessible: light and dark, wide and narrow, and by keyboard', async () => {
    const draft = {
      id: 'next',
      name: 'Next',
      rules: { put: [{ id: 'next', hide: ['elm'] }], remove: ['gone'] },
    };
    await service.ask('PUT', `${path}/drafts/next`, { key, body: { draft } });
    for (const [to, heading] of [
      ['/history', 'History'],
      ['/drafts', 'Drafts'],
      ['/drafts/next', 'Next'],
    ] as const) {
      await open(to, heading);
      await page.locator('.skeleton').first().waitFor({ state: 'detached' });
      await assertAccessible(page, to);
    }
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete draft' }).click();
    await page.getByText('No drafts').waitFor();
    assert.deepEqual(browserErrors, []);
  });
});
