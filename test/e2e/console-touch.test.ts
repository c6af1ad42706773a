import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { buildConsole } from '../support/built-console.ts';
import { launchChromium } from '../support/chromium.ts';
import { openConsole } from '../support/console-page.ts';
import { Finger } from '../support/finger.ts';
import { LocalService } from '../support/local-service.ts';
import { item } from '../support/service.ts';
import { until, untilEqual } from '../support/until.ts';

const names = ['Oak', 'Elm', 'Ash', 'Fir', 'Yew', 'Box', 'Bay', 'Lime', 'Pine', 'Plum', 'Teak', 'Pear'];

let service: LocalService;
let browser: Browser;
let page: Page;
let finger: Finger;
let key = '';
let browserErrors: string[] = [];

const picture = (name: string): Locator =>
  page.locator('.product-card', { hasText: `${name} chair` }).locator('.picture');
const lifted = (): Locator => page.locator('[data-lifted]');
/** The first cards, confirmed by the service. */
const cardsBegin = (...woods: string[]): Promise<void> =>
  until(`The cards do not begin with ${woods.join(', ')}`, async () => {
    const isBusy = (await page.locator('[aria-busy=true]').count()) > 0;
    const all = await page.locator('.product-card h3').allTextContents();
    const shown = all.slice(0, woods.length).join();
    return !isBusy && shown === woods.map((wood) => `${wood} chair`).join();
  });
/** Away from the edges of the window, which scroll, and from the bars that cover them. */
const center = (what: Locator): Promise<void> =>
  what.evaluate((element) =>
    (element as unknown as { scrollIntoView(to: object): void }).scrollIntoView({ block: 'center' }),
  );
/** Holds an element until it lifts. */
const lift = async (what: Locator): Promise<void> => {
  await center(what);
  await finger.down(await Finger.pointOf(what));
  await lifted().waitFor();
};
const scrolled = (): Promise<number> => page.evaluate('scrollY');

// The tests depend on each other, in order.
describe('dragging with a finger in the console, in Chromium', { concurrency: false }, () => {
  before(async () => {
    buildConsole();
    service = await LocalService.start();
    key = await service.project('shop', ['search', 'items:write', 'settings']);
    const data = names.map((wood, no) =>
      item(wood.toLowerCase(), {
        name: `${wood} chair`,
        popularity: 20 - no,
        color: no < 7 ? 'red' : 'blue',
      }),
    );
    await service.ask('POST', '/api/items', { key, body: { project: 'shop', data } });
    const collection = { id: 'all', filter: 'price > 0' };
    await service.ask('PUT', '/api/projects/shop/collections/all', { key, body: { collection } });
    browser = await launchChromium();
    ({ page, errors: browserErrors } = await openConsole(
      browser,
      `${service.url}/console/p/shop/collections/all`,
      { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    ));
    await cardsBegin('Oak', 'Elm', 'Ash');
    browserErrors.length = 0;
    finger = await Finger.on(page);
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('moves the card that a finger holds and drags', async () => {
    await page.getByText('With a finger, hold it until it lifts.').waitFor();
    await lift(picture('Elm'));
    await finger.move(await Finger.pointOf(picture('Oak')));
    await page.locator('.product-card.drop-target', { hasText: 'Oak chair' }).waitFor();
    await finger.up();
    await cardsBegin('Elm', 'Oak', 'Ash');
    await untilEqual(() => lifted().count(), 0);
    assert.match(page.url(), /collections\/all$/, 'the link of the card was not followed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Version 2, saved/).waitFor();
  });

  it('scrolls with a finger that does not hold', async () => {
    await center(picture('Ash'));
    const before = await scrolled();
    const from = await Finger.pointOf(picture('Ash'));
    await Promise.all([finger.down(from), finger.move({ x: from.x, y: from.y - 150 })]);
    await until('The page does not scroll', async () => (await scrolled()) > before);
    await untilEqual(() => lifted().count(), 0);
    await finger.up();
    await cardsBegin('Elm', 'Oak', 'Ash');
    // A touch only stops a page that still scrolls.
    let at = -1;
    await until('The page does not come to rest', async () => at === (at = await scrolled()), 300);
  });

  it('scrolls the page with a card near its edge, and puts the card back with Escape', async () => {
    await page.evaluate('scrollTo(0, 0)');
    await lift(picture('Elm'));
    const before = await scrolled();
    await finger.move({ x: 100, y: 780 });
    await until('The page does not scroll', async () => (await scrolled()) > before + 300);
    await page.keyboard.press('Escape');
    await lifted().waitFor({ state: 'detached' });
    const after = await scrolled();
    await finger.move({ x: 200, y: 790 });
    await finger.up();
    assert.ok(Math.abs((await scrolled()) - after) < 100);
    await page.getByText(/^Version 2, saved/).waitFor();
    await cardsBegin('Elm', 'Oak', 'Ash');
  });

  it('pins the card of a search result, and moves a value of a facet', async () => {
    await page.goto(`${service.url}/console/p/shop/search?q=chair`);
    await cardsBegin('Oak', 'Elm', 'Ash');
    await page.getByRole('button', { name: 'Show filters' }).click();
    const value = (name: string): Locator =>
      page.getByRole('group', { name: 'color' }).getByRole('button', { name });
    await lift(value('blue'));
    await finger.move(await Finger.pointOf(value('red')));
    await finger.up();
    await page.getByText('By hand: blue, then the others').waitFor();
    await untilEqual(() => value('blue').getAttribute('aria-pressed'), 'false', 'it was not pressed');
    await page.getByRole('button', { name: 'Hide filters' }).click();
    await lift(picture('Elm'));
    await finger.move(await Finger.pointOf(picture('Oak')));
    await finger.up();
    await cardsBegin('Elm', 'Oak', 'Ash');
    await page.getByText('show Elm chair first').waitFor();
    assert.deepEqual(browserErrors, []);
  });
});
