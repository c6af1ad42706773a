import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { adminPassword } from './service.ts';

export interface ConsolePage {
  readonly page: Page;
  /** Errors that the browser reports, without replies with a status of 4xx. */
  readonly errors: string[];
}

/** A page of the console, signed in. */
export async function openConsole(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    // Contrast must not be measured during a colour transition.
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const isExpected = /the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isExpected) errors.push(message.text());
  });
  await page.goto(url);
  await page.getByLabel('Password').fill(adminPassword);
  await page.keyboard.press('Enter');
  return { page, errors };
}

/** Waits until the view has loaded. */
export async function viewLoaded(page: Page): Promise<void> {
  await page.locator('h1').waitFor();
  // Not waitForFunction: it evaluates text in the page, which the content security policy forbids.
  await page.locator('.skeleton, [aria-busy=true]').first().waitFor({ state: 'detached' });
}

/** Navigates from a view of the console to another one, which takes half the CPU time of loading it. */
export async function moveTo(page: Page, path: string): Promise<void> {
  const notFound = page.getByRole('heading', { level: 1, name: 'Page not found', exact: true });
  // First to a page with a heading of its own, so that the view before is not taken for the next one.
  await push(page, unknownView);
  await notFound.waitFor();
  if (path === unknownView) return;
  await push(page, path);
  await notFound.waitFor({ state: 'detached' });
  await viewLoaded(page);
}

const unknownView = '/console/nowhere';

function push(page: Page, path: string): Promise<void> {
  return page.evaluate(`{
    history.pushState(null, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));
  }`);
}
