import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { Steps } from '../support/console-steps.ts';
import { keyboardViolations, overflowPixels, pageViolations } from '../support/page-rules.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';

let service: LocalService;
let browser: Browser;
let page: Page;
let key = '';
let browserErrors: string[] = [];

const found = async (q: string): Promise<string[]> => {
  const { body } = await service.ask<{ items: { id: string }[] }>('GET', `/search/shop?q=${q}`, { key });
  return body.items.map(({ id }) => id);
};
const storedRules = async (): Promise<unknown[]> => {
  const { body } = await service.ask<{ rules: unknown[] }>('GET', '/api/projects/shop/rules', { key });
  return body.rules;
};

const card = (name: string): Locator => page.locator('.product-card', { hasText: name });
const cardNames = (): Promise<string[]> => page.locator('.product-card h3').allTextContents();
const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const cardsAre = (names: readonly string[]): Promise<void> =>
  until(`The cards are not ${names.join(', ')}`, async () => (await cardNames()).join() === names.join());
const saved = async (): Promise<void> => {
  await page.getByText('Saved. Applies to the next search.').first().waitFor();
  await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
};

// The tests depend on each other, in order.
describe(
  'merchandising in the search results and the failed searches of the console, in Chromium',
  { concurrency: false },
  () => {
    before(async () => {
      buildConsole();
      service = await LocalService.start();
      key = await service.project('shop', ['search', 'items:write', 'events', 'settings', 'analytics']);
      const data = ['Oak', 'Elm', 'Ash', 'Fir'].map((wood, no) =>
        item(wood.toLowerCase(), {
          name: `${wood} chair`,
          popularity: 9 - no,
          color: no % 2 === 0 ? 'red' : 'blue',
        }),
      );
      await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
      await service.ask('PUT', '/api/projects/shop/settings', {
        key,
        body: { search: { understanding: 'filters' } },
      });
      browser = await launchChromium();
      ({ page, errors: browserErrors } = await openConsole(
        browser,
        `${service.url}/console/p/shop/search?q=chair`,
      ));
      await cardsAre(['Oak chair', 'Elm chair', 'Ash chair', 'Fir chair']);
      // The filters move the cards when they arrive.
      await page.getByRole('group', { name: 'color' }).waitFor();
      browserErrors.length = 0;
    });
    after(async () => {
      await browser?.close();
      await service?.[Symbol.asyncDispose]();
    });

    it('pins a product for a query in two steps: drag its card, save', async () => {
      const steps = new Steps();
      await steps.drag(card('Ash chair').locator('.picture'), card('Oak chair').locator('.picture'));
      await cardsAre(['Ash chair', 'Oak chair', 'Elm chair', 'Fir chair']);
      assert.deepEqual(await storedRules(), [], 'previewed before it is saved');
      await steps.click(button('Save'));
      await saved();
      assert.equal(steps.count, 2);
      assert.deepEqual(await storedRules(), [
        { id: 'search: chair', when: { query: 'chair' }, pin: [{ id: 'ash', position: 1 }] },
      ]);
      assert.equal((await found('chairs'))[0], 'ash');
    });

    it('hides and boosts a product from its card in two steps each', async () => {
      const hide = new Steps();
      await hide.click(button('Hide: Elm chair'));
      await cardsAre(['Ash chair', 'Oak chair', 'Fir chair']);
      await page.getByText('show Ash chair first and hide Elm chair').waitFor();
      await hide.click(button('Save'));
      await saved();
      const boost = new Steps();
      await boost.click(button('Boost: Fir chair'));
      await cardsAre(['Ash chair', 'Fir chair', 'Oak chair']);
      await boost.click(button('Save'));
      await saved();
      assert.deepEqual([hide.count, boost.count], [2, 2]);
      assert.deepEqual(await found('chair'), ['ash', 'fir', 'oak']);
    });

    it('pins at a typed position by keyboard alone, and discards', async () => {
      await button('Pin at position 3: Oak chair').focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Position of Oak chair').fill('2');
      await page.keyboard.press('Enter');
      await cardsAre(['Ash chair', 'Oak chair', 'Fir chair']);
      await page.getByText('show Ash chair first, show Oak chair on position 2').waitFor();
      assert.deepEqual(await pageViolations(page), []);
      await button('Discard').click();
      await cardsAre(['Ash chair', 'Fir chair', 'Oak chair']);
      assert.deepEqual(await found('chair'), ['ash', 'fir', 'oak']);
    });

    it('repeats the edits on rules that somebody else changed, once they are saved again', async () => {
      const rules = await storedRules();
      await button('Bury: Fir chair').click();
      await service.ask('PUT', '/api/projects/shop/rules', {
        key,
        body: { rules: [...rules, { id: 'other', when: { query: 'table' }, hide: ['fir'] }] },
      });
      await button('Save').click();
      await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('alert').waitFor();
      await until('The rules are not saved', async () => {
        await button('Save')
          .click({ timeout: 1_000 })
          .catch(() => null);
        return (await button('Save').count()) === 0;
      });
      const after = (await storedRules()) as { id: string; boost?: unknown }[];
      assert.deepEqual(
        after.map(({ id, boost }) => [id, boost]),
        [
          ['search: chair', undefined],
          ['other', undefined],
        ],
      );
      await button('Boost: Fir chair').click();
      await button('Save').click();
      await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'detached' });
      assert.deepEqual(await found('chair'), ['ash', 'fir', 'oak']);
    });

    it('lists the words of the query that are not searched for', async () => {
      await page.goto(`${service.url}/console/p/shop/search?q=show%20me%20a%20red%20chair%20please`);
      await page.getByText('Ignored words: “show me a”, “please”').waitFor();
    });

    it('links the rules that acted, and removes what was understood', async () => {
      await page.goto(`${service.url}/console/p/shop/search?q=red%20chair`);
      await page.getByRole('list', { name: 'Understood in the query' }).getByText('color: red').waitFor();
      await button(/^Search for the word “red”/i).click();
      await page.getByText('color as words').waitFor();
      await button('Understand color in the query again').click();
      await page.getByText('color as words').waitFor({ state: 'detached' });
      await page.goto(`${service.url}/console/p/shop/search?q=chair`);
      await page.getByRole('link', { name: /^Pin Ash chair.* for “chair”$/ }).click();
      await button(/^Close Pin Ash chair.* for “chair”$/).waitFor();
    });

    it('adds a synonym for a failed search in two steps, and a redirect, a pin and a banner in three', async () => {
      for (const q of ['stool', 'sofa', 'divan', 'ottoman'])
        await service.ask('GET', `/search/shop?q=${q}&session=a-${q}`, { key });
      await until('The failed searches are not counted', async () => {
        const path = '/api/projects/shop/analytics/searches';
        const { body } = await service.ask<{ withoutResults: unknown[] }>('GET', path, { key });
        return body.withoutResults.length === 4;
      });
      const openSearches = async (): Promise<void> => {
        await page.goto(`${service.url}/console/p/shop/searches`);
        await button('Add synonym for “stool”').waitFor();
      };
      await openSearches();
      assert.deepEqual(await pageViolations(page), []);
      const synonym = new Steps();
      await synonym.click(button('Add synonym for “stool”'));
      await synonym.fill(page.getByLabel('Searches for “stool” also find'), 'chair');
      await page.getByText('Finds 4 more items: ').waitFor();
      assert.deepEqual(await pageViolations(page), []);
      await page.keyboard.press('Enter');
      await page.getByText('Searches for “stool” now also find “chair”: 4 more items.').waitFor();
      assert.equal((await found('stool')).length, 4);
      const redirect = new Steps();
      await redirect.click(page.getByRole('link', { name: 'Redirect for “sofa”' }));
      await redirect.fill(page.getByLabel('Page address'), 'https://shop.example/sofas');
      await redirect.click(button('Save'));
      await page.getByText(/^3 rules, version/).waitFor();
      await page.goto(`${service.url}/console/p/shop/searches`);
      const row = (query: string): Locator =>
        page.getByRole('region', { name: 'Searches without results' }).getByRole('row', { name: query });
      await row('sofa').getByText('Now sent to https://shop.example/sofas').waitFor();
      await row('stool').getByText('Now finds 4 items').waitFor();
      const pin = new Steps();
      await pin.click(page.getByRole('link', { name: 'Pin for “divan”' }));
      await pin.click(page.getByRole('listbox', { name: 'Pin an item' }).getByRole('option').first());
      await pin.click(button('Save'));
      await page.getByText('Saved. Applies to the next search.').waitFor();
      await page.goto(`${service.url}/console/p/shop/searches`);
      const banner = new Steps();
      await banner.click(page.getByRole('link', { name: 'Banner for “ottoman”' }));
      await banner.fill(page.getByLabel('Text', { exact: true }), 'Sofas of the week');
      const stored = page.waitForResponse((response) => response.request().method() === 'PUT');
      await banner.click(button('Save'));
      await stored;
      assert.deepEqual([synonym.count, redirect.count, pin.count, banner.count], [2, 3, 3, 3]);
      const [, , sofa, divan, ottoman] = (await storedRules()) as {
        pin: unknown[];
        redirect: unknown;
        userData: unknown;
      }[];
      assert.deepEqual(ottoman?.userData, { banner: { text: 'Sofas of the week' } });
      assert.deepEqual([sofa?.redirect, divan?.pin.length], [{ url: 'https://shop.example/sofas' }, 1]);
      await page.goto(`${service.url}/console/p/shop/search?q=sofa`);
      await page.getByText('Shoppers are sent to https://shop.example/sofas').waitFor();
    });

    it('lists what visitors searched for next as corrections, to forget or to keep as synonyms', async () => {
      for (const word of ['taburet', 'bench']) {
        for (const user of ['u1', 'u2', 'u3', 'u4', 'u5']) {
          await service.ask('GET', `/search/shop?q=${word}&user=${user}`, { key });
          const { body } = await service.ask('GET', `/search/shop?q=chair&user=${user}`, { key });
          const data = { type: 'click', user, item: 'oak', searchId: body['searchId'] };
          await service.ask('POST', '/api/events', { key, body: { project: 'shop', data } });
        }
      }
      await until('nothing is learned', async () => {
        const { body } = await service.ask('GET', '/api/projects/shop/learned-corrections', { key });
        return (body['corrections'] as unknown[]).length === 2;
      });
      await page.goto(`${service.url}/console/p/shop/search?q=taburet`);
      await page.getByText('Learned from visitors: “taburet” is “chair”').waitFor();
      await page.goto(`${service.url}/console/p/shop/relevance`);
      const learned = page.getByRole('region', { name: 'Learned corrections' });
      await learned.getByText('taburet → chair').waitFor();
      await untilEqual(() => learned.getByText('5 visitors, last').count(), 2);
      assert.deepEqual(await pageViolations(page), []);
      await learned.getByRole('button', { name: 'Forget “taburet”' }).click();
      await learned.getByText('taburet → chair').waitFor({ state: 'detached' });
      await learned.getByRole('button', { name: 'Make synonym “bench”' }).click();
      await page
        .getByText(/^Saved\. Searches for “bench” now also find “chair”: (?:no|\d) more items?\.$/)
        .waitFor();
      const { body } = await service.ask<{ synonyms: unknown[] }>('GET', '/api/projects/shop/synonyms', {
        key,
      });
      assert.deepEqual(body.synonyms.at(-1), { kind: 'oneWay', from: 'bench', to: ['chair'] });
    });

    it('is accessible: light and dark, wide and narrow, and by keyboard', async () => {
      await page.goto(`${service.url}/console/p/shop/search?q=chair`);
      await button('Hide: Fir chair').click();
      await cardsAre(['Ash chair', 'Oak chair']);
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
  },
);
