import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import { errorsOf, shows, type BundledPages } from './bundled-pages.ts';
import { eventCount } from './lamp-shop.ts';
import type { TestService } from './service.ts';
import { until } from './until.ts';

/** What visitors do on the pages of `test/pages`, with any search client: all have the same results. */

/** The files in `test/pages`. */
export const reactPage = 'react-widgets.jsx';
export const autocompletePage = 'autocomplete.js';

/** A shop of `lampShop()` with these pages. */
export interface WidgetShop {
  readonly browser: Browser;
  readonly pages: BundledPages;
  readonly service: TestService;
  readonly client: 'algolia' | 'vitrine';
}

async function open(browser: Browser, url: string): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage();
  const errors = errorsOf(page);
  await page.goto(url);
  return { page, errors };
}
const textsIn = async (page: Page, selector: string): Promise<string[]> =>
  (await page.locator(selector).allTextContents()).map((text) => text.trim());

/** Uses each component and hook of the page `react-widgets.jsx`. `client`: which one the page uses. */
export async function useReactWidgets({ browser, pages, service, client }: WidgetShop): Promise<void> {
  const { page, errors } = await open(browser, pages.url(reactPage));
  const see = (selector: string, expected: (texts: readonly string[]) => boolean): Promise<void> =>
    shows(page, selector, expected, errors);
  const total = (count: number): Promise<void> =>
    see('#stats', ([text]) => text?.startsWith(`${count} result`) === true);
  const clear = async (): Promise<void> => {
    await page.locator('#clear button').click();
    await total(30);
  };

  await total(30);
  await see('#hits a', ({ length }) => length === 12);
  await see('#other p', ([text]) => text === 'lamp-29,lamp-28');
  await see('#endless li b', ({ length }) => length === 12);
  await page.locator('#endless .ais-InfiniteHits-loadMore').click();
  await see('#endless li b', ({ length }) => length === 24);
  await see('#dynamic em', (all) => all.includes('brand') && all.includes('material'));
  await see('#facets p', ([text]) => text?.includes('brand') === true);
  await see('#trending li b', ({ length }) => length === 3);
  await see('#related b', ({ length }) => length === 3);
  await see('#together b', (all) => all.join() === 'Lamp 2');
  await see('#looking b', ({ length }) => length === 2);
  if (client === 'algolia') await see('#values p', ([text]) => text?.split(',').includes('Bolt') === true);

  await page.locator('#complete input').fill('lam');
  await see('#complete', ([text]) => text?.includes('lamp') === true);
  await see('#complete b', (all) => all.length === 3 && all.every((name) => name.startsWith('Lamp')));

  await page.locator('#brands').getByRole('checkbox', { name: 'Acme' }).check();
  await total(10);
  await see('#brands .ais-RefinementList-count', (all) => all.join() === '10,10');
  await page.locator('#brands .ais-RefinementList-showMore').click();
  await see('#brands .ais-RefinementList-count', (all) => all.join() === '10,10,10');
  await page.locator('#brands input[type=search]').fill('cor');
  await see('#brands .ais-RefinementList-labelText', (all) => all.join() === 'Cord: 2');
  await see('#brands mark', (all) => all.join() === 'Cor');
  await see('#chosen .ais-CurrentRefinements-categoryLabel', (all) => all.join() === 'Acme');
  await clear();

  await page.locator('#kinds').getByText('Home', { exact: true }).click();
  await see(
    '#kinds .ais-HierarchicalMenu-label',
    (all) => all.toSorted((a, b) => a.localeCompare(b, 'en')).join() === 'Desks,Home,Lamps',
  );
  await page.locator('#kinds').getByText('Desks').click();
  await total(10);
  await see('#crumbs .ais-Breadcrumb-item--selected', ([text]) => text?.includes('Desks') === true);
  await page.locator('#menu').getByText('oak').click();
  await total(5);
  await clear();
  await page.locator('#weights').getByText('Light').click();
  await total(15);
  await page.locator('#sale input').check();
  await total(9);
  await clear();
  await page.locator('#price .ais-RangeInput-input--min').fill('30');
  await page.locator('#price .ais-RangeInput-input--max').fill('33');
  await page.locator('#price button').click();
  await total(4);
  await clear();
  await page.locator('#map').getByText('Near').click();
  await total(10);
  await see('#map span', (all) => all.join() === '10');
  await page.locator('#map').getByText('Everywhere').click();
  await total(30);

  await page.locator('#sort select').selectOption({ label: 'Dearest' });
  await see('#hits a', ([first]) => first?.startsWith('Lamp 29') === true);
  await page.locator('#size select').selectOption('24');
  await see('#hits a', ({ length }) => length === 24);
  await page.locator('#pages').getByText('2', { exact: true }).click();
  await see('#hits a', ({ length }) => length === 6);
  await page.locator('#sort select').selectOption({ label: 'Best' });
  await page.locator('#box input').fill('shade');
  await total(1);
  assert.deepEqual(await textsIn(page, '#hits a mark'), ['shade', 'Lamp & <', '>']);
  assert.match((await textsIn(page, '#hits i'))[0] ?? '', /^A fine lamp for the…$/);
  await see('#banner p', (all) => all.join() === 'All shades');

  const events = await eventCount(service);
  await page.locator('#hits a').first().click();
  await until('The click was not stored', async () => (await eventCount(service)) === events + 1);

  assert.deepEqual(await textsIn(page, '#problem p'), ['']);
  assert.deepEqual(errors, []);
  await page.close();
}

/** Uses all sources of the page `autocomplete.js`. */
export async function useAutocomplete({ browser, pages, service, client }: WidgetShop): Promise<void> {
  const { page, errors } = await open(browser, pages.url(autocompletePage));
  const see = (selector: string, expected: (texts: readonly string[]) => boolean): Promise<void> =>
    shows(page, selector, expected, errors);
  const source = (id: string): string => `[data-autocomplete-source-id="${id}"]`;
  const input = page.locator('.aa-Input');
  await see('.aa-Input', ({ length }) => length === 1);
  await input.fill('lam');
  await see(`${source('products')} li b`, (all) => all.length === 4);
  assert.equal((await textsIn(page, `${source('products')} b mark`))[0], 'Lamp');
  await see(`${source('products')} li i`, ([text]) => text?.includes('lamp') === true);
  await see(`${source('querySuggestionsPlugin')} li`, (all) => all.some((text) => text.startsWith('lamp')));
  await input.fill('bo');
  await see(`${source('brands')} li`, (all) => all.length === 1 && /^Bolt\s+10$/.test(all[0] ?? ''));
  assert.deepEqual(await textsIn(page, `${source('brands')} mark`), ['Bo']);

  if (client === 'algolia') {
    const events = await eventCount(service);
    await input.fill('shade');
    await see(`${source('products')} li b`, (all) => all.join() === 'Lamp & <shade>');
    await page
      .locator(`${source('products')} li`)
      .first()
      .click();
    await until('The selection was not stored', async () => (await eventCount(service)) > events);
  }
  await input.fill('lamp');
  await input.press('Enter');
  await input.fill('');
  await see(`${source('recentSearchesPlugin')} li`, (all) => all.join().includes('lamp'));
  assert.deepEqual(errors, []);
  await page.close();
}
