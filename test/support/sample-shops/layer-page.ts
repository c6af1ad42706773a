import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { untilInPage } from '../chromium.ts';
import { until } from '../until.ts';
import type { ShopStand } from './shop-stand.ts';

/** The search fields of the themes. */
export const searchField =
  'input[name="q"], input[name="s"], input[name="search"], input[name="search_query"]';

/** A script for pages: adds up the layout shifts that no input of the shopper explains, in `window.shift`. */
export const noteShifts = `window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: 'layout-shift', buffered: true });`;

/**
 * A script for pages: shop.js waits for a slow service much longer than its 300 ms and 3 s, after which it leaves the search to the shop. What it
 * does then is tested by pages with a real clock.
 */
export const waitPatiently = `{
  const [later, now] = [setTimeout, performance.now.bind(performance)];
  window.setTimeout = (task, ms, ...rest) => later(task, ms === 300 ? 170_000 : ms, ...rest);
  performance.now = () => now() / 50;
}`;

interface LayerPageOptions extends BrowserContextOptions {
  /** Runs in the page before its own scripts. */
  readonly script?: string;
  /** Whether the script gets its settings only after the page was painted, as with a warm page and a slow service. */
  readonly isPainted?: boolean;
}

/** A page of a sample shop, with what shoppers do in its layer. */
export class LayerPage implements AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of scripts on the page. */
  readonly problems: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on('pageerror', ({ message }) => this.problems.push(message));
  }

  static async open(
    browser: Browser,
    stand: ShopStand,
    path = '/',
    { script = '', isPainted = false, ...options }: LayerPageOptions = {},
  ): Promise<LayerPage> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    const page = await context.newPage();
    await page.addInitScript(waitPatiently);
    if (script !== '') await page.addInitScript(script);
    const opened = new LayerPage(context, page);
    if (isPainted)
      await page.route('**/front/*.json*', async (route) => {
        // The page may be closed before.
        await untilInPage(page, `performance.getEntriesByName('first-contentful-paint').length > 0`)
          .then(() => route.continue())
          .catch(() => undefined);
      });
    await page.goto(stand.shop.url + path);
    await opened.untilStarted();
    return opened;
  }

  async untilStarted(): Promise<void> {
    await untilInPage(this.page, 'window.vitrine?.tracker !== undefined');
  }

  /** The field of the page. */
  get field(): Locator {
    return this.page.locator(searchField).first();
  }

  get dialog(): Locator {
    return this.page.locator('dialog[open]');
  }

  get combobox(): Locator {
    return this.dialog.locator('input[role=combobox]');
  }

  get cards(): Locator {
    return this.dialog.locator('a.card');
  }

  async openLayer(): Promise<void> {
    await this.field.click();
    await this.dialog.waitFor();
  }

  /** Names of the products, without placeholders of those that load. */
  async names(): Promise<string[]> {
    return await this.cards.locator('.name').allInnerTexts();
  }

  /** Types a query and waits for a product of it. */
  async search(query: string, name: RegExp): Promise<void> {
    if (!(await this.dialog.isVisible())) await this.openLayer();
    await this.combobox.fill(query);
    await this.untilNames((names) => name.test(names[0] ?? ''));
  }

  async untilNames(matches: (names: readonly string[]) => boolean): Promise<void> {
    let last: string[] = [];
    await until(
      () => `The layer shows ${last.join(' | ')}`,
      async () => matches((last = await this.names())),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.close();
    if (this.problems.length > 0) throw new Error(this.problems.join('\n'));
  }
}
