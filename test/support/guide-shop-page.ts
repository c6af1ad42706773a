import assert from 'node:assert/strict';
import type { Browser, Locator, Page } from 'playwright-core';
import { until } from './until.ts';

/** The page of a shop as the guides of frameworks build it: a search with facets, and a list for the visitor. */
export class GuideShopPage {
  readonly page: Page;
  /** Errors of the page, warnings of its framework, and replies with errors. */
  readonly problems: string[] = [];
  /** Searches that the page sent. */
  readonly searches: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => {
      const isIcon = message.location().url.endsWith('/favicon.ico');
      if (['error', 'warning'].includes(message.type()) && !isIcon) this.problems.push(message.text());
    });
    page.on('response', (reply) => {
      if (reply.status() >= 400 && !reply.url().endsWith('/favicon.ico'))
        this.problems.push(`${reply.status()} ${reply.url()}`);
    });
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/search/shop'))
        this.searches.push(request.postData() ?? '');
    });
  }

  static async open(browser: Browser, url: string): Promise<GuideShopPage> {
    const opened = new GuideShopPage(await browser.newPage());
    await opened.page.goto(url);
    return opened;
  }

  get results(): Locator {
    return this.page.getByRole('list', { name: 'Results' }).getByRole('listitem');
  }

  /** Types a query, chooses a facet and clicks a result; the list for the visitor follows. */
  async searchAndClick(): Promise<void> {
    const name = 'Search products';
    const field = this.page.getByRole('searchbox', { name }).or(this.page.getByRole('combobox', { name }));
    await field.pressSequentially('chiar');
    await this.#untilResults((names) => names.length === 4 && names.every((name) => / chair /.test(name)));
    await this.page.getByRole('checkbox', { name: /^Acme \(?2\)?$/ }).check();
    await this.#untilResults((names) => names.length === 2);
    const { searchParams } = new URL(this.page.url());
    assert.deepEqual([searchParams.get('q'), searchParams.get('f.brand')], ['chiar', 'Acme']);
    const list = this.page.getByRole('list', { name: 'For you' });
    await until('There is no list', async () => (await list.getByRole('listitem').count()) > 0);
    assert.doesNotMatch(await list.innerText(), /you looked at/);
    await this.results.getByRole('link', { name: 'Oak chair' }).click();
    await until('The list did not follow the click', async () =>
      /Similar to .Oak chair., which you looked at/.test(await list.innerText()),
    );
  }

  async #untilResults(isShown: (names: readonly string[]) => boolean): Promise<void> {
    let names: string[] = [];
    await until(
      () => `The results are ${names.join(', ')}`,
      async () => {
        names = await this.results.allInnerTexts();
        return isShown(names);
      },
    );
  }
}
